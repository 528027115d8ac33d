import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createContacts } from '../../src-main/engine/store/contacts/contacts.ts'
import { openStore } from '../../src-main/engine/store/open-store.ts'
import { createSandbox } from '../../src-main/sandbox/sandbox.ts'
import { syncOn } from './sync-until-killed.ts'

const all = 2000

test('a sync that is killed again and again goes on each time, and brings every contact', async () => {
  const sandbox = await createSandbox({ contacts: all })
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-killed-sync-'))
  onTestFinished(async () => {
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const databasePath = join(folder, 'killed.db')
  const access = { baseUrl: sandbox.baseUrl, token: sandbox.issueToken() }
  const program = fileURLToPath(new URL('./sync-until-killed.ts', import.meta.url))
  for (const killAfter of [1200, 1600]) {
    const child = spawn(process.execPath, [program, databasePath, access.baseUrl, access.token, String(killAfter)], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
    expect(signal).toBe('SIGKILL')
  }
  let first = -1
  const { complete, contacts } = await syncOn(databasePath, access, (progress) => {
    if (progress.step === 'contacts' && first === -1) first = progress.contacts
  })
  expect({ complete, contacts }).toEqual({ complete: true, contacts: all })
  expect(first).toBeGreaterThanOrEqual(1600)
  const killed = openStore(databasePath)
  expect(createContacts(killed).count()).toBe(all)
  killed.close()
})
