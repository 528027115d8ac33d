import { createFieldLabels } from '../../model/contacts/field-labels.ts'
import type { CallDescriptor, CallOf } from './call-descriptor.ts'

const messageLabel = createFieldLabels([])('message')

/** What leaves a post in a conversation: a second one would be there twice. */
const postCall = {
  reconcile: 'posts',
  canary: 'posts',
  lane: 'phone',
  createsContact: false,
  createdPhone: () => null,
  leavesPost: true,
  mayHaveHappened: 'it arrived',
  fields: () => [],
  tagsUpdate: () => null,
  change: () => null,
  consent: () => null,
} as const

export const importMessage: CallDescriptor<CallOf<'importMessage'>> = {
  ...postCall,
  mayHaveHappened: 'the message was imported',
  post: ({ phone, groupUuid, body, attachments }) => ({ phone, groupUuid, body, attachments }),
  change: ({ body, attachments }) => {
    const after = body === '' ? attachments.join(' ') : body
    return { field: 'message', label: messageLabel, before: null, beforeKnown: true, after }
  },
}

export const sendToPhone: CallDescriptor<CallOf<'sendToPhone'>> = {
  ...postCall,
  post: ({ phone, groupUuid, post }) => ({ phone, groupUuid, body: post.body, attachments: post.attachments }),
}

export const sendToGroup: CallDescriptor<CallOf<'sendToGroup'>> = {
  ...postCall,
  post: ({ groupUuid, post }) => ({ phone: null, groupUuid, body: post.body, attachments: post.attachments }),
}

export const sendToConversation: CallDescriptor<CallOf<'sendToConversation'>> = {
  ...postCall,
  post: ({ post }) => ({ phone: null, groupUuid: null, body: post.body, attachments: post.attachments }),
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
  post: () => null,
  mayHaveHappened: 'it arrived',
  fields: () => [],
  tagsUpdate: () => null,
  change: () => null,
  consent: () => null,
}
