import fc from 'fast-check'
import type { DesiredContact } from '../../../src-main/engine/model/plans/mapped-row.ts'
import type { PlannedCall } from '../../../src-main/engine/model/plans/plan-schema.ts'
import type { CustomerRecord, CustomerUpdate } from '../../../src-main/engine/model/contacts/customer.ts'

const underscored = (tag: string) => tag.trim().replace(/\s+/g, '_')

/** A contact after PUT /api/customer, as section Endpoints describes it; also what the service does not show. */
export function applyUpdate(record: CustomerRecord, update: CustomerUpdate): CustomerRecord {
  const { tags, customFields, ...plain } = update
  const after: CustomerRecord = { ...record, ...plain }
  if (tags !== undefined) {
    const present = record.tags ?? []
    const given = tags.tags.map(underscored)
    if (tags.handling === 'add') after.tags = [...present, ...given]
    else if (tags.handling === 'remove') after.tags = present.filter((tag) => !given.includes(underscored(tag)))
    else after.tags = given
  }
  if (customFields !== undefined) after.customFields = { ...record.customFields, ...customFields }
  return after
}

/** The contacts of a service, by uuid, and the calls that changed them. */
export interface ModelService {
  contacts: Map<string, CustomerRecord>
  messages: { phone: string; body: string }[]
}

/** Performs a row's calls one after the other; answers the contacts that they wrote. */
export function perform(service: ModelService, calls: readonly PlannedCall[]): CustomerRecord[] {
  const written = new Map<string, CustomerRecord>()
  let createdUuid: string | null = null
  const put = (record: CustomerRecord) => {
    service.contacts.set(record.uuid, record)
    written.set(record.uuid, record)
  }
  const at = (uuid: string | null): CustomerRecord => {
    const record = service.contacts.get(uuid ?? createdUuid ?? '')
    if (record === undefined) throw new Error(`no contact ${uuid}`)
    return record
  }
  for (const call of calls) {
    switch (call.kind) {
      case 'createCustomer': {
        if ([...service.contacts.values()].some((one) => one.phone === call.customer.phone)) throw new Error('number taken')
        createdUuid = `created-${service.contacts.size}`
        const { phone, ...given } = call.customer
        put({
          uuid: createdUuid,
          phone,
          name: null,
          email: null,
          notes: null,
          tags: [],
          customFields: {},
          archived: false,
          blocked: false,
          consent: null,
          ...given,
        })
        break
      }
      case 'updateCustomer':
        put(applyUpdate(at(call.uuid), call.customer))
        break
      case 'setConsent': {
        const byPhone = [...service.contacts.values()].find((one) => one.phone === call.phone)
        put({ ...at(call.uuid ?? byPhone?.uuid ?? null), consent: call.consent })
        break
      }
      case 'importMessage':
        service.messages.push({ phone: call.phone, body: call.body })
        break
      case 'resolveConversation':
        break
    }
  }
  return [...written.values()]
}

const text = fc.constantFrom('', 'a', 'b', 'José', 'Jose\u0301', 'x\ny')
const tag = fc.constantFrom('vip', 'new_lead', 'new lead', 'a')
const customFields = fc.dictionary(fc.constantFrom('f1', 'f2'), text)

export const arbitraryDesired: fc.Arbitrary<DesiredContact> = fc.record(
  {
    name: fc.option(text),
    email: fc.option(text),
    notes: fc.option(text),
    tags: fc.record({ handling: fc.constantFrom('add', 'remove', 'replace'), tags: fc.array(tag, { maxLength: 3 }) }),
    archived: fc.boolean(),
    blocked: fc.boolean(),
    unreachable: fc.boolean(),
    customFields,
  },
  { requiredKeys: [] },
)

export const arbitraryRecord: fc.Arbitrary<CustomerRecord> = fc.record(
  {
    uuid: fc.constant('u'),
    name: fc.option(text),
    notes: fc.option(text),
    archived: fc.boolean(),
    blocked: fc.boolean(),
    tags: fc.array(tag, { maxLength: 3 }),
    customFields,
    consent: fc.option(fc.boolean()),
    email: fc.option(text),
    unreachable: fc.boolean(),
  },
  { requiredKeys: ['uuid'] },
)
