import { tagsAfter } from '../../kinds/tags-after.ts'
import type { CustomerRecord, CustomerUpdate } from '../../model/contacts/customer.ts'
import type { ServiceCall } from '../../model/runs/service-call.ts'

/** What a contact holds after a call that does what it is asked to and nothing else. A property that was not shown stays absent. */
export function expectedRecord(call: ServiceCall, before: CustomerRecord): CustomerRecord {
  switch (call.kind) {
    case 'updateCustomer':
      return withUpdate(before, call.customer)
    case 'setConsent':
      return { ...before, consent: call.consent }
    case 'requestConsent': {
      // What a request makes of the consent is not specified.
      const { consent: _consent, ...rest } = before
      return rest
    }
    case 'createCustomer':
    case 'importMessage':
    case 'writeWhisper':
    case 'sendToPhone':
    case 'sendToGroup':
    case 'resolveConversation':
      return before
  }
}

function withUpdate(before: CustomerRecord, { tags, customFields, ...plain }: CustomerUpdate): CustomerRecord {
  const after: CustomerRecord = { ...before, ...plain }
  if (tags !== undefined && before.tags !== undefined) after.tags = tagsAfter(tags, before.tags)
  if (customFields !== undefined && before.customFields !== undefined) after.customFields = { ...before.customFields, ...customFields }
  return after
}
