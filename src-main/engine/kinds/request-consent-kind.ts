import type { ImportDescriptor } from './kind-descriptor.ts'
import { whyNotTexted } from './plan-send.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Contacts who were never asked are asked whether they may be texted (section Endpoints, POST request_consent: listed, not specified). */
export const requestConsentKind: ImportDescriptor = {
  targets: ['consent', 'evidence', 'timeZone'],
  required: null,
  options: ['sending', 'askAgainAfterDays'],
  roles: ['phone', 'uuid', 'consent', 'consentStatus', 'optedOut', 'optedOutDate', 'evidence', 'timeZone'],
  // People are texted only where a person has chosen that.
  isLikely: () => false,
  writesRecord: false,
  isPrivate: false,
  hasDirections: false,
  // The question goes to a number, which two contacts may share.
  subject: 'phone',
  isToldByRecord: false,
  readsConversations: false,
  isClaimed: true,
  textsPeople: true,
  claimedOnce: {
    as: '\u0000request for consent',
    why: 'already_asked',
    againAfterMs: ({ askAgainAfterDays }) => (askAgainAfterDays === undefined ? Number.POSITIVE_INFINITY : askAgainAfterDays * dayMs),
  },
  duplicates: {
    counts: 'one',
    whyNotMerged: 'a person is asked once',
    isRefusalFinal: false,
    saysSomething: () => true,
    isByKeyAlone: true,
  },
  guards: ['noConsent', 'notReachable', 'sending'],
  planRow(row, { record, phone }, { texting }) {
    if (record === null) return { class: 'skipped', reason: 'not_found' }
    if (phone === null) return { class: 'invalid', reason: 'no_phone' }
    const why = whyNotTexted(row, record, phone, texting)
    if (why !== null) return { class: 'skipped', reason: why }
    if (record.consent === true || texting?.hasAgreed(record.uuid, phone) === true) return { class: 'unchanged', reason: 'already_agreed' }
    if (record.consent === undefined) return { class: 'skipped', reason: 'consent_not_shown' }
    const where = row.timeZone === undefined ? {} : { timeZone: row.timeZone }
    return {
      class: 'send',
      changes: [],
      calls: [{ kind: 'requestConsent', uuid: record.uuid, phone, ...where }],
      // Nobody has said what a column means that may tell of a refusal.
      heldBy: [
        ...(row.isUnheard === true ? (['noConsent'] as const) : []),
        ...(record.reachableBySms === false ? (['notReachable'] as const) : []),
      ],
    }
  },
  closingCall: () => null,
  isDecidedWhenRead: false,
  whyNotRetried: null,
  whyNotUndone: {
    message: 'Questions that people were texted cannot be taken back.',
    hint: 'Nothing was changed. What they answer, the service shows.',
  },
}
