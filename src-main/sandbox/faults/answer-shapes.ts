import { toE164 } from '../phone-forms.ts'
import type { FaultKind } from './fault-kinds.ts'
import { concerns, type FaultHits } from './fault-plan.ts'
import { moveToken } from '../operations/authentication.ts'
import { isObject, type JsonObject } from '../operations/request-fields.ts'

const optionalCustomerFields = [
  'name',
  'notes',
  'avatar_url',
  'facebook_id',
  'reachable_by_sms',
  'tags',
  'custom_fields',
  'consent_status',
  'verified',
  'archived',
  'blocked',
]

const toZeros = (phone: string) => toE164(phone)?.replace('+', '00') ?? phone

function oddCustomer(customer: JsonObject, hits: FaultHits): JsonObject {
  const odd = { ...customer }
  const phone = typeof customer.phone_number === 'string' ? customer.phone_number : null
  const e164 = phone === null ? null : toE164(phone)
  const subject = { uuids: [String(customer.uuid)], phones: e164 === null ? [] : [e164] }
  const hit = (kind: FaultKind) => hits.all(kind).find((fault) => concerns(fault, subject))
  const hasNoFields = isObject(odd.custom_fields) && Object.keys(odd.custom_fields).length === 0
  if (hit('custom-fields-array') && hasNoFields) odd.custom_fields = []
  if (hit('phone-zeros') && phone !== null) odd.phone_number = toZeros(phone)
  if (hit('phone-object') && phone !== null) {
    odd.phone_number = { display_phone_number: odd.phone_number, location: 'Springfield' }
  }
  if (hit('extra-fields')) Object.assign(odd, { score: 7, address: { city: null }, created_at: 1_760_000_000 })
  const missing = hit('missing-fields')
  if (missing) for (const field of missing.choice?.split('+') ?? optionalCustomerFields) delete odd[field]
  return odd
}

const oddCustomerOrNull = (value: unknown, hits: FaultHits) => (isObject(value) ? oddCustomer(value, hits) : value)

function oddConversation(conversation: unknown, hits: FaultHits): unknown {
  if (!isObject(conversation)) return conversation
  return { ...conversation, customer: oddCustomerOrNull(conversation.customer, hits) }
}

const oddPost = (post: unknown, hits: FaultHits) =>
  hits.has('milliseconds') && isObject(post) ? { ...post, created_at: Number(post.created_at) * 1000 } : post

function oddList(body: JsonObject, hits: FaultHits): unknown {
  const shape = hits.get('list-shape')?.choice
  const name = Array.isArray(body.customers) ? 'customers' : 'conversations'
  const items = body[name]
  if (shape === undefined || !Array.isArray(items)) return body
  switch (shape) {
    case 'array':
      return items
    case 'data':
      return { data: items, meta: { count: items.length } }
    case 'by-uuid':
      return { [name]: Object.fromEntries(items.map((item: JsonObject) => [String(item.uuid), item])) }
    default:
      return { [name]: { items } }
  }
}

/** Applies odd but plausible shapes to an answer's body; returns the same body if none applies. */
export function oddBody(body: JsonObject, hits: FaultHits): unknown {
  if (hits.size === 0) return body
  const odd = { ...body }
  if ('customer' in odd) odd.customer = hits.has('null-customer') ? null : oddCustomerOrNull(odd.customer, hits)
  if ('conversation' in odd) odd.conversation = hits.has('null-conversation') ? null : oddConversation(odd.conversation, hits)
  if (Array.isArray(odd.customers)) odd.customers = odd.customers.map((item) => oddCustomerOrNull(item, hits))
  if (Array.isArray(odd.conversations)) odd.conversations = odd.conversations.map((item) => oddConversation(item, hits))
  for (const name of ['post', 'whisper']) if (name in odd) odd[name] = oddPost(odd[name], hits)
  if (Array.isArray(odd.posts)) odd.posts = odd.posts.map((item) => oddPost(item, hits))
  if (hits.has('extra-fields')) odd.request_id = 'extra'
  const token = hits.get('token-shape')
  return oddList(token ? moveToken(odd, token.choice) : odd, hits)
}

/** The query as read by a service that numbers pages from one, or that never gets past the last page. */
export function oddQuery(query: URLSearchParams, hits: FaultHits, lastPage: (pageSize: number) => number): URLSearchParams {
  if (!hits.has('pages-from-one') && !hits.has('repeat-last-page')) return query
  const odd = new URLSearchParams(query)
  const page = Number(query.get('page') ?? 0)
  const pageSize = Math.min(Number(query.get('page_size') ?? 30), 50)
  if (hits.has('pages-from-one')) odd.set('page', String(Math.max(page - 1, 0)))
  else odd.set('page', String(Math.min(page, lastPage(pageSize))))
  return odd
}
