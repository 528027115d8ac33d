import type { Store } from '../open-store.ts'

/** Statements on who asked in person for no more texts, by uuid and by phone number (E.164). */
export function createStoppedTexts(store: Store) {
  const some = store.prepare<[], number>('SELECT 1 FROM stopped_texts LIMIT 1').pluck()
  const select = store.prepare<[string], number>('SELECT at_ms FROM stopped_texts WHERE contact = ?').pluck()
  const put = store.prepare<[string, number]>(
    'INSERT INTO stopped_texts (contact, at_ms) VALUES (?, ?) ON CONFLICT (contact) DO UPDATE SET at_ms = max(at_ms, excluded.at_ms)',
  )
  const remove = store.prepare<[string]>('DELETE FROM stopped_texts WHERE contact = ?')
  return {
    note(contacts: readonly string[], atMs: number): void {
      for (const contact of contacts) put.run(contact, atMs)
    },
    /** When somebody known by one of these stopped texts last; null where nobody did. */
    lastOf(contacts: readonly string[]): number | null {
      if (some.get() === undefined) return null
      const times = contacts.flatMap((contact) => select.get(contact) ?? [])
      return times.length === 0 ? null : Math.max(...times)
    },
    /** Of somebody who is sealed in the ledger. */
    remove: (contact: string): void => void remove.run(contact),
  }
}
