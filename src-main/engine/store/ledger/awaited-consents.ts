import { type ConsentEntry, consentEntrySchema, type RunConsentEntry } from '../../model/ledger-schema.ts'
import { readJsonColumn } from '../json-column.ts'
import type { Store } from '../open-store.ts'

/** Statements on consent changes that were answered and are to be read back before they are recorded. */
export function createAwaitedConsents(store: Store) {
  const upsert = store.prepare<[string, number, string]>('INSERT OR REPLACE INTO awaited_consents (run_id, row, entry) VALUES (?, ?, ?)')
  const take = store.prepare<[string, number], string>('DELETE FROM awaited_consents WHERE run_id = ? AND row = ? RETURNING entry').pluck()
  const selectRows = store.prepare<[string], number>('SELECT row FROM awaited_consents WHERE run_id = ? ORDER BY row').pluck()
  return {
    add: (entry: RunConsentEntry): void => void upsert.run(entry.run, entry.row, JSON.stringify(entry)),
    /** Removes and answers it; null where none is awaited. */
    take(runId: string, row: number): ConsentEntry | null {
      const text = take.get(runId, row)
      return text === undefined ? null : readJsonColumn(consentEntrySchema, text, `the consent of row ${row}`)
    },
    rows: (runId: string): number[] => selectRows.all(runId),
  }
}
