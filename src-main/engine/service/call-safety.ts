import { assertNever } from '../model/errors.ts'
import type { AnyCall } from './service.ts'

/**
 * Whether a call may be sent again although the first one may have taken effect: the second then changes nothing that the
 * first did not. A message, a whisper, a request for consent and a new contact would be there twice. Resolving a conversation again leaves it
 * resolved (section States and transitions); all it can add is one more entry in its history.
 */
export function mayRepeat(kind: AnyCall['kind']): boolean {
  switch (kind) {
    case 'updateCustomer':
    case 'setConsent':
    case 'resolveConversation':
      return true
    case 'importMessage':
    case 'createCustomer':
    case 'sendToPhone':
    case 'sendToGroup':
    case 'sendToConversation':
    case 'requestConsent':
      return false
    default:
      return assertNever(kind)
  }
}
