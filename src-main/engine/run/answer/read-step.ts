import type { CustomerRecord } from '../../model/contacts/customer.ts'
import type { AppError } from '../../model/errors.ts'
import { isSameValue } from '../../model/contacts/field-values.ts'
import { expectedRecord } from '../proof/expected-record.ts'
import { imageBeside, imageOf } from '../../model/contacts/field-image.ts'
import { callDescriptors, descriptorOf, postOf } from '../../kinds/calls/all-calls.ts'
import { undoRow } from '../../kinds/undo/undo-row.ts'
import type { RowFailure } from '../../model/runs/row-outcome.ts'
import type { ServiceCall } from '../../model/runs/service-call.ts'
import type { ItemPhase, RunItem, WrittenCall } from '../dispatch/run-item.ts'
import { hasLostNothing, type UnaskedChange } from '../proof/unasked-changes.ts'
import { contactInVain, type NotApplied } from './echo.ts'
import type { CallFate } from '../reconcile/reconcile-call.ts'
import type { Look } from '../reconcile/look-before-sending.ts'
import {
  cannotTellFailure,
  heldMissingFailure,
  heldRestoredFailure,
  neverArrivedFailure,
  notAppliedFailure,
  otherTextNote,
} from '../words/row-words.ts'
import { isPostField, livedWith } from './alterations.ts'
import { labelsOf } from './canary.ts'
import { busyStatus, lostStep, nextCallStep, repeatStep, type Situation } from './call-step.ts'
import { decideCall } from './decide-call.ts'
import { endStateStep, unreadEndStep } from './end-state-step.ts'
import type { ReadAnswer } from './read-answer.ts'
import { imageOfRead } from '../proof/image-of-read.ts'
import type { ProofTask } from '../proof/proof-task.ts'
import { isGuess } from '../proof/posts/texts-after.ts'
import { nextLookMs, untoldAfterMs } from '../late/patience.ts'
import { comparedWith } from './compared-with.ts'
import { outcomeOfRead } from './read-outcome.ts'
import { goesNow, type Proven, type RowStep } from './row-step.ts'
import { stillToDo } from './row-progress.ts'

/** How many times a call is sent that gets lost each time and never arrives. */
export const mostLosses = 10
/** How many times a read is tried whose answer makes no sense: after that, it is not going to change. */
export const attemptsWhenUnreadable = 3

/** How long to wait before a contact is read again that an undo does not find as the undone run left it. */
const lookAgainMs = 1_000

type Verified = Omit<Extract<ReadAnswer, { kind: 'verified' }>, 'kind'>

/** What reading something from the service means for the row that needed it. */
export function readStep(item: RunItem, answer: ReadAnswer, situation: Situation): RowStep {
  const seen = 'seen' in answer ? answer.seen : null
  const step = { seen, ...stepFor(item, answer, situation) }
  // What was read for a call says nothing of how often that was in vain.
  const inVain = item.inVain?.ordinal === item.ordinal ? item.inVain.attempts : 0
  return { ...step, item: { attempts: inVain, ...step.item } }
}

function stepFor(item: RunItem, answer: ReadAnswer, situation: Situation): RowStep {
  switch (answer.kind) {
    case 'found':
      return {
        item: {
          contact: { isFresh: true, beforeImage: answer.seen === null ? null : imageBeside(stillToDo(item), answer.seen.record) },
          made: { ...item.made, ...answer.made },
          ...(item.proof.kind === 'wanted' &&
            item.proof.isKept !== true && {
              proof: { ...item.proof, before: answer.image ?? imageOfRead(answer.seen) },
            }),
        },
        next: goesNow,
      }
    case 'permitted':
      return { item: { permittedUntilMs: permittedUntilMs(situation) }, next: goesNow }
    case 'conversation':
      return { item: { made: { ...item.made, conversationUuid: answer.conversationUuid } }, next: goesNow }
    case 'notRefused':
      return { item: { contact: { isFresh: true, beforeImage: null } }, next: goesNow }
    case 'missing':
      return { goneUuid: answer.goneUuid, next: { kind: 'ends', outcome: 'failed', failure: answer.failure } }
    case 'changed':
      // A row of which some is done already was not stopped before it began.
      return { next: { kind: 'ends', outcome: item.ordinal > 0 ? 'failed' : 'held', failure: answer.failure } }
    case 'reconciled':
      return reconciledStep(item, answer, situation)
    case 'endState':
      return endStateStep(item, answer, situation)
    case 'looked':
      return lookedStep(item, answer, situation)
    case 'verified':
      return verifiedStep(item, answer, situation)
    case 'undone':
      return undoStep(item, answer.seen.record, situation)
  }
}

/** Long enough for the text to leave, also where reading took long; after that somebody may have refused, and is asked about again. */
function permittedUntilMs({ sentAtMs, nowMs }: Situation): number {
  return Math.max(sentAtMs + 30_000, nowMs + 5_000)
}

/**
 * Before a message is sent of which the records may have lost that it was, or that the service took and did not show: it counts as sent
 * where it is there.
 */
function lookedStep(item: RunItem, answer: Look, situation: Situation): RowStep {
  switch (answer.look) {
    case 'absent': {
      // The service took it once, and it may yet be seen.
      const leftMs = answer.agoMs === null ? 0 : Math.min(situation.patience.arrivalMs, situation.patience.arrivalMs - answer.agoMs)
      if (leftMs > 0) return { next: { kind: 'goes', afterMs: leftMs } }
      return { item: { contact: { isFresh: true, beforeImage: null } }, next: goesNow }
    }
    case 'there':
      return {
        ...nextCallStep(item, answer.outcome, null, situation.profile.lagMs ?? 0),
        isSentBefore: true,
        call: { from: 'sent', state: 'done', httpStatus: null, failure: null, done: { call: answer.call, outcome: answer.outcome } },
      }
    case 'cannotTell':
      return { next: { kind: 'ends', outcome: 'held', failure: answer.isRestored ? heldRestoredFailure : heldMissingFailure } }
  }
}

/**
 * The step that follows from looking for a lost call: continue, or look again as long as it may still arrive; then send it again
 * where nothing is there that it could have become, else leave it unknown.
 */
function reconciledStep(item: RunItem, found: CallFate, situation: Situation): RowStep {
  const lost = phaseOf(item, 'lost')
  const { patience, profile, sentAtMs, nowMs } = situation
  const isBusy = lost.status === busyStatus
  const wasSettled = isBusy && profile.isBusyHarmless
  // No read could tell whether it arrived. What the service is known to turn away has not.
  const isUnseen = found.fate === 'cannotTell' && (found.why === 'group' || found.why === 'unshown')
  const fate = isUnseen && wasSettled ? ({ fate: 'absent' } as const) : found
  const isOver = sentAtMs >= lost.arrivesByMs
  // Waiting shows no more, and no other call for the contact leaves until this one can arrive no more.
  const isVain = fate.fate === 'cannotTell' && (fate.why === 'refused' || fate.why === 'group')
  const answered = { from: 'unknown', httpStatus: null, failure: null, done: null, fate: 'settled' } as const
  if (fate.fate !== 'arrived' && !isOver && !isVain && !(wasSettled && fate.fate === 'absent')) {
    const leftMs = Math.min(lost.arrivesByMs - nowMs, patience.arrivalMs)
    const looks = lost.looks + 1
    return {
      item: { phase: { ...lost, looks } },
      next: { kind: 'goes', afterMs: nextLookMs('lost', { looks, leftMs, lagMs: profile.lagMs }) },
    }
  }
  switch (fate.fate) {
    case 'arrived': {
      const arrived = {
        call: { ...answered, state: 'done', done: { call: fate.call, outcome: fate.outcome } },
        countsAsCall: true,
        reopens: true,
        ...(isBusy && { learnt: { kind: 'busy' as const, hadEffect: true } }),
      } as const
      if (fate.lost.length === 0) {
        // A call that had to prove something does so all the same.
        const before = item.proof.kind === 'wanted' && item.proof.how !== 'along' ? item.proof.before : null
        const toVerify =
          before === null ? null : { call: fate.call, postUuid: fate.outcome.postUuid, answeredAtMs: nowMs, looks: 0, before }
        return { ...nextCallStep(item, fate.outcome, toVerify, profile.lagMs ?? 0), ...arrived }
      }
      const failure = notAppliedFailure(labelsOf(fate.lost, item.changes))
      return { ...arrived, item: { phase: { kind: 'call' } }, next: { kind: 'ends', outcome: 'failed', failure } }
    }
    case 'absent': {
      const losses = item.losses + (wasSettled ? 0 : 1)
      const again = {
        // It is sent again, after a read right before it.
        item: { losses, phase: { kind: 'call' }, ...readAnew(item.proof) },
        reopens: true,
        ...(isBusy && isOver && { learnt: { kind: 'busy' as const, hadEffect: false } }),
      } as const
      if (losses < mostLosses && lost.refusal === undefined) return { ...again, call: { ...answered, state: 'pending' }, next: goesNow }
      const failure = lost.refusal ?? neverArrivedFailure(lost.failure, losses)
      return {
        ...again,
        call: { ...answered, state: 'failed', failure },
        countsAsCall: true,
        next: { kind: 'ends', outcome: 'failed', failure },
      }
    }
    case 'cannotTell':
      return { next: { kind: 'staysUnknown', failure: cannotTellFailure(lost.failure, fate.why) } }
  }
}

/** What was read right before a call that never arrived is not right before the next one. */
function readAnew(proof: ProofTask): Pick<RunItem, 'proof' | 'contact'> | Record<string, never> {
  if (proof.kind !== 'wanted' || proof.how === 'along') return {}
  return { proof: { kind: 'wanted', how: proof.how, before: null }, contact: { isFresh: false } }
}

/**
 * The call that was looked up did what it was asked to, or is not shown yet, or was not stored: reads may be late, and "not stored"
 * is said only when they cannot be that late. The first read that shows it tells how late they are.
 */
function verifiedStep(item: RunItem, answer: Verified, situation: Situation): RowStep {
  const { isShown, isLate, changes = [], isResolved = null } = answer
  const written = phaseOf(item, 'verify')
  const { patience, profile, sentAtMs, nowMs } = situation
  const { lost, stored } = livedWith(answer.lost, item, profile)
  // A message is not said to be missing as long as it may still arrive: it would be imported again.
  const { leavesPost } = callDescriptors[written.call.kind]
  const patienceMs = leavesPost ? Math.max(patience.storedMs, patience.arrivalMs) : patience.storedMs
  const isAnswered = written.answered !== undefined && isSameLoss(lost, written.answered)
  if (lost.length > 0 && isLate && !isAnswered && sentAtMs - written.answeredAtMs < patienceMs) {
    const looks = written.looks + 1
    const leftMs = Math.max(0, written.answeredAtMs + patienceMs - nowMs)
    const afterMs = nextLookMs('written', { looks, leftMs, lagMs: profile.lagMs })
    return { seen: null, item: { phase: { ...written, looks } }, next: { kind: 'goes', afterMs } }
  }
  const isTold = item.undo !== null || tellsOfCall(written)
  // That a service does not show its questions is believed only when they cannot be that late.
  const isUnshown = answer.showsQuestion === false && profile.questions.unshown === 0
  const untoldMs = isUnshown ? patience.storedMs : untoldAfterMs(patience, profile.lagMs)
  if (!isTold && lost.length === 0 && changes.length === 0 && sentAtMs - written.answeredAtMs < untoldMs) {
    const leftMs = Math.max(0, written.answeredAtMs + untoldMs - nowMs)
    const phase = { ...written, looks: written.looks + 1 }
    return { seen: null, item: { phase }, isUntold: true, next: { kind: 'goes', afterMs: leftMs } }
  }
  const verified = { phase: { kind: 'call' } as const, ...(answer.told !== undefined && { told: answer.told }) }
  const { failure, step } = lost.length === 0 ? noLoss : lostStep(item, lost, profile)
  // A message is there, with another text: it is not lost. After others were seen to be as they should, that is no reason to stop.
  const isOtherText = !isLate && lost.every(({ field }) => isPostField(field)) && lost.length > 0
  const { notApplied: _notApplied, altered: _altered, ...unstopped } = step
  const otherText = isOtherText && situation.isProven ? unstopped : step
  if (lost.length > 0 && !isOtherText) {
    // A message that came late has opened the conversation once more: no reason to doubt the service, and the row says so.
    if (item.resolvesAgain === true) return { item: verified, seen: null, next: { kind: 'ends', outcome: 'failed', failure } }
    const isMissing = isLate && leavesPost
    const goneUuid = contactInVain(lost, item)
    const proven = step.notApplied === undefined ? null : provenBeside(item, written, changes, lost)
    return {
      item: verified,
      ...step,
      ...(isMissing && { isMissing }),
      ...(goneUuid !== null && { goneUuid }),
      ...(proven !== null && { proven }),
      next: { kind: 'ends', outcome: 'failed', failure },
    }
  }
  const lagMs = shownAfterMs(written, sentAtMs, nowMs)
  return {
    item: verified,
    ...(written.before?.isResolved === true && isResolved !== null && opensBy(written.call, !isResolved)),
    proven: {
      ...provenOf(item, written, changes),
      ...('notApplied' in otherText && { lost: lost.map(({ field }) => ({ field, label: field, isThere: true as const })) }),
    },
    ...(isShown && isTold && lagMs !== null && (lagMs > 0 || profile.lagMs === null) && { learnt: { kind: 'readLag', ms: lagMs } }),
    ...(answer.showsQuestion !== undefined && { learnt: { kind: 'question', isShown: answer.showsQuestion } }),
    ...otherText,
    ...(stored.length > 0 && { stored }),
    next:
      item.ordinal === item.calls.length
        ? { kind: 'ends', outcome: 'done', failure: isOtherText ? otherTextNote(postOf(written.call)?.as ?? 'import') : null }
        : goesNow,
  }
}

/** Whether a call opened a conversation that was resolved; nothing of one that the service is not asked about. */
function opensBy(call: ServiceCall, does: boolean): Pick<RowStep, 'opensConversation'> {
  const { reopens } = callDescriptors[call.kind]
  return reopens === null ? {} : { opensConversation: { by: reopens, does } }
}

/** An answer that took longer than that came long after its call had its effect, maybe. */
const promptMs = 1_000

/** How long after a write a read shows it, at most; null where the write may have happened long before it was answered. */
function shownAfterMs({ looks, answeredAtMs, tookMs }: WrittenCall, sentAtMs: number, nowMs: number): number | null {
  // Nor is it known when a read was carried out that took long.
  const slackMs = (tookMs ?? 0) + nowMs - sentAtMs
  const isPrompt = tookMs !== undefined && slackMs <= promptMs
  if (looks === 0) return isPrompt ? 0 : null
  return sentAtMs - answeredAtMs + (isPrompt ? 0 : slackMs)
}

/** Whether a read that shows what a call asked for can only have come after it: right before it, something else was there. */
function tellsOfCall({ call, before }: WrittenCall): boolean {
  if (before === null || before.record === null || callDescriptors[call.kind].canary !== 'contact') return true
  return comparedWith(call, { record: before.record, extra: null }).notApplied.length > 0
}

/** What the reads before and after a call show. */
function provenOf(item: RunItem, { call, before: image, isRemembered }: WrittenCall, changes: readonly UnaskedChange[]): Proven {
  const before = image?.record ?? null
  const target = before === null ? null : expectedRecord(call, before)
  // A read that was late does not tell what the row itself has written since.
  const others = changes.filter(({ field, after }) => !item.changes.some((one) => one.field === field && isSameValue(one.after, after)))
  const isGuessed = isGuess(others, image)
  return {
    call: item.calls[item.ordinal - 1] ?? call,
    before,
    changes: others,
    target,
    ...(isRemembered && { isRemembered }),
    ...(isGuessed && { isGuessed }),
  }
}

/** The same of a call that was not carried out as asked; null where nothing changed beside, or nothing was read right before it. */
function provenBeside(item: RunItem, written: WrittenCall, changes: readonly UnaskedChange[], lost: readonly NotApplied[]): Proven | null {
  const ofAsked = (one: UnaskedChange) => one.field === 'tags' && lost.some(({ field }) => field === 'tags') && hasLostNothing(one)
  const proven = provenOf(
    item,
    written,
    changes.filter((one) => !ofAsked(one)),
  )
  if (proven.changes.length === 0 || proven.before === null || item.undo !== null) return null
  const labels = labelsOf(lost, item.changes)
  return { ...proven, lost: lost.map(({ field }, at) => ({ field, label: labels[at] ?? field })) }
}

function isSameLoss(lost: readonly NotApplied[], answered: readonly NotApplied[]): boolean {
  const isShown = (one: NotApplied) => answered.some(({ field, answered: text }) => field === one.field && text === one.answered)
  return lost.length === answered.length && lost.every(isShown)
}

const noLoss: ReturnType<typeof lostStep> = { failure: notAppliedFailure([]), step: {} }

/**
 * Decides what to restore of a contact as it is now, and prepares that call. A call that is already done is not repeated. A read
 * that does not show what the undone run wrote, or this undo, is believed only when it cannot be late.
 */
function undoStep(item: RunItem, now: CustomerRecord, situation: Situation): RowStep {
  const { undo } = item
  if (undo === null) throw new Error(`Row ${item.row} takes nothing back.`)
  const { fields, calls: all } = undoRow(undo.written, now, undo.isReleased === true)
  const calls = all.filter(({ kind }) => !undo.done.has(kind))
  const notBack = all.filter(({ kind }) => undo.done.has(kind)).flatMap((call) => descriptorOf(call).fields(call))
  const isShown = undo.done.size > 0 ? notBack.length === 0 : fields.every(({ fate }) => fate === 'restore' || fate === 'impossible')
  if (!isShown && situation.sentAtMs < undo.shownFromMs) {
    const afterMs = Math.max(0, Math.min(lookAgainMs, undo.shownFromMs - situation.nowMs))
    return { seen: null, next: { kind: 'goes', afterMs } }
  }
  if (calls.length === 0) {
    return {
      item: { undo: { ...undo, decided: fields }, calls: item.calls.slice(0, item.ordinal), contact: { isFresh: true, beforeImage: null } },
      next:
        notBack.length === 0
          ? { kind: 'ends', outcome: 'done', failure: null }
          : {
              kind: 'ends',
              outcome: 'failed',
              failure: notAppliedFailure(undo.written.filter(({ field }) => notBack.includes(field)).map(({ label }) => label)),
            },
    }
  }
  const restored = calls.flatMap((call) => descriptorOf(call).fields(call))
  return {
    item: {
      undo: { ...undo, decided: fields, sent: new Set([...undo.sent, ...restored]) },
      calls: [...item.calls.slice(0, item.ordinal), ...calls],
      contact: { isFresh: true, beforeImage: imageOf(restored, now) },
      ...(item.proof.kind === 'wanted' && { proof: { ...item.proof, before: { record: now, posts: null } } }),
    },
    next: goesNow,
  }
}

/** What a read that failed means for the row that needed it. */
export function failedReadStep(item: RunItem, error: AppError, situation: Situation): RowStep {
  const isUnreadable = error.code === 'service.shape'
  if (isUnreadable && item.attempts + 1 >= attemptsWhenUnreadable) return withoutReading(item, error.toAnswer(), situation)
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
      return withoutReading(item, decision.failure, situation)
    case 'unknown':
      throw new Error('A read that failed had no effect.')
  }
}

/** What is done stays done, and what nobody knows stays unknown, when it cannot be looked up. */
function withoutReading(item: RunItem, failure: RowFailure, situation: Situation): RowStep {
  switch (item.phase.kind) {
    case 'verify':
      return verifiedStep(item, { lost: [], isShown: false, isLate: false, seen: null }, situation)
    case 'lost': {
      const step = reconciledStep(item, { fate: 'cannotTell', why: 'unread' }, situation)
      return { ...step, item: { ...step.item, attempts: 0 } }
    }
    case 'call':
      return unreadEndStep(item) ?? { next: { kind: 'ends', outcome: 'failed', failure } }
  }
}

function phaseOf<K extends ItemPhase['kind']>({ row, phase }: RunItem, kind: K): Extract<ItemPhase, { kind: K }> {
  if (phase.kind !== kind) throw new Error(`Row ${row} is not to be looked up: ${phase.kind}, not ${kind}.`)
  return phase as Extract<ItemPhase, { kind: K }>
}
