import { agentEvent, customerEvent } from '../events/webhook-events.ts'
import type { EventCounts } from '../events/webhook-sender.ts'
import { removeCustomer } from '../faults/list-faults.ts'
import type { Service } from '../service-state.ts'
import type { CustomerRow } from '../tables/rows.ts'
import type { EffectCounts, EffectsByOperation } from './effect-counts.ts'
import { customerState, postState, rowByPhone, type CustomerState, type PostState } from './stored-state.ts'

/** Which contact is meant: its uuid, or its phone number in any form. */
export type ContactKey = { uuid: string } | { phone: string }

/** What somebody else changes about a contact, bypassing the API. */
export type CustomerChange = Partial<
  Pick<CustomerState, 'phone' | 'name' | 'notes' | 'email' | 'tags' | 'customFields' | 'consent' | 'archived' | 'blocked' | 'unreachable'>
> & { avatarUrl?: string | null; verified?: boolean }

/** Ways to look behind the service, and to be somebody else who works with it. Every look lets late effects happen first. */
export interface Inspection {
  /** A copy. */
  counts(): EffectCounts
  /** How often each operation changed this contact. */
  effects(contact: ContactKey): EffectsByOperation
  /** Late effects that are still to come. */
  pendingEffects(): number
  customer(uuid: string): CustomerState | null
  customerByPhone(phone: string): CustomerState | null
  /** One page of everything that is stored, as the list shows it. */
  customers(page: number, pageSize: number): CustomerState[]
  /** Every post in the contact's own conversations, oldest first. */
  posts(phone: string): PostState[]
  /** How often a message with this text arrived at the contact, however it was altered on its way; of every kind unless one is named. */
  arrivals(phone: string, body: string, kind?: PostState['kind']): number
  /** Advances the service's clock: late effects happen, late reads catch up. */
  advance(byMs: number): void
  /** False when there is no such contact. */
  changeCustomer(contact: ContactKey, change: CustomerChange): boolean
  deleteCustomer(contact: ContactKey): boolean
  /** An agent begins or ends being on call. False when there is no such agent. */
  changeAgent(uuid: string, isOnCall: boolean): boolean
  /** Where events are sent; null sends none. Throws WebhookAddressError for an address that is not on this computer. */
  sendEventsTo(address: string | null): void
  events(): EventCounts
  /** Resolves when events for everything that has happened so far were sent. */
  eventsSent(): Promise<void>
}

const flag = (value: boolean | undefined, current: number) => (value === undefined ? current : Number(value))

function changedRow(row: CustomerRow, change: CustomerChange): CustomerRow {
  return {
    ...row,
    phone: change.phone === undefined ? row.phone : change.phone,
    name: change.name === undefined ? row.name : change.name,
    notes: change.notes === undefined ? row.notes : change.notes,
    email: change.email === undefined ? row.email : change.email,
    tags: change.tags ? JSON.stringify(change.tags) : row.tags,
    custom_fields: change.customFields ? JSON.stringify(change.customFields) : row.custom_fields,
    consent: change.consent === undefined ? row.consent : change.consent === null ? null : Number(change.consent),
    archived: flag(change.archived, row.archived),
    blocked: flag(change.blocked, row.blocked),
    unreachable: flag(change.unreachable, row.unreachable),
    avatar_url: change.avatarUrl === undefined ? row.avatar_url : change.avatarUrl,
    verified: flag(change.verified, row.verified),
  }
}

export function inspectService(service: Service): Inspection {
  const rowOf = (contact: ContactKey) => {
    service.lateEffects.applyDue()
    return 'uuid' in contact ? service.customers.byUuid(contact.uuid) : rowByPhone(service, contact.phone)
  }
  const stateOf = (contact: ContactKey) => {
    const row = rowOf(contact)
    return row ? customerState(row) : null
  }
  const posts = (phone: string) => {
    const row = rowOf({ phone })
    return row ? service.conversations.allPostsOf(row.id).map((post) => postState(post, service.conversations.askedBody(post.id))) : []
  }
  return {
    counts() {
      service.lateEffects.applyDue()
      return structuredClone(service.counts)
    },
    effects(contact) {
      const row = rowOf(contact)
      return row ? service.effectsByContact.of(row.id) : {}
    },
    pendingEffects() {
      service.lateEffects.applyDue()
      return service.lateEffects.pending()
    },
    customer: (uuid) => stateOf({ uuid }),
    customerByPhone: (phone) => stateOf({ phone }),
    customers(page, pageSize) {
      service.lateEffects.applyDue()
      return service.customers.page(page, pageSize).map(customerState)
    },
    posts,
    arrivals: (phone, body, kind) =>
      posts(phone).filter((post) => (post.askedBody ?? post.body) === body && (kind === undefined || post.kind === kind)).length,
    advance(byMs) {
      service.clock.advance(byMs)
      service.lateEffects.applyDue()
    },
    changeCustomer(contact, change) {
      const row = rowOf(contact)
      if (!row) return false
      service.customers.overwrite(changedRow(row, change))
      service.webhooks.send(customerEvent(service, row.id))
      return true
    },
    deleteCustomer(contact) {
      const row = rowOf(contact)
      if (row) removeCustomer(service, row.id)
      return row !== undefined
    },
    changeAgent(uuid, isOnCall) {
      const agent = service.agents.find((each) => each.uuid === uuid)
      if (!agent) return false
      agent.on_call = isOnCall
      service.webhooks.send([agentEvent(agent)])
      return true
    },
    sendEventsTo: (address) => service.webhooks.sendTo(address),
    events: () => service.webhooks.counts(),
    eventsSent: () => service.webhooks.drained(),
  }
}
