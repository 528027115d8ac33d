import { createFieldLabels } from '../../model/contacts/field-labels.ts'
import type { CallDescriptor, CallOf } from './call-descriptor.ts'

const requestLabel = createFieldLabels([])('request')

export const setConsent: CallDescriptor<CallOf<'setConsent'>> = {
  reconcile: 'repeat',
  canary: 'contact',
  lane: 'contact',
  createsContact: false,
  createdPhone: () => null,
  leavesPost: false,
  textsPeople: () => false,
  post: () => null,
  reopens: null,
  mayHaveHappened: 'it arrived',
  fields: () => ['consent'],
  tagsUpdate: () => null,
  change: () => null,
  consent: ({ uuid, phone, consent }) => ({ uuid, phone, consent }),
}

/** The contact is sent a text that asks for consent: a second one would ask twice. What it says is the service's own. */
export const requestConsent: CallDescriptor<CallOf<'requestConsent'>> = {
  reconcile: 'posts',
  canary: 'contact',
  lane: 'phone',
  createsContact: false,
  createdPhone: () => null,
  leavesPost: false,
  textsPeople: () => true,
  wantsConsent: 'notAsked',
  isClaimed: true,
  post: () => null,
  reopens: null,
  mayHaveHappened: 'the contact was asked for consent',
  fields: () => [],
  tagsUpdate: () => null,
  change: () => ({ field: 'request', label: requestLabel, before: null, beforeKnown: true, after: 'Asked for consent, by a text' }),
  consent: () => null,
}
