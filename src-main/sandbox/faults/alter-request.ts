import { toE164 } from '../phone-forms.ts'
import type { Service, ServiceRequest } from '../service-state.ts'
import { isObject, type JsonObject } from '../operations/request-fields.ts'
import { alterText } from './alter-text.ts'
import type { FaultHits } from './fault-plan.ts'

/** Fields that `clear-left-out` clears when it names none. */
const clearedFields = 'name+notes+email+tags'
const flags: readonly string[] = ['archived', 'blocked', 'unreachable']

const mapStrings = (map: JsonObject, change: (text: string) => string): JsonObject =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, typeof value === 'string' ? change(value) : value]))

function withAlteredTexts(customer: JsonObject, hits: FaultHits): JsonObject {
  const altered = { ...customer }
  for (const field of ['name', 'notes'] as const) {
    const text = altered[field]
    if (typeof text === 'string') altered[field] = alterText(text, field, hits)
  }
  if (isObject(altered.custom_fields))
    altered.custom_fields = mapStrings(altered.custom_fields, (text) => alterText(text, 'custom_fields', hits))
  return altered
}

function withoutIgnored(customer: JsonObject, hits: FaultHits): JsonObject {
  const ignored = new Set(hits.all('ignore').flatMap((fault) => fault.choice?.split('+') ?? []))
  if (hits.has('drop-custom-fields')) ignored.add('custom_fields')
  if (hits.has('ignore-archived')) ignored.add('archived')
  if (hits.has('ignore-blocked')) ignored.add('blocked')
  return Object.fromEntries(Object.entries(customer).filter(([field]) => !ignored.has(field)))
}

function withLeftOutCleared(customer: JsonObject, fields: string): JsonObject {
  const cleared: JsonObject = {}
  for (const field of fields.split('+')) {
    if (field in customer || field === 'custom_fields') continue
    cleared[field] = field === 'tags' ? '' : flags.includes(field) ? false : null
  }
  const clearsTags = 'tags' in cleared ? { tags_handling: 'replace' } : {}
  return { ...customer, ...cleared, ...clearsTags }
}

function alterCustomer(customer: JsonObject, isUpdate: boolean, hits: FaultHits): JsonObject {
  let altered = withAlteredTexts(withoutIgnored(customer, hits), hits)
  if (hits.has('split-tags') && typeof altered.tags === 'string') altered.tags = altered.tags.replaceAll('_', ' ')
  for (const handling of ['add', 'remove'] as const)
    if (hits.has(`${handling}-replaces-tags`) && altered.tags_handling === handling) altered.tags_handling = 'replace'
  const trim = hits.get('trim-notes')
  if (trim && typeof altered.notes === 'string') altered.notes = altered.notes.slice(0, trim.amount ?? 100)
  const clear = isUpdate ? hits.get('clear-left-out') : undefined
  if (clear) altered = withLeftOutCleared(altered, clear.choice ?? clearedFields)
  return altered
}

function alterPost(post: unknown, hits: FaultHits): unknown {
  return isObject(post) && typeof post.body === 'string' ? { ...post, body: alterText(post.body, 'body', hits) } : post
}

/** The request as read by a service that silently loses, alters or adds to what it is asked. */
export function alterRequest(request: ServiceRequest, hits: FaultHits): ServiceRequest {
  const { body } = request
  if (hits.size === 0 || !isObject(body)) return request
  const altered = { ...body }
  if (isObject(altered.customer)) altered.customer = alterCustomer(altered.customer, request.uuid !== '', hits)
  for (const field of ['comment', 'whisper']) if (field in altered) altered[field] = alterPost(altered[field], hits)
  return { ...request, body: altered, ...askedText(body) }
}

/** The text that was asked for, kept beside the one that is stored. */
function askedText(body: JsonObject): { askedBody?: string } {
  const post = isObject(body.comment) ? body.comment : body.whisper
  return isObject(post) && typeof post.body === 'string' ? { askedBody: post.body } : {}
}

/** The same request about another contact: the next one that has what it takes. Null when there is no other. */
export function aboutAnother(service: Service, request: ServiceRequest): ServiceRequest | null {
  const { body } = request
  const conversation = service.conversations.byUuid(request.uuid)
  const row = conversation
    ? service.customers.byId(conversation.customer_id)
    : (service.customers.byUuid(request.uuid) ?? subjectOfBody(service, body))
  const another = row && service.customers.after(row.id)
  if (!another) return null
  if (conversation) return { ...request, uuid: service.conversations.ofCustomer(another.id, conversation.group_id).uuid }
  if (request.uuid !== '') return { ...request, uuid: another.uuid }
  if (!isObject(body)) return null
  const { customer_uuid: uuid, phone_number: phone, ...rest } = body
  if (uuid !== undefined) return { ...request, body: { ...rest, customer_uuid: another.uuid } }
  return phone === undefined ? null : { ...request, body: { ...rest, phone_number: another.phone } }
}

function subjectOfBody(service: Service, body: unknown) {
  if (!isObject(body)) return undefined
  if (typeof body.customer_uuid === 'string') return service.customers.byUuid(body.customer_uuid)
  return typeof body.phone_number === 'string' ? service.customers.byPhone(toE164(body.phone_number) ?? '') : undefined
}
