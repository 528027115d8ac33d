import { z } from 'zod'
import { guardFiguresSchema } from '../../model/plans/guard-figures.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import { refusalOnlyCode } from '../../model/plans/row-issue.ts'
import { isNameSuggested } from '../../model/recipes/suggested-names.ts'
import { readJsonColumn } from '../json-column.ts'
import type { Store } from '../open-store.ts'

/** What a list that was run with a recipe came to. Rows, but for the last two: those are contacts. */
export interface PastList {
  rows: number
  invalid: number
  /** Of which only the refusal of texts can be sent, because another value cannot be used. */
  refusalOnly: number
  notFound: number
  unknownWords: number
  /** Who was withdrawn; nobody where that was held to the end. */
  withdrawn: number
  /** Who agreed to texts before it, of those that it was about; 0 where it withdrew nothing. */
  agreeing: number
}

/** One whose run is over. */
export interface RunList extends PastList {
  fileId: string
  startedAtMs: number
}

const listSchema = z.object({
  rows: z.int(),
  invalid: z.int(),
  skips: z.array(z.object({ reason: z.string(), rows: z.int() })),
  guards: z.array(z.object({ guard: z.string(), released: z.boolean() })),
  issues: z.array(z.object({ code: z.string(), rows: z.int() })),
  figures: guardFiguresSchema.pick({ withdrawn: true, agreeing: true }).optional(),
})

/** Lists that are remembered of a recipe: two years of months. */
const mostLists = 24

/** In SQL, which columns a recipe reads into which fields. */
const fieldsOf = (recipe: string): string =>
  `(SELECT json_group_array(json_array(value ->> '$.to', value -> '$.from')) FROM json_each(${recipe}, '$.fields'))`

/** Statements on the lists that were run with a recipe. */
export function createPastLists(store: Store) {
  const select = store.prepare<
    [{ id: string | null; name: string; kind: string; column: string; fields: string | null; beforeMs: number; limit: number }],
    { summary: string; fileId: string; startedAtMs: number }
  >(
    `SELECT plans.summary, plans.file_id AS fileId, runs.started_at_ms AS startedAtMs FROM plans JOIN runs ON runs.plan_id = plans.id
     WHERE plans.kind = @kind AND plans.recipe ->> '$.id' IS @id
       AND (@id IS NOT NULL OR (plans.recipe ->> '$.name' = @name AND plans.recipe ->> '$.match.column' = @column
         AND (@fields IS NULL OR ${fieldsOf('plans.recipe')} = ${fieldsOf('@fields')})))
       AND plans.retries_run_id IS NULL AND plans.undoes_run_id IS NULL
       AND runs.state = 'finished' AND runs.started_at_ms < @beforeMs AND plans.summary IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM runs AS undo WHERE undo.undoes_run_id = runs.id AND undo.state = 'finished')
     ORDER BY runs.started_at_ms DESC LIMIT @limit`,
  )
  return {
    /**
     * The last lists whose runs with this recipe finished, of those that began before that time; the newest first. Left out are
     * runs of some rows of a list, those that were taken back, and lists of which no row could be used. A recipe is known by its
     * id; one without by its name, and where nobody has named it, only by reading the same columns into the same fields.
     */
    of(
      { id, name, kind, match, fields: rules }: Pick<Recipe, 'id' | 'name' | 'kind' | 'match' | 'fields'>,
      beforeMs = Number.MAX_SAFE_INTEGER,
    ): RunList[] {
      const fields = isNameSuggested({ name, kind }) ? JSON.stringify({ fields: rules }) : null
      return select
        .all({ id: id ?? null, name, kind, column: match.column, fields, beforeMs, limit: mostLists })
        .map(({ summary, ...run }) => ({ ...toPastList(readJsonColumn(listSchema, summary, 'a plan')), ...run }))
        .filter(({ rows, invalid, notFound }) => invalid + notFound < rows)
    },
  }
}

/** The figures of a plan by which it is compared with others. */
export function toPastList({ rows, invalid, skips, issues, guards, figures }: z.infer<typeof listSchema>): PastList {
  const isHeld = guards.some(({ guard, released }) => guard === 'withdraw' && !released)
  return {
    rows,
    invalid,
    refusalOnly: issues.reduce((sum, { code, rows: own }) => (code === refusalOnlyCode ? sum + own : sum), 0),
    notFound: skips.find(({ reason }) => reason === 'not_found')?.rows ?? 0,
    unknownWords: Math.max(0, ...issues.filter(({ code }) => code === 'value.unknown').map((issue) => issue.rows)),
    withdrawn: isHeld ? 0 : (figures?.withdrawn ?? 0),
    agreeing: figures?.agreeing ?? 0,
  }
}
