import type { CallDescriptor, CallOf } from './call-descriptor.ts'

/** PUT customer: the same fields once more change nothing. */
export const updateCustomer: CallDescriptor<CallOf<'updateCustomer'>> = {
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
  fields: ({ customer }) => fieldsIn(customer),
  tagsUpdate: ({ customer }) => customer.tags ?? null,
  change: () => null,
  consent: () => null,
}

/** A second one would make a second contact with the same number. */
export const createCustomer: CallDescriptor<CallOf<'createCustomer'>> = {
  reconcile: 'contact',
  canary: 'contact',
  lane: 'contact',
  createsContact: true,
  createdPhone: ({ customer }) => customer.phone,
  leavesPost: false,
  textsPeople: () => false,
  post: () => null,
  reopens: null,
  mayHaveHappened: 'the contact was created',
  fields: ({ customer: { phone: _phone, ...customer } }) => fieldsIn(customer),
  // A new contact has none that could be added to or replaced.
  tagsUpdate: () => null,
  change: () => null,
  consent: () => null,
}

function fieldsIn({ customFields = {}, ...plain }: { customFields?: Record<string, string> }): string[] {
  const fields = Object.entries(plain).flatMap(([field, value]) => (value === undefined ? [] : [field]))
  return [...fields, ...Object.keys(customFields).map((uuid) => `custom:${uuid}`)]
}
