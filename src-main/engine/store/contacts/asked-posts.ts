import type { Store } from '../open-store.ts'

export type AskedPosts = ReturnType<typeof createAskedPosts>

/** Statements on what the latest posts with a number (E.164) said of texts, so that a file that is planned anew asks for none of them again. */
export function createAskedPosts(store: Store) {
  const insert = store.prepare<[string, number, number | null, number]>(
    'INSERT OR REPLACE INTO asked_posts (phone, asked_at_ms, refused_at_ms, is_texted) VALUES (?, ?, ?, ?)',
  )
  const select = store.prepare<[string, number, number], { refusedAtMs: number | null; isTexted: number }>(
    'SELECT refused_at_ms AS refusedAtMs, is_texted AS isTexted FROM asked_posts WHERE phone = ? AND asked_at_ms BETWEEN ? AND ?',
  )
  const removeBefore = store.prepare<[number]>('DELETE FROM asked_posts WHERE asked_at_ms < ?')
  const remove = store.prepare<[string]>('DELETE FROM asked_posts WHERE phone = ?')
  return {
    /** `isTexted`: whether the office has texted them, as far as these posts show. */
    add: (phone: string, askedAtMs: number, refusedAtMs: number | null, isTexted = false): void =>
      void insert.run(phone, askedAtMs, refusedAtMs, isTexted ? 1 : 0),
    /** When somebody refused, null where they do not; undefined where the service was not asked between these moments. */
    refusedAtMs: (phone: string, sinceMs: number, untilMs: number): number | null | undefined =>
      select.get(phone, sinceMs, untilMs)?.refusedAtMs,
    /** The same, of whether the office has texted them. */
    isTexted: (phone: string, sinceMs: number, untilMs: number): boolean => select.get(phone, sinceMs, untilMs)?.isTexted === 1,
    removeBefore: (ms: number): void => void removeBefore.run(ms),
    /** Of somebody who is sealed in the ledger. */
    remove: (phone: string): void => void remove.run(phone),
  }
}
