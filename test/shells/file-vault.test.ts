import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFileVault } from '../../src-main/shells/file-vault.ts'

let home: string
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'rollcall-vault-'))))
afterEach(() => rmSync(home, { recursive: true, force: true }))

const vault = () => createFileVault({ home, environment: null })

describe('the file vault', () => {
  test('keeps nothing on the disk unless asked to', async () => {
    const first = vault()
    await first.write('office', 'secret', { keep: false })
    expect(await first.read('office')).toBe('secret')
    expect(await vault().read('office')).toBeNull()
    expect(await readdir(home)).toEqual([])
  })

  test('keeps a token for the next process when asked to', async () => {
    await vault().write('office', 'secret', { keep: true })
    expect(await vault().read('office')).toBe('secret')
    expect(await vault().read('other')).toBeNull()
  })

  test.skipIf(process.platform === 'win32')('keeps it in a file that only its owner can read, whatever was there before', async () => {
    mkdirSync(join(home, 'tokens'))
    await writeFile(join(home, 'tokens', 'office'), 'old', { mode: 0o644 })
    await vault().write('office', 'secret', { keep: true })
    expect(statSync(join(home, 'tokens', 'office')).mode & 0o777).toBe(0o600)
    expect(await readdir(join(home, 'tokens'))).toEqual(['office'])
  })

  test('removes an earlier kept token when a new sign-in is not to be kept', async () => {
    await vault().write('office', 'old', { keep: true })
    const second = vault()
    await second.write('office', 'new', { keep: false })
    expect(await second.read('office')).toBe('new')
    expect(await vault().read('office')).toBeNull()
  })

  test('forgets a token everywhere', async () => {
    const first = vault()
    await first.write('office', 'secret', { keep: true })
    await first.forget('office')
    expect(await first.read('office')).toBeNull()
    expect(await vault().read('office')).toBeNull()
  })

  test("gives the environment's token for its account alone, and never writes it down", async () => {
    const withEnvironment = createFileVault({ home, environment: { accountId: 'env-1', token: 'from-environment' } })
    expect(await withEnvironment.read('env-1')).toBe('from-environment')
    expect(await withEnvironment.read('office')).toBeNull()
    expect(await readdir(home)).toEqual([])
  })

  test('refuses an id that would lead out of the folder', async () => {
    await expect(vault().write('../outside', 'secret', { keep: true })).rejects.toMatchObject({ code: 'account.unknown' })
    await expect(vault().read('../outside')).rejects.toMatchObject({ code: 'account.unknown' })
  })

  test('says what to do when the token cannot be written', async () => {
    await writeFile(join(home, 'tokens'), 'a file where the folder should be')
    await expect(vault().write('office', 'secret', { keep: true })).rejects.toMatchObject({ code: 'store.readonly' })
    expect(readFileSync(join(home, 'tokens'), 'utf8')).toBe('a file where the folder should be')
  })
})
