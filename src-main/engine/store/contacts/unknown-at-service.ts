import type { Store } from '../open-store.ts'

export type UnknownAtService = ReturnType<typeof createUnknownAtService>

/**
 * Statements on the numbers (E.164) and uuids that the service does not know. They are kept until a plan is ready, so that a
 * plan that was interrupted is made again without asking for them.
 */
export function createUnknownAtService(store: Store) {
  const insert = store.prepare<[string, number]>('INSERT OR REPLACE INTO unknown_at_service (key, asked_at_ms) VALUES (?, ?)')
  const select = store.prepare<[string, number], number>('SELECT 1 FROM unknown_at_service WHERE key = ? AND asked_at_ms >= ?').pluck()
  const remove = store.prepare<[]>('DELETE FROM unknown_at_service')
  return {
    add: (key: string, askedAtMs: number): void => void insert.run(key, askedAtMs),
    /** Whether the service was asked at that time or later. */
    isKnownSince: (key: string, sinceMs: number): boolean => select.get(key, sinceMs) !== undefined,
    removeAll: (): void => void remove.run(),
  }
}
