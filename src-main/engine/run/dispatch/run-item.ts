import { createdPhone, givesConsent, postOf } from '../../kinds/calls/all-calls.ts'
import type { CustomerRecord } from '../../model/contacts/customer.ts'
import type { CallKind } from '../../model/kinds.ts'
import type { FieldChange, Guard, PlannedCall } from '../../model/plans/plan-schema.ts'
import type { CallOutcome, ConsentRequest, GroupCall, PostCall, ServiceCall, TextCall } from '../../model/runs/service-call.ts'
import type { EndedOutcome, RowFailure } from '../../model/runs/row-outcome.ts'
import type { FieldImage } from '../../model/contacts/field-image.ts'
import type { UndoneField } from '../../kinds/undo/undo-row.ts'
import type { LiveWith } from '../../model/runs/live-with.ts'
import { withSentAlong } from '../proof/send-along.ts'
import type { NotApplied } from '../answer/echo.ts'
import type { PutBack, ProofImage, ProofTask } from '../proof/proof-task.ts'

/** A row on its way: its calls go one after the other. */
export interface RunItem {
  readonly row: number
  readonly lane: string
  /** By what its contact is known, as far as the plan says: uuid and phone number. */
  readonly contacts: readonly string[]
  calls: readonly PlannedCall[]
  /** What the preview showed: old and new. */
  readonly changes: readonly FieldChange[]
  /** Identifies the row's message; null where it has none. */
  readonly fingerprint: string | null
  /** The call whose turn it is, from 0. */
  ordinal: number
  /** Attempts of that call that were in vain. */
  attempts: number
  /** How often that call got lost and turned out not to have arrived. */
  losses: number
  /** Of a call that has left, may be repeated, and had no good answer; absent where none has. */
  inVain?: InVain
  phase: ItemPhase
  contact: ContactRead
  /** Whether the call whose turn it is has to prove what the service does. */
  proof: ProofTask
  /** Which of its calls the journal keeps an open proof of; absent where there is none. */
  proving?: number | undefined
  /** The call that an earlier process has sent, too: what is read before it now may show what that one did. Absent where there is none. */
  resent?: number
  /** The contact as it was known when the call's turn came; null where it was not. */
  known?: CustomerRecord | null
  /** It was done, and is read again before the run stops. */
  isLookedUpAgain?: true
  /** Its message was proven, and its conversation is read again: whether anything has answered. */
  isWatched?: true
  /** The service changed more of its contact than was asked, and that is put back; absent for all others. */
  putBack?: PutBack
  /** A text went to its contact about that time, which was nobody's doing but a person's: the next contact was sent none. */
  wasTexted?: true
  /** What a request did to its contact, as it was read after it: told with the row. Absent for all others. */
  told?: string
  /** What is there with another text, as Rollcall lives with it: what these fields are called. */
  otherTexts?: readonly string[]
  /** Its conversation was resolved before its message was imported, and is resolved again: that call was not planned. */
  resolvesAgain?: true
  /** What the row's own calls brought. */
  made: Made
  /** Until then a read counts that showed that its contact may be texted, monotonic. Absent until one did. */
  permittedUntilMs?: number
  /** What a person has released its row from; absent where nothing was. */
  readonly released?: readonly Guard[]
  /** When the contact agreed that had refused, by the evidence with which the row was released; absent where that was not needed. */
  readonly agreedAtMs?: number
  /** Of a row of an undo; null for others. */
  undo: UndoTask | null
  /** How the row has ended; absent until then. */
  ended?: EndedOutcome
}

/** It may have been carried out all the same, which a read of its contact can show. */
export interface InVain {
  /** Which of the row's calls. */
  ordinal: number
  /** How often it has left. */
  times: number
  /** As many of them as count against the row. */
  attempts: number
  /** What it comes to where the contact does not show it; null where it is sent again then. */
  refused: RefusedCall | null
  /** The contact is to be read before anything else happens. */
  wantsLook: boolean
}

export interface RefusedCall {
  outcome: Exclude<CallOutcome, { kind: 'done' | 'unknown' | 'signIn' }>
  failure: RowFailure
  /** Until then it may still take effect; monotonic. Where it was answered, it has done so already or never will. */
  arrivesByMs: number
  /** How often it was looked for in vain. */
  looks: number
}

/** What to do about a row next. */
export type ItemPhase =
  /** The next call, and whatever must be read for it. */
  | { kind: 'call' }
  /** That call has left, must not happen twice, and nobody knows yet whether it arrived. */
  | ({ kind: 'lost' } & LostCall)
  /** The previous call is done and must be looked up at the service: it was the first of its kind, or takes something back. */
  | ({ kind: 'verify' } & WrittenCall)

export interface LostCall {
  /** How often it was looked for in vain. */
  looks: number
  /** Until then it may still take effect; monotonic. */
  arrivesByMs: number
  /** With which it was answered; null for none. */
  status: number | null
  /** What was said when it was lost. */
  failure: RowFailure | null
  /** Why it is not sent again where it is not there: the service has refused it. Absent where it has not. */
  refusal?: RowFailure
}

export interface WrittenCall {
  call: ServiceCall
  /** The post that it left; null where that is not known. */
  postUuid: string | null
  /** When it was answered; monotonic. */
  answeredAtMs: number
  /** How long it was on its way until then; absent where that is not known. */
  tookMs?: number
  /** How often it was looked up and not shown. */
  looks: number
  /** What was read right before it; null where nothing was. */
  before: ProofImage | null
  /** Its own answer showed the contact as it was before: only that is to be looked at. */
  isDoubted?: true
  /** What its own answer showed as not applied: a read that shows the same is not late. Absent where it showed nothing of the kind. */
  answered?: readonly NotApplied[]
  /** `before` was known of the contact, and not read right before the call: a colleague may have changed it since. */
  isRemembered?: true
}

/**
 * Whether the contact was read from the service since the run reached its row, and what is then noted of its fields for an undo.
 * `mustRead`: however fresh what is cached is, for a call without an answer may have changed it.
 */
export type ContactRead = { isFresh: false; mustRead?: true } | { isFresh: true; beforeImage: FieldImage | null }

export interface Made {
  /** Of the contact that was created; null where there is none (yet). */
  contactUuid: string | null
  /** Of the conversation that the message went to; null where it is not known. */
  conversationUuid: string | null
}

/** What a row of an undo is to take back. Its planned call is a guess: what is sent is decided when its contact is read. */
export interface UndoTask {
  readonly uuid: string
  /** What the undone run had changed. */
  readonly written: readonly FieldChange[]
  /** Fields that this undo has sent, in an earlier process too. */
  readonly sent: ReadonlySet<string>
  /** The calls that an earlier process has made: they are not made again. */
  readonly done: ReadonlySet<CallKind>
  /** Whether somebody released it: else it allows no texts again. */
  readonly isReleased?: true
  /** From then on a read shows what the undone run wrote, if nobody changed it since; monotonic. */
  readonly shownFromMs: number
  /** What becomes of each field; null until the contact is read. */
  readonly decided: readonly UndoneField[] | null
}

/** The next call, ready to be sent, or what must be read from the service first. */
export type Readiness =
  | { kind: 'ready'; call: ServiceCall }
  | { kind: 'needsContact'; phone: string }
  /** A contact is about to be created: the service is to say first that it has none. */
  | { kind: 'needsAbsence'; phone: string }
  | { kind: 'needsConversation'; phone: string; groupUuid: string | null }
  /** What the contact and its conversation are like, right before a call that has to prove what the service does. */
  | { kind: 'needsProofRead'; call: ServiceCall }
  | { kind: 'needsFreshRead'; uuid: string; call: ServiceCall }
  /** Permission is about to be given to a contact that this row has created: nobody with this number may refuse in the latest posts. */
  | { kind: 'needsPosts'; phone: string }
  /** Somebody is about to be texted: nobody who refuses by now, wherever that is known. */
  | { kind: 'needsPermission'; call: TextCall | GroupCall | ConsentRequest; hasAgreed: boolean }
  | { kind: 'needsReconciling'; call: ServiceCall }
  /** It was sent in vain: whether the contact shows it all the same. */
  | { kind: 'needsEndState'; call: ServiceCall }
  /** The records may have lost that this message was sent: the service is to say first whether it has it. */
  | { kind: 'needsLook'; call: PostCall | GroupCall }
  | { kind: 'needsVerifying'; call: ServiceCall; postUuid: string | null; before: ProofImage | null }
  | { kind: 'needsUndoRead'; uuid: string }

/** Whether what is cached of a contact is too old to write these changes on it. */
export type IsStale = (uuid: string, changes: readonly FieldChange[]) => boolean

/**
 * Fills in what only the answers to the row's earlier calls say: the new contact's uuid, the message's conversation,
 * and what an undo finds there. `looksFirst`: messages are looked for before they are sent.
 */
export function readiness(item: RunItem, isStale: IsStale, looksFirst = false, livesWith: ReadonlySet<LiveWith> = nothing): Readiness {
  if (item.phase.kind === 'verify') {
    const { call, postUuid, before } = item.phase
    return { kind: 'needsVerifying', call, postUuid, before }
  }
  if (item.undo !== null && item.undo.decided === null) return { kind: 'needsUndoRead', uuid: item.undo.uuid }
  const planned = item.calls[item.ordinal]
  if (planned === undefined) throw new Error(`Row ${item.row} has no call ${item.ordinal}.`)
  switch (planned.kind) {
    case 'createCustomer':
      if (item.phase.kind === 'call' && !item.contact.isFresh) return { kind: 'needsAbsence', phone: planned.customer.phone }
      return item.phase.kind === 'call' ? { kind: 'ready', call: planned } : { kind: 'needsReconciling', call: planned }
    case 'importMessage':
    case 'writeWhisper':
      if (looksFirst && item.phase.kind === 'call' && !item.contact.isFresh) return { kind: 'needsLook', call: planned }
      if (item.phase.kind === 'call' && isUnread(item)) return { kind: 'needsProofRead', call: planned }
      return item.phase.kind === 'call' ? { kind: 'ready', call: planned } : { kind: 'needsReconciling', call: planned }
    case 'sendToPhone':
    case 'sendToGroup':
      if (item.phase.kind !== 'call') return { kind: 'needsReconciling', call: planned }
      if (looksFirst && !item.contact.isFresh) return { kind: 'needsLook', call: planned }
      if (isUnread(item)) return { kind: 'needsProofRead', call: planned }
      if (item.permittedUntilMs === undefined) return { kind: 'needsPermission', call: planned, hasAgreed: planned.hasAgreed === true }
      return { kind: 'ready', call: planned }
    case 'requestConsent':
      if (item.phase.kind !== 'call') return { kind: 'needsReconciling', call: planned }
      if (isUnread(item)) return { kind: 'needsProofRead', call: planned }
      if (item.permittedUntilMs === undefined) return { kind: 'needsPermission', call: planned, hasAgreed: false }
      return { kind: 'ready', call: planned }
    case 'updateCustomer': {
      const uuid = planned.uuid ?? item.made.contactUuid
      if (uuid === null) return { kind: 'needsContact', phone: newContactPhone(item) }
      const before = item.proof.kind === 'wanted' ? (item.proof.before?.record ?? null) : null
      const customer = before === null ? planned.customer : withSentAlong(planned.customer, before, livesWith)
      if (wantsEndState(item)) return { kind: 'needsEndState', call: { ...planned, uuid } }
      return readAfresh(item, planned.uuid, { ...planned, uuid, customer }, isStale)
    }
    case 'setConsent':
      if (wantsEndState(item)) return { kind: 'needsEndState', call: { ...planned, uuid: planned.uuid ?? item.made.contactUuid } }
      if (planned.uuid === null && isPermission(item, planned) && !item.contact.isFresh)
        return { kind: 'needsPosts', phone: planned.phone ?? newContactPhone(item) }
      return readAfresh(
        item,
        planned.uuid,
        { ...planned, uuid: planned.uuid ?? item.made.contactUuid },
        isPermission(item, planned) ? always : isStale,
      )
    case 'resolveConversation': {
      const { conversationUuid } = item.made
      if (conversationUuid !== null) {
        const call = { kind: 'resolveConversation', conversationUuid, disposition: planned.with?.uuid ?? null } as const
        return isUnread(item) ? { kind: 'needsProofRead', call } : { kind: 'ready', call }
      }
      return { kind: 'needsConversation', phone: planned.phone, groupUuid: planned.groupUuid ?? messageGroup(item) }
    }
  }
}

/** `plannedUuid` is null for a contact that this row has created: nobody can have changed it since the preview. */
function readAfresh(item: RunItem, plannedUuid: string | null, call: ServiceCall, isStale: IsStale): Readiness {
  const { contact } = item
  // Nobody but this row has written on a contact that it has created, so there is nothing to compare with the preview.
  if (plannedUuid === null && isUnread(item)) return { kind: 'needsProofRead', call }
  if (plannedUuid !== null && !contact.isFresh && (contact.mustRead === true || isStale(plannedUuid, item.changes)))
    return { kind: 'needsFreshRead', uuid: plannedUuid, call }
  return { kind: 'ready', call }
}

function wantsEndState({ inVain, ordinal }: RunItem): boolean {
  return inVain !== undefined && inVain.ordinal === ordinal && inVain.wantsLook
}

function isUnread({ proof }: RunItem): boolean {
  return proof.kind === 'wanted' && proof.before === null
}

/** Permission is given only to a contact that was read right before: somebody may have refused since, however young the preview is. */
function isPermission(item: RunItem, planned: PlannedCall): boolean {
  return givesConsent([planned]) && item.undo === null
}

const nothing: ReadonlySet<LiveWith> = new Set()
const always: IsStale = () => true

function newContactPhone(item: RunItem): string {
  const phone = item.calls.map(createdPhone).find((one) => one !== null)
  if (phone === undefined) throw new Error(`Row ${item.row} updates a contact that it does not name.`)
  return phone
}

function messageGroup(item: RunItem): string | null {
  return item.calls.map(postOf).find((post) => post !== null)?.groupUuid ?? null
}
