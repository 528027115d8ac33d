import { clip } from '../text/clip.ts'
import type { AnyCall, CallError } from '../model/runs/service-call.ts'

/**
 * What keeps a call from being sent at all; null when nothing does. Only what a service might take for something else than
 * what was meant: a blank text to somebody's phone, or a group message without its department (section Endpoints, POST
 * conversations; tags with a comma, PUT customer). Everything else is for the service to decide.
 */
export function callMistake(call: AnyCall): CallError | null {
  switch (call.kind) {
    case 'sendToGroup':
      if (call.phones.length === 0) return mistake('There is nobody to send this to.', 'Give at least one phone number.')
      if (call.groupUuid.trim() === '') return mistake('A group message needs its department.', 'Choose a department for group messaging.')
      break
    case 'sendToConversation':
      if (call.conversationUuid.trim() === '')
        return mistake('It is not said which conversation this belongs to.', 'Name the conversation.')
      break
    case 'sendToPhone':
      if (call.phone.trim() === '') return mistake('There is nobody to send this to.', 'Give a phone number.')
      break
    case 'writeWhisper':
      return textMistake(call)
    case 'updateCustomer':
      return tagMistake(call.customer.tags?.tags ?? [])
    case 'createCustomer':
      return tagMistake(call.customer.tags ?? [])
    case 'setConsent':
    case 'importMessage':
    case 'resolveConversation':
    case 'requestConsent':
      return null
  }
  return textMistake(call.post)
}

function textMistake({ body, attachments }: { body: string; attachments: readonly string[] }): CallError | null {
  if (body.trim() === '' && attachments.length === 0) return mistake('There is no text to send.', 'Write a text, or attach a file.')
  return null
}

function tagMistake(tags: readonly string[]): CallError | null {
  const impossible = tags.find((tag) => tag.includes(','))
  if (impossible === undefined) return null
  return mistake(
    `The tag "${clip(impossible, 100)}" contains a comma, and the service would take it for several tags.`,
    'Rename the tag in the messaging service, or change the tags there.',
  )
}

function mistake(message: string, hint: string): CallError {
  return { code: 'call.incomplete', message, hint, serviceText: null }
}
