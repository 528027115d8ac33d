import { callDescriptors, descriptorOf } from '../../kinds/calls/all-calls.ts'
import type { CustomerRecord } from '../../model/contacts/customer.ts'
import type { CallKind } from '../../model/kinds.ts'
import type { FieldChange, PlannedCall } from '../../model/plans/plan-schema.ts'
import type { CallOutcome, ServiceCall } from '../../model/runs/service-call.ts'
import { checkCreation, checkEcho, type NotApplied } from './echo.ts'
import type { RunItem, WrittenCall } from '../dispatch/run-item.ts'
import { stakesOf } from '../proof/stakes.ts'
import type { UnaskedChange } from '../proof/unasked-changes.ts'

/** Losses in a row, without a call that was applied between them, that stop the run after its first calls went well. */
const lossesInARow = 3

/** Of the calls of a kind, one of so many is a sample. */
const sampleEvery = 100
/** After so many, what contacts have at stake is sampled anew: five contacts or so, each read several times. */
const stakesEvery = 500

/** Of so many calls at most it is kept that no sample has shown what their contacts have at stake. */
const mostOpen = 2_000

/** What the answer to a call shows: what got lost, and whether it shows all that was asked for. */
export interface Echo {
  lost: NotApplied[]
  isSeen: boolean
}

/** Of a call without a good answer. */
export const noEcho: Echo = { lost: [], isSeen: false }

export type Canary = ReturnType<typeof createCanary>

/**
 * A row with a call that has left. `call` is null where an earlier process of the run sent it; `item` too, unless the row was to go on, and
 * does so.
 */
export interface SentRow {
  row: number
  item: RunItem | null
  /** An earlier process sent it, and its row had not ended then. */
  isUnended?: true
  call: ServiceCall | null
  /** Its contact as it was known right before; null where it was not. */
  known: CustomerRecord | null
  /** What it has at stake that no sample since then had; absent where that is not known. */
  open?: Set<string>
}

/** One that an earlier process of the run was about to read again. */
export interface DoubtedRow extends SentRow {
  /** What the service was seen to change beside what it was asked to, and could be put back. */
  mended: readonly UnaskedChange[]
}

/** How a call proves what the service does: `alone`, or as a `sample` beside the others. */
export type Proof = 'alone' | 'sample'

/**
 * Whether the service does what it says, and nothing else. The first two calls of each kind go alone, as canaries, and so does the
 * first that writes a field, treats tags in its way, or is about a contact that has something at stake, see `stakesOf`. The 10th, the
 * 100th and every further hundredth of a kind are samples; after the 10th and every five hundredth, so are the next calls about contacts
 * that have at stake what no sample since then had: a service may begin at any time. Of all of these the contact is read right before and
 * after. Every answer is compared with what was asked, too.
 */
export function createCanary() {
  /** What was seen to go as it should, by the kind of call: fields, ways to treat tags, stakes. */
  const passed = new Map<CallKind, Set<string>>()
  const sent = new Map<CallKind, number>()
  /** What the contacts of samples have not had at stake since that was last asked for. */
  const due = new Map<CallKind, Set<string>>()
  /** Kinds whose last sample did not leave after all, so that it showed nothing. */
  const owed = new Set<CallKind>()
  /** Those that go alone, one after the other. */
  const queue: RunItem[] = []
  /** What was sent since a call of the kind was last seen to go as it should, that one left out. */
  const sinceGood = new Map<CallKind, SentRow[]>()
  /** Those of them that are to go on. */
  const unended = new Map<number, SentRow[]>()
  let losses = 0
  /** Those that wait beside others, and the one of them that nothing like it has proven yet. */
  const beside = new Set<RunItem>()
  let unproven: RunItem | null = null

  const hasPassed = (call: Call, record: CustomerRecord | null = null): boolean => {
    const known = passed.get(call.kind)
    return known !== undefined && pointsOf(call, record).every((point) => known.has(point))
  }

  return {
    /** The call did what it was asked to, and nothing else to a contact that was like `record`. */
    pass(call: Call, record: CustomerRecord | null = null): void {
      const known = passed.get(call.kind) ?? new Set()
      passed.set(call.kind, known)
      for (const point of pointsOf(call, record)) known.add(point)
      // One that an earlier process of the run has sent is the first of its kind: the next one is the second.
      sent.set(call.kind, Math.max(1, sent.get(call.kind) ?? 0))
    },
    /** A call has left. */
    noteSent(call: ServiceCall, item: RunItem, known: CustomerRecord | null): void {
      const list = sinceGood.get(call.kind) ?? []
      sinceGood.set(call.kind, list)
      if (!list.some(({ row }) => row === item.row))
        list.push({ row: item.row, item, call, known, ...(known !== null && { open: new Set(stakesOf(call, known)) }) })
    },
    /** The same of a call that an earlier process of the run has sent, and that is done. Its row is, too, or has not ended. */
    noteEarlier(kind: CallKind, row: number, isDone: boolean): void {
      const list = sinceGood.get(kind) ?? []
      sinceGood.set(kind, list)
      const sentRow: SentRow = { row, item: null, call: null, known: null, ...(!isDone && { isUnended: true }) }
      list.push(sentRow)
      if (!isDone) unended.set(row, [...(unended.get(row) ?? []), sentRow])
    },
    /** A row that an earlier process of the run may have begun goes on. */
    noteTaken(item: RunItem): void {
      for (const sentRow of unended.get(item.row) ?? []) sentRow.item = item
      unended.delete(item.row)
    },
    /**
     * A call of a row was looked up and is as it should be: so are those that left before it, as far as its contact, which was like
     * `record`, had the same at stake. Null for one of which nothing else can be told.
     */
    noteGood(call: Call, item: RunItem, record: CustomerRecord | null): void {
      const list = sinceGood.get(call.kind) ?? []
      const at = list.findIndex(({ row }) => row === item.row)
      if (at < 0) return
      const shown = record === null ? null : stakesOf(call, record)
      const left = list.slice(0, at).filter(({ open }) => {
        if (shown === null || open === undefined) return false
        for (const stake of shown) open.delete(stake)
        return open.size > 0
      })
      list.splice(0, at + 1, ...left.slice(-mostOpen))
    },
    /** The rows of which nobody knows whether the service did to them what it does to others now. */
    sinceGood: (kind: CallKind): readonly SentRow[] => sinceGood.get(kind) ?? [],
    hasPassed,
    hasPassedKind: (kind: CallKind | undefined): boolean => kind !== undefined && passed.has(kind),
    /** How the next call proves something, about a contact that is like `record` as far as that is known; null for one that need not. */
    nextProof(call: Call, record: CustomerRecord | null): Proof | null {
      const nth = (sent.get(call.kind) ?? 0) + 1
      sent.set(call.kind, nth)
      if (!hasPassed(call, record) || nth === 2) return 'alone'
      const isOwed = owed.delete(call.kind)
      const isNth = nth === 10 || nth % sampleEvery === 0 || isOwed
      if (nth === 10 || nth % stakesEvery === 0 || isOwed) due.set(call.kind, new Set([...(passed.get(call.kind) ?? [])].filter(isStake)))
      const shown = pointsOf(call, record).filter((point) => due.get(call.kind)?.delete(point) === true)
      return isNth || shown.length > 0 ? 'sample' : null
    },
    /** A call that was to prove something does not leave: the next one of its kind does that. */
    oweProof: (kind: CallKind): void => void owed.add(kind),
    /** The row whose call goes alone, or will: no other call leaves meanwhile. */
    current: (): RunItem | null => queue[0] ?? null,
    begin(item: RunItem): void {
      if (!queue.includes(item)) queue.push(item)
    },
    end(item: RunItem): void {
      const at = queue.indexOf(item)
      if (at >= 0) queue.splice(at, 1)
    },
    /**
     * Whether other calls may leave while a contact that looks well so far is read again after a while: where such a call was proven before,
     * and beside a single one that was not, so that the next one, too, goes alone.
     */
    mayWaitBeside(item: RunItem, { call, before }: Pick<WrittenCall, 'call' | 'before'>): boolean {
      const isProven = hasPassed(call, before?.record ?? null)
      if (!isProven && unproven === null) unproven = item
      if (!isProven && unproven !== item) return false
      beside.add(item)
      return true
    },
    /** It was looked at once more. */
    endWaiting(item: RunItem): void {
      beside.delete(item)
      if (unproven === item) unproven = null
    },
    isAnyBeside: (): boolean => beside.size > 0,
    /** Nothing goes alone any more. */
    clear: (): void => void queue.splice(0),
    /** What got lost between asking and answering, and whether the call is still to be looked up before it proves anything. */
    check(call: ServiceCall, { lost }: Echo): { lost: NotApplied[]; wantsLook: boolean } {
      if (lost.length > 0) return { lost, wantsLook: false }
      losses = 0
      return { lost, wantsLook: !hasPassed(call) }
    },
    /** A call was accepted and not applied. Answers whether that is reason enough to stop the run. */
    noteLoss(call: ServiceCall): boolean {
      losses += 1
      return !hasPassed(call) || losses >= lossesInARow
    },
  }
}

type Call = PlannedCall | ServiceCall

const stakeMark = 'stake '
const isStake = (point: string): boolean => point.startsWith(stakeMark)

/** What a call can prove: each field that it writes, how it treats tags, and what is at stake for its contact. */
function pointsOf(call: Call, record: CustomerRecord | null): string[] {
  return [...askedPoints(call), ...(record === null ? [] : stakesOf(call, record).map((stake) => `${stakeMark}${stake}`))]
}

/** The part of it that the call alone tells. */
export function askedPoints(call: Call): string[] {
  const tags = descriptorOf(call).tagsUpdate(call)
  return [...descriptorOf(call).fields(call), ...(tags === null ? [] : [`tags: ${tags.handling}`])]
}

/** Compares an answer with what was asked. */
export function echoOf(call: ServiceCall, { record }: Extract<CallOutcome, { kind: 'done' }>): Echo {
  if (callDescriptors[call.kind].canary === null) return { lost: [], isSeen: true }
  switch (call.kind) {
    case 'updateCustomer':
    case 'createCustomer': {
      if (record === null) return { lost: [], isSeen: false }
      const { notApplied, unseen } = call.kind === 'updateCustomer' ? checkEcho(call.customer, record) : checkCreation(call, record)
      return { lost: notApplied, isSeen: unseen.length === 0 }
    }
    case 'setConsent':
    case 'importMessage':
    case 'writeWhisper':
    case 'sendToPhone':
    case 'sendToGroup':
    case 'requestConsent':
    case 'resolveConversation':
      return { lost: [], isSeen: false }
  }
}

/** What the fields are called on the screens. */
export function labelsOf(lost: readonly NotApplied[], changes: readonly FieldChange[]): string[] {
  return lost.map(({ field }) => changes.find((change) => change.field === field)?.label ?? field)
}
