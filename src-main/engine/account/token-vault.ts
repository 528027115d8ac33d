/**
 * Where tokens live. The shell brings it: encrypted by the operating system in Electron, memory (or, on request, a file
 * only its owner can read) elsewhere. `write` with `keep` false lasts as long as the process.
 */
export interface Vault {
  read(accountId: string): Promise<string | null>
  write(accountId: string, token: string, options: { keep: boolean }): Promise<void>
  forget(accountId: string): Promise<void>
}
