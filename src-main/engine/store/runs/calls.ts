import { z } from 'zod'
import { postKinds } from '../../kinds/calls/all-calls.ts'
import { callKinds, type CallKind } from '../../model/kinds.ts'
import { fieldImageSchema, type FieldImage } from '../../model/contacts/field-image.ts'
import { assertTransition } from '../../model/runs/call-states.ts'
import { callStates, type CallState } from '../../model/runs/run-schema.ts'
import { readJsonColumn } from '../json-column.ts'
import type { Store } from '../open-store.ts'

const kindSchema = z.enum(callKinds)
const stateSchema = z.enum(callStates)

/** A journalled call. */
export interface StoredCall {
  row: number
  ordinal: number
  kind: CallKind
  state: CallState
  /** How often it was sent. */
  attempts: number
  firstSentAtMs: number
  lastSentAtMs: number
  httpStatus: number | null
}

/** A call that changed something at the service, or may have. */
export interface EffectiveCall {
  row: number
  kind: CallKind
  isDone: boolean
  /** What its fields were right before it; see `model/contacts/field-image.ts`. Null for a call before which nothing was noted. */
  beforeImage: FieldImage | null
}

/** How a call ended, or that it will be sent again. */
export interface CallEnd {
  row: number
  ordinal: number
  state: Exclude<CallState, 'sent'>
  httpStatus: number | null
  error: { code: string; message: string; hint: string } | null
  afterImage: string | null
}

/** A call of another run. */
interface CallElsewhere {
  runId: string
  planId: string
  row: number
  sentAtMs: number
}

interface CallRecord {
  row: number
  ordinal: number
  kind: string
  state: string
  attempts: number
  first_sent_at_ms: number
  last_sent_at_ms: number
  http_status: number | null
}

/** Statements on the journal. The states they go through are those of `model/runs/call-states.ts`. */
export function createCalls(store: Store) {
  const insertSent = store.prepare<[string, number, number, string, number, number, string | null]>(
    `INSERT INTO calls (run_id, row, ordinal, kind, state, attempts, first_sent_at_ms, last_sent_at_ms, before_image)
     VALUES (?, ?, ?, ?, 'sent', 1, ?, ?, ?)
     ON CONFLICT (run_id, row, ordinal) DO UPDATE SET state = 'sent', kind = excluded.kind, attempts = attempts + 1, last_sent_at_ms = excluded.last_sent_at_ms
     WHERE state = 'pending'`,
  )
  const setEnd = store.prepare<
    [string, number, number | null, string | null, string | null, string | null, string | null, string, number, number, string]
  >(
    `UPDATE calls SET state = ?, answered_at_ms = ?, http_status = ?, error_code = ?, error_message = ?, error_hint = ?, after_image = ?
     WHERE run_id = ? AND row = ? AND ordinal = ? AND state = ?`,
  )
  const selectCalls = <P extends unknown[]>(rest: string) =>
    store.prepare<P, CallRecord>(
      `SELECT row, ordinal, kind, state, attempts, first_sent_at_ms, last_sent_at_ms, http_status FROM calls ${rest}`,
    )
  const selectUnknown = selectCalls<[string, number, number]>(
    `INDEXED BY calls_unknown WHERE run_id = ? AND state = 'unknown' AND row > ? ORDER BY row LIMIT ?`,
  )
  const selectSent = selectCalls<[string, number, number]>(`WHERE run_id = ? AND state = 'sent' AND row > ? ORDER BY row LIMIT ?`)
  const selectElsewhere = store.prepare<[string, number], CallElsewhere>(
    `SELECT calls.run_id AS runId, runs.plan_id AS planId, calls.row, calls.last_sent_at_ms AS sentAtMs
     FROM runs INDEXED BY runs_under_way CROSS JOIN calls INDEXED BY calls_unsettled ON calls.run_id = runs.id
     WHERE runs.state = 'running' AND runs.id <> ? AND calls.state IN ('sent', 'pending', 'unknown') AND calls.last_sent_at_ms > ?`,
  )
  const selectProving = store.prepare<[string, number], CallElsewhere>(
    `SELECT proofs.run_id AS runId, runs.plan_id AS planId, proofs.row, calls.last_sent_at_ms AS sentAtMs
     FROM runs INDEXED BY runs_under_way CROSS JOIN proofs ON proofs.run_id = runs.id CROSS JOIN calls USING (run_id, row, ordinal)
     WHERE proofs.content IS NOT NULL AND runs.state = 'running' AND runs.id <> ? AND calls.state = 'done' AND calls.last_sent_at_ms > ?`,
  )
  const countPostsElsewhere = store
    .prepare<[string, CallKind, string, number], number>(
      `SELECT count(*) FROM runs CROSS JOIN calls INDEXED BY calls_unsettled ON calls.run_id = runs.id
       JOIN plan_rows ON plan_rows.plan_id = runs.plan_id AND plan_rows.row = calls.row
       WHERE runs.id <> ? AND calls.state IN ('sent', 'pending', 'unknown') AND calls.kind = ? AND plan_rows.phone = ?
         AND calls.last_sent_at_ms > ?`,
    )
    .pluck()
  const selectOfRow = selectCalls<[string, number]>('WHERE run_id = ? AND row = ? ORDER BY ordinal')
  const selectAfterImage = store
    .prepare<[string, number, number], string | null>('SELECT after_image FROM calls WHERE run_id = ? AND row = ? AND ordinal = ?')
    .pluck()
  // A call that was refused the only time it was sent changed nothing; of any other one without a good answer nobody knows.
  const hadEffect = `NOT (state = 'failed' AND attempts = 1 AND coalesce(error_code, '') <> 'service.not_applied')`
  const selectEffective = store.prepare<[string, number, number], { row: number; kind: string; state: string; image: string | null }>(
    `SELECT row, kind, state, before_image AS image FROM calls WHERE run_id = ? AND row > ? AND ${hadEffect} ORDER BY row, ordinal LIMIT ?`,
  )
  const selectBeforeImage = store
    .prepare<[string, number, number], string | null>('SELECT before_image FROM calls WHERE run_id = ? AND row = ? AND ordinal = ?')
    .pluck()
  const selectLanes = store
    .prepare<[string, string, string], string>(
      `SELECT DISTINCT lane FROM calls JOIN plan_rows ON plan_rows.plan_id = ? AND plan_rows.row = calls.row
       WHERE run_id = ? AND before_image = ? AND lane IS NOT NULL`,
    )
    .pluck()
  const selectUnresolved = store
    .prepare<[{ image: string; planId: string; runId: string; opening: string }], number>(
      `SELECT max(row) FILTER (WHERE kind IN (SELECT value FROM json_each(@opening))) AS message FROM (
         SELECT lane, calls.row, kind, before_image = @image AS is_resolved FROM calls
         JOIN plan_rows ON plan_rows.plan_id = @planId AND plan_rows.row = calls.row
         WHERE run_id = @runId AND lane IS NOT NULL AND state = 'done' AND kind IN (${postKinds}, 'resolveConversation'))
       GROUP BY lane HAVING max(is_resolved) = 1 AND message > coalesce(max(row) FILTER (WHERE kind = 'resolveConversation'), 0)
       ORDER BY message`,
    )
    .pluck()
  const selectLeftOpen = store
    .prepare<[string], number>(
      `SELECT DISTINCT row FROM calls WHERE run_id = ? AND state = 'done'
         AND NOT EXISTS (SELECT 1 FROM run_rows WHERE run_rows.run_id = calls.run_id AND run_rows.row = calls.row) ORDER BY row`,
    )
    .pluck()
  const selectLastSent = store
    .prepare<[string, number, number], number>('SELECT last_sent_at_ms FROM calls WHERE run_id = ? AND row = ? AND ordinal = ?')
    .pluck()
  const countEnded = store.prepare<[string], number>(`SELECT count(*) FROM calls WHERE run_id = ? AND state IN ('done', 'failed')`).pluck()

  return {
    /** Writes that a call is about to leave. Throws when its state does not allow that. */
    writeSent(runId: string, call: { row: number; ordinal: number; kind: CallKind; sentAtMs: number; beforeImage: string | null }): void {
      const { changes } = insertSent.run(runId, call.row, call.ordinal, call.kind, call.sentAtMs, call.sentAtMs, call.beforeImage)
      if (changes !== 1) throw new Error(`Call ${call.row}.${call.ordinal} of run ${runId} is not pending.`)
    },
    /** Writes how a call that is in the state `from` ended. Throws when it is in another one. */
    writeEnd(runId: string, end: CallEnd, from: CallState, atMs: number): void {
      assertTransition(from, end.state)
      const { state, httpStatus, error, afterImage, row, ordinal } = end
      const { changes } = setEnd.run(
        state,
        atMs,
        httpStatus,
        error?.code ?? null,
        error?.message ?? null,
        error?.hint ?? null,
        afterImage,
        runId,
        row,
        ordinal,
        from,
      )
      if (changes !== 1) throw new Error(`Call ${row}.${ordinal} of run ${runId} is not ${from}.`)
    },
    /** The calls that may or may not have arrived, in the rows after `row`. A row has at most one. */
    unknownAfter: (runId: string, row: number, limit: number): StoredCall[] => selectUnknown.all(runId, row, limit).map(toCall),
    /** The same for calls that are under way. Looks at every call of the run. */
    sentAfter: (runId: string, row: number, limit: number): StoredCall[] => selectSent.all(runId, row, limit).map(toCall),
    /** Calls that left since then, of other runs that are under way, and of which it is not settled what became of them, or what they prove. */
    unsettledElsewhere: (runId: string, sinceMs: number): CallElsewhere[] => [
      ...selectElsewhere.all(runId, sinceMs),
      ...selectProving.all(runId, sinceMs),
    ],
    /** How many posts of a kind other runs have sent to a phone number since then of which it is not settled what became of them. */
    postsUnsettledElsewhere: (runId: string, kind: CallKind, phone: string, sinceMs: number): number =>
      countPostsElsewhere.get(runId, kind, phone, sinceMs) ?? 0,
    ofRow: (runId: string, row: number): StoredCall[] => selectOfRow.all(runId, row).map(toCall),
    /** When a call left for the last time; null for one that never did. */
    lastSentAtMs: (runId: string, row: number, ordinal: number): number | null => selectLastSent.get(runId, row, ordinal) ?? null,
    /** What the service answered to a call that is done, as JSON. */
    afterImage: (runId: string, row: number, ordinal: number): string | null => selectAfterImage.get(runId, row, ordinal) ?? null,
    /** What was noted of a call's fields right before it left; null when nothing was. */
    beforeImage(runId: string, row: number, ordinal: number): FieldImage | null {
      return toImage(selectBeforeImage.get(runId, row, ordinal) ?? null, row)
    },
    /** The lanes of the calls of which exactly this was noted right before; looks at every call of the run. */
    lanesWith: (runId: string, planId: string, image: FieldImage): string[] => selectLanes.all(planId, runId, JSON.stringify(image)),
    /** The row of the last call of kind `opening` in each lane in which exactly that was noted before one, and nothing was resolved since. */
    lastRowsUnresolved: (runId: string, planId: string, image: FieldImage, opening: readonly CallKind[]): number[] =>
      selectUnresolved.all({ image: JSON.stringify(image), planId, runId, opening: JSON.stringify(opening) }),
    /** Rows with a call that is done, and that have not ended, in file order. Looks at every call of the run. */
    rowsLeftOpen: (runId: string): number[] => selectLeftOpen.all(runId),
    /** Calls that had an effect, or may have had one, in the rows after `row`, in file order. */
    effectiveAfter: (runId: string, row: number, limit: number): EffectiveCall[] =>
      selectEffective.all(runId, row, limit).map(({ row: at, kind, state, image }) => ({
        row: at,
        kind: readJsonColumn(kindSchema, JSON.stringify(kind), `the journal of row ${at}`),
        isDone: state === 'done',
        beforeImage: toImage(image, at),
      })),
    /** Calls that the service has answered with success or refusal. */
    countEnded: (runId: string): number => countEnded.get(runId) ?? 0,
  }
}

function toImage(text: string | null, row: number): FieldImage | null {
  return text === null ? null : readJsonColumn(fieldImageSchema, text, `the journal of row ${row}`)
}

function toCall({ row, ordinal, kind, state, attempts, ...record }: CallRecord): StoredCall {
  const what = `the journal of row ${row}`
  return {
    row,
    ordinal,
    kind: readJsonColumn(kindSchema, JSON.stringify(kind), what),
    state: readJsonColumn(stateSchema, JSON.stringify(state), what),
    attempts,
    firstSentAtMs: record.first_sent_at_ms,
    lastSentAtMs: record.last_sent_at_ms,
    httpStatus: record.http_status,
  }
}
