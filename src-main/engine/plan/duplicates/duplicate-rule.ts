import type { createLatestPermissions } from './latest-permissions.ts'
import { createContactNumbers, type ContactKey } from '../match/contact-keys.ts'

/** A row that does not count, because of another one about the same contact. */
export interface LosingRow {
  row: number
  /** The row that counts instead; with `invalid`, where none counts, another row of the contact. */
  otherRow: number
  /** Their contact. */
  key: ContactKey
  /** Another row counts because it agreed after every refusal. */
  isPermissionLast: boolean
}

/**
 * Finds the rows about the same contact, passed one by one in file order; with `last` the newest counts, with `first` the
 * oldest, with `invalid` none. With `last` and `first`, a row that refuses consent counts before all that do not, but for one that agreed
 * later, by `dates`. A row that says nothing of its contact counts only where no other row says something.
 * Takes 4 bytes a contact and 16 a duplicate row.
 */
export function createDuplicates(
  rule: 'last' | 'first' | 'invalid',
  dates?: Pick<ReturnType<typeof createLatestPermissions>, 'permission'>,
) {
  const winners = createContactNumbers()
  /** The winner's row, where it says nothing. */
  const silent = createContactNumbers()
  /** The winner's row, where it refuses consent. */
  const refusing = createContactNumbers()
  const losingRowNumbers: number[] = []
  const losingKeys: number[] = []
  const lose = (row: number, key: ContactKey) => {
    losingRowNumbers.push(row)
    losingKeys.push(key)
  }
  const win = (row: number, key: ContactKey, saysSomething: boolean) => {
    winners.set(key, row)
    if (!saysSomething) silent.set(key, row)
  }
  const replaces = (before: number, key: ContactKey, saysSomething: boolean): boolean => {
    if (!saysSomething) return false
    return rule === 'last' || silent.get(key) === before
  }
  /** With `invalid`, a contact whose first row has been rejected keeps that row's negative number. */
  const seen = (key: ContactKey, row: number, saysSomething: boolean, refuses = false): void => {
    const before = winners.get(key)
    if (before === 0) {
      win(row, key, saysSomething)
      if (refuses) refusing.set(key, row)
      return
    }
    if (rule === 'invalid') {
      if (before > 0) {
        lose(before, key)
        winners.set(key, -before)
      }
      return lose(row, key)
    }
    const isRefused = refusing.get(key) !== 0
    if (refuses) refusing.set(key, row)
    if (isRefused && !refuses) lose(row, key)
    else if (refuses && !isRefused) {
      lose(before, key)
      win(row, key, saysSomething)
    } else if (replaces(before, key, saysSomething)) {
      lose(before, key)
      win(row, key, saysSomething)
    } else lose(row, key)
  }
  return {
    seen,
    get count(): number {
      return losingRowNumbers.length
    },
    /** Each row that does not count, once. To be called when all rows are known. */
    *losingRows(): Generator<LosingRow> {
      for (let at = 0; at < losingRowNumbers.length; at += 1) {
        const key: ContactKey = losingKeys[at] ?? 0
        const row = losingRowNumbers[at] ?? 0
        const otherRow = Math.abs(winners.get(key))
        const permission = rule === 'invalid' ? 0 : (dates?.permission(key) ?? 0)
        if (permission !== 0) {
          // The permission came after the refusal that would have won: they change places.
          yield { ...(row === permission ? { row: otherRow, otherRow: row } : { row, otherRow: permission }), key, isPermissionLast: true }
          continue
        }
        // With `invalid`, the first row of a contact is rejected together with its second, which comes right after it here.
        yield { row, otherRow: otherRow === row ? (losingRowNumbers[at + 1] ?? row) : otherRow, key, isPermissionLast: permission !== 0 }
      }
    },
  }
}
