import type { ImportKind, RunSummary } from '../../src-main/engine/contract.ts'

export const kindWords: Record<ImportKind, { title: string; help: string; of: string }> = {
  contacts: { title: 'Contacts', help: 'Names, notes, tags and other fields of contacts in the address book.', of: 'contacts' },
  consent: { title: 'Consent', help: 'Who may be sent text messages, with the evidence for it.', of: 'consent' },
  messages: { title: 'Message history', help: 'Earlier messages, imported as if the contact had sent them.', of: 'messages' },
}

export const kinds = ['contacts', 'consent', 'messages'] as const satisfies readonly ImportKind[]

export function runKindTitle(kind: RunSummary['kind']): string {
  return kind === 'undo' ? 'Undo' : kindWords[kind].title
}
