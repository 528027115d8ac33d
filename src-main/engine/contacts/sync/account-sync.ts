import type { Clock } from '../../model/clock.ts'
import type { SyncStatus } from '../../model/contacts/address-book-schema.ts'
import { type AppError, asAppError } from '../../model/errors.ts'
import type { Service } from '../../service/service.ts'
import { asStoreError, type Store } from '../../store/open-store.ts'
import { thisProcess } from '../../store/process-owner.ts'
import { tablesOf } from '../../store/tables.ts'
import { syncAddressBook } from './sync-address-book.ts'
import { createSyncWriter, longestSyncMs } from './sync-writer.ts'

const progressEveryMs = 200
const nothingRead = { contacts: 0, alreadyRead: 0 }

export type AccountSync = ReturnType<typeof createAccountSync>

interface AccountSyncOptions {
  store: Store
  service: Service
  clock: Clock
  /** Why nothing can be written; null where it can. */
  readOnlyFor: AppError | null
}

/** Syncs an account's address book, one sync at a time, and remembers how the last one in this process ended. */
export function createAccountSync({ store, service, clock, readOnlyFor }: AccountSyncOptions) {
  const { contacts, syncs, syncPages } = tablesOf(store)
  /** Progress of the running sync; null when none is running. */
  let reading: typeof nothingRead | null = null
  /** What the database does not record about the end of the last sync. */
  let ending: Pick<SyncStatus, 'error' | 'notices'> = { error: null, notices: [] }

  return {
    /** Runs a sync. Never throws: `status` reports errors afterwards. Calls `onProgress` at most five times a second. */
    async run({ anew, signal, onProgress }: { anew: boolean; signal: AbortSignal; onProgress: () => void }): Promise<void> {
      reading = nothingRead
      ending = { error: null, notices: [] }
      let toldAtMs = Number.NEGATIVE_INFINITY
      try {
        const { notices } = await syncAddressBook({
          service,
          writer: createSyncWriter(store, clock),
          signal,
          clock,
          anew,
          onProgress({ contacts: read, continuedAfter }) {
            reading = { contacts: read, alreadyRead: continuedAfter }
            const nowMs = clock.monotonicMs()
            if (nowMs - toldAtMs < progressEveryMs) return
            toldAtMs = nowMs
            onProgress()
          },
        })
        ending = { error: null, notices }
      } catch (error) {
        const told = asAppError(asStoreError(error))
        ending = { error: (told.code === 'store.readonly' ? (readOnlyFor ?? told) : told).toAnswer(), notices: [] }
      } finally {
        reading = null
      }
    },

    status(): SyncStatus {
      // What another program is at says nothing yet: what was read before is as it was.
      const latest = syncs.latest(syncs.underWayElsewhere(thisProcess, clock.nowMs() - longestSyncMs)?.id)
      const complete = syncs.latestComplete()
      const finishedAtMs = complete?.finishedAtMs ?? null
      // One that could not even begin leaves the latest one there, which may be complete.
      const idle = latest === null ? 'never' : latest.complete && ending.error === null ? 'complete' : 'incomplete'
      return {
        state: reading === null ? idle : 'running',
        // While no sync is running: where the next one can resume.
        ...(reading ?? { contacts: contacts.count(), alreadyRead: syncPages.earlier(clock.nowMs(), thisProcess)?.contacts ?? 0 }),
        expected: complete?.contacts ?? null,
        finishedAtSeconds: finishedAtMs === null ? null : Math.floor(finishedAtMs / 1000),
        ...ending,
      }
    },
  }
}
