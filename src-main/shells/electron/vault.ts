import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Vault } from '../../engine/account/token-vault.ts'
import { cleanUp, patiently, removePatiently, renamePatiently } from '../../engine/files/patient-files.ts'
import { AppError } from '../../engine/model/errors.ts'
import { type FileVaultOptions, tokenPath } from '../file-vault.ts'

/** The part of Electron's `safeStorage` that the vault uses. */
export interface Encryption {
  isAsyncEncryptionAvailable(): Promise<boolean>
  encryptStringAsync(text: string): Promise<Buffer>
  decryptStringAsync(encrypted: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }>
  /** Linux only; `basic_text` means a password that is the same everywhere, which protects nothing. */
  getSelectedStorageBackend?(): string
}

/**
 * The vault of the desktop shell: tokens encrypted by the operating system, one file an account in `<home>/sealed-tokens`.
 * Where the system offers no real encryption, and with `keep` false, a token lasts as long as the process. A file that
 * can no longer be decrypted counts as no token, which leads to a new sign-in.
 */
export function createSafeStorageVault(options: FileVaultOptions & { encryption: Encryption; platform: NodeJS.Platform }): Vault {
  const { home, environment, encryption, platform } = options
  const folder = join(home, 'sealed-tokens')
  const inMemory = new Map<string, string | null>(environment ? [[environment.accountId, environment.token]] : [])

  const canSeal = async () =>
    !(platform === 'linux' && encryption.getSelectedStorageBackend?.() === 'basic_text') && (await encryption.isAsyncEncryptionAvailable())

  async function unseal(path: string): Promise<string | null> {
    const sealed = await patiently(() => readFile(path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw new AppError(
        'store.readonly',
        'The kept sign-in cannot be read.',
        `Give yourself permission to read ${path}, or sign in again.`,
        { cause: error },
      )
    })
    if (sealed === null || !(await canSeal())) return null
    const opened = await encryption.decryptStringAsync(sealed).catch(() => null)
    if (opened?.shouldReEncrypt) await seal(path, opened.result)
    return opened?.result ?? null
  }

  async function seal(path: string, token: string): Promise<void> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(`${path}.tmp`, await encryption.encryptStringAsync(token), { mode: 0o600 })
      await renamePatiently(`${path}.tmp`, path)
    } catch (error) {
      await cleanUp(`${path}.tmp`)
      throw new AppError(
        'store.readonly',
        'The sign-in cannot be kept.',
        `Check that the disk has room and that you may write to ${folder}.`,
        { cause: error },
      )
    }
  }

  return {
    async read(accountId) {
      const token = inMemory.get(accountId)
      return token === undefined ? unseal(tokenPath(folder, accountId)) : token
    },
    async write(accountId, token, { keep }) {
      const path = tokenPath(folder, accountId)
      if (keep && (await canSeal())) await seal(path, token)
      else await removePatiently(path)
      inMemory.set(accountId, token)
    },
    async forget(accountId) {
      await removePatiently(tokenPath(folder, accountId))
      inMemory.set(accountId, null)
    },
  }
}
