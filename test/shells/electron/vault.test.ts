import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSafeStorageVault, type Encryption } from '../../../src-main/shells/electron/vault.ts'

let home: string
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'rollcall-sealed-'))))
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** Stands in for the operating system's key store: reversible, and unreadable at a glance. */
function keyStore(options: { available?: boolean; backend?: string; key?: number } = {}): Encryption & { rotated: boolean } {
  const { available = true, backend = 'gnome_libsecret', key = 1 } = options
  const mix = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ (0x5a + key)))
  return {
    rotated: false,
    isAsyncEncryptionAvailable: async () => available,
    encryptStringAsync: async (text) => mix(Buffer.from(`sealed:${text}`)),
    async decryptStringAsync(sealed) {
      const text = mix(sealed).toString()
      if (!text.startsWith('sealed:')) throw new Error('wrong key')
      return { result: text.slice('sealed:'.length), shouldReEncrypt: this.rotated }
    },
    getSelectedStorageBackend: () => backend,
  }
}

const vaultWith = (encryption: Encryption, platform: NodeJS.Platform = 'linux') =>
  createSafeStorageVault({ home, environment: null, encryption, platform })
const sealedFile = () => readFileSync(join(home, 'sealed-tokens', 'office'))

describe('the desktop vault', () => {
  test('keeps a token sealed for the next start', async () => {
    await vaultWith(keyStore()).write('office', 'secret-token', { keep: true })
    expect(sealedFile().toString('latin1')).not.toContain('secret-token')
    expect(await vaultWith(keyStore()).read('office')).toBe('secret-token')
  })

  test('a token that is not to be kept lasts as long as the process, and ends an earlier one', async () => {
    await vaultWith(keyStore()).write('office', 'old', { keep: true })
    const vault = vaultWith(keyStore())
    await vault.write('office', 'new', { keep: false })
    expect(await vault.read('office')).toBe('new')
    expect(await vaultWith(keyStore()).read('office')).toBeNull()
  })

  test.each([
    ['no encryption', keyStore({ available: false })],
    ['only a password that is the same everywhere', keyStore({ backend: 'basic_text' })],
  ])('with %s nothing is written', async (_, encryption) => {
    const vault = vaultWith(encryption)
    await vault.write('office', 'secret-token', { keep: true })
    expect(await vault.read('office')).toBe('secret-token')
    expect(readdirSync(home)).toEqual([])
  })

  test('a file that another key sealed leads to a new sign-in', async () => {
    await vaultWith(keyStore({ key: 1 })).write('office', 'secret-token', { keep: true })
    expect(await vaultWith(keyStore({ key: 2 })).read('office')).toBeNull()
  })

  test('a token is sealed again when the system has a new key', async () => {
    await vaultWith(keyStore()).write('office', 'secret-token', { keep: true })
    writeFileSync(join(home, 'before'), sealedFile())
    const rotated = keyStore()
    rotated.rotated = true
    rotated.encryptStringAsync = async (text) => Buffer.from(`new key ${text.length}`)
    expect(await vaultWith(rotated).read('office')).toBe('secret-token')
    expect(sealedFile().toString()).toBe('new key 12')
  })

  test('forgets a token everywhere', async () => {
    const vault = vaultWith(keyStore())
    await vault.write('office', 'secret-token', { keep: true })
    await vault.forget('office')
    expect(await vault.read('office')).toBeNull()
    expect(await vaultWith(keyStore()).read('office')).toBeNull()
  })

  test('a token of the environment is used and never written', async () => {
    const environment = { accountId: 'env-1', token: 'from-environment' }
    const vault = createSafeStorageVault({ home, environment, encryption: keyStore(), platform: 'linux' })
    expect(await vault.read('env-1')).toBe('from-environment')
    expect(readdirSync(home)).toEqual([])
  })
})
