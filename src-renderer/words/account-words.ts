import type { Account, AccountColor } from '../../src-main/engine/contract.ts'
import { session } from '../app/session.svelte.ts'

/** The account as sentences name it: "agreed to texts from Harbor Dental". */
export function accountName(): string {
  return session.account?.practice ? 'the practice account' : (session.account?.name ?? 'this account')
}

/** As headings, window titles and pills name it. */
export function shortAccountName(account: Pick<Account, 'name' | 'practice'> | null): string {
  return account === null ? 'No account' : account.practice ? 'Practice' : account.name
}

/** One or two letters: of the first two words, else of the one that there is. */
export function initialsOf(account: Pick<Account, 'name' | 'practice'> | null): string {
  const words = shortAccountName(account)
    .split(/[\s.@_-]+/u)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const letters = (account === null ? [] : words.slice(0, 2)).map((word) => [...word][0] ?? '')
  return letters.length === 0 ? '?' : letters.join('').toUpperCase()
}

export const colorWords: Record<AccountColor, string> = {
  teal: 'Teal',
  plum: 'Plum',
  navy: 'Navy',
  moss: 'Moss',
  rose: 'Rose',
  stone: 'Stone',
}
