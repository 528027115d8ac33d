import { contactsKind } from './contacts-kind.ts'
import type { ImportDescriptor } from './kind-descriptor.ts'
import { planClosing, planPost } from './plan-post.ts'

/** Notes of the office in the conversations of its contacts, which only agents see (section Endpoints, POST conversations: `whisper`). */
export const whispersKind: ImportDescriptor = {
  targets: ['body', 'attachments', 'sentAt'],
  required: { anyOf: ['body', 'attachments'], message: 'an import of whispers needs a field with "to": "body" or "to": "attachments"' },
  options: ['group', 'resolveAfter', 'disposition'],
  roles: ['phone', 'uuid', 'whisper', 'body', 'notes', 'sentAt', 'attachments'],
  isLikely({ columnCount, has, holdsSentences }) {
    const isOfPeople = has(contactsKind.roles, 'email') || columnCount > 6
    return !isOfPeople && has(whispersKind.roles, 'sentAt') && holdsSentences(whispersKind.roles, 'whisper')
  },
  writesRecord: false,
  isPrivate: true,
  hasDirections: false,
  subject: 'phone',
  isToldByRecord: false,
  readsConversations: false,
  isClaimed: true,
  textsPeople: false,
  duplicates: { counts: 'every', why: 'several notes about one contact are no duplicates' },
  // Nobody but the office reads them, and they change no contact.
  guards: [],
  planRow: ({ message }, { phone }, { groupUuid }) => planPost('writeWhisper', message, phone, groupUuid),
  closingCall: planClosing,
  isDecidedWhenRead: false,
  whyNotRetried: null,
  whyNotUndone: {
    message: 'Whispers that were written cannot be taken back: the service has no way to remove them.',
    hint: 'Nothing was changed. Look at the conversations in the service itself.',
  },
}
