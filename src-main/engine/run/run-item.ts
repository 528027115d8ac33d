import type { PlannedCall } from '../plan/plan-schema.ts'
import type { ServiceCall } from '../service/service.ts'

/** A row on its way: its calls go one after the other. */
export interface RunItem {
  row: number
  lane: string
  calls: readonly PlannedCall[]
  /** The call whose turn it is, from 0. */
  ordinal: number
  /** Attempts of that call that were in vain. */
  attempts: number
  /** The uuid that the row's own `createCustomer` brought; null where there is none (yet). */
  createdUuid: string | null
  /** The conversation that the row's own message went to; null where it is not known. */
  conversationUuid: string | null
  /** Identifies the row's message. */
  fingerprint: string | null
}

/** The call whose turn it is, ready to be sent, or what has to be read from the service first. */
export type Readiness =
  | { kind: 'ready'; call: ServiceCall }
  | { kind: 'needsContact'; phone: string }
  | { kind: 'needsConversation'; phone: string; groupUuid: string | null }

/** Fills in what only the answers of the row's earlier calls tell: the new contact's uuid, the message's conversation. */
export function readiness(item: RunItem): Readiness {
  const planned = item.calls[item.ordinal]
  if (planned === undefined) throw new Error(`Row ${item.row} has no call ${item.ordinal}.`)
  switch (planned.kind) {
    case 'createCustomer':
    case 'importMessage':
      return { kind: 'ready', call: planned }
    case 'updateCustomer': {
      const uuid = planned.uuid ?? item.createdUuid
      if (uuid !== null) return { kind: 'ready', call: { ...planned, uuid } }
      return { kind: 'needsContact', phone: createdPhone(item) }
    }
    case 'setConsent':
      return { kind: 'ready', call: { ...planned, uuid: planned.uuid ?? item.createdUuid } }
    case 'resolveConversation': {
      const { conversationUuid } = item
      if (conversationUuid !== null) return { kind: 'ready', call: { kind: 'resolveConversation', conversationUuid, disposition: null } }
      return { kind: 'needsConversation', phone: planned.phone, groupUuid: messageGroup(item) }
    }
  }
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
