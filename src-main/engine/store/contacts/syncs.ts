import type { Store } from '../open-store.ts'

export interface Sync {
  id: number
  /** What it says holds since then: when the reading of the contacts began, be it by an earlier sync that broke off. */
  startedAtMs: number
  /** Null while it is under way, and forever when its process ended first. */
  finishedAtMs: number | null
  /** Whether every page was read: only then does "not in the cache" mean "not at the service". */
  complete: boolean
  contacts: number
}

interface SyncRow {
  id: number
  started_at_ms: number
  finished_at_ms: number | null
  complete: number
  contacts: number
}

/** Statements on the record of syncs. */
export function createSyncs(store: Store) {
  const insert = store.prepare<[number, string | null]>('INSERT INTO syncs (started_at_ms, owner) VALUES (?, ?)')
  const setContinuedFrom = store.prepare<[number | null, number]>('UPDATE syncs SET goes_on_from = ? WHERE id = ?')
  const finish = store.prepare<[number, number, number, number]>(
    'UPDATE syncs SET finished_at_ms = ?, complete = ?, contacts = ? WHERE id = ?',
  )
  const columns = `id, finished_at_ms, complete, contacts,
    coalesce((SELECT first.started_at_ms FROM syncs AS first WHERE first.id = syncs.goes_on_from), started_at_ms) AS started_at_ms`
  const selectLatest = store.prepare<[], SyncRow>(`SELECT ${columns} FROM syncs ORDER BY id DESC LIMIT 1`)
  const selectLatestComplete = store.prepare<[], SyncRow>(`SELECT ${columns} FROM syncs WHERE complete = 1 ORDER BY id DESC LIMIT 1`)
  return {
    /** Answers the number of the new sync. */
    begin: (startedAtMs: number, owner: string | null = null): number => Number(insert.run(startedAtMs, owner).lastInsertRowid),
    /** The sync whose walk it resumes; null when it starts its own. */
    setContinuedFrom: (id: number, firstId: number | null): void => void setContinuedFrom.run(firstId, id),

    finish(id: number, result: { finishedAtMs: number; complete: boolean; contacts: number }): void {
      finish.run(result.finishedAtMs, result.complete ? 1 : 0, result.contacts, id)
    },

    latest: (): Sync | null => toSync(selectLatest.get()),
    latestComplete: (): Sync | null => toSync(selectLatestComplete.get()),
  }
}

function toSync(row: SyncRow | undefined): Sync | null {
  if (row === undefined) return null
  const { id, started_at_ms: startedAtMs, finished_at_ms: finishedAtMs, complete, contacts } = row
  return { id, startedAtMs, finishedAtMs, complete: complete === 1, contacts }
}
