import type { ConsentEntry } from '../../../src-main/engine/model/ledger-schema.ts'

/** An entry as a run makes it; `n` makes it differ from others. */
export function entry(n: number, parts: Partial<ConsentEntry> = {}): ConsentEntry {
  return {
    time: new Date(1_700_000_000_000 + n).toISOString(),
    contact: `contact-${n}`,
    phone: `+1202555${String(n).padStart(4, '0')}`,
    name: `Contact ${n}`,
    from: null,
    to: n % 2 === 0,
    file: { name: 'consent list.csv', sha256: 'a'.repeat(64) },
    line: n + 1,
    evidence: { 'Consent Date': `8/${n}/2024`, Source: 'Phone call, noted by Renée' },
    operator: 'pat',
    account: { name: 'Office', baseUrl: 'https://texts.example.com' },
    answer: { status: 200, said: 'success: 1' },
    confirmed: 'answer',
    run: 'run-1',
    row: n,
    ...parts,
  }
}
