import type { CustomerRecord } from '../../model/contacts/customer.ts'
import type { AppError } from '../../model/errors.ts'
import { imageBeside, imageOf } from '../../model/contacts/field-image.ts'
import { descriptorOf } from '../../kinds/calls/all-calls.ts'
import { undoRow } from '../../kinds/undo/undo-row.ts'
import type { RowFailure } from '../../model/runs/row-outcome.ts'
import type { ItemPhase, RunItem } from '../dispatch/run-item.ts'
import type { CallFate } from '../reconcile/reconcile-call.ts'
import { cannotTellFailure, neverArrivedFailure, notAppliedFailure } from '../run-words.ts'
import { labelsOf } from './canary.ts'
import { nextCallStep, repeatStep, type Situation } from './call-step.ts'
import { decideCall } from './decide-call.ts'
import type { NotApplied } from './echo.ts'
import type { ReadAnswer } from './item-reads.ts'
import { outcomeOfRead } from './read-outcome.ts'
import { goesNow, type RowStep } from './row-step.ts'
import { stillToDo } from './row-progress.ts'

/** How long after a lost call was not found it is looked for once more, to be sure. */
export const lookAgainAfterMs = 5_000
/** How many look-ups must miss it before it is sent again: a slow one may still arrive. */
export const sureAbsences = 2
/** So often a call is sent that gets lost each time without arriving. */
export const mostLosses = 20
/** So often a read is tried whose answer cannot be read: what is no fluke stays that way. */
export const attemptsWhenUnreadable = 3

/** What reading something from the service means for the row that needed it. */
export function readStep(item: RunItem, answer: ReadAnswer): RowStep {
  const step = stepFor(item, answer)
  const seen = 'seen' in answer ? answer.seen : null
  return { ...step, item: { attempts: 0, ...step.item }, seen }
}

function stepFor(item: RunItem, answer: ReadAnswer): RowStep {
  switch (answer.kind) {
    case 'found':
      return {
        item: {
          contact: { isFresh: true, beforeImage: answer.seen === null ? null : imageBeside(stillToDo(item), answer.seen.record) },
          made: { ...item.made, ...answer.made },
        },
        next: goesNow,
      }
    case 'missing':
      return { goneUuid: answer.goneUuid, next: { kind: 'ends', outcome: 'failed', failure: answer.failure } }
    case 'changed':
      // A row of which some is done already was not stopped before it began.
      return { next: { kind: 'ends', outcome: item.ordinal > 0 ? 'failed' : 'held', failure: answer.failure } }
    case 'reconciled':
      return reconciledStep(item, answer)
    case 'verified':
      return verifiedStep(item, answer.lost)
    case 'undone':
      return undoStep(item, answer.seen.record)
  }
}

/** The step that follows from looking for a lost call: continue, send it again, or leave it unknown. */
function reconciledStep(item: RunItem, fate: CallFate): RowStep {
  const lost = phaseOf(item, 'lost')
  const answered = { from: 'unknown', httpStatus: null, failure: null, done: null } as const
  switch (fate.fate) {
    case 'arrived': {
      const arrived = {
        call: { ...answered, state: 'done', done: { call: fate.call, outcome: fate.outcome } },
        countsAsCall: true,
        reopens: true,
      } as const
      if (fate.lost.length === 0) return { ...nextCallStep(item, fate.outcome, null), ...arrived }
      const failure = notAppliedFailure(labelsOf(fate.lost, item.changes))
      return { ...arrived, item: { phase: { kind: 'call' } }, next: { kind: 'ends', outcome: 'failed', failure } }
    }
    case 'absent': {
      const absences = lost.absences + 1
      if (absences < sureAbsences) return { item: { phase: { ...lost, absences } }, next: { kind: 'goes', afterMs: lookAgainAfterMs } }
      const losses = item.losses + 1
      const again = { item: { losses, phase: { kind: 'call' } }, reopens: true } as const
      if (losses < mostLosses) return { ...again, call: { ...answered, state: 'pending' }, next: goesNow }
      const failure = neverArrivedFailure(lost.failure, losses)
      return {
        ...again,
        call: { ...answered, state: 'failed', failure },
        countsAsCall: true,
        next: { kind: 'ends', outcome: 'failed', failure },
      }
    }
    case 'cannotTell':
      return { next: { kind: 'staysUnknown', failure: cannotTellFailure(lost.failure) } }
  }
}

/** The call that was looked up did what it was asked to, or did not. */
function verifiedStep(item: RunItem, lost: readonly NotApplied[]): RowStep {
  phaseOf(item, 'verify')
  const verified = { phase: { kind: 'call' } } as const
  if (lost.length > 0) {
    const notApplied = labelsOf(lost, item.changes)
    return { item: verified, notApplied, next: { kind: 'ends', outcome: 'failed', failure: notAppliedFailure(notApplied) } }
  }
  return { item: verified, next: item.ordinal === item.calls.length ? { kind: 'ends', outcome: 'done', failure: null } : goesNow }
}

/** Decides what to restore of a contact as it is now, and prepares that call. A call that is already done is not repeated. */
function undoStep(item: RunItem, now: CustomerRecord): RowStep {
  const { undo } = item
  if (undo === null) throw new Error(`Row ${item.row} takes nothing back.`)
  const { fields, calls: all } = undoRow(undo.written, now)
  const calls = all.filter(({ kind }) => !undo.done.has(kind))
  if (calls.length === 0) {
    return {
      item: { undo: { ...undo, decided: fields }, calls: item.calls.slice(0, item.ordinal), contact: { isFresh: true, beforeImage: null } },
      next: { kind: 'ends', outcome: 'done', failure: null },
    }
  }
  const written = new Set(calls.flatMap((call) => descriptorOf(call).fields(call)))
  const restored = fields.filter(({ change, fate }) => fate === 'restore' && written.has(change.field)).map(({ change }) => change.field)
  return {
    item: {
      undo: { ...undo, decided: fields, sent: new Set([...undo.sent, ...restored]) },
      calls: [...item.calls.slice(0, item.ordinal), ...calls],
      contact: { isFresh: true, beforeImage: imageOf(restored, now) },
    },
    next: goesNow,
  }
}

/** What a read that failed means for the row that needed it. */
export function failedReadStep(item: RunItem, error: AppError, situation: Situation): RowStep {
  const isUnreadable = error.code === 'service.shape'
  if (isUnreadable && item.attempts + 1 >= attemptsWhenUnreadable) return withoutReading(item, error.toAnswer())
  const decision = decideCall(
    outcomeOfRead(error),
    { attempts: item.attempts, isOutage: situation.isOutage && !isUnreadable },
    situation.random,
  )
  switch (decision.kind) {
    case 'again':
    case 'signIn':
      return repeatStep(item, decision)
    case 'failed':
      return withoutReading(item, decision.failure)
    case 'unknown':
      throw new Error('A read that failed had no effect.')
  }
}

/** What is done stays done, and what nobody knows stays unknown, when it cannot be looked up. */
function withoutReading(item: RunItem, failure: RowFailure): RowStep {
  switch (item.phase.kind) {
    case 'verify':
      return verifiedStep(item, [])
    case 'lost':
      return reconciledStep(item, { fate: 'cannotTell' })
    case 'call':
      return { next: { kind: 'ends', outcome: 'failed', failure } }
  }
}

function phaseOf<K extends ItemPhase['kind']>({ row, phase }: RunItem, kind: K): Extract<ItemPhase, { kind: K }> {
  if (phase.kind !== kind) throw new Error(`Row ${row} is not to be looked up: ${phase.kind}, not ${kind}.`)
  return phase as Extract<ItemPhase, { kind: K }>
}
