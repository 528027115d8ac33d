import type { ImportKind, RunKind } from '../model/kinds.ts'
import { consentKind } from './consent-kind.ts'
import { contactsKind } from './contacts-kind.ts'
import { groupSendKind } from './group-send-kind.ts'
import type { ImportDescriptor, RunDescriptor } from './kind-descriptor.ts'
import { messagesKind } from './messages-kind.ts'
import { requestConsentKind } from './request-consent-kind.ts'
import { resolveKind } from './resolve-kind.ts'
import { sendKind } from './send-kind.ts'
import { undoKind } from './undo/undo-kind.ts'
import { whispersKind } from './whispers-kind.ts'

export const importDescriptors: Readonly<Record<ImportKind, ImportDescriptor>> = {
  contacts: contactsKind,
  consent: consentKind,
  resolve: resolveKind,
  whispers: whispersKind,
  messages: messagesKind,
  send: sendKind,
  groupSend: groupSendKind,
  requestConsent: requestConsentKind,
}

export const runDescriptors: Readonly<Record<RunKind, RunDescriptor>> = { ...importDescriptors, undo: undoKind }

/** The kind of the run that executes a plan. */
export function runKindOf(plan: { recipe: { kind: ImportKind }; undoesRunId: string | null }): RunKind {
  return plan.undoesRunId === null ? plan.recipe.kind : 'undo'
}
