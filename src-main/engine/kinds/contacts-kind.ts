import type { DesiredContact } from '../model/plans/mapped-row.ts'
import type { PlannedCall } from '../model/plans/plan-schema.ts'
import type { CustomerRecord } from '../model/contacts/customer.ts'
import { compareContact, type Difference, unknownClears } from './compare-contact.ts'
import { fillingOnly } from './filling-only.ts'
import type { ImportDescriptor, PlannedRow } from './kind-descriptor.ts'
import { withConsent } from './plan-consent.ts'
import { planCreation } from './plan-creation.ts'
import { withMendedLetters } from './with-mended-letters.ts'
import { withoutLostLetters } from './without-lost-letters.ts'

type PlannedSend = Extract<PlannedRow, { class: 'send' }>

/** Fields of contacts in the address book: records are changed, and created where the recipe says so. */
export const contactsKind: ImportDescriptor = {
  targets: ['name', 'email', 'notes', 'tags', 'archived', 'blocked', 'unreachable', 'consent', 'evidence'],
  required: null,
  options: [],
  roles: [
    'firstName',
    'lastName',
    'secondLastName',
    'nameParticle',
    'fullName',
    'email',
    'phone',
    'uuid',
    'notes',
    'tags',
    'archived',
    'blocked',
    'unreachable',
    'consent',
    'consentStatus',
    'optedOut',
    'optedOutDate',
    'evidence',
  ],
  isLikely: () => true,
  writesRecord: true,
  isPrivate: false,
  hasDirections: false,
  subject: 'contact',
  isToldByRecord: true,
  readsConversations: false,
  isClaimed: false,
  textsPeople: false,
  duplicates: {
    counts: 'one',
    whyNotMerged: null,
    isRefusalFinal: false,
    saysSomething: ({ contact = {}, consent }) => consent !== undefined || saysSomething(contact),
  },
  guards: ['consent', 'withdraw', 'clear', 'mass'],
  planRow({ contact: wanted = {}, consent, isNamePartial }, { record, phone }, { label, ifEmpty: always, isStoredAs }) {
    const ifEmpty = isNamePartial === true ? new Set([...always, 'name']) : always
    if (record === null)
      return phone === null
        ? { class: 'skipped', reason: 'not_found' }
        : creationOf(wanted, (asked) => withConsent(planCreation(phone, asked, label), consent, { record, phone }, label))
    if (consent === undefined && !saysSomething(wanted)) return { class: 'unchanged', reason: 'no_content' }
    const { contact, unfilled } = ifEmpty.size === 0 ? { contact: wanted, unfilled: [] } : fillingOnly(wanted, record, ifEmpty)
    const { difference, lost, mended } = differenceOf(contact, (asked) => compareContact(asked, record, label, isStoredAs), record)
    const update: PlannedCall[] = difference === null ? [] : [{ kind: 'updateCustomer', uuid: record.uuid, customer: difference.update }]
    const planned = withConsent({ changes: difference?.changes ?? [], calls: update }, consent, { record, phone }, label)
    const unknown = [
      ...unknownClears(contact, record).map((field) => ({ field, why: 'clear' as const })),
      ...unfilled.map((field) => ({ field, why: 'ifEmpty' as const })),
      ...lost.map((field) => ({ field, why: 'lost' as const })),
      ...mended.map((field) => ({ field, why: 'garbled' as const })),
    ]
    const kept = unknown.length === 0 ? null : { unknown }
    return planned.calls.length === 0 ? { class: 'unchanged', reason: null, ...kept } : { class: 'send', ...planned, ...kept }
  },
  closingCall: () => null,
  isDecidedWhenRead: false,
  whyNotRetried: null,
  whyNotUndone: null,
}

/** What a row changes, with garbled letters mended, and but for texts that are the contact's own with letters lost; looked for only where something differs. */
function differenceOf(contact: DesiredContact, compare: (asked: DesiredContact) => Difference | null, record: CustomerRecord) {
  const asWritten = compare(contact)
  if (asWritten === null) return { difference: null, lost: [], mended: [] }
  const { contact: meant, mended } = withMendedLetters(contact, record)
  const whole = withoutLostLetters(meant, record)
  const isAsWritten = whole.lost.length === 0 && mended.length === 0
  return { difference: isAsWritten ? asWritten : compare(whole.contact), lost: whole.lost, mended }
}

function creationOf(wanted: DesiredContact, plan: (asked: DesiredContact) => Pick<PlannedSend, 'changes' | 'calls'>): PlannedSend {
  const { contact, mended } = withMendedLetters(wanted, null)
  const planned = { class: 'send' as const, ...plan(contact) }
  return mended.length === 0 ? planned : { ...planned, unknown: mended.map((field) => ({ field, why: 'garbled' as const })) }
}

/** Whether a row wants anything of its contact beyond being there. */
export function saysSomething(desired: DesiredContact): boolean {
  for (const field in desired) if (desired[field as keyof DesiredContact] !== undefined) return true
  return false
}
