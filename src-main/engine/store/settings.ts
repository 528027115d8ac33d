import type { z } from 'zod'
import { readJsonColumn } from './json-column.ts'
import type { Store } from './open-store.ts'

/** Small values that the account's data keeps under a name, as JSON. */
export function createSettings(store: Store) {
  const select = store.prepare<[string], string>('SELECT value FROM settings WHERE key = ?').pluck()
  const upsert = store.prepare<[string, string]>(
    'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  const remove = store.prepare<[string]>('DELETE FROM settings WHERE key = ?')
  return {
    /** Null when it was never set. A value of another shape throws `store.damaged`. */
    get<T extends z.ZodType>(key: string, schema: T): z.output<T> | null {
      const text = select.get(key)
      return text === undefined ? null : readJsonColumn(schema, text, `setting “${key}”`)
    },
    set: (key: string, value: unknown): void => void upsert.run(key, JSON.stringify(value)),
    remove: (key: string): void => void remove.run(key),
  }
}
