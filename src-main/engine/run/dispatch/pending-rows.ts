import type { CallKind } from '../../model/kinds.ts'
import type { DoubtedRow } from '../answer/canary.ts'
import { callDescriptors, needsDurableIntent } from '../../kinds/calls/all-calls.ts'
import { readJsonColumn } from '../../store/json-column.ts'
import { answeredRecord } from '../../store/runs/answered-record.ts'
import type { Store } from '../../store/open-store.ts'
import { beforeFirstSend, type SendPosition } from '../../store/plans/plan-row-sends.ts'
import type { SendRow } from '../../store/plans/plan-row-record.ts'
import { tablesOf } from '../../store/tables.ts'
import { windowLeftMs } from '../late/patience.ts'
import type { Clock } from '../../model/clock.ts'
import { valueIn } from '../../model/contacts/field-values.ts'
import type { FieldChange } from '../../model/plans/plan-schema.ts'
import { numbersOf } from '../../model/plans/stored-phones.ts'
import { createStoredTexts } from '../../plan/match/altered-texts.ts'
import { imageIn } from '../proof/kept-proof.ts'
import { putBackCalls } from '../proof/put-back.ts'
import type { OpenProof } from '../../model/runs/open-proof.ts'
import type { ServiceCall } from '../../model/runs/service-call.ts'
import type { RunItem, UndoTask } from './run-item.ts'

function agreedAt({ detail }: SendRow): Pick<RunItem, 'agreedAtMs'> {
  const agreedAtMs = detail.released?.agreedAtMs ?? null
  return agreedAtMs === null ? {} : { agreedAtMs }
}

/** The plan of an undo has the changes turned round. `shownFromMs`: see `UndoTask`. */
function toUndo(
  { row, contactUuid, detail }: SendRow,
  shownFromMs: number,
  asStored: (uuid: string, change: FieldChange) => FieldChange,
): UndoTask {
  if (contactUuid === null) throw new Error(`Row ${row} takes back what has no contact.`)
  const written = (detail.changes ?? []).map(({ field, label, before, after }) =>
    asStored(contactUuid, { field, label, before: after, beforeKnown: true, after: before }),
  )
  return {
    uuid: contactUuid,
    written,
    sent: new Set(),
    done: new Set(),
    ...(detail.released && { isReleased: true as const }),
    shownFromMs,
    decided: null,
  }
}

interface PendingRowsOptions {
  isResumed: boolean
  isUndo: boolean
  clock: Pick<Clock, 'nowMs' | 'monotonicMs'>
  /** How long a call may take to arrive, and a read to show what was written; in milliseconds. */
  arrivalMs: number
  believableMs: number
}

/**
 * The rows of a plan that a run still has to send, piece by piece in sending order: memory does not grow with the plan.
 * Rows that have ended are passed over; a row whose calls are partly done begins with the next one.
 */
export function createPendingRows(store: Store, planId: string, runId: string, options: PendingRowsOptions) {
  const { planRows, calls, runRows, proofs } = tablesOf(store)
  /** Rows that were handed out before their turn. */
  const early = new Set<number>()
  let position: SendPosition = beforeFirstSend
  let isExhausted = false
  let sendOnce = false
  const { clock } = options
  const undoneAtMs = options.isUndo ? finishOfUndone(store, runId) : null
  const shownFromMs = clock.monotonicMs() + (undoneAtMs === null ? 0 : windowLeftMs(undoneAtMs, clock.nowMs(), options.believableMs))

  const isStoredAs = options.isUndo ? createStoredTexts(store, clock.nowMs()) : null
  const { contacts } = tablesOf(store)
  /** What was written, as the service has made it where somebody lives with altered texts: that is what is still there unless it was edited. */
  const asStored = (uuid: string, change: FieldChange): FieldChange => {
    const record = isStoredAs === null ? undefined : contacts.findByUuid(uuid)?.record
    const stored = record === undefined ? undefined : valueIn(record, change.field)
    return stored !== undefined && isStoredAs?.(change.field, change.after, stored) === true ? { ...change, after: stored } : change
  }

  const toItem = (row: SendRow): RunItem => {
    if (!sendOnce) sendOnce = (row.detail.calls ?? []).some(({ kind }) => needsDurableIntent(kind))
    return itemOf(row)
  }
  const itemOf = (row: SendRow): RunItem => ({
    row: row.row,
    lane: row.lane ?? `row ${row.row}`,
    contacts: [row.contactUuid, ...groupUuids(row), ...numbersOf(row.phone)].filter((one) => one !== null),
    calls: row.detail.calls ?? [],
    fingerprint: row.detail.fingerprint ?? null,
    changes: row.detail.changes ?? [],
    ordinal: 0,
    attempts: 0,
    losses: 0,
    phase: { kind: 'call' },
    contact: { isFresh: false },
    proof: { kind: 'open' },
    made: { contactUuid: null, conversationUuid: null },
    ...agreedAt(row),
    ...(row.detail.released && { released: row.detail.released.guards }),
    undo: options.isUndo ? toUndo(row, shownFromMs, asStored) : null,
  })

  /** The row as its calls in the journal have left it. */
  const catchUp = (item: RunItem): RunItem => {
    const journalled = calls.ofRow(runId, item.row)
    const sent = new Set<string>()
    const done = new Set<CallKind>()
    for (const call of journalled) {
      if (call.state !== 'done') {
        item.attempts = call.attempts
        item.resent = call.ordinal
      } else {
        item.ordinal = call.ordinal + 1
        done.add(call.kind)
      }
      if (item.undo !== null) for (const field in calls.beforeImage(runId, item.row, call.ordinal)) sent.add(field)
      if (call.state !== 'done' || !callDescriptors[call.kind].createsContact) continue
      const image = calls.afterImage(runId, item.row, call.ordinal)
      if (image !== null)
        item.made = { ...item.made, contactUuid: readJsonColumn(answeredRecord, image, `the journal of row ${item.row}`).uuid }
    }
    if (item.undo === null) return item
    // What was sent before is not shown earlier than if it had been sent just now.
    const from = done.size === 0 ? item.undo.shownFromMs : clock.monotonicMs() + options.believableMs
    return { ...item, undo: { ...item.undo, sent, done, shownFromMs: from } }
  }

  /** A row with a call that an earlier process has sent and that is still to prove what the service does. */
  const unprovenItem = (item: RunItem, ordinal: number, proof: OpenProof): RunItem => {
    const state = calls.ofRow(runId, item.row).find((call) => call.ordinal === ordinal)?.state
    const { call, postUuid, found, isRemembered } = proof
    const before = imageIn(proof)
    const written = { call, postUuid, answeredAtMs: clock.monotonicMs(), looks: 0, before, ...(isRemembered && { isRemembered }) }
    if (found !== undefined) {
      const last = calls.ofRow(runId, item.row).at(-1)
      const next = last === undefined ? ordinal + 1 : last.ordinal + (last.state === 'pending' ? 0 : 1)
      const tries = putBackCalls(found.changes, found.target)
      // What was sent to put it back is not among the planned calls: places in the journal stay taken.
      const taken = Array.from({ length: Math.max(0, next - ordinal - 1) }, (_, at) => tries[at % tries.length]).filter(isThere)
      return {
        ...item,
        ordinal: Math.max(next, ordinal + 1),
        calls: [...item.calls.slice(0, ordinal + 1), ...taken],
        attempts: 0,
        proving: ordinal,
        phase: { kind: 'verify', ...written },
      }
    }
    if (state === 'done') return { ...item, proving: ordinal, phase: { kind: 'verify', ...written } }
    // What may be sent again is: it is compared with what its contact was like before it left for the first time.
    const isKept = state === 'pending' && callDescriptors[call.kind].reconcile === 'repeat'
    if (state !== 'unknown' && !isKept) return item
    const { resent: _, ...kept } = item
    return { ...kept, proving: ordinal, proof: { kind: 'wanted', how: 'alone', before, isKept: true } }
  }

  return {
    /** The line in the file of a row. */
    line: (row: number): number => planRows.line(planId, row),
    /** Rows with a call that is still to prove what the service does, since an earlier process sent it; and what that one had found already. */
    unproven(): { item: RunItem; call: ServiceCall; found: OpenProof['found'] }[] {
      return proofs.allOpen(runId).flatMap(({ row, ordinal, proof }) => {
        const stored = runRows.find(runId, [row]).size > 0 ? null : planRows.find(planId, row)
        if (stored === null) return []
        early.add(row)
        return [{ item: unprovenItem(catchUp(toItem(stored)), ordinal, proof), call: proof.call, found: proof.found }]
      })
    },
    /** Rows that are done, and that an earlier process was about to read again; see `OpenProof`. */
    doubted(): DoubtedRow[] {
      return proofs.allOpen(runId).flatMap(({ row, proof: { call, before, doubt } }) => {
        const stored = doubt === undefined ? null : planRows.find(planId, row)
        const ended = runRows.find(runId, [row]).get(row)
        if (doubt === undefined || stored === null || ended?.outcome !== 'done') return []
        return [{ row, item: { ...catchUp(toItem(stored)), ended: 'done' }, call, known: before.record, mended: doubt }]
      })
    },
    /** Up to `limit` rows with a call that may or may not have arrived: they are reconciled first. */
    lost(limit: number): RunItem[] {
      const open = new Map(proofs.allOpen(runId).map((one) => [one.row, one]))
      return calls.unknownAfter(runId, 0, limit).flatMap(({ row, lastSentAtMs, httpStatus: status }) => {
        const stored = planRows.find(planId, row)
        early.add(row)
        const failure = runRows.find(runId, [row]).get(row)?.failure ?? null
        const leftMs = windowLeftMs(lastSentAtMs, clock.nowMs(), options.arrivalMs)
        const phase = { kind: 'lost', looks: 0, arrivesByMs: clock.monotonicMs() + leftMs, status, failure } as const
        if (stored === null) return []
        const item = catchUp(toItem(stored))
        const proving = open.get(row)
        return [{ ...(proving === undefined ? item : unprovenItem(item, proving.ordinal, proving.proof)), attempts: 0, phase }]
      })
    },
    /** A row that an earlier process of the run has sent; null where it is gone. */
    sentBefore(row: number): RunItem | null {
      const stored = planRows.find(planId, row)
      return stored === null ? null : catchUp(toItem(stored))
    },
    isExhausted: (): boolean => isExhausted,
    /** Whether a row was handed out with a call that must not happen twice. */
    sendOnce: (): boolean => sendOnce,
    next(limit: number): RunItem[] {
      const rows = planRows.sendsAfter(planId, runId, position, limit)
      isExhausted = rows.length < limit
      const last = rows.at(-1)
      if (last !== undefined) position = { laneOrder: last.laneOrder, row: last.row }
      const items = rows.filter(({ row }) => !early.has(row)).map(toItem)
      return options.isResumed ? items.map(catchUp) : items
    },
  }
}

/** The contacts of a group, of which the row's own columns say the numbers alone. */
function groupUuids({ detail }: SendRow): string[] {
  return (detail.calls ?? []).flatMap((call) => (call.kind === 'sendToGroup' ? call.uuids : []))
}

/** When the run that this one undoes was over; null where that is not known. */
function finishOfUndone(store: Store, runId: string): number | null {
  const { runs } = tablesOf(store)
  const undone = runs.find(runId)?.undoesRunId ?? null
  return undone === null ? null : (runs.find(undone)?.finishedAtMs ?? null)
}

function isThere<T>(value: T | undefined): value is T {
  return value !== undefined
}
