import type { RequestSubject } from '../faults/fault-plan.ts'
import { isObject } from '../operations/request-fields.ts'
import { toE164 } from '../phone-forms.ts'
import type { Service } from '../service-state.ts'
import type { CustomerRow } from '../tables/rows.ts'

function parsed(bodyText: string): unknown {
  try {
    return JSON.parse(bodyText) as unknown
  } catch {
    return undefined
  }
}

/** Who a request is about: by the uuid of a contact or a conversation in its path, by phone number or uuid in its body or query. */
export function requestSubject(service: Service, uuid: string, query: URLSearchParams, bodyText: string): RequestSubject {
  const rows: CustomerRow[] = []
  const phones: string[] = []
  const addRow = (row: CustomerRow | undefined) => {
    if (row) rows.push(row)
  }
  const addPhone = (value: unknown) => {
    const e164 = typeof value === 'string' ? toE164(value) : null
    if (e164 === null) return
    phones.push(e164)
    addRow(service.customers.byPhone(e164))
  }
  if (uuid !== '') {
    const conversation = service.conversations.byUuid(uuid)
    addRow(conversation ? service.customers.byId(conversation.customer_id) : service.customers.byUuid(uuid))
  }
  addPhone(query.get('phone_number'))
  const body = bodyText === '' ? undefined : parsed(bodyText)
  if (isObject(body)) {
    for (const phone of Array.isArray(body.phone_number) ? (body.phone_number as unknown[]) : [body.phone_number]) addPhone(phone)
    if (isObject(body.customer)) addPhone(body.customer.phone_number)
    if (typeof body.customer_uuid === 'string') addRow(service.customers.byUuid(body.customer_uuid))
  }
  const known = rows.flatMap((row) => (row.phone === null ? [] : [row.phone]))
  return { uuids: [...new Set(rows.map((row) => row.uuid))], phones: [...new Set([...phones, ...known])] }
}
