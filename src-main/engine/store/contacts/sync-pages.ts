import { z } from 'zod'
import { isGone } from '../process-owner.ts'
import type { EarlierWalk } from '../../model/contacts/earlier-walk.ts'
import { readJsonColumn } from '../json-column.ts'
import type { Store } from '../open-store.ts'

/** How long after its start a sync can be resumed: what it read first may have changed by then. */
export const syncGoesOnForMs = 24 * 60 * 60 * 1000
/** Fewer pages are quickly read again. */
const fewestPages = 20

export interface EarlierSync extends EarlierWalk {
  /** The sync that began the reading. */
  firstId: number
}

interface LastPage {
  syncId: number
  page: number
  contacts: number
  unreadable: number
  firstPage: number
  startedAtMs: number
}

const uuidsSchema = z.array(z.string())

/** Statements on the pages of contacts of one reading, the newest that has not come to its end. */
export function createSyncPages(store: Store) {
  const selectPage = store.prepare<[number, number], string>('SELECT contacts FROM sync_pages WHERE page = ? AND sync_id = ?').pluck()
  const put = store.prepare<[{ page: number; syncId: number; contacts: string; contactsSoFar: number; unreadableSoFar: number }]>(
    `INSERT OR REPLACE INTO sync_pages (page, sync_id, contacts, contacts_so_far, unreadable_so_far)
     VALUES (@page, @syncId, @contacts, @contactsSoFar, @unreadableSoFar)`,
  )
  const removeAll = store.prepare('DELETE FROM sync_pages')
  const selectLast = store.prepare<[], LastPage>(
    `SELECT sync_id AS syncId, page, contacts_so_far AS contacts, unreadable_so_far AS unreadable, started_at_ms AS startedAtMs,
       (SELECT min(page) FROM sync_pages) AS firstPage
     FROM sync_pages JOIN syncs ON syncs.id = sync_id ORDER BY page DESC LIMIT 1`,
  )
  const selectOwners = store
    .prepare<{ firstId: number; exceptId: number }, string | null>(
      'SELECT owner FROM syncs WHERE (id = @firstId OR goes_on_from = @firstId) AND id <> @exceptId AND finished_at_ms IS NULL',
    )
    .pluck()
  const selectUuids = store
    .prepare<[number, number, number], string>('SELECT contacts FROM sync_pages WHERE sync_id = ? AND page BETWEEN ? AND ? ORDER BY page')
    .pluck()
  const read = (text: string) => readJsonColumn(uuidsSchema, text, 'the pages of contacts that were read')

  return {
    /** Adds what is new on a page; `syncId`: the sync that began the reading. */
    put(syncId: number, page: number, uuids: readonly string[], soFar: { contacts: number; unreadable: number }): void {
      const before = selectPage.get(page, syncId)
      const all = before === undefined ? uuids : [...read(before), ...uuids]
      put.run({ page, syncId, contacts: JSON.stringify(all), contactsSoFar: soFar.contacts, unreadableSoFar: soFar.unreadable })
    },
    removeAll: (): void => void removeAll.run(),

    /** An interrupted walk that the sync `ownId` may resume: not an old one, nor one of another process that is still running. */
    earlier(nowMs: number, owner: string, ownId = 0): EarlierSync | null {
      const last = selectLast.get()
      if (last === undefined || last.firstPage > 1 || last.page < fewestPages) return null
      if (Math.abs(nowMs - last.startedAtMs) > syncGoesOnForMs) return null
      const owners = selectOwners.all({ firstId: last.syncId, exceptId: ownId })
      if (owners.some((one) => one !== null && one !== owner && !isGone(one))) return null
      return {
        firstId: last.syncId,
        firstPage: last.firstPage,
        lastPage: last.page,
        contacts: last.contacts,
        unreadable: last.unreadable,
        keys: (from, to) => selectUuids.all(last.syncId, from, to).flatMap(read),
      }
    },
  }
}
