import { migrations } from '../migrations.ts'
import type { Store } from '../open-store.ts'
import { openUnchanged } from './open-unchanged.ts'

/** Opens an account's database to be looked at: nothing is written. Throws where it is not of the present version, and what SQLite throws. */
export function openForReading(path: string): { store: Store; close(): void } {
  const store = openUnchanged(path)
  const version = store.pragma('user_version', { simple: true })
  if (version === migrations.length) return { store, close: () => store.close() }
  store.close()
  throw new Error(`The database is of version ${String(version)}, not ${migrations.length}.`)
}
