import type { ImportDescriptor } from './kind-descriptor.ts'
import { planGroupSend } from './plan-group-send.ts'
import { sendKind } from './send-kind.ts'

/** One message for each group of numbers (section Endpoints, POST conversations: group messaging, in a department for that alone). */
export const groupSendKind: ImportDescriptor = {
  ...sendKind,
  required: { anyOf: ['body', 'attachments'], message: 'texting groups needs a field with "to": "body" or "to": "attachments"' },
  // A conversation that a message has resolved is found by no number: there is no later call with a disposition.
  options: ['group', 'resolveAfter', 'sending'],
  roles: sendKind.roles.filter((role) => role !== 'uuid'),
  subject: 'group',
  duplicates: {
    counts: 'one',
    whyNotMerged: 'a group is sent one message',
    isRefusalFinal: false,
    saysSomething: () => true,
    isByKeyAlone: true,
  },
  planRow: planGroupSend,
}
