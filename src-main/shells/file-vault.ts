import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Vault } from '../engine/account/token-vault.ts'
import { cleanUp, readPatiently, removePatiently, renamePatiently } from '../engine/files/patient-files.ts'
import { AppError } from '../engine/model/errors.ts'

export interface FileVaultOptions {
  /** The data folder; kept tokens are in `<home>/tokens`, one file an account. */
  home: string
  /** A token from the environment, for one account. It is never written down. */
  environment: { accountId: string; token: string } | null
}

/**
 * The vault of the command line and the browser shell: tokens in memory or from the environment, and on request in a file
 * only its owner can read (mode 0600; on Windows the profile folder protects it). Writing without `keep` removes an earlier
 * kept token. Throws `store.readonly` when the file cannot be read or written.
 */
export function createFileVault({ home, environment }: FileVaultOptions): Vault {
  const inMemory = new Map<string, string | null>(environment ? [[environment.accountId, environment.token]] : [])
  const folder = join(home, 'tokens')

  return {
    async read(accountId) {
      const token = inMemory.get(accountId)
      return token === undefined ? readKept(tokenPath(folder, accountId)) : token
    },
    async write(accountId, token, { keep }) {
      const path = tokenPath(folder, accountId)
      if (keep) await keepToken(folder, path, token)
      else await removePatiently(path)
      inMemory.set(accountId, token)
    },
    async forget(accountId) {
      await removePatiently(tokenPath(folder, accountId))
      inMemory.set(accountId, null)
    },
  }
}

/** The path of an account's token. Ids become file names, so anything else than an id is refused. */
export function tokenPath(folder: string, accountId: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(accountId)) {
    throw new AppError('account.unknown', 'There is no such account.', 'Choose one of the accounts in the list.')
  }
  return join(folder, accountId)
}

async function readKept(path: string): Promise<string | null> {
  try {
    return (await readPatiently(path)).trim() || null
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new AppError(
      'store.readonly',
      'The kept sign-in cannot be read.',
      `Give yourself permission to read ${path}, or sign in again.`,
      { cause: error },
    )
  }
}

async function keepToken(folder: string, path: string, token: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(temporary, `${token}\n`, { mode: 0o600 })
    await chmod(temporary, 0o600)
    await renamePatiently(temporary, path)
  } catch (error) {
    await cleanUp(temporary)
    throw new AppError(
      'store.readonly',
      'The sign-in cannot be kept.',
      `Check that the disk has room and that you may write to ${folder}.`,
      { cause: error },
    )
  }
}
