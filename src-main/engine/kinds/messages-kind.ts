import { contactsKind } from './contacts-kind.ts'
import type { ImportDescriptor } from './kind-descriptor.ts'
import { planClosing, planPost } from './plan-post.ts'

/** Message history, imported as if the contacts had sent it (section Endpoints, POST /api/new_customer_post). */
export const messagesKind: ImportDescriptor = {
  targets: ['body', 'attachments', 'sentAt'],
  required: { anyOf: ['body', 'attachments'], message: 'a message import needs a field with "to": "body" or "to": "attachments"' },
  options: ['group', 'resolveAfter', 'disposition', 'whispers'],
  roles: ['phone', 'uuid', 'body', 'sentAt', 'attachments'],
  isLikely({ columnCount, has, holdsSentences }) {
    const isTold = has(messagesKind.roles, 'sentAt') || columnCount <= 4
    return isTold && holdsSentences(messagesKind.roles, 'body') && !has(contactsKind.roles, 'email')
  },
  writesRecord: false,
  isPrivate: true,
  hasDirections: true,
  // A message goes to the conversation of a number, which two contacts may share.
  subject: 'phone',
  isToldByRecord: false,
  readsConversations: false,
  isClaimed: true,
  textsPeople: false,
  duplicates: { counts: 'every', why: 'several messages to one contact are no duplicates' },
  // A message changes no contact.
  guards: ['direction', 'keyword'],
  planRow: ({ message }, { phone }, { groupUuid }) =>
    planPost(message?.isWhisper === true ? 'writeWhisper' : 'importMessage', message, phone, groupUuid),
  closingCall: planClosing,
  isDecidedWhenRead: false,
  whyNotRetried: null,
  whyNotUndone: {
    message: 'Messages that were imported cannot be taken back: the service has no way to remove them.',
    hint: 'Nothing was changed. Look at the conversations in the service itself.',
  },
}
