import { objectBody } from './request-fields.ts'
import type { Operation, Service } from '../service-state.ts'
import { invalidField, ServiceRefusal } from './refusal.ts'
import { consentSubject } from './customer-operations.ts'
import { refuseUnreachable } from './message-operations.ts'

function refuseWithoutFeature(service: Service): void {
  if (!service.settings.consentFeature) throw new ServiceRefusal(403, 'Contact consent is not set up for this account')
}

/** POST /api/customers/set_consent.json: needs the feature, API import on the account, and the user's permission. */
export const setConsent: Operation = (service, request) => {
  refuseWithoutFeature(service)
  if (!service.settings.allowApiImport) throw new ServiceRefusal(403, 'This account does not allow API import')
  if (!service.settings.userMaySetConsent) throw new ServiceRefusal(403, 'You do not have permission to set consent manually')
  const body = objectBody(request.body)
  const { consent } = body
  if (consent === undefined) throw invalidField('consent', 'is required')
  if (consent !== 0 && consent !== 1) throw invalidField('consent', 'must be 1 or 0')
  const row = consentSubject(service, body)
  service.customers.setConsent(row.id, consent === 1)
  service.record({ count: consent === 1 ? 'consentsTrue' : 'consentsFalse', customerIds: [row.id] })
  return { body: () => ({ success: 1 }) }
}

/** POST /api/customers/request_consent.json: texts the contact; what they hold as consent stays as it is. */
export const requestConsent: Operation = (service, request) => {
  refuseWithoutFeature(service)
  const row = consentSubject(service, objectBody(request.body))
  refuseUnreachable(row)
  const conversation = service.conversations.ofCustomer(row.id, 1)
  const post = service.conversations.addPost(conversation, {
    kind: 'consent-request',
    body: 'May we text you? Reply YES or NO.',
    attachments: [],
    createdAtSeconds: service.nowSeconds(),
    creatorType: 'system',
    marksResolved: false,
  })
  service.record({ count: 'consentRequests', customerIds: [row.id], conversation, post })
  return { body: () => ({ success: 1 }) }
}
