import type { FaultHits } from '../fault-plan.ts'
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

function oddCustomer(customer: JsonObject, hits: FaultHits): JsonObject {
  const odd = { ...customer }
  const hasNoFields = isObject(odd.custom_fields) && Object.keys(odd.custom_fields).length === 0
  if (hits.has('custom-fields-array') && hasNoFields) odd.custom_fields = []
  if (hits.has('phone-object') && typeof odd.phone_number === 'string') {
    odd.phone_number = { display_phone_number: odd.phone_number, location: 'Springfield' }
  }
  if (hits.has('extra-fields')) Object.assign(odd, { score: 7, address: { city: null }, created_at: 1_760_000_000 })
  const missing = hits.get('missing-fields')
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

/** An answer's body in the odd but likely shapes that hit it; the same body when none did. */
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

/** The body of a request as a service reads it that loses or ignores part of it without saying so. */
export function lossyBody(body: unknown, hits: FaultHits): unknown {
  if (hits.size === 0 || !isObject(body) || !isObject(body.customer)) return body
  const customer = { ...body.customer }
  if (hits.has('drop-custom-fields')) delete customer.custom_fields
  if (hits.has('ignore-archived')) delete customer.archived
  if (hits.has('ignore-blocked')) delete customer.blocked
  if (hits.has('split-tags') && typeof customer.tags === 'string') customer.tags = customer.tags.replaceAll('_', ' ')
  const trim = hits.get('trim-notes')
  if (trim && typeof customer.notes === 'string') customer.notes = customer.notes.slice(0, trim.amount ?? 100)
  return { ...body, customer }
}

/** The query as a service reads it that numbers pages from one, or that never gets past the last page. */
export function oddQuery(query: URLSearchParams, hits: FaultHits, lastPage: (pageSize: number) => number): URLSearchParams {
  if (!hits.has('pages-from-one') && !hits.has('repeat-last-page')) return query
  const odd = new URLSearchParams(query)
  const page = Number(query.get('page') ?? 0)
  const pageSize = Math.min(Number(query.get('page_size') ?? 30), 50)
  if (hits.has('pages-from-one')) odd.set('page', String(Math.max(page - 1, 0)))
  else odd.set('page', String(Math.min(page, lastPage(pageSize))))
  return odd
}
