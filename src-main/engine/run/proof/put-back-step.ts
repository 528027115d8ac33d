import type { FieldLabel } from '../../model/contacts/field-labels.ts'
import { callDescriptors } from '../../kinds/calls/all-calls.ts'
import type { CustomerRecord } from '../../model/contacts/customer.ts'
import { isSameValue, valueIn } from '../../model/contacts/field-values.ts'
import type { EndedOutcome, RowFailure } from '../../model/runs/row-outcome.ts'
import type { Situation } from '../answer/call-step.ts'
import type { RowStep } from '../answer/row-step.ts'
import type { RunItem, WrittenCall } from '../dispatch/run-item.ts'
import { postKindOf } from '../answer/alterations.ts'
import { otherTextNote } from '../words/row-words.ts'
import { believableAfterMs, nextLookMs } from '../late/patience.ts'
import { changeLabel, changeWords } from './change-words.ts'
import { canPutBack, putBackCalls, stillChanged } from './put-back.ts'
import type { LostField, PutBack } from './proof-task.ts'
import type { UnaskedChange } from './unasked-changes.ts'

/** So often it is tried to put a contact back: a service can change one thing while another is put back. */
const mostRounds = 3

/** What follows from looking at a contact that was put back: look again, try the rest once more, or end. */
export function putBackStep(item: RunItem, written: WrittenCall, now: CustomerRecord | null, situation: Situation): RowStep {
  const { putBack } = item
  if (putBack === undefined) throw new Error(`Row ${item.row} is not put back.`)
  const { nowMs, sentAtMs, patience, profile } = situation
  const left = now === null ? putBack.changes : stillChanged(putBack.changes, now)
  const mended = left.filter(canPutBack)
  const notDone = stillLost(putBack, now)
  const ends: RowStep = {
    item: { phase: { kind: 'call' } },
    next: { kind: 'ends', outcome: 'done', failure: null },
    notBack: left,
    notDone,
  }
  if (mended.length === 0 || now === null) return ends
  if (sentAtMs - written.answeredAtMs < believableAfterMs(patience, profile.lagMs)) {
    const looks = written.looks + 1
    const leftMs = Math.max(0, written.answeredAtMs + believableAfterMs(patience, profile.lagMs) - nowMs)
    return {
      item: { phase: { kind: 'verify', ...written, looks } },
      next: { kind: 'goes', afterMs: nextLookMs('written', { looks, leftMs, lagMs: profile.lagMs }) },
    }
  }
  if (putBack.rounds >= mostRounds) return ends
  return {
    item: {
      phase: { kind: 'call' },
      putBack: { ...putBack, rounds: putBack.rounds + 1 },
      calls: [...item.calls.slice(0, item.ordinal), ...putBackCalls(mended, putBack.target)],
    },
    next: { kind: 'goes', afterMs: 0 },
  }
}

/** What a row asked for, was not there, and is not there now either. */
function stillLost({ lost = [], target }: PutBack, now: CustomerRecord | null): readonly LostField[] {
  if (now === null) return lost
  return lost.filter(({ field, isThere }) => {
    if (isThere === true) return false
    const [asked, is] = [valueIn(target, field), valueIn(now, field)]
    return asked === undefined || is === undefined || !isSameValue(asked, is)
  })
}

function labelled(lost: readonly LostField[]): string {
  return [...new Set(lost.map(({ label }) => label))].join(', ')
}

/** How a row ends whose contact was put back, or was to be. What has failed is tried again: a message that is there is not. */
export function endOfPutBack(
  { calls }: Pick<RunItem, 'calls'>,
  given: Parameters<typeof changedMoreFailure>[0],
  label: FieldLabel,
): { outcome: EndedOutcome; failure: RowFailure } {
  const isThere =
    (given.notDone ?? []).every(({ isThere }) => isThere === true) &&
    (given.notBack.length === 0 || calls.some(({ kind }) => callDescriptors[kind].leavesPost))
  return { outcome: isThere && !given.isCutShort ? 'done' : 'failed', failure: changedMoreFailure(given, label) }
}

/** What is said of what is there with another text. */
function otherTexts(lost: readonly LostField[]): string[] {
  const kinds = new Set(lost.flatMap(({ field, isThere }) => (isThere === true ? postKindOf(field) : [])))
  return [...kinds].map((as) => otherTextNote(as).message)
}

/** What became of a row of whose contact the service changed more than was asked. */
export function changedMoreFailure(
  {
    changes,
    notBack,
    isCutShort,
    left = [],
    lost = [],
    notDone = [],
  }: {
    changes: readonly UnaskedChange[]
    notBack: readonly UnaskedChange[]
    isCutShort: boolean
    left?: readonly UnaskedChange[]
    /** What the row asked for and was not there; of that, what is not there now either. */
    lost?: readonly LostField[]
    notDone?: readonly LostField[]
  },
  label: FieldLabel,
): RowFailure {
  const words = (list: readonly UnaskedChange[]) => list.map((change) => changeWords(change, label)).join(', ')
  const labels = (list: readonly UnaskedChange[]) => [...new Set(list.map((change) => changeLabel(change, label)))].join(', ')
  const missing = lost.filter(({ isThere }) => isThere !== true)
  const back = changes.filter((change) => !notBack.includes(change))
  const sentences = [
    ...(missing.length > 0 ? [`The service accepted the change but did not apply it: ${labelled(missing)}.`] : []),
    ...otherTexts(lost),
    `The service changed more than it was asked to: ${words(changes)}.`,
    ...(back.length > 0 ? [`Put back as it was: ${labels(back)}.`] : []),
    ...(notBack.length > 0 ? [`Not put back: ${labels(notBack)}.`] : []),
    ...(missing.length > 0 && notDone.length === 0 ? ['What the row asked for is there now, too.'] : []),
    ...(left.length > 0 ? [`Different from what was known, too, and left so, for somebody may have done it: ${words(left)}.`] : []),
    ...(isCutShort ? ['What else the row was to do was left out.'] : []),
  ]
  return {
    code: 'service.changed_more',
    message: sentences.join(' '),
    hint: notDone.some(({ isThere }) => isThere !== true)
      ? 'Look at the contact in the service, and at what your role there may change. Then import the row again.'
      : notBack.length + left.length > 0
        ? 'Look at the contact in the service, and put the rest back there if it should be as it was. Rollcall never gives permission, unblocks or subscribes anybody by itself.'
        : 'What the row asked for is there. Look at the contact in the service to be sure.',
  }
}
