import { assertNever } from '../errors.ts'
import type { ServiceCall } from './service.ts'

/**
 * Whether a call may be sent again although the first one may have taken effect: the second then changes nothing that the
 * first did not. An imported message and a new contact would be there twice. Resolving a conversation again leaves it
 * resolved (section States and transitions); all it can add is one more entry in its history.
 */
export function mayRepeat(kind: ServiceCall['kind']): boolean {
  switch (kind) {
    case 'updateCustomer':
    case 'setConsent':
    case 'resolveConversation':
      return true
    case 'importMessage':
    case 'createCustomer':
      return false
    default:
      return assertNever(kind)
  }
}
