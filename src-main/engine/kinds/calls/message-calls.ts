import { createFieldLabels } from '../../model/contacts/field-labels.ts'
import type { CallDescriptor, CallOf } from './call-descriptor.ts'

const messageLabel = createFieldLabels([])('message')
const whisperLabel = createFieldLabels([])('whisper')
const resolvedLabel = createFieldLabels([])('resolved')

/** What leaves a post in a conversation: a second one would be there twice. */
const postCall = {
  reconcile: 'posts',
  canary: 'posts',
  lane: 'phone',
  createsContact: false,
  createdPhone: () => null,
  leavesPost: true,
  textsPeople: () => false,
  reopens: null,
  mayHaveHappened: 'it arrived',
  fields: () => [],
  tagsUpdate: () => null,
  change: () => null,
  consent: () => null,
} as const

export const importMessage: CallDescriptor<CallOf<'importMessage'>> = {
  ...postCall,
  reopens: 'importReopens',
  mayHaveHappened: 'the message was imported',
  post: ({ phone, groupUuid, body, attachments }) => ({ as: 'import', phone, groupUuid, body, attachments }),
  change: (call) => ({ field: 'message', label: messageLabel, before: null, beforeKnown: true, after: textOf(call) }),
}

/** A note in the contact's conversation that only agents see (section Endpoints, POST conversations: `whisper`). */
export const writeWhisper: CallDescriptor<CallOf<'writeWhisper'>> = {
  ...postCall,
  reopens: 'whisperReopens',
  mayHaveHappened: 'the whisper was written',
  post: ({ phone, groupUuid, body, attachments }) => ({ as: 'whisper', phone, groupUuid, body, attachments }),
  change: (call) => ({ field: 'whisper', label: whisperLabel, before: null, beforeKnown: true, after: textOf(call) }),
}

function textOf({ body, attachments }: { body: string; attachments: readonly string[] }): string {
  return body === '' ? attachments.join(' ') : body
}

export const sendToPhone: CallDescriptor<CallOf<'sendToPhone'>> = {
  ...postCall,
  mayHaveHappened: 'the message was sent',
  change: ({ post }) => ({ field: 'message', label: messageLabel, before: null, beforeKnown: true, after: textOf(post) }),
  textsPeople: ({ post }) => post.as === 'message',
  post: ({ phone, groupUuid, post }) => ({ as: post.as, phone, groupUuid, body: post.body, attachments: post.attachments }),
}

/** In which conversation it is, no read tells by the numbers: where its answer was lost, a person decides. */
export const sendToGroup: CallDescriptor<CallOf<'sendToGroup'>> = {
  ...postCall,
  reconcile: 'person',
  mayHaveHappened: 'the message was sent',
  change: ({ post }) => ({ field: 'message', label: messageLabel, before: null, beforeKnown: true, after: textOf(post) }),
  textsPeople: ({ post }) => post.as === 'message',
  post: ({ groupUuid, post }) => ({ as: post.as, phone: null, groupUuid, body: post.body, attachments: post.attachments }),
}

export const sendToConversation: CallDescriptor<CallOf<'sendToConversation'>> = {
  ...postCall,
  textsPeople: ({ post }) => post.as === 'message',
  post: ({ post }) => ({ as: post.as, phone: null, groupUuid: null, body: post.body, attachments: post.attachments }),
}

/**
 * Resolving a conversation again leaves it resolved (section States and transitions); all it can add is one more entry in its
 * history.
 */
export const resolveConversation: CallDescriptor<CallOf<'resolveConversation'>> = {
  reconcile: 'repeat',
  canary: 'conversation',
  lane: 'phone',
  createsContact: false,
  createdPhone: () => null,
  leavesPost: false,
  textsPeople: () => false,
  post: () => null,
  reopens: null,
  mayHaveHappened: 'it arrived',
  fields: () => [],
  tagsUpdate: () => null,
  change: ({ isAsked, with: disposition }) =>
    isAsked === true
      ? {
          field: 'resolved',
          label: resolvedLabel,
          before: null,
          beforeKnown: true,
          after: disposition === undefined ? 'Resolved' : `Resolved: ${disposition.name}`,
        }
      : null,
  consent: () => null,
}
