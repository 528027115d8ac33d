import type { Effect } from '../control/effect-counts.ts'
import { conversationAnswer, postAnswer } from '../operations/show-conversation.ts'
import type { Service } from '../service-state.ts'
import { customerAnswer } from '../tables/customer-table.ts'
import type { WebhookEvent, WebhookEventName } from './webhook-sender.ts'
import type { SeedAgent } from '../seed/seed-account.ts'

const nameOf: Partial<Record<Effect['count'], WebhookEventName>> = {
  messagesImported: 'new_customer_post',
  messagesSent: 'new_outbound_post',
  groupMessagesSent: 'new_outbound_post',
  consentRequests: 'new_outbound_post',
  autoReplies: 'new_outbound_post',
  whispers: 'new_whisper',
  resolves: 'conversation_status_change',
  reopens: 'conversation_status_change',
  customerUpdates: 'customer_updated',
  customerCreates: 'customer_updated',
  consentsTrue: 'customer_updated',
  consentsFalse: 'customer_updated',
}

export function customerEvent(service: Service, customerId: number): WebhookEvent[] {
  const row = service.customers.byId(customerId)
  return row ? [{ event: 'customer_updated', customer: customerAnswer(row, service.settings.phoneStyle) }] : []
}

export const agentEvent = (agent: SeedAgent): WebhookEvent => ({ event: 'user_status_change', user: agent })

/** The events for an effect that was just stored; none for effects that have no event. */
export function eventsOf(service: Service, effect: Effect): WebhookEvent[] {
  const event = nameOf[effect.count]
  if (event === undefined) return []
  if (event === 'customer_updated') return effect.customerIds.flatMap((id) => customerEvent(service, id))
  const conversation = effect.conversation && service.conversations.byUuid(effect.conversation.uuid)
  if (!conversation) return []
  const shown = conversationAnswer(service, conversation)
  if (event === 'conversation_status_change') return [{ event, conversation: shown }]
  return effect.post ? [{ event, conversation: shown, post: postAnswer(service, conversation, effect.post) }] : []
}
