import { type ContactKey, createContactNumbers } from '../match/contact-keys.ts'

/** Tells which numbers are held already, by the reason: several rows about one number count as one contact. */
export function createHeldNumbers() {
  const rowsByReason = new Map<string, ReturnType<typeof createContactNumbers>>()
  return {
    /** Whether this is the first row about the number that is held for this reason. */
    isFirst(reason: string, key: ContactKey, row: number): boolean {
      const rows = rowsByReason.get(reason) ?? createContactNumbers()
      rowsByReason.set(reason, rows)
      const isFirst = rows.get(key) === 0
      rows.set(key, row)
      return isFirst
    },
  }
}
