import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { openKeptStore } from '../../../../src-main/engine/store/integrity/kept-store.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'

export const atMs = Date.UTC(2026, 10, 22, 12)

/** Accounts' folders with a database, removed after each test. */
export function keptAccounts() {
  const folders: string[] = []
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  })
  const newFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'rollcall-kept-'))
    folders.push(folder)
    return folder
  }
  return {
    newFolder,
    /** The path of a database with some records, which was closed as usual. */
    closed(fill: (store: Store) => void = claimSome): string {
      const path = join(newFolder(), 'rollcall.db')
      const { store, close } = openKeptStore(path, () => atMs)
      fill(store)
      close()
      return path
    },
    /** The path of a database whose process was killed: a copy of one that is open, and of what SQLite has beside it. */
    killed(work: (store: Store) => void = claimSome, before?: string): string {
      const path = before ?? join(newFolder(), 'rollcall.db')
      const { store, close } = openKeptStore(path, () => atMs)
      work(store)
      const folder = newFolder()
      for (const name of readdirSync(join(path, '..'))) copyFileSync(join(path, '..', name), join(folder, name))
      close()
      return join(folder, 'rollcall.db')
    },
  }
}

/** Messages that are never to be sent again. */
export function claimSome(store: Store, count = 200, from = 0): void {
  const { importedMessages } = tablesOf(store)
  for (let row = from + 1; row <= from + count; row += 1)
    importedMessages.add({ fingerprint: `message ${row}`, runId: 'run', row, postUuid: `post ${row}`, importedAtMs: atMs })
}

/** Opens it and answers how many messages it knows of. */
export function messagesIn(path: string): number {
  const { store, close } = openKeptStore(path, () => atMs)
  try {
    return Number(store.prepare('SELECT count(*) FROM imported_messages').pluck().get())
  } finally {
    close()
  }
}
