import type { ImportDescriptor } from './kind-descriptor.ts'
import { planSend } from './plan-send.ts'

/** Messages that contacts are texted (section Endpoints, POST conversations: `comment`). */
export const sendKind: ImportDescriptor = {
  targets: ['body', 'attachments', 'consent', 'evidence', 'timeZone'],
  required: { anyOf: ['body', 'attachments'], message: 'sending messages needs a field with "to": "body" or "to": "attachments"' },
  options: ['group', 'resolveAfter', 'disposition', 'sending'],
  roles: ['phone', 'uuid', 'body', 'attachments', 'consent', 'consentStatus', 'optedOut', 'optedOutDate', 'evidence', 'timeZone'],
  // People are texted only where a person has chosen that.
  isLikely: () => false,
  writesRecord: false,
  isPrivate: true,
  hasDirections: false,
  // A message goes to a number, which two contacts may share.
  subject: 'phone',
  isToldByRecord: false,
  readsConversations: false,
  isClaimed: true,
  textsPeople: true,
  duplicates: {
    counts: 'one',
    whyNotMerged: 'a person is sent one message',
    // Who refuses in any row is left out of all of them, see `plan/guards/refused-in-file.ts`.
    isRefusalFinal: false,
    saysSomething: () => true,
    isByKeyAlone: true,
  },
  guards: ['noConsent', 'notReachable', 'sending'],
  planRow: planSend,
  // A person has one row, which closes the conversation itself.
  closingCall: () => null,
  isDecidedWhenRead: false,
  whyNotRetried: null,
  whyNotUndone: {
    message: 'Messages that were sent cannot be taken back: people have them on their phones.',
    hint: 'Nothing was changed. Write to those concerned, in the service itself.',
  },
}
