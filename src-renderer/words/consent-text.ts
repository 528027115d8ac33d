import type { ShownLedgerRecord } from '../../src-main/engine/contract.ts'

/** A consent in words: the same three everywhere. */
export const consentWords = { agreed: 'Agreed', refused: 'Refused', notAsked: 'Not asked' } as const

/** A consent in words, as the ledger has it. */
export function consentText(consent: ShownLedgerRecord['from']): string {
  if (consent === 'unknown') return 'Not known'
  if (consent === null) return consentWords.notAsked
  return consent ? consentWords.agreed : consentWords.refused
}
