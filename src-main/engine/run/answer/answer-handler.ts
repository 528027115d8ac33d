import { createdPhone, descriptorOf } from '../../kinds/calls/all-calls.ts'
import type { Clock } from '../../model/clock.ts'
import type { CallOutcome, ServiceCall } from '../../model/runs/service-call.ts'
import type { RowFailure } from '../../model/runs/row-outcome.ts'
import { endProof, endRow, type ExecutionState } from '../dispatch/execution-state.ts'
import type { RunItem } from '../dispatch/run-item.ts'
import { type JournalEntries, noteMissing, readAgo } from '../journal/journal-writer.ts'
import { alteredReason, lossReason } from '../words/pause-words.ts'
import { askedNote, textedNote } from '../words/texting-row-words.ts'
import { notResolvedAgainNote, resolvedAgainNote, storedNote } from '../words/row-words.ts'
import { type Answer, askedMs, foundOf, hasChangedMore, hasShownAll, isGood, isToShow, staysAlone, turnedAway } from './answer-meaning.ts'
import { isAsBefore, livedWith, lostTexts, storedLesson } from './alterations.ts'
import { callStep, type EchoVerdict, type Situation } from './call-step.ts'
import { type Echo, labelsOf } from './canary.ts'
import { troubleOf } from './decide-call.ts'
import { outcomeOfRead } from './read-outcome.ts'
import { createRefusalWatch } from './refusal-watch.ts'
import { failedReadStep, readStep } from './read-step.ts'
import type { RowStep } from './row-step.ts'
import { partlyDone } from './row-progress.ts'
import { patienceWith } from '../late/patience.ts'
import { keysOf } from '../late/quiet-contacts.ts'
import { keptProof } from '../proof/kept-proof.ts'
import { lostMore } from '../proof/lost-more.ts'
import { putBackStep } from '../proof/put-back-step.ts'
import { reopeningOf } from '../proof/posts/resolved-conversations.ts'
import type { SideEffectCheck, SuspectRow } from '../proof/side-effect-check.ts'
import { withLesson } from '../late/service-profile.ts'

type CallAnswer = Extract<Answer, { kind: 'call' }>
type FailedRead = Extract<Answer, { kind: 'readFailed' }>

/** Makes the functions that handle answers: what they mean is decided by `callStep` and its like, and carried out here. */
export function createAnswerHandler(state: ExecutionState, clock: Clock, sideEffects: SideEffectCheck) {
  const { lanes, canary, pacing } = state
  const refusals = createRefusalWatch()

  return { handle, decideAlone }

  /** Nobody is left who could show whether a suspicion is right. */
  function decideAlone(entries: JournalEntries, nowMs: number): void {
    goOn(sideEffects.decideAlone(entries, nowMs), entries, nowMs)
  }

  /** Of what these rows' contacts showed, nothing is held against the service. */
  function goOn(cleared: readonly SuspectRow[], entries: JournalEntries, nowMs: number): void {
    for (const { item, next, done } of cleared) applyNext(item, next, entries, nowMs, done)
  }

  function handle(answer: Answer, entries: JournalEntries, nowMs: number): void {
    const { item } = answer
    const { phase } = item
    if (item.isLookedUpAgain === true) {
      if (answer.kind === 'readFailed' && answer.error.code !== 'service.shape')
        notePace(outcomeOfRead(answer.error), answer.sentAtMs, nowMs)
      else pacing.onGoodRead()
      sideEffects.lookedUpAgain(item, answer.kind === 'read' ? answer.answer : null, answer.sentAtMs, entries, nowMs)
      return
    }
    if (item.isWatched === true) {
      if (answer.kind === 'read') pacing.onGoodRead()
      sideEffects.later.answered(item, answer.kind === 'read' ? answer.answer : null, entries, nowMs)
      return
    }
    const step = stepOf(answer, nowMs)
    const isResent = item.resent !== undefined && item.resent === item.ordinal - 1
    const written = phase.kind === 'verify' ? phase : null
    const isProof = written !== null && !isResent && written.isRemembered !== true
    const provesAll = isProof && hasShownAll(written.call, answer, step)
    if (provesAll && step.item?.phase?.kind === 'call' && isGood(step)) passProof(item, written.call, entries)
    // While a call is looked up nobody else writes to its contact: what is read then is newer than the call, however soon it was asked for.
    carryOut(item, step, entries, nowMs, answer.kind === 'read' && phase.kind !== 'verify' ? nowMs - answer.sentAtMs : 0)
    if (phase.kind === 'verify' && item.phase.kind !== 'verify') {
      // That something was put back says nothing of the calls before it.
      if (isGood(step) && item.putBack === undefined && isProof) {
        canary.pass(phase.call, step.proven?.before)
        if (provesAll) canary.noteGood(phase.call, item, step.proven?.before ?? null)
        if (step.proven !== undefined) canary.pass(step.proven.call, step.proven.before)
        sideEffects.later.watch(item, phase, nowMs)
      }
      if (descriptorOf(phase.call).consent(phase.call) !== null) entries.consents.push({ row: item.row, found: foundOf(answer) })
    }
    const endState = answer.kind === 'read' && answer.answer.kind === 'endState' ? answer.answer : null
    if (endState?.isThere === true && item.phase.kind !== 'verify' && descriptorOf(endState.call).consent(endState.call) !== null)
      entries.consents.push({ row: item.row, found: 'shown' })
    const attempted = answer.kind === 'call' ? answer.call : phase.kind === 'verify' ? phase.call : (endState?.call ?? null)
    // What was changed beside is put back first, and the reason says both.
    if (step.notApplied !== undefined && attempted !== null && isReasonToStop(item, phase, attempted) && !hasChangedMore(step)) {
      const line = state.pendingRows.line(item.row)
      const reason =
        step.altered === undefined
          ? lossReason(step.notApplied, line, step.said ?? null)
          : alteredReason(step.notApplied, line, step.altered)
      sideEffects.stopForLoss(reason, item, attempted.kind)
    }
    // What a sample does not show yet is waited for before anything else leaves, and so is what more than asked may have gone.
    if (item.phase.kind === 'verify' && item.phase.answered !== undefined) canary.begin(item)
    const waitsBeside = step.isUntold === true && phase.kind === 'verify' && !sideEffects.isOpen() && canary.mayWaitBeside(item, phase)
    if (phase.kind === 'verify' && item.phase.kind === 'verify' && item.undo === null && phase.isDoubted !== true) canary.begin(item)
    if (!waitsBeside) canary.endWaiting(item)
    if (waitsBeside || (item.putBack === undefined && !staysAlone(answer, step))) canary.end(item)
  }

  function passProof(item: RunItem, call: ServiceCall, entries: JournalEntries): void {
    if (item.proving === undefined || item.putBack !== undefined) return
    entries.proofs.push({ row: item.row, ordinal: item.proving, state: 'passed', kind: call.kind })
    item.proving = undefined
  }

  /** An answer that said so, and was not true, is worse than one that shows what got lost. */
  function isReasonToStop(item: RunItem, phase: RunItem['phase'], attempted: ServiceCall): boolean {
    const isStop = canary.noteLoss(attempted)
    return isStop || (phase.kind === 'verify' && phase.isDoubted !== true && phase.isRemembered !== true && item.undo === null)
  }

  function stepOf(answer: Answer, nowMs: number): RowStep {
    switch (answer.kind) {
      case 'call':
        return stepOfCall(answer, nowMs)
      case 'read':
        pacing.onGoodRead()
        if (answer.item.putBack !== undefined && answer.item.phase.kind === 'verify' && answer.answer.kind === 'verified') {
          const now = answer.answer.seen?.record ?? null
          return putBackStep(answer.item, answer.item.phase, now, situation(answer.item, answer.sentAtMs, nowMs))
        }
        return watched(answer.item, readStep(answer.item, answer.answer, situation(answer.item, answer.sentAtMs, nowMs)))
      case 'readFailed':
        return stepOfFailedRead(answer, nowMs)
    }
  }

  function stepOfCall({ item, call, outcome: answered, echo, sentAtMs }: CallAnswer, nowMs: number): RowStep {
    const outcome = turnedAway(answered, state.profile)
    // One that gets lost again says more about itself than about the service.
    if (outcome.kind !== 'unknown' || outcome.busy !== null || item.losses === 0) notePace(outcome, sentAtMs, nowMs)
    const verdict = outcome.kind === 'done' ? checked(item, call, outcome, echo) : { lost: [], wantsLook: false }
    const step = callStep(item, call, outcome, verdict, situation(item, sentAtMs, nowMs))
    if (step.call?.state !== 'pending') state.rate.add(1)
    // What may show all the same counts as refused once it does not.
    return isToShow(step.item) ? step : pausedFor(step, refusals.note(call, outcome))
  }

  /** Of the last row there is nothing left to stop. */
  function pausedFor(step: RowStep, refused: RowStep['pauses'] | null): RowStep {
    return refused === null || refused === undefined || state.counts.pending <= 1 ? step : { ...step, pauses: refused }
  }

  /** A call that was refused, and does not show at its contact either. */
  function watched({ inVain, calls, ordinal }: RunItem, step: RowStep): RowStep {
    const call = calls[ordinal]
    const refused = inVain?.ordinal === ordinal ? inVain.refused : null
    if (refused === null || call === undefined || step.next.kind !== 'ends') return step
    return pausedFor(step, refusals.note(call, refused.outcome))
  }

  function stepOfFailedRead({ item, error, sentAtMs }: FailedRead, nowMs: number): RowStep {
    // Where the answer cannot be read, the service is there, and not at the end of its strength.
    if (error.code !== 'service.shape') notePace(outcomeOfRead(error), sentAtMs, nowMs)
    return watched(item, failedReadStep(item, error, situation(item, sentAtMs, nowMs)))
  }

  /** What an undo takes back, or what is put back, is looked up each time: it is done only when it was seen. */
  function checked(item: RunItem, call: ServiceCall, outcome: Extract<CallOutcome, { kind: 'done' }>, echo: Echo): EchoVerdict {
    const { lost, stored } = livedWith(echo.lost, item, state.profile)
    const verdict = { ...canary.check(call, { ...echo, lost: [...lost] }), stored }
    const isLast = item.ordinal + 1 === item.calls.length
    const isLooked =
      item.undo !== null || (item.proof.kind === 'wanted' && item.proof.how !== 'along') || (item.putBack !== undefined && isLast)
    if (verdict.lost.length > 0 && item.putBack === undefined) {
      const beside = lostMore(item, call, outcome)
      if (beside !== undefined) return { lost: [], wantsLook: true, answered: verdict.lost, beside }
      // What the service always does to a text is known at once.
      const isLate = call.kind === 'updateCustomer' && verdict.lost.every((one) => isAsBefore(one, item))
      const { isExpected } = lostTexts(verdict.lost, item, state.profile)
      if (isLate && !isExpected) return { lost: [], wantsLook: true, isDoubted: true }
      const wasRead = item.proof.kind === 'wanted' && (item.proof.before?.record ?? null) !== null
      const isCompared = item.undo === null && isLooked && wasRead
      return isCompared && !isExpected ? { lost: [], wantsLook: true, answered: verdict.lost } : verdict
    }
    if (verdict.lost.length > 0) return { lost: [], wantsLook: isLooked }
    return isLooked || item.putBack !== undefined ? { ...verdict, wantsLook: isLooked } : verdict
  }

  function situation(item: RunItem, sentAtMs: number, nowMs: number): Situation {
    const { profile } = state
    const kind = item.phase.kind === 'verify' ? item.phase.call.kind : item.calls[item.ordinal]?.kind
    return {
      isOutage: pacing.isOutage,
      random: clock.random(),
      nowMs,
      sentAtMs,
      patience: patienceWith(state.patience, profile.lagMs),
      profile,
      isProven: canary.hasPassedKind(kind),
    }
  }

  function notePace(outcome: CallOutcome, sentAtMs: number, nowMs: number): void {
    const trouble = troubleOf(outcome)
    if (trouble !== null) {
      const afterMs = trouble === 'rate_limited' ? askedMs(outcome) : null
      const isOfCall = outcome.kind === 'retry' && outcome.mayArrive
      pacing.onTrouble({ trouble, status: outcome.status, afterMs, sentAtMs, isOfCall }, nowMs, clock.random())
    } else if (outcome.kind !== 'signIn') pacing.onGood()
  }

  function carryOut(item: RunItem, step: RowStep, entries: JournalEntries, nowMs: number, agoMs = 0): void {
    const { row, ordinal, fingerprint } = item
    const planned = item.calls[ordinal]
    const creates = planned === undefined ? null : createdPhone(planned)
    if (step.seen) {
      entries.seen.push(readAgo(step.seen, agoMs))
      // What an attempt without an answer may have changed shows beside what was known before it.
      if (item.phase.kind === 'call' && item.attempts === 0 && item.inVain?.ordinal !== item.ordinal) item.known = step.seen.record
    }
    if (step.goneUuid) entries.gone.push(step.goneUuid)
    if (step.isSentBefore === true && planned !== undefined)
      entries.sentBefore.push({ row, ordinal, kind: planned.kind, fingerprint, creates, beforeImage: null })
    if (step.call !== undefined) entries.calls.push({ row, ordinal, contacts: keysOf(item), fingerprint, creates, ...step.call })
    if (step.isMissing === true) noteMissing(item, entries)
    if (step.learnt !== undefined) {
      entries.learnt.push(step.learnt)
      state.profile = withLesson(state.profile, step.learnt)
    }
    if (step.opensConversation !== undefined && state.profile[step.opensConversation.by] !== step.opensConversation.does) {
      const lesson = { kind: 'reopens', ...step.opensConversation } as const
      entries.learnt.push(lesson)
      state.profile = withLesson(state.profile, lesson)
    }
    if (step.stored !== undefined) {
      const lesson = storedLesson(step.stored)
      if (lesson !== null) entries.learnt.push(lesson)
      item.otherTexts = [...new Set([...(item.otherTexts ?? []), ...labelsOf(step.stored, item.changes)])]
    }
    if (step.countsAsCall === true) count('calls', 1)
    if (step.reopens === true) {
      entries.reopened.push(row)
      count('unknown', -1)
      count('pending', 1)
    }
    // A call that was accepted and not applied is not done.
    const isLastLost = item.phase.kind === 'verify' && step.notApplied !== undefined
    const wasVerified = item.phase.kind === 'verify'
    if (planned !== undefined && isUnsentProof(item, step)) canary.oweProof(planned.kind)
    Object.assign(item, step.item)
    noteConversation(item)
    if (!wasVerified && item.phase.kind === 'verify' && item.phase.answered !== undefined) item.proving ??= ordinal
    if (!wasVerified && item.phase.kind === 'verify' && item.proving !== undefined && item.phase.before !== null) {
      const { call, before, postUuid, isRemembered } = item.phase
      const proof = { ...keptProof(call, before, postUuid), ...(isRemembered && { isRemembered }) }
      entries.proofs.push({ row, ordinal: item.proving, state: 'open', proof })
    }
    if (item.phase.kind === 'verify' && item.ordinal === item.calls.length) state.unseen.add(item)
    const done = item.ordinal - (isLastLost ? 1 : 0)
    if (item.putBack !== undefined && step.next.kind === 'ends') {
      sideEffects.putBackEnded(item, step.next.outcome, { notBack: step.notBack ?? null, notDone: step.notDone ?? null }, entries, nowMs)
    } else if (step.proven !== undefined && hasChangedMore(step)) {
      sideEffects.suspect({ item, proven: step.proven, next: step.next, done }, entries, nowMs)
    } else if (!sideEffects.passOver(item)) {
      applyNext(item, step.next, entries, nowMs, done)
      if (step.proven !== undefined) goOn(sideEffects.clear(step.proven, nowMs), entries, nowMs)
    }
    if (step.pauses !== undefined) state.stop({ state: 'paused', reason: step.pauses })
  }

  function applyNext(item: RunItem, next: RowStep['next'], entries: JournalEntries, nowMs: number, done: number): void {
    switch (next.kind) {
      case 'goes':
        if (isToShow(item) && item.inVain?.ordinal === item.ordinal) state.late.set(item, item.inVain.refused?.arrivesByMs ?? nowMs)
        else if (item.phase.kind !== 'lost') state.late.delete(item)
        // Its call is done, and whatever changed beside is not held against the service.
        const isPassed = item.proving !== undefined && item.ordinal > item.proving && item.putBack === undefined
        if (item.phase.kind === 'call' && isPassed) endProof(item, entries)
        lanes.release(item, nowMs + next.afterMs, nowMs)
        return
      case 'ends': {
        if (next.outcome === 'done' && resolvesFirst(item, nowMs)) return
        if (item.resolvesAgain === true) {
          endRow(state, item, 'done', next.outcome === 'done' ? resolvedAgainNote : notResolvedAgainNote, entries, nowMs)
          return
        }
        const note = next.outcome === 'done' ? noteOf(item) : null
        const { outcome, failure } = partlyDone(item, done, next.outcome, next.failure ?? note)
        endRow(state, item, outcome, failure, entries, nowMs)
        return
      }
      case 'isLost':
        entries.rows.push({ row: item.row, outcome: 'unknown', failure: next.failure })
        count('unknown', 1)
        count('pending', -1)
        if (item.phase.kind === 'lost') state.late.set(item, item.phase.arrivesByMs)
        lanes.release(item, nowMs + next.lookAfterMs, nowMs)
        return
      case 'staysUnknown':
        entries.rows.push({ row: item.row, outcome: 'unknown', failure: next.failure })
        state.late.delete(item)
        lanes.finish(item, nowMs)
    }
  }

  /** Whether a call that was to prove something does not leave: its contact was changed since the preview, or is gone. */
  function isUnsentProof({ phase, proof }: RunItem, { call, next }: RowStep): boolean {
    return phase.kind === 'call' && call === undefined && next.kind === 'ends' && proof.kind === 'wanted' && proof.how !== 'along'
  }

  /** What a row says that is done. */
  function noteOf({ otherTexts, wasTexted, told }: RunItem): RowFailure | null {
    if (told !== undefined) return askedNote(told)
    if (otherTexts !== undefined) return storedNote(otherTexts)
    return wasTexted === true ? textedNote : null
  }

  /** Whether its conversation was resolved; what becomes of the first such one is looked at. */
  function noteConversation(item: RunItem): void {
    const { proof } = item
    if (proof.kind !== 'wanted' || proof.before?.isResolved === undefined) return
    state.resolved.note(item, proof.before.isResolved)
    const reopens = reopeningOf(item)
    if (proof.before.isResolved === true && proof.how === 'along' && reopens !== null && state.profile[reopens] === null)
      item.proof = { ...proof, how: 'sample' }
  }

  /** Its message has opened a conversation that was resolved: the row goes on until that is so again. */
  function resolvesFirst(item: RunItem, nowMs: number): boolean {
    if (item.undo !== null || item.resolvesAgain === true) return false
    const call = state.resolved.closing(item, lanes.isLast(item), state.profile)
    if (call === null) return false
    Object.assign(item, {
      calls: [...item.calls.slice(0, item.ordinal), call],
      phase: { kind: 'call' },
      proof: { kind: 'open' },
      resolvesAgain: true,
    })
    lanes.release(item, nowMs, nowMs)
    return true
  }

  function count(what: 'calls' | 'unknown' | 'pending', by: number): void {
    state.counts = { ...state.counts, [what]: state.counts[what] + by }
  }
}
