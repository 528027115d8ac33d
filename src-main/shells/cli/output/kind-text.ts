import type { RunKind } from '../../../engine/contract.ts'

/** What a kind of run is called on the command line: the word that a recipe and `--json` have for it. */
export const kindWords: Record<RunKind, string> = {
  contacts: 'contacts',
  consent: 'consent',
  resolve: 'conversations to resolve',
  whispers: 'whispers',
  messages: 'messages',
  send: 'messages to send',
  groupSend: 'messages to groups',
  requestConsent: 'requests for consent',
  undo: 'undo',
}
