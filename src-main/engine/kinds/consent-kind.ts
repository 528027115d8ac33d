import { contactsKind } from './contacts-kind.ts'
import type { ImportDescriptor } from './kind-descriptor.ts'
import { withConsent } from './plan-consent.ts'
import { planCreation } from './plan-creation.ts'

/** Who may be sent text messages, with the evidence for it. */
export const consentKind: ImportDescriptor = {
  targets: ['consent', 'evidence'],
  required: { anyOf: ['consent'], message: 'a consent import needs a field with "to": "consent"' },
  options: [],
  roles: ['phone', 'uuid', 'consent', 'consentStatus', 'optedOut', 'optedOutDate', 'evidence'],
  isLikely({ columnCount, has }) {
    const isAddressBook = (['email', 'tags', 'notes'] as const).some((role) => has(contactsKind.roles, role)) || columnCount > 8
    return (
      (['consent', 'consentStatus', 'optedOut', 'optedOutDate'] as const).some((role) => has(consentKind.roles, role)) && !isAddressBook
    )
  },
  writesRecord: false,
  isPrivate: false,
  hasDirections: false,
  subject: 'contact',
  isToldByRecord: true,
  readsConversations: false,
  isClaimed: false,
  textsPeople: false,
  duplicates: {
    counts: 'one',
    whyNotMerged: 'of several consents, a "no" counts',
    isRefusalFinal: true,
    saysSomething: () => true,
  },
  guards: ['consent', 'withdraw', 'clear', 'mass'],
  planRow({ consent: after }, { record, phone }, { label }) {
    if (after === undefined) return { class: 'unchanged', reason: 'no_content' }
    if (record !== null && record.consent === after) return { class: 'unchanged', reason: null }
    if (record !== null) return { class: 'send', ...withConsent({ changes: [], calls: [] }, after, { record, phone }, label) }
    if (phone === null) return { class: 'skipped', reason: 'not_found' }
    return { class: 'send', ...withConsent(planCreation(phone, {}, label), after, { record, phone }, label) }
  },
  closingCall: () => null,
  isDecidedWhenRead: false,
  whyNotRetried: null,
  whyNotUndone: null,
}
