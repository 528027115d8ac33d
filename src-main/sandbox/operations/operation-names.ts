/** Every operation that the sandbox answers; the names are used in counts and in fault specs. */
export const operationNames = [
  'sign-in',
  'list-conversations',
  'find-conversation',
  'send-by-phone',
  'get-conversation',
  'send-to-conversation',
  'import-message',
  'resolve',
  'get-customer',
  'update-customer',
  'list-customers',
  'find-customer',
  'create-customer',
  'set-consent',
  'request-consent',
  'custom-fields',
  'groups',
  'users',
  'organization',
  'dispositions',
  'report-conversations',
  'report-posts',
  'unknown',
] as const

export type OperationName = (typeof operationNames)[number]
