import type { CallDescriptor, CallOf } from './call-descriptor.ts'

export const setConsent: CallDescriptor<CallOf<'setConsent'>> = {
  reconcile: 'repeat',
  canary: 'contact',
  lane: 'contact',
  createsContact: false,
  leavesPost: false,
  mayHaveHappened: 'it arrived',
  fields: () => ['consent'],
  change: () => null,
  consent: ({ uuid, phone, consent }) => ({ uuid, phone, consent }),
}

/** The contact is sent a text that asks for consent: a second one would ask twice, and no post tells of it. */
export const requestConsent: CallDescriptor<CallOf<'requestConsent'>> = {
  reconcile: 'person',
  canary: null,
  lane: 'contact',
  createsContact: false,
  leavesPost: false,
  mayHaveHappened: 'the contact was asked for consent',
  fields: () => [],
  change: () => null,
  consent: () => null,
}
