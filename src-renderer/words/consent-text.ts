import type { ShownLedgerRecord } from '../../src-main/engine/contract.ts'

/** A consent in words, as the ledger has it. */
export function consentText(consent: ShownLedgerRecord['from']): string {
  if (consent === 'unknown') return 'not known'
  if (consent === null) return 'never asked'
  return consent ? 'agreed' : 'not agreed'
}
