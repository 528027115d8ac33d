import type { Store } from '../open-store.ts'

/** A call that may take effect yet, or did without anybody knowing. */
export interface UnansweredCall {
  runId: string
  row: number
  ordinal: number
  /** When it left for the last time, by the wall clock. */
  sentAtMs: number
}

/**
 * Statements on calls without a good answer, by the contact that they concern: its uuid and its phone number. As long as one
 * may take effect, no other call for that contact leaves, from whatever run: a late "yes" must not land after a "no".
 */
export function createUnansweredCalls(store: Store) {
  const some = store.prepare<[], number>('SELECT 1 FROM unanswered_calls LIMIT 1').pluck()
  const select = store.prepare<[string], UnansweredCall>(
    'SELECT run_id AS runId, row, ordinal, sent_at_ms AS sentAtMs FROM unanswered_calls WHERE contact = ?',
  )
  const upsert = store.prepare<[string, string, number, number, number]>(
    `INSERT INTO unanswered_calls (contact, run_id, row, ordinal, sent_at_ms) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (contact) DO UPDATE SET run_id = excluded.run_id, row = excluded.row, ordinal = excluded.ordinal, sent_at_ms = excluded.sent_at_ms
     WHERE excluded.sent_at_ms >= sent_at_ms`,
  )
  const removeOf = store.prepare<[string, string, number, number]>(
    'DELETE FROM unanswered_calls WHERE contact = ? AND run_id = ? AND row = ? AND ordinal = ?',
  )
  const remove = store.prepare<[string]>('DELETE FROM unanswered_calls WHERE contact = ?')
  return {
    /** Whether there is any: mostly there is none. */
    some: (): boolean => some.get() !== undefined,
    of: (contact: string): UnansweredCall | null => select.get(contact) ?? null,
    note(contacts: readonly string[], { runId, row, ordinal, sentAtMs }: UnansweredCall): void {
      for (const contact of contacts) upsert.run(contact, runId, row, ordinal, sentAtMs)
    },
    /** This very call took effect, or is known not to. */
    settle(contacts: readonly string[], { runId, row, ordinal }: Omit<UnansweredCall, 'sentAtMs'>): void {
      for (const contact of contacts) removeOf.run(contact, runId, row, ordinal)
    },
    /** None that concerns this contact can take effect any more. */
    forget: (contact: string): void => void remove.run(contact),
  }
}
