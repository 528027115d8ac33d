import type { Store } from '../open-store.ts'

/** Statements on whom this account has texted, by number (E.164): their first message has said who writes and how to stop. */
export function createTextedPeople(store: Store) {
  const select = store.prepare<[string], number>('SELECT at_ms FROM texted_people WHERE phone = ?').pluck()
  const put = store.prepare<[string, string, number]>(
    `INSERT INTO texted_people (phone, run_id, at_ms) VALUES (?, ?, ?)
     ON CONFLICT (phone) DO UPDATE SET run_id = excluded.run_id, at_ms = max(at_ms, excluded.at_ms)`,
  )
  const remove = store.prepare<[string]>('DELETE FROM texted_people WHERE phone = ?')
  return {
    has: (phone: string): boolean => select.get(phone) !== undefined,
    note: (phone: string, runId: string, atMs: number): void => void put.run(phone, runId, atMs),
    /** Of somebody who is sealed in the ledger. */
    remove: (phone: string): void => void remove.run(phone),
  }
}
