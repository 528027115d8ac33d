import { z } from 'zod'
import { type RunKind, runKinds } from '../../model/kinds.ts'
import { refusalOnlyCode } from '../../model/plans/row-issue.ts'
import { runCountsSchema, type RunCounts, runReasonSchema } from '../../model/runs/run-schema.ts'
import { undoneFieldsSchema, type UndoneFields } from '../../model/runs/undone-row.ts'
import { readJsonColumn } from '../json-column.ts'
import type { Store } from '../open-store.ts'

export type RunReason = z.infer<typeof runReasonSchema>

const kindSchema = z.enum(runKinds)
/** As stored: `pausing`, `cancelling` and `interrupted` are seen from the lease, never written. */
const storedStates = ['running', 'paused', 'cancelled', 'finished'] as const
export type StoredRunState = (typeof storedStates)[number]

export interface StoredRun {
  id: string
  planId: string
  /** The id by which shells know its plan. */
  planKnownAs: string
  kind: RunKind
  /** The run that it undoes; null unless it is an undo. */
  undoesRunId: string | null
  /** What became of the fields that an undo has come to; null for other runs. */
  undoneFields: UndoneFields | null
  /** Fields that an undo was known to be unable to restore when it was planned; 0 for other runs. */
  impossibleFields: number
  /** Fields that an undo holds until somebody releases them, as far as that was known when it was planned; 0 for other runs. */
  heldFields: number
  /** Rows of which only the refusal of texts counts, because another value cannot be used. */
  refusalOnlyRows: number
  /** Rows that refused texts for numbers that are not in the account. */
  listedRows: number
  /** The run whose failed or held rows it took up. */
  retriesRunId: string | null
  /** When its rows were removed; null where they are there. */
  forgottenAtMs: number | null
  fileName: string
  state: StoredRunState
  reason: RunReason | null
  operator: string
  startedAtMs: number
  finishedAtMs: number | null
  /** As they were when it last stopped; null while it is under way. */
  counts: RunCounts | null
  leaseOwner: string | null
  leaseUntilMs: number | null
}

interface RunRecord {
  id: string
  plan_id: string
  plan_known_as: string
  kind: string
  undoes_run_id: string | null
  undone_fields: string | null
  impossible_fields: number
  held_fields: number
  refusal_only_rows: number
  listed_rows: number
  retries_run_id: string | null
  forgotten_at_ms: number | null
  file_name: string
  state: string
  reason: string | null
  operator: string
  started_at_ms: number
  finished_at_ms: number | null
  counts: string | null
  lease_owner: string | null
  lease_until_ms: number | null
}

export type Runs = ReturnType<typeof createRuns>

/** Statements on runs. Damaged ones throw `store.damaged`. */
export function createRuns(store: Store) {
  const sums = undoneFieldsSchema.keyof().options.map((fate) => `'${fate}', coalesce(sum(json_array_length(detail, '$.${fate}')), 0)`)
  const undone = `(SELECT json_object(${sums.join(', ')}) FROM run_rows WHERE run_id = runs.id)`
  const columns = `runs.id, plan_id, coalesce(plans.known_as, plans.id) AS plan_known_as, runs.kind, runs.undoes_run_id,
    CASE WHEN runs.undoes_run_id IS NOT NULL THEN coalesce(undone_fields, ${undone}) END AS undone_fields,
    CASE WHEN runs.undoes_run_id IS NOT NULL THEN coalesce(plans.summary ->> '$.undo.impossible', 0) ELSE 0 END AS impossible_fields,
    CASE WHEN runs.undoes_run_id IS NOT NULL THEN coalesce(plans.summary ->> '$.undo.held', 0) ELSE 0 END AS held_fields,
    (SELECT coalesce(sum(value ->> '$.rows'), 0) FROM json_each(plans.summary, '$.issues') WHERE value ->> '$.code' = '${refusalOnlyCode}') AS refusal_only_rows,
    coalesce(plans.summary ->> '$.doNotText', 0) AS listed_rows,
    plans.retries_run_id, runs.forgotten_at_ms, files.name AS file_name, runs.state, reason, operator, started_at_ms, finished_at_ms, counts, lease_owner, lease_until_ms FROM runs JOIN plans ON plans.id = plan_id JOIN files ON files.id = plans.file_id`
  const insert = store.prepare<[string, string, string, string | null, string, string, number]>(
    `INSERT INTO runs (id, plan_id, kind, undoes_run_id, state, operator, settings, started_at_ms) VALUES (?, ?, ?, ?, 'paused', ?, ?, ?)`,
  )
  const select = store.prepare<[string], RunRecord>(`SELECT ${columns} WHERE runs.id = ?`)
  const selectRunning = store.prepare<[], RunRecord>(`SELECT ${columns} WHERE runs.state = 'running'`)
  const selectSameFile = store.prepare<[string, string], { id: string; state: string }>(
    `SELECT runs.id, runs.state FROM runs JOIN plans ON plans.id = plan_id JOIN files ON files.id = plans.file_id
       WHERE files.sha256 = ? AND json_extract(plans.recipe, '$.name') = ? AND runs.kind <> 'undo' AND retries_run_id IS NULL
         AND runs.state <> 'cancelled' ORDER BY started_at_ms DESC`,
  )
  const selectByPlan = store.prepare<[string], string>('SELECT id FROM runs WHERE plan_id = ?').pluck()
  const selectAll = store.prepare<[], RunRecord>(`SELECT ${columns} ORDER BY started_at_ms DESC, runs.rowid DESC`)
  const setState = store.prepare<[string, string | null, number | null, string, string]>(
    `UPDATE runs SET state = ?, reason = ?, finished_at_ms = ?, counts = ?, undone_fields = CASE WHEN undoes_run_id IS NOT NULL THEN ${undone} END,
       lease_owner = NULL, lease_until_ms = NULL WHERE id = ?`,
  )
  const setLease = store.prepare<[string, number, string]>(
    `UPDATE runs SET state = 'running', reason = NULL, counts = NULL, undone_fields = NULL,
       in_flight = NULL, wants_calls = 1, served_at_ms = 0, lease_owner = ?, lease_until_ms = ? WHERE id = ?`,
  )
  const setFailed = store.prepare<[string]>(
    `UPDATE runs SET counts = json_set(counts, '$.done', counts ->> '$.done' - 1, '$.failed', counts ->> '$.failed' + 1)
     WHERE id = ? AND counts IS NOT NULL`,
  )
  const renew = store.prepare<[number, string, string]>('UPDATE runs SET lease_until_ms = ? WHERE id = ? AND lease_owner = ?')

  const selectUndos = store.prepare<[], { id: string; undoesRunId: string }>(
    `SELECT id, undoes_run_id AS undoesRunId FROM runs WHERE undoes_run_id IS NOT NULL AND state <> 'cancelled' ORDER BY started_at_ms DESC, rowid DESC`,
  )
  const selectReleases = store.prepare<[], { id: string; releasedRunId: string }>(
    `SELECT runs.id, retries_run_id AS releasedRunId FROM runs JOIN plans ON plans.id = plan_id
     WHERE retries_run_id IS NOT NULL AND retried_outcome = 'held' AND runs.state <> 'cancelled' ORDER BY started_at_ms`,
  )
  const undos = () => undosInForce(selectUndos.all())

  return {
    /** Adds it paused: `takeLease` starts it. */
    add(run: {
      id: string
      planId: string
      kind: StoredRun['kind']
      undoesRunId?: string | null
      operator: string
      settings: unknown
      startedAtMs: number
    }): void {
      insert.run(run.id, run.planId, run.kind, run.undoesRunId ?? null, run.operator, JSON.stringify(run.settings), run.startedAtMs)
    },
    find(id: string): StoredRun | null {
      const record = select.get(id)
      return record === undefined ? null : toRun(record)
    },
    /** Those that a process has begun and not ended. */
    running: (): StoredRun[] => selectRunning.all().map(toRun),
    /**
     * The last run that imported a file with these bytes by the recipe of that name, unless it was cancelled or taken back; where none
     * has come to its end, one that may still. Null where there is none.
     */
    ofSameFile(sha256: string, recipeName: string): string | null {
      const undoneBy = undos()
      const inForce = selectSameFile.all(sha256, recipeName).filter(({ id }) => undoneBy(id) === null)
      return (inForce.find(({ state }) => state === 'finished') ?? inForce[0])?.id ?? null
    },
    /** The run that executes a plan, once there is one. */
    idOfPlan: (planId: string): string | null => selectByPlan.get(planId) ?? null,
    /** The undo that has undone a run or is about to: not cancelled, and not undone itself. Null where there is none. */
    undoOf: (id: string): string | null => undos()(id),
    /** By run, the one that took up what was held in it, at this moment: the last that was not cancelled. */
    releases: (): ReadonlyMap<string, string> => new Map(selectReleases.all().map(({ id, releasedRunId }) => [releasedRunId, id])),
    /** The same for any of the runs as they are at this moment. */
    undos,
    /** The last started first. */
    all: (): StoredRun[] => selectAll.all().map(toRun),
    /** Gives the run to a process; the caller has made sure that it is free, in the same transaction. */
    takeLease: (id: string, owner: string, untilMs: number): void => void setLease.run(owner, untilMs, id),
    /** Answers false when another process has the run now. */
    renewLease: (id: string, owner: string, untilMs: number): boolean => renew.run(untilMs, id, owner).changes > 0,
    /** A row that was done has failed: a run that has stopped counts it so, one that is under way counts at its end. */
    countAsFailed: (id: string): void => void setFailed.run(id),
    /** Ends the lease too. */
    recordStop(
      id: string,
      end: { state: Exclude<StoredRunState, 'running'>; reason: RunReason | null; finishedAtMs: number | null; counts: RunCounts },
    ): void {
      setState.run(end.state, end.reason === null ? null : JSON.stringify(end.reason), end.finishedAtMs, JSON.stringify(end.counts), id)
    },
  }
}

/** By which undo a run is undone, as long as that one is not undone itself. From the undos that were not cancelled, newest first. */
function undosInForce(undos: readonly { id: string; undoesRunId: string }[]): (runId: string) => string | null {
  const byUndone = Map.groupBy(undos, ({ undoesRunId }) => undoesRunId)
  const inForce = (runId: string): string | null => byUndone.get(runId)?.find(({ id }) => inForce(id) === null)?.id ?? null
  return inForce
}

function toRun(record: RunRecord): StoredRun {
  const what = `run ${record.id}`
  return {
    id: record.id,
    planId: record.plan_id,
    planKnownAs: record.plan_known_as,
    kind: readJsonColumn(kindSchema, JSON.stringify(record.kind), what),
    undoesRunId: record.undoes_run_id,
    undoneFields: record.undone_fields === null ? null : readJsonColumn(undoneFieldsSchema, record.undone_fields, what),
    impossibleFields: record.impossible_fields,
    heldFields: record.held_fields,
    refusalOnlyRows: record.refusal_only_rows,
    listedRows: record.listed_rows,
    retriesRunId: record.retries_run_id,
    forgottenAtMs: record.forgotten_at_ms,
    fileName: record.file_name,
    state: readJsonColumn(z.enum(storedStates), JSON.stringify(record.state), what),
    reason: record.reason === null ? null : readJsonColumn(runReasonSchema, record.reason, what),
    operator: record.operator,
    startedAtMs: record.started_at_ms,
    finishedAtMs: record.finished_at_ms,
    counts: record.counts === null ? null : readJsonColumn(runCountsSchema, record.counts, what),
    leaseOwner: record.lease_owner,
    leaseUntilMs: record.lease_until_ms,
  }
}
