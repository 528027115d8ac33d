import { createFieldLabels } from '../../model/contacts/field-labels.ts'
import type { CallDescriptor, CallOf } from './call-descriptor.ts'

const messageLabel = createFieldLabels([])('message')

/** What leaves a post in a conversation: a second one would be there twice. */
const post = {
  reconcile: 'posts',
  canary: 'posts',
  lane: 'phone',
  createsContact: false,
  leavesPost: true,
  mayHaveHappened: 'it arrived',
  fields: () => [],
  change: () => null,
  consent: () => null,
} as const

export const importMessage: CallDescriptor<CallOf<'importMessage'>> = {
  ...post,
  mayHaveHappened: 'the message was imported',
  change: ({ body, attachments }) => {
    const after = body === '' ? attachments.join(' ') : body
    return { field: 'message', label: messageLabel, before: null, beforeKnown: true, after }
  },
}

export const sendToPhone: CallDescriptor<CallOf<'sendToPhone'>> = { ...post }

export const sendToGroup: CallDescriptor<CallOf<'sendToGroup'>> = { ...post }

export const sendToConversation: CallDescriptor<CallOf<'sendToConversation'>> = { ...post }

/**
 * Resolving a conversation again leaves it resolved (section States and transitions); all it can add is one more entry in its
 * history.
 */
export const resolveConversation: CallDescriptor<CallOf<'resolveConversation'>> = {
  reconcile: 'repeat',
  canary: null,
  lane: 'phone',
  createsContact: false,
  leavesPost: false,
  mayHaveHappened: 'it arrived',
  fields: () => [],
  change: () => null,
  consent: () => null,
}
