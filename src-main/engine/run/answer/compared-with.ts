import type { ReadCustomer } from '../../model/contacts/customer.ts'
import { valueIn } from '../../model/contacts/field-values.ts'
import type { ServiceCall } from '../../model/runs/service-call.ts'
import { checkCreation, checkEcho, type NotApplied } from './echo.ts'

/** What a call asked of a contact that is otherwise there, and what the service does not show of it. */
export function comparedWith(call: ServiceCall, { record }: ReadCustomer): { notApplied: NotApplied[]; unseen: string[] } {
  switch (call.kind) {
    case 'updateCustomer':
      return checkEcho(call.customer, record)
    case 'createCustomer':
      return checkCreation(call, record)
    case 'setConsent': {
      const consent = valueIn(record, 'consent')
      if (consent === undefined) return { notApplied: [], unseen: ['consent'] }
      const answered = consent === null ? 'nothing' : 'the opposite'
      return {
        notApplied: consent === call.consent ? [] : [{ field: 'consent', asked: call.consent ? 'yes' : 'no', answered }],
        unseen: [],
      }
    }
    case 'importMessage':
    case 'writeWhisper':
    case 'sendToPhone':
    case 'sendToGroup':
    case 'requestConsent':
    case 'resolveConversation':
      return { notApplied: [], unseen: [] }
  }
}
