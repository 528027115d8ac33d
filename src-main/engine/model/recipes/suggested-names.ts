import type { ImportKind } from '../kinds.ts'

/** The names of suggested recipes, by kind. Nobody has chosen them: any two lists may have them. */
export const suggestedNames: Record<ImportKind, string> = {
  contacts: 'Contacts',
  consent: 'Consent list',
  resolve: 'Conversations to resolve',
  whispers: 'Whispers',
  messages: 'Message history',
  send: 'Messages to send',
  groupSend: 'Messages to groups',
  requestConsent: 'Requests for consent',
}

/** Whether nobody has given the recipe a name of its own. */
export function isNameSuggested({ name, kind }: { name: string; kind: ImportKind }): boolean {
  return name === suggestedNames[kind]
}
