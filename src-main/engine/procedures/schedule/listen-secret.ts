import { randomBytes } from 'node:crypto'
import type { Vault } from '../../account/token-vault.ts'

/** Under which name the secret path of an account's events is in the vault. No account has two hyphens in its id. */
export const listenKey = (accountId: string): string => `${accountId}--listen`

export async function newSecret(vault: Vault, accountId: string): Promise<string> {
  const secret = randomBytes(24).toString('base64url')
  await vault.write(listenKey(accountId), secret, { keep: true })
  return secret
}
