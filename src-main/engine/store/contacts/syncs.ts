import type { Store } from '../open-store.ts'
import { isGone } from '../process-owner.ts'

export interface Sync {
  id: number
  /** What it says holds since then: when the reading of the contacts began, be it by an earlier sync that broke off. */
  startedAtMs: number
  /** Null while it is under way, and forever when its process ended first. */
  finishedAtMs: number | null
  /** Whether every page was read: only then does "not in the cache" mean "not at the service". */
  complete: boolean
  contacts: number
  /** Contacts were taken out of the cache since then, of somebody who was sealed: they may be at the service all the same. */
  hasGaps: boolean
}

interface SyncRow {
  id: number
  started_at_ms: number
  finished_at_ms: number | null
  complete: number
  contacts: number
  has_gaps: number
}

/** A sync of another process, and the last page that it has brought: it is alive as long as that grows. */
export interface SyncElsewhere {
  id: number
  owner: string
  lastPage: number
}

interface UnderWayRow {
  id: number
  owner: string | null
  last_page: number | null
}

/** Statements on the record of syncs. */
export function createSyncs(store: Store) {
  const insert = store.prepare<[number, string | null]>('INSERT INTO syncs (started_at_ms, owner) VALUES (?, ?)')
  const setContinuedFrom = store.prepare<[number | null, number]>('UPDATE syncs SET goes_on_from = ? WHERE id = ?')
  const finish = store.prepare<[number, number, number, number]>(
    'UPDATE syncs SET finished_at_ms = ?, complete = ?, contacts = ? WHERE id = ?',
  )
  const columns = `id, finished_at_ms, complete, contacts, has_gaps,
    coalesce((SELECT first.started_at_ms FROM syncs AS first WHERE first.id = syncs.goes_on_from), started_at_ms) AS started_at_ms`
  const selectLatest = store.prepare<[number], SyncRow>(`SELECT ${columns} FROM syncs WHERE id <> ? ORDER BY id DESC LIMIT 1`)
  const selectLatestComplete = store.prepare<[], SyncRow>(`SELECT ${columns} FROM syncs WHERE complete = 1 ORDER BY id DESC LIMIT 1`)
  const selectCompleteOnes = store.prepare<[number], { id: number; finishedAtMs: number; isResumed: number }>(
    `SELECT id, coalesce(finished_at_ms, started_at_ms) AS finishedAtMs, goes_on_from IS NOT NULL AS isResumed
     FROM syncs WHERE complete = 1 ORDER BY id DESC LIMIT ?`,
  )
  const setGaps = store.prepare<[]>('UPDATE syncs SET has_gaps = 1')
  const selectUnderWay = store.prepare<[number], UnderWayRow>(
    `SELECT id, owner, (SELECT max(page) FROM sync_pages WHERE sync_id IN (syncs.id, syncs.goes_on_from)) AS last_page
     FROM syncs WHERE finished_at_ms IS NULL AND started_at_ms > ? ORDER BY id DESC`,
  )
  const selectResult = store.prepare<[number], { complete: number; contacts: number }>(
    'SELECT complete, contacts FROM syncs WHERE id = ? AND finished_at_ms IS NOT NULL',
  )
  return {
    /** The newest sync that began after `sinceMs` and that a process other than `owner` may still be at; null when there is none. */
    underWayElsewhere(owner: string, sinceMs: number): SyncElsewhere | null {
      for (const row of selectUnderWay.all(sinceMs)) {
        if (row.owner !== null && row.owner !== owner && !isGone(row.owner)) {
          return { id: row.id, owner: row.owner, lastPage: row.last_page ?? 0 }
        }
      }
      return null
    },
    /** Whether a sync that ended was complete; null while it has not ended. */
    resultOf(id: number): { complete: boolean; contacts: number } | null {
      const row = selectResult.get(id)
      return row === undefined ? null : { complete: row.complete === 1, contacts: row.contacts }
    },

    /** Answers the number of the new sync. */
    begin: (startedAtMs: number, owner: string | null = null): number => Number(insert.run(startedAtMs, owner).lastInsertRowid),
    /** The sync whose walk it resumes; null when it starts its own. */
    setContinuedFrom: (id: number, firstId: number | null): void => void setContinuedFrom.run(firstId, id),

    finish(id: number, result: { finishedAtMs: number; complete: boolean; contacts: number }): void {
      finish.run(result.finishedAtMs, result.complete ? 1 : 0, result.contacts, id)
    },

    /** The newest one, but for `exceptId`. */
    latest: (exceptId = 0): Sync | null => toSync(selectLatest.get(exceptId)),
    /** Somebody was taken out of the cache: no sync until now proves who is not at the service. */
    noteGaps: (): void => void setGaps.run(),
    /** The newest complete ones first. `isResumed`: it went on where another one broke off. */
    completeOnes: (limit: number): { id: number; finishedAtMs: number; isResumed: boolean }[] =>
      selectCompleteOnes.all(limit).map(({ isResumed, ...sync }) => ({ ...sync, isResumed: isResumed === 1 })),
    latestComplete: (): Sync | null => toSync(selectLatestComplete.get()),
  }
}

function toSync(row: SyncRow | undefined): Sync | null {
  if (row === undefined) return null
  const { id, started_at_ms: startedAtMs, finished_at_ms: finishedAtMs, complete, contacts, has_gaps: hasGaps } = row
  return { id, startedAtMs, finishedAtMs, complete: complete === 1, contacts, hasGaps: hasGaps === 1 }
}
