import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { openNewStore } from './new-store.ts'

/** Opens stores in folders of their own; closed and removed after each test. */
export function tempStores(): () => Store {
  const opened: { store: Store; folder: string }[] = []
  afterEach(() => {
    for (const { store, folder } of opened.splice(0)) {
      store.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
  return () => {
    const folder = mkdtempSync(join(tmpdir(), 'rollcall-store-'))
    const store = openNewStore(join(folder, 'rollcall.db'))
    opened.push({ store, folder })
    return store
  }
}
