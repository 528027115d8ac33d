import type { FieldChange, PlannedCall } from '../../model/plan-schema.ts'
import type { ServiceCall } from '../../service/service.ts'
import type { RowFailure } from '../../store/runs/run-rows.ts'
import type { FieldImage } from '../../model/field-image.ts'
import type { UndoneField } from '../../kinds/undo/undo-row.ts'

/** A row on its way: its calls go one after the other. */
export interface RunItem {
  row: number
  lane: string
  calls: readonly PlannedCall[]
  /** What the preview showed: old and new. */
  changes: readonly FieldChange[]
  /** The call whose turn it is, from 0. */
  ordinal: number
  /** Attempts of that call that were in vain. */
  attempts: number
  /** How often that call got lost and turned out not to have arrived. */
  losses: number
  /** The uuid that the row's own `createCustomer` brought; null where there is none (yet). */
  createdUuid: string | null
  /** The conversation that the row's own message went to; null where it is not known. */
  conversationUuid: string | null
  /** Identifies the row's message. */
  fingerprint: string | null
  /** Its contact was read from the service since the run reached this row. */
  isFresh: boolean
  /** The call whose turn it is has left, must not happen twice, and nobody knows yet whether it arrived. */
  unsettled: Unsettled | null
  /** The call before the one whose turn it is is done, and is to be looked up at the service: it was the first of its kind. */
  toVerify: ServiceCall | null
  /** What is noted of the contact's fields when the call leaves, for an undo. */
  beforeImage: FieldImage | null
  /** Of a row of an undo. */
  undo: UndoTask | null
}

/** What a row of an undo is to take back. Its planned call is a guess: what is sent is decided when its contact is read. */
export interface UndoTask {
  uuid: string
  /** What the run that is taken back had changed. */
  written: readonly FieldChange[]
  /** Fields that this undo has sent, in an earlier process too. */
  sent: Set<string>
  /** What becomes of each field; null until the contact is read. */
  decided: readonly UndoneField[] | null
}

export interface Unsettled {
  /** How often it was looked for and not found. */
  absences: number
  /** What was said when it was lost. */
  failure: RowFailure | null
}

/** The call whose turn it is, ready to be sent, or what has to be read from the service first. */
export type Readiness =
  | { kind: 'ready'; call: ServiceCall }
  | { kind: 'needsContact'; phone: string }
  | { kind: 'needsConversation'; phone: string; groupUuid: string | null }
  | { kind: 'needsFreshRead'; uuid: string; call: ServiceCall }
  | { kind: 'needsSettling'; call: ServiceCall }
  | { kind: 'needsVerifying'; call: ServiceCall }
  | { kind: 'needsUndoRead'; uuid: string }

/** Whether what is cached of a contact is too old to write these changes on it. */
export type IsStale = (uuid: string, changes: readonly FieldChange[]) => boolean

/**
 * Fills in what only the answers of the row's earlier calls tell: the new contact's uuid, the message's conversation,
 * and what an undo finds there.
 */
export function readiness(item: RunItem, isStale: IsStale): Readiness {
  if (item.toVerify !== null) return { kind: 'needsVerifying', call: item.toVerify }
  if (item.undo !== null && item.undo.decided === null) return { kind: 'needsUndoRead', uuid: item.undo.uuid }
  const planned = item.calls[item.ordinal]
  if (planned === undefined) throw new Error(`Row ${item.row} has no call ${item.ordinal}.`)
  switch (planned.kind) {
    case 'createCustomer':
    case 'importMessage':
      return item.unsettled === null ? { kind: 'ready', call: planned } : { kind: 'needsSettling', call: planned }
    case 'updateCustomer': {
      const uuid = planned.uuid ?? item.createdUuid
      if (uuid === null) return { kind: 'needsContact', phone: createdPhone(item) }
      return readAfresh(item, planned.uuid, { ...planned, uuid }, isStale)
    }
    case 'setConsent':
      return readAfresh(item, planned.uuid, { ...planned, uuid: planned.uuid ?? item.createdUuid }, isStale)
    case 'resolveConversation': {
      const { conversationUuid } = item
      if (conversationUuid !== null) return { kind: 'ready', call: { kind: 'resolveConversation', conversationUuid, disposition: null } }
      return { kind: 'needsConversation', phone: planned.phone, groupUuid: messageGroup(item) }
    }
  }
}

/** `plannedUuid` is null for a contact that this row has created: nobody can have changed it since the preview. */
function readAfresh(item: RunItem, plannedUuid: string | null, call: ServiceCall, isStale: IsStale): Readiness {
  if (plannedUuid !== null && !item.isFresh && isStale(plannedUuid, item.changes))
    return { kind: 'needsFreshRead', uuid: plannedUuid, call }
  return { kind: 'ready', call }
}

function createdPhone(item: RunItem): string {
  const creation = item.calls.find((call) => call.kind === 'createCustomer')
  if (creation?.kind !== 'createCustomer') throw new Error(`Row ${item.row} updates a contact that it does not name.`)
  return creation.customer.phone
}

function messageGroup(item: RunItem): string | null {
  const message = item.calls.find((call) => call.kind === 'importMessage')
  return message?.kind === 'importMessage' ? message.groupUuid : null
}
