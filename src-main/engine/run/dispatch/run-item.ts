import { createdPhone, givesConsent, postOf } from '../../kinds/calls/all-calls.ts'
import type { CallKind } from '../../model/kinds.ts'
import type { FieldChange, PlannedCall } from '../../model/plans/plan-schema.ts'
import type { ServiceCall } from '../../model/runs/service-call.ts'
import type { RowFailure } from '../../model/runs/row-outcome.ts'
import type { FieldImage } from '../../model/contacts/field-image.ts'
import type { UndoneField } from '../../kinds/undo/undo-row.ts'

/** A row on its way: its calls go one after the other. */
export interface RunItem {
  readonly row: number
  readonly lane: string
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
  phase: ItemPhase
  contact: ContactRead
  /** What the row's own calls brought. */
  made: Made
  /** Of a row of an undo; null for others. */
  undo: UndoTask | null
}

/** What to do about a row next. */
export type ItemPhase =
  /** The next call, and whatever must be read for it. */
  | { kind: 'call' }
  /** That call has left, must not happen twice, and nobody knows yet whether it arrived. */
  | ({ kind: 'lost' } & LostCall)
  /** The previous call is done and must be looked up at the service: it was the first of its kind. */
  | { kind: 'verify'; call: ServiceCall }

export interface LostCall {
  /** How often it was looked for and not found. */
  absences: number
  /** What was said when it was lost. */
  failure: RowFailure | null
}

/** Whether the contact was read from the service since the run reached its row, and what is then noted of its fields for an undo. */
export type ContactRead = { isFresh: false } | { isFresh: true; beforeImage: FieldImage | null }

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
  | { kind: 'needsFreshRead'; uuid: string; call: ServiceCall }
  | { kind: 'needsReconciling'; call: ServiceCall }
  | { kind: 'needsVerifying'; call: ServiceCall }
  | { kind: 'needsUndoRead'; uuid: string }

/** Whether what is cached of a contact is too old to write these changes on it. */
export type IsStale = (uuid: string, changes: readonly FieldChange[]) => boolean

/**
 * Fills in what only the answers to the row's earlier calls say: the new contact's uuid, the message's conversation,
 * and what an undo finds there.
 */
export function readiness(item: RunItem, isStale: IsStale): Readiness {
  if (item.phase.kind === 'verify') return { kind: 'needsVerifying', call: item.phase.call }
  if (item.undo !== null && item.undo.decided === null) return { kind: 'needsUndoRead', uuid: item.undo.uuid }
  const planned = item.calls[item.ordinal]
  if (planned === undefined) throw new Error(`Row ${item.row} has no call ${item.ordinal}.`)
  switch (planned.kind) {
    case 'createCustomer':
      if (item.phase.kind === 'call' && !item.contact.isFresh) return { kind: 'needsAbsence', phone: planned.customer.phone }
      return item.phase.kind === 'call' ? { kind: 'ready', call: planned } : { kind: 'needsReconciling', call: planned }
    case 'importMessage':
      return item.phase.kind === 'call' ? { kind: 'ready', call: planned } : { kind: 'needsReconciling', call: planned }
    case 'updateCustomer': {
      const uuid = planned.uuid ?? item.made.contactUuid
      if (uuid === null) return { kind: 'needsContact', phone: newContactPhone(item) }
      return readAfresh(item, planned.uuid, { ...planned, uuid }, isStale)
    }
    case 'setConsent':
      return readAfresh(
        item,
        planned.uuid,
        { ...planned, uuid: planned.uuid ?? item.made.contactUuid },
        isLatePermission(item, planned) ? always : isStale,
      )
    case 'resolveConversation': {
      const { conversationUuid } = item.made
      if (conversationUuid !== null) return { kind: 'ready', call: { kind: 'resolveConversation', conversationUuid, disposition: null } }
      return { kind: 'needsConversation', phone: planned.phone, groupUuid: messageGroup(item) }
    }
  }
}

/** `plannedUuid` is null for a contact that this row has created: nobody can have changed it since the preview. */
function readAfresh(item: RunItem, plannedUuid: string | null, call: ServiceCall, isStale: IsStale): Readiness {
  if (plannedUuid !== null && !item.contact.isFresh && isStale(plannedUuid, item.changes))
    return { kind: 'needsFreshRead', uuid: plannedUuid, call }
  return { kind: 'ready', call }
}

/** Permission that follows other calls of its row: somebody may have refused meanwhile, whatever was read before those. */
function isLatePermission(item: RunItem, planned: PlannedCall): boolean {
  return givesConsent([planned]) && item.ordinal > 0 && item.undo === null
}

const always: IsStale = () => true

function newContactPhone(item: RunItem): string {
  const phone = item.calls.map(createdPhone).find((one) => one !== null)
  if (phone === undefined) throw new Error(`Row ${item.row} updates a contact that it does not name.`)
  return phone
}

function messageGroup(item: RunItem): string | null {
  return item.calls.map(postOf).find((post) => post !== null)?.groupUuid ?? null
}
