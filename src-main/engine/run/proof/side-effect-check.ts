import type { CustomerRecord } from '../../model/contacts/customer.ts'
import type { FieldLabel } from '../../model/contacts/field-labels.ts'
import type { PlannedCall } from '../../model/plans/plan-schema.ts'
import type { EndedOutcome } from '../../model/runs/row-outcome.ts'
import type { ServiceCall } from '../../model/runs/service-call.ts'
import { askedPoints, type DoubtedRow } from '../answer/canary.ts'
import type { NextForRow, Proven } from '../answer/row-step.ts'
import { endRow } from '../dispatch/execution-state.ts'
import type { RunItem } from '../dispatch/run-item.ts'
import type { JournalEntries } from '../journal/journal-writer.ts'
import type { CallKind } from '../../model/kinds.ts'
import type { OpenProof } from '../../model/runs/open-proof.ts'
import type { RunReason } from '../../store/runs/runs.ts'
import { changedMoreReason, undecidedReason } from './change-reason.ts'
import { changeWords } from './change-words.ts'
import { createLaterAnswers, type LaterState } from './posts/later-answers.ts'
import { createLookAgain, type LookAgainState } from './look-again.ts'
import { putBackCalls } from './put-back.ts'
import { endOfPutBack } from './put-back-step.ts'
import { offersFor } from './live-with-offers.ts'
import { stakesIn, stakesOf } from './stakes.ts'
import { isOfTexts } from './posts/texts-after.ts'
import type { UnaskedChange } from './unasked-changes.ts'
import type { LostField } from './proof-task.ts'
import { isUnwritten, type Unwritten } from './unwritten-fields.ts'

/** A row after whose call more had changed than it asked for. */
export interface SuspectRow {
  item: RunItem
  proven: Proven
  /** How the row goes on if nothing is held against the service, and how many of its calls are done then. */
  next: NextForRow
  done: number
}

/** A colleague may have done that. */
interface Suspicion extends SuspectRow {
  /** What else must be at stake for a contact to show the same; none where that cannot be said. */
  stakes: readonly string[]
  /** Rows that were under way with it, and show the like beside what was only remembered of their contacts. */
  others: readonly SuspectRow[]
}

interface ConfirmedEffect {
  item: RunItem
  call: Proven['call']
  changes: readonly UnaskedChange[]
  /** What the call asked for and is not there; none where all of it is. */
  lost: readonly LostField[]
  /** Null while it is put back. */
  notBack: readonly UnaskedChange[] | null
}

/** What was not put back of a row, and what of its own request is not there either. Null: all of it, unless the row says otherwise. */
interface NotBack {
  notBack: readonly UnaskedChange[] | null
  notDone: readonly LostField[] | null
}

/** So many rows are looked through for a contact that could show the same. */
const mostExamined = 2_000

export type SideEffectCheck = ReturnType<typeof createSideEffectCheck>

/**
 * What follows where a call changed more than it was asked to. Its row waits, and the same is tried with one more contact, alone. Where
 * that one shows nothing, it was somebody else; where it does, or where nobody could, both are put back as far as that is possible, and
 * the run stops.
 */
export function createSideEffectCheck(state: LookAgainState & LaterState, label: FieldLabel) {
  const { canary, lanes, pendingRows } = state
  let suspicion: Suspicion | null = null
  /** Texts that nobody could show to be a colleague's. The next one is no chance. */
  let unexplainedTexts: Proven[] = []
  let aside: RunItem[] = []
  const confirmed: ConfirmedEffect[] = []
  const again = createLookAgain(state, label)
  const later = createLaterAnswers(state, label)

  const canShow = (call: PlannedCall | ServiceCall, record: CustomerRecord | null, unwritten: Unwritten | null = null): boolean => {
    if (suspicion === null || !asksAsMuch(call, suspicion.proven.call)) return false
    // What is never written shows only when the contact is read.
    const { changes } = suspicion.proven
    if (changes.some(isUnwritten)) return unwritten === null || changes.some(({ field }) => unwritten[field] !== undefined)
    if (suspicion.stakes.length === 0) return true
    return record !== null && stakesOf(call, record).some((stake) => suspicion?.stakes.includes(stake) === true)
  }

  const putBack = (effect: ConfirmedEffect, target: CustomerRecord | null, entries: JournalEntries, nowMs: number): void => {
    const { item, changes } = effect
    const calls = target === null ? [] : putBackCalls(changes, target)
    if (target === null || calls.length === 0) {
      end(effect, { notBack: changes, notDone: effect.lost, isCutShort: item.ordinal < item.calls.length }, entries, nowMs)
      return
    }
    const isCutShort = item.ordinal < item.calls.length
    const found = { changes: [...changes], target, isCutShort, lost: [...effect.lost] }
    item.putBack = { ...found, rounds: 1 }
    if (item.proving !== undefined) entries.proofs.push({ row: item.row, ordinal: item.proving, state: 'found', found })
    item.calls = [...item.calls.slice(0, item.ordinal), ...calls]
    item.phase = { kind: 'call' }
    item.proof = { kind: 'none' }
    item.contact = { isFresh: true, beforeImage: null }
    canary.begin(item)
    lanes.release(item, nowMs, nowMs)
  }

  /** The row has ended: whatever was asked of it is there, unless something was left out or could not be put back. */
  const end = (
    effect: ConfirmedEffect,
    { notBack, ...rest }: { notBack: readonly UnaskedChange[]; notDone: readonly LostField[]; isCutShort: boolean },
    entries: JournalEntries,
    nowMs: number,
  ): void => {
    const { item, changes, lost } = effect
    effect.notBack = notBack
    const left = item.putBack?.left ?? []
    const { outcome, failure } = endOfPutBack(item, { changes, notBack, left, lost, ...rest }, label)
    canary.end(item)
    endRow(state, item, outcome, failure, entries, nowMs)
    if (confirmed.every((one) => one.notBack !== null)) stop(entries)
  }

  const stop = (entries: JournalEntries): void => {
    const cases = confirmed.map(({ item, changes, lost, notBack }) => ({
      line: pendingRows.line(item.row),
      words: changes.map((change) => changeWords(change, label)),
      lost: lost.map((one) => one.label),
      isBack: notBack?.length === 0,
    }))
    const offers = offersFor(confirmed)
    entries.learnt.push(...offers.map((one) => ({ kind: 'clears' as const, what: [one] })))
    const kinds = [...new Set(confirmed.map(({ call }) => call.kind))]
    const items = confirmed.map(({ item }) => item)
    const mended = confirmed.flatMap(({ changes, notBack }) => changes.filter((change) => notBack?.includes(change) === false))
    again.stop({
      reason: changedMoreReason(
        cases,
        offers,
        confirmed.some(({ changes }) => changes.some(isOfTexts)),
      ),
      kinds,
      known: items,
      mended,
    })
  }

  const confirm = (items: readonly Pick<SuspectRow, 'item' | 'proven'>[], entries: JournalEntries, nowMs: number): void => {
    suspicion = null
    const found = items.map(({ item, proven }) => ({
      one: { item, call: proven.call, changes: proven.changes, lost: proven.lost ?? [], notBack: null },
      target: proven.target,
    }))
    confirmed.push(...found.map(({ one }) => one))
    const kinds = [...new Set(confirmed.map(({ call }) => call.kind))]
    again.keep(
      kinds,
      confirmed.map(({ item }) => item),
      entries,
    )
    for (const { one, target } of found) putBack(one, target, entries, nowMs)
  }

  const release = (nowMs: number): SuspectRow[] => {
    const released = suspicion === null ? [] : suspects(suspicion)
    suspicion = null
    for (const { item, proven } of released) if (proven.changes.some(isOfTexts)) item.wasTexted = true
    for (const one of aside) lanes.release(one, nowMs, nowMs)
    aside = []
    return released
  }

  return {
    /** Whether one more contact is looked for that could show the same. Nothing else leaves meanwhile. */
    isOpen: (): boolean => suspicion !== null || confirmed.length > 0,
    /** Whether that is certain: the run is going to stop. */
    isConfirmed: (): boolean => confirmed.length > 0,
    canShow,
    /** Whether the service may text people by itself. */
    watchesTexts: (): boolean => {
      const found = [...(suspicion === null ? [] : suspects(suspicion).map(({ proven }) => proven)), ...confirmed, ...unexplainedTexts]
      return found.some(({ changes }) => changes.some(isOfTexts))
    },
    /** Whether anything answers messages some seconds after them. */
    later,
    /** The row waits until that is decided. */
    setAside(item: RunItem): void {
      aside.push(item)
    },
    /** Whether the run is about to stop: rows in doubt are read again, and nothing else leaves. */
    isStopping: again.isStopping,
    /** One of these was. */
    lookedUpAgain: again.answered,
    /** A call was accepted and not applied: the run stops once the rows in doubt were read again. */
    stopForLoss: (reason: RunReason, item: RunItem, kind: CallKind): void =>
      again.stop({ reason, kinds: [kind], known: [item], mended: null }),
    /** Begins to read the rows in doubt again once nothing else is under way. Answers whether the run stops now, for there are none. */
    beginToStop: again.begin,
    hasSeenEnough: (): boolean => again.isStopping() || (suspicion !== null && aside.length >= mostExamined),
    /** Whether nobody is left who could show the same. */
    isStuck: (): boolean => suspicion !== null && canary.current() === null && lanes.readyCount() === 0 && !lanes.hasDelayed(),
    /**
     * Nobody else can show the same, so that nobody else can come to harm. What people do themselves at any time is not held against the
     * service then: refusing, or writing another text, once. Answers the rows that go on because of it.
     */
    decideAlone(entries: JournalEntries, nowMs: number): SuspectRow[] {
      if (suspicion === null) return []
      const proven = suspects(suspicion).map((one) => one.proven)
      if (proven.every(({ changes }) => changes.every(canBeSomebody))) {
        unexplainedTexts.push(...proven.filter(({ changes }) => changes.some(isOfTexts)))
        return release(nowMs)
      }
      confirm(suspects(suspicion), entries, nowMs)
      return []
    },
    /**
     * Something changed that nobody asked for: it is tried with one more contact, or confirmed by this one. Where the same call was not
     * carried out as asked, nobody else is tried: the run stops in any case. What was only remembered of a contact confirms nothing.
     */
    suspect(suspect: SuspectRow, entries: JournalEntries, nowMs: number): void {
      const { item, proven } = suspect
      canary.end(item)
      if (item.proving !== undefined) {
        const suspected = { changes: [...proven.changes], lost: [...(proven.lost ?? [])] }
        entries.proofs.push({ row: item.row, ordinal: item.proving, state: 'suspected', suspected })
      }
      const isSeen = proven.isRemembered !== true && proven.isGuessed !== true
      const isLoss = (proven.lost?.length ?? 0) > 0
      const isTextedAgain = unexplainedTexts.length > 0 && proven.changes.some(isOfTexts)
      if (confirmed.length > 0) confirm([suspect], entries, nowMs)
      else if (isSeen && (suspicion !== null || isLoss || isTextedAgain))
        confirm([...(suspicion === null ? [] : suspects(suspicion)), suspect], entries, nowMs)
      else if (suspicion !== null) suspicion = { ...suspicion, others: [...suspicion.others, suspect] }
      else {
        const stakes = proven.before === null ? [] : stakesIn(proven.changes, stakesOf(proven.call, proven.before))
        suspicion = { ...suspect, stakes, others: [] }
      }
    },
    /** A call did what it was asked to and nothing else. Answers the rows that go on because of it. */
    clear({ call, before }: Proven, nowMs: number): SuspectRow[] {
      unexplainedTexts = unexplainedTexts.filter((texted) => !asksAsMuch(call, texted.call))
      return canShow(call, before) ? release(nowMs) : []
    },
    /**
     * Its contact, as it was read right before the call, can show nothing after all: the call does not leave. One that has left, and may be
     * carried out yet, is followed to its end, or nobody would see what it does to its contact.
     */
    passOver(item: RunItem): boolean {
      const { proof, inVain, ordinal } = item
      const call = item.calls[ordinal]
      if (suspicion === null || proof.kind !== 'wanted' || proof.before === null || call === undefined) return false
      if (inVain?.ordinal === ordinal || proof.isKept === true) return false
      if (canShow(call, proof.before.record, proof.before.unwritten ?? null)) return false
      canary.end(item)
      item.proof = { kind: 'open' }
      item.contact = { isFresh: false }
      aside.push(item)
      return true
    },
    /** What was to be put back of a row is there again, or cannot be put there. */
    putBackEnded(item: RunItem, outcome: EndedOutcome, seen: NotBack, entries: JournalEntries, nowMs: number): void {
      if (item.putBack === undefined) throw new Error(`Row ${item.row} is not put back.`)
      const { changes, isCutShort, lost = [] } = item.putBack
      const notBack = seen.notBack ?? (outcome === 'done' ? [] : changes)
      const stays = { notBack, notDone: seen.notDone ?? lost }
      const effect = confirmed.find((one) => one.item === item)
      if (effect === undefined) again.putBackEnded(item, stays, entries, nowMs)
      else end(effect, { ...stays, isCutShort }, entries, nowMs)
    },
    /** What an earlier process of the run had found with this row, and began to put back. */
    resume(item: RunItem, call: ServiceCall, found: NonNullable<OpenProof['found']>): void {
      item.putBack = { ...found, rounds: 1 }
      confirmed.push({ item, call, changes: found.changes, lost: found.lost ?? [], notBack: null })
    },
    /** What an earlier process of the run was about to read again. */
    resumeDoubts: (rows: readonly DoubtedRow[]): void => again.resume(rows, confirmed.length === 0),
    /** What was found until now and is not decided, or not put back yet; null where there is nothing. */
    undecided(): RunReason | null {
      if (again.isStopping()) return again.reason()
      const found = [
        ...(suspicion === null ? [] : suspects(suspicion).map(({ item, proven }) => ({ item, changes: proven.changes }))),
        ...confirmed.filter(({ notBack }) => notBack === null),
      ]
      return found.length === 0
        ? null
        : undecidedReason(
            found.map(({ item, changes }) => ({
              line: pendingRows.line(item.row),
              words: changes.map((change) => changeWords(change, label)),
              isBack: false,
            })),
          )
    },
    /** The run ends before that is decided: what was found is said all the same, unless the run goes on with it when it is resumed. */
    breakOff(entries: JournalEntries, nowMs: number, isForGood: boolean): void {
      const isOver = (item: RunItem) => isForGood || item.proving === undefined
      again.breakOff(entries, nowMs, isOver)
      const left = suspicion === null ? [] : suspects(suspicion).filter(({ item }) => isOver(item))
      if (left.length > 0) suspicion = null
      for (const { item, proven } of left)
        confirmed.push({ item, call: proven.call, changes: proven.changes, lost: proven.lost ?? [], notBack: null })
      for (const one of confirmed.filter(({ item, notBack }) => notBack === null && isOver(item))) {
        const { item, changes, lost } = one
        end(one, { notBack: changes, notDone: lost, isCutShort: item.ordinal < item.calls.length }, entries, nowMs)
      }
    },
  }
}

/** Whether a call asks for all that another one does, so that it would show what comes with that. */
function asksAsMuch(call: PlannedCall | ServiceCall, other: PlannedCall | ServiceCall): boolean {
  if (call.kind !== other.kind) return false
  const points = new Set(plainPoints(call))
  return plainPoints(other).every((point) => points.has(point))
}

function suspects(suspicion: Suspicion): SuspectRow[] {
  const { stakes: _stakes, others, ...first } = suspicion
  return [first, ...others]
}

/** Whether a change is what people do by themselves: saying no to texts, sending one, resolving a conversation, or writing another text in place of one. */
export function canBeSomebody({ field, before, after }: UnaskedChange): boolean {
  switch (field) {
    case 'consent':
    case 'reachable':
      return after === false
    case 'blocked':
      return after === true
    case 'resolved':
    case 'texts':
      return true
    case 'posts':
      return false
    default:
      return typeof after === 'string' && after !== '' && before !== after
  }
}

/** What a call asks, with its custom fields taken as one. */
function plainPoints(call: PlannedCall | ServiceCall): string[] {
  return [...new Set(askedPoints(call).map((point) => (point.startsWith('custom:') ? 'custom' : point)))]
}
