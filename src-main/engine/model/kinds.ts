/** What a file can be imported as. A kind comes after the ones that it is more particular than: in doubt a file holds contacts. */
export const importKinds = ['contacts', 'consent', 'resolve', 'whispers', 'messages', 'send', 'groupSend', 'requestConsent'] as const
export type ImportKind = (typeof importKinds)[number]

/** What a run can be. Each has a descriptor in `kinds/`, and words in `src-renderer/words/` and `shells/cli/output/`. */
export const runKinds = [...importKinds, 'undo'] as const
export type RunKind = (typeof runKinds)[number]

/** What one write to the service can be. A run may make calls of several kinds; each has a descriptor in `kinds/calls/`. */
export const callKinds = [
  'updateCustomer',
  'createCustomer',
  'setConsent',
  'importMessage',
  'writeWhisper',
  'resolveConversation',
  'sendToPhone',
  'sendToGroup',
  'sendToConversation',
  'requestConsent',
] as const
export type CallKind = (typeof callKinds)[number]
