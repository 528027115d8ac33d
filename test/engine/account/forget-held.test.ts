import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { forget } from '../../../src-main/engine/account/forget.ts'
import { removeForgotten } from '../../../src-main/engine/account/remove-forgotten.ts'
import { keptFolder } from '../../../src-main/engine/store/backups/restore-backup.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { storeRuns } from '../results/stored-runs.ts'
import { tempStores } from '../store/temp-store.ts'

const newStore = tempStores()
const account = { kind: 'account' } as const

/** An account with an import, the copy of its file and a database that was replaced. `holds`: what another program has open. */
function station(holds: (name: string) => boolean) {
  const store = newStore()
  storeRuns(store, { runs: 1, rows: 3 })
  const filesFolder = join(dirname(store.name), 'copies')
  mkdirSync(filesFolder)
  for (const name of ['aa', 'aa-1.rows', 'bb']) writeFileSync(join(filesFolder, name), 'text')
  mkdirSync(join(keptFolder(store.name), '2020-01-01'), { recursive: true })
  const remove = (path: string) => {
    if (holds(basename(path))) throw Object.assign(new Error('held'), { code: 'EBUSY' })
    rmSync(path, { recursive: true })
  }
  const left = () => readdirSync(filesFolder).toSorted()
  return { store, filesFolder, remove, left, forgettable: { store, filesFolder, ledgerYears: 5, remove } }
}

test('a copy that another program holds does not keep an import from being forgotten: that says so, and it goes at the next start', () => {
  const { store, filesFolder, left, forgettable } = station((name) => name === 'aa')
  const done = forget(forgettable, account, Date.now())
  expect(done).toMatchObject({
    imports: [{ rows: 3 }],
    notRemoved:
      'Not removed yet, as another program has it open: 1 copy of a file. Rollcall removes what is left when it is started the next time.',
  })
  expect(left()).toEqual(['aa'])
  expect(tablesOf(store).runs.all()).toMatchObject([{ forgottenAtMs: expect.any(Number) }])
  expect(removeForgotten(store, filesFolder)).toEqual({ copies: 0, backups: 0 })
  expect(left()).toEqual([])
})

test('what is held again at the next start is tried at each, and what replaced it counts, too', () => {
  const { store, filesFolder, remove, left, forgettable } = station((name) => name !== 'aa-1.rows')
  expect(forget(forgettable, account, Date.now()).notRemoved).toContain('2 copies of files and 1 backup')
  expect(removeForgotten(store, filesFolder, remove)).toEqual({ copies: 2, backups: 1 })
  expect(left()).toEqual(['aa', 'bb'])
  expect(removeForgotten(store, filesFolder)).toEqual({ copies: 0, backups: 0 })
  expect(left()).toEqual([])
})

test('nothing is left to say where everything could be removed', () => {
  const { left, forgettable } = station(() => false)
  expect(forget(forgettable, account, Date.now()).notRemoved).toBeNull()
  expect(left()).toEqual([])
})

test('a copy of bytes that somebody has opened since stays', () => {
  const { store, filesFolder, left, forgettable } = station((name) => name.startsWith('aa'))
  const nowMs = Date.now()
  forget(forgettable, account, nowMs)
  const copy = { storedPath: join(filesFolder, 'aa'), sizeBytes: 4, sha256: 'aa' }
  tablesOf(store).files.add({ id: 'again', name: 'again.csv', originalPath: null, openedAtMs: nowMs + 1, ...copy })
  expect(removeForgotten(store, filesFolder)).toEqual({ copies: 0, backups: 0 })
  expect(left()).toEqual(['aa', 'aa-1.rows'])
  // It is not noted any more, either.
  store.exec("DELETE FROM files WHERE id = 'again'")
  removeForgotten(store, filesFolder)
  expect(left()).toEqual(['aa', 'aa-1.rows'])
})
