import type { OpenAccount } from '../account/open-account.ts'
import type { SyncStatus } from '../contract.ts'
import type { HandlersOf } from '../engine.ts'
import { type EngineContext, secondsOf } from './engine-context.ts'
import { asAppError } from '../model/errors.ts'
import { thisProcess } from '../store/process-owner.ts'
import { syncAccount } from '../service/address-book/sync.ts'
import { createCacheWriter } from '../store/contacts/cache-writer.ts'
import { asStoreError } from '../store/open-store.ts'
import { createSyncPages } from '../store/contacts/sync-pages.ts'

const progressEveryMs = 200

type Remarks = Pick<SyncStatus, 'error' | 'notices'>

/** What came of an account's last sync in this process, beside what the database tells. */
const remarks = new WeakMap<OpenAccount, Remarks>()
const noRemarks: Remarks = { error: null, notices: [] }
/** How far the sync under way is. */
const reading = new WeakMap<OpenAccount, Pick<SyncStatus, 'contacts' | 'alreadyRead'>>()
const nothingRead = { contacts: 0, alreadyRead: 0 }

export function syncProcedures(context: EngineContext): HandlersOf<'sync'> {
  return {
    'sync.start': ({ anew }) => startSync(context, context.current(), anew),
    async 'sync.cancel'() {
      const account = context.current()
      account.sync?.abort.abort()
      await account.sync?.done
      return syncStatus(context, account)
    },
    'sync.status': () => syncStatus(context, context.current()),
  }
}

/** Starts a sync unless one is under way, and answers at once. */
export function startSync(context: EngineContext, account: OpenAccount, anew = false): SyncStatus {
  if (account.sync) return syncStatus(context, account)
  const abort = new AbortController()
  remarks.delete(account)
  let toldAtMs = Number.NEGATIVE_INFINITY
  const tell = () => {
    const nowMs = context.clock.monotonicMs()
    if (nowMs - toldAtMs < progressEveryMs) return
    toldAtMs = nowMs
    context.emit('sync.progress', syncStatus(context, account))
  }
  const sync = async (): Promise<Remarks> => {
    try {
      const { notices } = await syncAccount({
        service: account.service,
        writer: createCacheWriter(account.store, context.clock),
        signal: abort.signal,
        clock: context.clock,
        anew,
        onProgress({ contacts, continuedAfter }) {
          reading.set(account, { contacts, alreadyRead: continuedAfter })
          tell()
        },
      })
      return { error: null, notices }
    } catch (error) {
      return { error: asAppError(asStoreError(error)).toAnswer(), notices: [] }
    }
  }
  // Not before `account.sync` is set: what it tells first must already read as running.
  const done = Promise.resolve()
    .then(sync)
    .then((found) => {
      account.sync = null
      reading.delete(account)
      remarks.set(account, found)
      context.emit('sync.progress', syncStatus(context, account))
    })
  account.sync = { abort, done }
  return syncStatus(context, account)
}

/** What the next sync can go on after. */
function readBefore({ store }: OpenAccount, nowMs: number): number {
  return createSyncPages(store).earlier(nowMs, thisProcess)?.contacts ?? 0
}

function syncStatus({ clock }: EngineContext, account: OpenAccount): SyncStatus {
  const latest = account.tables.syncs.latest()
  const complete = account.tables.syncs.latestComplete()
  const state = account.sync ? 'running' : latest === null ? 'never' : latest.complete ? 'complete' : 'incomplete'
  const isRunning = state === 'running'
  return {
    state,
    ...(isRunning
      ? (reading.get(account) ?? nothingRead)
      : { contacts: account.tables.contacts.count(), alreadyRead: readBefore(account, clock.nowMs()) }),
    expected: complete?.contacts ?? null,
    finishedAtSeconds: secondsOf(complete?.finishedAtMs ?? null),
    ...(remarks.get(account) ?? noRemarks),
  }
}
