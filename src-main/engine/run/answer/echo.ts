import { comparableTag } from '../../model/same-text.ts'
import type { CustomerRecord, CustomerUpdate } from '../../model/contacts/customer.ts'
import type { ServiceCall } from '../../model/runs/service-call.ts'
import { isNeverShown, isSameValue, valueIn } from '../../model/contacts/field-values.ts'

/** A field that the service accepted and did not apply. */
export interface NotApplied {
  field: string
  asked: string
  answered: string
}

/** The service said that it created a contact, and has none. */
export const notCreated: NotApplied = { field: 'Contact', asked: 'created', answered: 'none' }

/** The contact that the cache knows of it; null for any other loss. */
export function contactInVain(lost: readonly NotApplied[], { made }: { made: { contactUuid: string | null } }): string | null {
  return lost.some(({ field }) => field === notCreated.field) ? made.contactUuid : null
}

/**
 * Compares what an update asked for with the record that the service answered, field by field and by meaning. A field that
 * the answer does not show is in `unseen`: reading the contact can show it. Leaves out `email` and `unreachable`.
 */
export function checkEcho(update: CustomerUpdate, answer: CustomerRecord): { notApplied: NotApplied[]; unseen: string[] } {
  const notApplied: NotApplied[] = []
  const unseen: string[] = []
  const check = (field: string, asked: string | boolean | undefined): void => {
    if (asked === undefined || isNeverShown(field)) return
    const answered = valueIn(answer, field)
    if (answered === undefined) unseen.push(field)
    else if (!isSameValue(asked, answered)) notApplied.push({ field, asked: shown(asked), answered: shown(answered) })
  }
  const { tags: askedTags, customFields, ...plain } = update
  for (const [field, asked] of Object.entries(plain)) check(field, asked)
  for (const uuid in customFields) check(`custom:${uuid}`, customFields[uuid])
  const tags = askedTags && checkTags(askedTags, answer.tags)
  if (tags === 'unseen') unseen.push('tags')
  else if (tags) notApplied.push(tags)
  return { notApplied, unseen }
}

/** The same for a contact that was created, from the record that the service answered or shows. */
export function checkCreation(
  call: Extract<ServiceCall, { kind: 'createCustomer' }>,
  record: CustomerRecord,
): { notApplied: NotApplied[]; unseen: string[] } {
  const { phone: _phone, tags, ...fields } = call.customer
  return checkEcho({ ...fields, ...(tags === undefined ? {} : { tags: { handling: 'add', tags } }) }, record)
}

function checkTags(update: NonNullable<CustomerUpdate['tags']>, answered: string[] | undefined): NotApplied | 'unseen' | null {
  if (answered === undefined) return 'unseen'
  const has = new Set(answered.map(comparableTag))
  const asked = update.tags.map(comparableTag).filter((tag) => tag !== '')
  if (isApplied(update.handling, asked, has)) return null
  return { field: 'tags', asked: `${update.handling}: ${asked.join(', ')}`, answered: answered.join(', ') }
}

function isApplied(handling: 'add' | 'remove' | 'replace', asked: readonly string[], has: ReadonlySet<string>): boolean {
  switch (handling) {
    case 'add':
      return asked.every((tag) => has.has(tag))
    case 'remove':
      return asked.every((tag) => !has.has(tag))
    case 'replace':
      return has.size === new Set(asked).size && asked.every((tag) => has.has(tag))
  }
}

function shown(value: string | boolean | string[] | null): string {
  if (value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? value.join(', ') : value
}
