import { z } from 'zod'
import { AppError, type ErrorAnswer } from '../../model/errors.ts'
import { recipeSchema, type Recipe } from '../../model/recipes/recipe-schema.ts'
import { classBlocksSchema, type ClassBlocks } from '../../model/plans/class-histogram.ts'
import { guardFiguresSchema } from '../../model/plans/guard-figures.ts'
import {
  lookups,
  plannedUndoSchema,
  planStates,
  planSummarySchema,
  type Lookup,
  type PlanState,
  retriedOutcomes,
  type RetriedOutcome,
} from '../../model/plans/plan-schema.ts'
import { dialectSchema, sourceColumnSchema, type Dialect, type SourceColumn } from '../../model/files/source-schema.ts'
import { readJsonColumn } from '../json-column.ts'
import type { Store } from '../open-store.ts'

/** The part of a plan's summary that is counted when the plan is ready, and again when a guard is released. */
const summedSchema = planSummarySchema.pick({
  rows: true,
  send: true,
  unchanged: true,
  held: true,
  skipped: true,
  invalid: true,
  calls: true,
  issues: true,
  skips: true,
  guards: true,
  fields: true,
  contacts: true,
})
export const planTotalsSchema = summedSchema.extend({
  /** The held rows by the guards that hold them (`plan_rows.reason`), with the calls that a release would allow. */
  holds: z.array(z.object({ reason: z.string(), rows: z.int(), contacts: z.int(), calls: z.int() })).default([]),
  /** How often the service was asked; plans of earlier versions do not tell. */
  reads: z.int().optional(),
  /** See the summary. */
  postsUnasked: z.int().optional(),
  /** Rows that refuse texts for numbers that are not in the account, which the run puts on its do-not-text list; absent where none does. */
  doNotText: z.int().optional(),
  /** Rows whose refusal is sent and whose permission is held, because they say both; absent where none does. */
  contradicted: z.int().optional(),
  /** Rows that say that their contacts agree, while a column that nobody reads may tell that they refuse, and that are not held for it; absent where there are none. */
  agreedUnheard: z.int().optional(),
  /** What the guards counted; plans of earlier versions have none. */
  figures: guardFiguresSchema.optional(),
  /** Of a plan of an undo. */
  undo: plannedUndoSchema.optional(),
  /** The country of the account or the recipe, whose holidays are no business days. */
  country: z.string().optional(),
  /** How many rows were released one by one; absent where none was. */
  releasedRows: z.int().optional(),
})
export type PlanTotals = z.infer<typeof planTotalsSchema>

const errorSchema = z.object({ code: z.string(), message: z.string(), hint: z.string() })

export interface StoredPlan {
  id: string
  /** The id by which shells know it: its own, or that of the plan whose place it has taken. */
  knownAs: string
  fileId: string
  fileName: string
  fileOpenedAtMs: number
  fileSha256: string
  dialect: Dialect
  columns: SourceColumn[]
  recipe: Recipe
  lookup: Lookup
  state: PlanState
  /** Null until the plan is ready. */
  totals: PlanTotals | null
  error: { code: string; message: string; hint: string } | null
  createdAtMs: number
  /** The process that builds or built it, as `computer:process`. */
  builder: string | null
  /** The corrections of the file that it was made with: those up to this number. */
  correctionsThrough: number
  /** How many corrections that are, without those that were undone. */
  corrections: number
  /** The run whose failed rows these are; null for a plan of a whole file. */
  retriesRunId: string | null
  /** What became of its rows in that run. */
  retriedOutcome: RetriedOutcome
  /** The run that it undoes; null for a plan of a file. */
  undoesRunId: string | null
  /** The run that executes it, once there is one. */
  runId: string | null
}

export type NewPlan = Pick<StoredPlan, 'id' | 'fileId' | 'dialect' | 'columns' | 'recipe' | 'lookup' | 'createdAtMs'> &
  Partial<Pick<StoredPlan, 'builder' | 'correctionsThrough' | 'retriesRunId' | 'retriedOutcome' | 'undoesRunId'>>

interface PlanRecord {
  id: string
  known_as: string
  file_id: string
  file_name: string
  file_opened_at_ms: number
  file_sha256: string
  dialect: string
  columns: string
  recipe: string
  lookup: string
  state: string
  summary: string | null
  error: string | null
  created_at_ms: number
  builder: string | null
  edits_through: number
  corrections: number
  retries_run_id: string | null
  retried_outcome: string
  undoes_run_id: string | null
  run_id: string | null
}

/** Statements on plans. Damaged ones throw `store.damaged`. */
export function createPlans(store: Store) {
  const insert = store.prepare<
    [string, string, string, string, string, string, string, number, string | null, number, string | null, string | null, string]
  >(
    `INSERT INTO plans (id, kind, file_id, dialect, columns, recipe, lookup, state, created_at_ms, builder, edits_through, retries_run_id, undoes_run_id, retried_outcome)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'building', ?, ?, ?, ?, ?, ?)`,
  )
  const setReady = store.prepare<[string, string, string]>(
    "UPDATE plans SET state = 'ready', summary = ?, blocks = ? WHERE id = ? AND state = 'building'",
  )
  const setTotals = store.prepare<[string, string, string]>("UPDATE plans SET summary = ?, blocks = ? WHERE id = ? AND state = 'ready'")
  const setStopped = store.prepare<[string, string, string]>("UPDATE plans SET state = ?, error = ? WHERE id = ? AND state = 'building'")
  const selectBuilding = store.prepare<[], Pick<StoredPlan, 'id' | 'builder' | 'createdAtMs'>>(
    "SELECT id, builder, created_at_ms AS createdAtMs FROM plans WHERE state = 'building'",
  )
  // A draft holds the ids of its plan and its run; a plan that the wizard may open again stays.
  const isForgotten = `created_at_ms < ? AND NOT EXISTS (SELECT 1 FROM runs WHERE plan_id = plans.id)
    AND NOT EXISTS (SELECT 1 FROM drafts WHERE instr(drafts.state, coalesce(known_as, plans.id)) > 0)`
  const expire = store.prepare<[string, number]>(
    `UPDATE plans SET state = 'cancelled', summary = NULL, blocks = NULL, error = ? WHERE state = 'ready' AND ${isForgotten}`,
  )
  const selectLeftovers = store
    .prepare<[], string>(
      `SELECT id FROM plans WHERE state IN ('failed', 'cancelled') AND (EXISTS (SELECT 1 FROM plan_rows WHERE plan_id = plans.id)
       OR EXISTS (SELECT 1 FROM plan_issues WHERE plan_id = plans.id))`,
    )
    .pluck()
  const removeForgotten = store.prepare<[number]>(`DELETE FROM plans WHERE state IN ('failed', 'cancelled') AND ${isForgotten}`)
  const select = store.prepare<[string], PlanRecord>(
    `SELECT plans.id, coalesce(known_as, plans.id) AS known_as, file_id, files.name AS file_name, files.opened_at_ms AS file_opened_at_ms, files.sha256 AS file_sha256, dialect, columns, recipe, lookup, plans.state, summary, error, created_at_ms,
       builder, edits_through,
       (SELECT count(*) FROM file_edits WHERE file_edits.sha256 = files.sha256 AND sheet = coalesce(dialect ->> 'sheet', '')
          AND number <= edits_through AND (undone_by IS NULL OR undone_by > edits_through)) AS corrections, retries_run_id, retried_outcome, plans.undoes_run_id,
       (SELECT runs.id FROM runs WHERE plan_id = plans.id) AS run_id
     FROM plans JOIN files ON files.id = file_id WHERE plans.id = ?`,
  )
  const selectBlocks = store.prepare<[string], string | null>('SELECT blocks FROM plans WHERE id = ?').pluck()
  const selectKnown = store.prepare<[string], string>('SELECT id FROM plans WHERE known_as = ?').pluck()
  const setKnown = store.prepare<[{ id: string; oldId: string }]>(
    `UPDATE plans SET known_as = (SELECT coalesce(known_as, id) FROM plans WHERE id = @oldId)
     WHERE id = @id AND state = 'ready' AND EXISTS (SELECT 1 FROM plans WHERE id = @oldId AND state = 'ready')
       AND NOT EXISTS (SELECT 1 FROM runs WHERE plan_id = @oldId)`,
  )
  const setReplaced = store.prepare<[string, string]>(
    "UPDATE plans SET known_as = NULL, state = 'cancelled', summary = NULL, blocks = NULL, error = ? WHERE id = ?",
  )
  const remove = store.prepare<[string]>('DELETE FROM plans WHERE id = ?')
  return {
    /** Adds it in the state `building`. */
    add(plan: NewPlan): void {
      const {
        id,
        fileId,
        dialect,
        columns,
        recipe,
        lookup,
        createdAtMs,
        builder = null,
        correctionsThrough = 0,
        retriesRunId = null,
        retriedOutcome = 'failed',
        undoesRunId = null,
      } = plan
      const [dialectJson, columnsJson, recipeJson] = [dialect, columns, recipe].map((value) => JSON.stringify(value)) as [
        string,
        string,
        string,
      ]
      insert.run(
        id,
        recipe.kind,
        fileId,
        dialectJson,
        columnsJson,
        recipeJson,
        lookup,
        createdAtMs,
        builder,
        correctionsThrough,
        retriesRunId,
        undoesRunId,
        retriedOutcome,
      )
    },
    /** Makes it ready. Throws `cancelled` when it is not being built any more. */
    finish(id: string, totals: PlanTotals, blocks: ClassBlocks): void {
      if (setReady.run(JSON.stringify(totals), JSON.stringify(blocks), id).changes === 1) return
      throw new AppError('cancelled', 'This plan was given up before it was finished.', 'Plan the file again.')
    },
    /** What a plan that is ready comes to after a release. */
    setTotals(id: string, totals: PlanTotals, blocks: ClassBlocks): void {
      setTotals.run(JSON.stringify(totals), JSON.stringify(blocks), id)
    },
    /** Only while it is being built. */
    stop(id: string, state: 'failed' | 'cancelled', error: ErrorAnswer): void {
      setStopped.run(state, JSON.stringify(error), id)
    },
    /** Those that are being built, with who builds them. */
    building: (): Pick<StoredPlan, 'id' | 'builder' | 'createdAtMs'>[] => selectBuilding.all(),
    /** Cancels ready plans from before that time that no run and no draft needs. Answers how many. */
    expire: (beforeMs: number, error: ErrorAnswer): number => expire.run(JSON.stringify(error), beforeMs).changes,
    /** Failed and cancelled plans that still have rows or issues. */
    withLeftovers: (): string[] => selectLeftovers.all(),
    /** Removes failed and cancelled plans from before that time that no draft needs. Their rows should be gone. */
    removeForgotten: (beforeMs: number): number => removeForgotten.run(beforeMs).changes,
    find(id: string): StoredPlan | null {
      const record = select.get(id)
      return record === undefined ? null : toPlan(record)
    },
    /** Null until the plan is ready. */
    blocks(id: string): ClassBlocks | null {
      const text = selectBlocks.get(id)
      return text === undefined || text === null ? null : readJsonColumn(classBlocksSchema, text, `plan ${id}`)
    },
    /** The plan that is known by this id: itself, or the one that replaced it. */
    idOf: (knownAs: string): string => selectKnown.get(knownAs) ?? knownAs,
    /**
     * A ready plan replaces another one, and is known by its id. Returns false, and changes nothing, where that one
     * has a run or either is not ready.
     */
    takePlaceOf: store.transaction((id: string, oldId: string, error: ErrorAnswer): boolean => {
      if (setKnown.run({ id, oldId }).changes === 0) return false
      setReplaced.run(JSON.stringify(error), oldId)
      return true
    }).immediate,
    /** It will never run, and its rows are of no use. */
    giveUp: (id: string, error: ErrorAnswer): void => void setReplaced.run(JSON.stringify(error), id),
    /** Removes it with its rows. A plan that has a run cannot be removed. */
    remove: (id: string): boolean => remove.run(id).changes > 0,
  }
}

function toPlan(record: PlanRecord): StoredPlan {
  const what = `plan ${record.id}`
  return {
    id: record.id,
    knownAs: record.known_as,
    fileId: record.file_id,
    fileName: record.file_name,
    fileOpenedAtMs: record.file_opened_at_ms,
    fileSha256: record.file_sha256,
    dialect: readJsonColumn(dialectSchema, record.dialect, what),
    columns: readJsonColumn(z.array(sourceColumnSchema), record.columns, what),
    recipe: readJsonColumn(recipeSchema, record.recipe, what),
    lookup: readJsonColumn(z.enum(lookups), JSON.stringify(record.lookup), what),
    state: readJsonColumn(z.enum(planStates), JSON.stringify(record.state), what),
    totals: record.summary === null ? null : readJsonColumn(planTotalsSchema, record.summary, what),
    error: record.error === null ? null : readJsonColumn(errorSchema, record.error, what),
    createdAtMs: record.created_at_ms,
    builder: record.builder,
    correctionsThrough: record.edits_through,
    corrections: record.corrections,
    retriesRunId: record.retries_run_id,
    retriedOutcome: readJsonColumn(z.enum(retriedOutcomes), JSON.stringify(record.retried_outcome), what),
    undoesRunId: record.undoes_run_id,
    runId: record.run_id,
  }
}
