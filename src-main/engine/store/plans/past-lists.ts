import { z } from 'zod'
import { guardFiguresSchema } from '../../model/plans/guard-figures.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import { readJsonColumn } from '../json-column.ts'
import type { Store } from '../open-store.ts'

/** What a list that was run with a recipe came to. Rows, but for the last two: those are contacts. */
export interface PastList {
  rows: number
  invalid: number
  notFound: number
  unknownWords: number
  /** Who was withdrawn; nobody where that was held to the end. */
  withdrawn: number
  /** Who agreed to texts before it, of those that it was about; 0 where it withdrew nothing. */
  agreeing: number
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

/** Statements on the lists that were run with a recipe. */
export function createPastLists(store: Store) {
  const select = store
    .prepare<[{ name: string; kind: string; column: string; beforeMs: number; limit: number }], string>(
      `SELECT plans.summary FROM plans JOIN runs ON runs.plan_id = plans.id
       WHERE plans.recipe ->> '$.name' = @name AND plans.kind = @kind AND plans.recipe ->> '$.match.column' = @column
         AND plans.retries_run_id IS NULL AND plans.undoes_run_id IS NULL
         AND runs.state = 'finished' AND runs.started_at_ms < @beforeMs AND plans.summary IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM runs AS undo WHERE undo.undoes_run_id = runs.id AND undo.state = 'finished')
       ORDER BY runs.started_at_ms DESC LIMIT @limit`,
    )
    .pluck()
  return {
    /**
     * The last lists whose runs with this recipe finished, of those that began before that time; the newest first. Left out are
     * runs of some rows of a list, those that were taken back, and lists of which no row could be used.
     */
    of({ name, kind, match }: Pick<Recipe, 'name' | 'kind' | 'match'>, beforeMs = Number.MAX_SAFE_INTEGER): PastList[] {
      return select
        .all({ name, kind, column: match.column, beforeMs, limit: mostLists })
        .map((summary) => toPastList(readJsonColumn(listSchema, summary, 'a plan')))
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
    notFound: skips.find(({ reason }) => reason === 'not_found')?.rows ?? 0,
    unknownWords: Math.max(0, ...issues.filter(({ code }) => code === 'value.unknown').map((issue) => issue.rows)),
    withdrawn: isHeld ? 0 : (figures?.withdrawn ?? 0),
    agreeing: figures?.agreeing ?? 0,
  }
}
