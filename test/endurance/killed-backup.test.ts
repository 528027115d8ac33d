import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { backupsFolder, listBackups } from '../../src-main/engine/store/backups/backup-files.ts'
import { makeBackup } from '../../src-main/engine/store/backups/make-backup.ts'
import { restoreBackup } from '../../src-main/engine/store/backups/restore-backup.ts'
import { openKeptStore } from '../../src-main/engine/store/integrity/kept-store.ts'

const nowMs = () => Date.now()

test('a process that is killed in the middle of a backup leaves the earlier ones good, and no leftovers after the next', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-killed-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'rollcall.db')
  const first = openKeptStore(path, nowMs)
  // Large enough that a backup takes a while, and hardly to be packed.
  first.store.exec(`CREATE TABLE filler (bytes BLOB) STRICT;
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO filler SELECT randomblob(10000) FROM n`)
  await makeBackup(first.store, { because: 'run', nowMs: nowMs() })
  first.close()

  let hadParts = 0
  for (const afterMs of [20, 80, 200, 500, 900]) {
    const child = fork(join(import.meta.dirname, 'backup-child.ts'), [path], { execArgv: [] })
    await once(child, 'message')
    await setTimeout(afterMs)
    child.kill('SIGKILL')
    await once(child, 'exit')
    if (readdirSync(backupsFolder(path)).some((name) => name.includes('.part'))) hadParts += 1
    // What counts as a backup is whole.
    expect(listBackups(path).length).toBeGreaterThan(0)
  }
  expect(hadParts).toBeGreaterThan(0)

  const next = openKeptStore(path, nowMs)
  await makeBackup(next.store, { because: 'person', nowMs: nowMs() })
  next.close()
  const names = readdirSync(backupsFolder(path))
  expect(names.filter((name) => name.includes('.part'))).toEqual([])
  for (const { name } of listBackups(path)) {
    truncateSync(path, 0)
    await restoreBackup(path, name, nowMs())
    const { store, close } = openKeptStore(path, nowMs)
    expect(store.prepare('SELECT count(*) FROM filler WHERE length(bytes) = 10000').pluck().get()).toBe(3000)
    close()
  }
}, 120_000)
