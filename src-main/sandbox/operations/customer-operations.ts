import { blankFields, customerAnswer, type CustomerFields } from '../tables/customer-table.ts'
import type { CustomerRow } from '../tables/rows.ts'
import { toE164 } from '../phone-forms.ts'
import { isObject, objectBody, optionalFlag, optionalText, pageWindow, requiredObject, requiredPhone } from './request-fields.ts'
import type { JsonObject } from './request-fields.ts'
import type { Operation, Service, ServiceAnswer } from '../service-state.ts'
import type { Records } from '../tables/records.ts'
import { invalidField, notFound, ServiceRefusal } from './refusal.ts'
import { applyTags, parseTags, tagHandlings, type TagHandling } from './apply-tags.ts'

/** The contact with this uuid. Throws a 404 refusal. */
export function customerOf(records: Records, uuid: string): CustomerRow {
  const row = records.customerByUuid(uuid)
  if (!row) throw notFound('Customer')
  return row
}

const answer = (service: Service, row: CustomerRow): ServiceAnswer => ({
  body: () => ({ customer: customerAnswer(row, service.settings.phoneStyle) }),
})

/** The contact as it is once everything is stored. */
const storedAnswer = (service: Service, row: CustomerRow): ServiceAnswer => ({
  body: () => answer(service, service.customers.byId(row.id) ?? row).body(),
})

/** The tags after an update. Left out, the handling is `replace`; the specification does not say. */
function tagsAfter(customer: JsonObject, currentJson: string): string {
  const handling = customer.tags_handling ?? 'replace'
  if (!(tagHandlings as readonly unknown[]).includes(handling)) throw invalidField('tags_handling', 'must be add, remove or replace')
  const given = optionalText(customer, 'tags')
  if (given === undefined) return currentJson
  return JSON.stringify(applyTags(JSON.parse(currentJson) as string[], parseTags(given ?? ''), handling as TagHandling))
}

function customFieldsAfter(service: Service, customer: JsonObject, currentJson: string): string {
  const given = customer.custom_fields
  if (given === undefined) return currentJson
  if (!isObject(given)) throw invalidField('custom_fields', 'must be an object')
  const fields = JSON.parse(currentJson) as Record<string, string | null>
  for (const [uuid, value] of Object.entries(given)) {
    if (!service.customFields.some((field) => field.uuid === uuid)) throw invalidField('custom_fields', `has no field ${uuid}`)
    if (typeof value !== 'string' && value !== null) throw invalidField('custom_fields', `must hold strings: ${uuid}`)
    fields[uuid] = value === '' ? null : value
  }
  return JSON.stringify(fields)
}

function fieldsAfter(service: Service, customer: JsonObject, current: CustomerFields): CustomerFields {
  const text = (field: 'name' | 'notes' | 'email') => {
    const value = optionalText(customer, field)
    return value === undefined ? current[field] : value
  }
  const flag = (field: 'archived' | 'blocked' | 'unreachable') => {
    const value = optionalFlag(customer, field)
    return value === undefined ? current[field] : Number(value)
  }
  return {
    name: text('name'),
    notes: text('notes'),
    email: text('email'),
    archived: flag('archived'),
    blocked: flag('blocked'),
    unreachable: flag('unreachable'),
    tags: tagsAfter(customer, current.tags),
    custom_fields: customFieldsAfter(service, customer, current.custom_fields),
  }
}

/** PUT /api/customer/{uuid}.json: changes the fields that are given and no others. */
export const updateCustomer: Operation = (service, request) => {
  const row = customerOf(service.records, request.uuid)
  const fields = fieldsAfter(service, requiredObject(objectBody(request.body), 'customer'), row)
  service.customers.update(row.id, fields)
  service.record({ count: 'customerUpdates', customerIds: [row.id] })
  return storedAnswer(service, row)
}

/** GET /api/customer/{uuid}.json */
export const getCustomer: Operation = (service, request) => answer(service, customerOf(request.records, request.uuid))

/** GET /api/customers.json with `phone_number`: the contact, or null. */
export const findCustomer: Operation = (service, request) => {
  const e164 = toE164(request.query.get('phone_number') ?? '')
  const row = e164 === null ? undefined : request.records.customerByPhone(e164)
  return row ? answer(service, row) : { body: () => ({ customer: null }) }
}

/** GET /api/customers.json: all contacts, page by page, oldest first. */
export const listCustomers: Operation = (service, request) => {
  const { page, pageSize } = pageWindow(request.query)
  const rows = request.records.customers(page, pageSize)
  return { body: () => ({ customers: rows.map((row) => customerAnswer(row, service.settings.phoneStyle)) }) }
}

/** A new contact and its conversation in the department. Belongs in a transaction. */
export function addCustomer(service: Service, e164: string, fields: CustomerFields, groupId: number): CustomerRow {
  const id = service.customers.insert(service.newUuid('customer'), e164, fields)
  service.conversations.ofCustomer(id, groupId)
  service.record({ count: 'customerCreates', customerIds: [id] })
  const row = service.customers.byId(id)
  if (!row) throw new Error('A customer that was just written cannot be read.')
  return row
}

/** POST /api/customers.json: a new contact; a phone number that is in use is refused. */
export const createCustomer: Operation = (service, request) => {
  const customer = requiredObject(objectBody(request.body), 'customer')
  const e164 = requiredPhone(customer.phone_number)
  if (service.customers.byPhone(e164)) throw invalidField('phone_number', 'has already been taken')
  // Public clients send the tags of a new contact as a list; a text is read like the one of an update.
  const { tags } = customer
  if (Array.isArray(tags) && !tags.every((tag) => typeof tag === 'string')) throw invalidField('tags', 'must hold strings')
  const tagText = Array.isArray(tags) ? tags.map((tag: string) => tag.trim().replace(/\s+/g, '_')).join(',') : tags
  const fields = fieldsAfter(service, { ...customer, tags: tagText, tags_handling: 'replace' }, blankFields)
  return storedAnswer(service, addCustomer(service, e164, fields, 1))
}

/** Who consent is about: exactly one of uuid and phone number (section Endpoints, set_consent). */
export function consentSubject(service: Service, body: JsonObject): CustomerRow {
  const { customer_uuid: uuid, phone_number: phone } = body
  if ((uuid ?? null) === null && (phone ?? null) === null) {
    throw new ServiceRefusal(422, 'customer_uuid or phone_number is required', { base: ['customer_uuid or phone_number is required'] })
  }
  if ((uuid ?? null) !== null && (phone ?? null) !== null) {
    const problem = 'Give customer_uuid or phone_number, not both'
    throw new ServiceRefusal(422, problem, { base: [problem] })
  }
  if ((uuid ?? null) !== null) {
    if (typeof uuid !== 'string') throw invalidField('customer_uuid', 'must be a string')
    return customerOf(service.records, uuid)
  }
  const row = service.customers.byPhone(requiredPhone(phone))
  if (!row) throw notFound('Customer')
  return row
}
