import type { RefusedCall, RunItem } from '../dispatch/run-item.ts'
import { nextCallStep, type Situation } from './call-step.ts'
import { nextLookMs } from '../late/patience.ts'
import { refusedStep } from './in-vain.ts'
import type { ReadAnswer } from './read-answer.ts'
import { goesNow, type RowStep } from './row-step.ts'

type EndState = Extract<ReadAnswer, { kind: 'endState' }>

/** A call that had no good answer is done where its contact shows it; else it has failed, or is sent again. */
export function endStateStep(item: RunItem, { call, isThere, seen }: EndState, situation: Situation): RowStep {
  const { inVain } = item
  if (inVain === undefined) throw new Error(`Row ${item.row} has sent nothing in vain.`)
  const { refused } = inVain
  if (isThere) {
    const outcome = {
      kind: 'done',
      status: refused?.outcome.status ?? 200,
      record: seen?.record ?? null,
      postUuid: null,
      conversationUuid: null,
    } as const
    // A call that had to prove something does so all the same.
    const before = item.proof.kind === 'wanted' && item.proof.how !== 'along' ? item.proof.before : null
    const toVerify = before === null ? null : { call, postUuid: null, answeredAtMs: situation.nowMs, looks: 0, before }
    return {
      ...nextCallStep(item, outcome, toVerify, situation.profile.lagMs ?? 0),
      call: { from: 'pending', state: 'done', httpStatus: outcome.status, failure: null, done: { call, outcome, isLookedUp: true } },
      countsAsCall: true,
    }
  }
  if (refused === null) return { item: { inVain: { ...inVain, wantsLook: false } }, next: goesNow }
  const { sentAtMs, nowMs, profile } = situation
  if (sentAtMs >= refused.arrivesByMs) return refusedAtLast(item, refused)
  const looks = refused.looks + 1
  return {
    item: { inVain: { ...inVain, refused: { ...refused, looks } } },
    next: { kind: 'goes', afterMs: nextLookMs('lost', { looks, leftMs: refused.arrivesByMs - nowMs, lagMs: profile.lagMs }) },
  }
}

/** The same where the contact cannot be read: what can be repeated is repeated without that. Null for a row that wanted something else. */
export function unreadEndStep(item: RunItem): RowStep | null {
  const { inVain, ordinal } = item
  if (inVain === undefined || inVain.ordinal !== ordinal || !inVain.wantsLook) return null
  if (inVain.refused !== null) return refusedAtLast(item, inVain.refused)
  return { item: { attempts: inVain.attempts, inVain: { ...inVain, wantsLook: false } }, next: goesNow }
}

function refusedAtLast(item: RunItem, { outcome, failure }: RefusedCall): RowStep {
  return {
    call: { from: 'pending', state: 'failed', httpStatus: outcome.status, failure, done: null },
    countsAsCall: true,
    ...refusedStep(item, failure, outcome.error.serviceText),
  }
}
