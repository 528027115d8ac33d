import type { Store } from '../open-store.ts'

/**
 * Statements on the numbers that runs are about to create contacts for. A run claims a number in the transaction in which it
 * writes that the call is about to leave; so no other run, window or program on the same data can create a contact for it.
 */
export function createContactClaims(store: Store) {
  const select = store.prepare<[string], string>('SELECT run_id FROM contact_claims WHERE phone = ?').pluck()
  const insert = store.prepare<[string, string, number]>(
    'INSERT OR IGNORE INTO contact_claims (phone, run_id, claimed_at_ms) VALUES (?, ?, ?)',
  )
  const remove = store.prepare<[string, string]>('DELETE FROM contact_claims WHERE phone = ? AND run_id = ?')
  const removeUnsent = store.prepare<[{ runId: string }]>(`
    DELETE FROM contact_claims WHERE run_id = @runId AND NOT EXISTS (
      SELECT 1 FROM calls WHERE calls.run_id = @runId AND calls.state IN ('sent', 'unknown'))`)
  return {
    /** The run that has claimed the number; null where none has. */
    holder: (phone: string): string | null => select.get(phone) ?? null,
    /** Answers whether the number is the run's own now. */
    claim(phone: string, runId: string, atMs: number): boolean {
      return insert.run(phone, runId, atMs).changes === 1 || select.get(phone) === runId
    },
    release: (phone: string, runId: string): void => void remove.run(phone, runId),
    /** Frees the numbers of a run that is over, unless the outcome of one of its calls is unknown. */
    releaseUnsent: (runId: string): void => void removeUnsent.run({ runId }),
  }
}
