import type { Store } from '../open-store.ts'

/** A call that texts people and is about to leave: on which day of the account, and how many it texts. */
export interface TextLeaving {
  day: string
  people: number
}

/**
 * Statements on the calls that texted people, by day: over all runs and programs of the account, since they are written in the transaction
 * in which the call is journalled. A call that leaves once more counts once, on the day on which it left last.
 */
export function createTextsLeft(store: Store) {
  const sum = store.prepare<[string], number>('SELECT coalesce(sum(people), 0) FROM texts_left WHERE day = ?').pluck()
  const selectOwn = store
    .prepare<[string, number, number, string], number>(
      'SELECT people FROM texts_left WHERE run_id = ? AND row = ? AND ordinal = ? AND day = ?',
    )
    .pluck()
  const put = store.prepare<[string, number, number, string, number]>(
    'INSERT OR REPLACE INTO texts_left (run_id, row, ordinal, day, people) VALUES (?, ?, ?, ?, ?)',
  )
  const remove = store.prepare<[string, number, number]>('DELETE FROM texts_left WHERE run_id = ? AND row = ? AND ordinal = ?')
  return {
    /** How many people were texted on a day. */
    on: (day: string): number => sum.get(day) ?? 0,
    /** How many of them by this very call, which may leave once more. */
    ofCall: (runId: string, row: number, ordinal: number, day: string): number => selectOwn.get(runId, row, ordinal, day) ?? 0,
    note: (runId: string, row: number, ordinal: number, { day, people }: TextLeaving): void =>
      void put.run(runId, row, ordinal, day, people),
    /** It did not arrive, and never will. */
    takeBack: (runId: string, row: number, ordinal: number): void => void remove.run(runId, row, ordinal),
  }
}
