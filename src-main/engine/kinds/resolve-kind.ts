import { contactsKind } from './contacts-kind.ts'
import type { ImportDescriptor } from './kind-descriptor.ts'

/** Conversations of listed contacts, resolved with or without a disposition (section Endpoints, POST resolve). */
export const resolveKind: ImportDescriptor = {
  targets: ['disposition'],
  required: null,
  options: ['group'],
  roles: ['phone', 'uuid', 'disposition'],
  isLikely({ columnCount, has }) {
    const isOfPeople = (['email', 'tags', 'notes'] as const).some((role) => has(contactsKind.roles, role)) || columnCount > 8
    return !isOfPeople && has(resolveKind.roles, 'disposition')
  },
  writesRecord: false,
  isPrivate: false,
  hasDirections: false,
  // A conversation goes by its number, which two contacts may share.
  subject: 'phone',
  isToldByRecord: false,
  readsConversations: true,
  isClaimed: false,
  textsPeople: false,
  duplicates: {
    counts: 'one',
    whyNotMerged: 'a conversation is resolved once, with one disposition',
    isRefusalFinal: false,
    saysSomething: () => true,
  },
  // It changes no contact, and nobody is texted.
  guards: [],
  planRow({ disposition }, { record, phone }, { groupUuid, conversationState }) {
    if (record === null) return { class: 'skipped', reason: 'not_found' }
    if (phone === null) return { class: 'invalid', reason: 'no_phone' }
    const state = conversationState?.(phone) ?? null
    if (state === 'none') return { class: 'skipped', reason: 'no_conversation' }
    if (state === 'resolved') return { class: 'unchanged', reason: 'already_resolved' }
    const call = { kind: 'resolveConversation', phone, groupUuid, isAsked: true } as const
    return { class: 'send', changes: [], calls: [disposition === undefined ? call : { ...call, with: disposition }] }
  },
  closingCall: () => null,
  isDecidedWhenRead: false,
  whyNotRetried: null,
  whyNotUndone: {
    message: 'Conversations that were resolved cannot be opened again by Rollcall: the service has no such operation.',
    hint: 'Nothing was changed. A conversation opens again when its customer writes.',
  },
}
