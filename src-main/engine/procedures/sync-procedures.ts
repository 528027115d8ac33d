import type { OpenAccount } from '../account/open-account.ts'
import type { SyncStatus } from '../contract.ts'
import type { HandlersOf } from '../engine.ts'
import { type EngineContext, secondsOf } from '../engine-context.ts'
import { asAppError } from '../errors.ts'
import { syncAccount } from '../service/sync.ts'
import { createCacheWriter } from '../store/cache-writer.ts'
import { asStoreError } from '../store/open-store.ts'

const progressEveryMs = 200

type Remarks = Pick<SyncStatus, 'error' | 'notices'>

/** What came of an account's last sync in this process, beside what the database tells. */
const remarks = new WeakMap<OpenAccount, Remarks>()
const noRemarks: Remarks = { error: null, notices: [] }

export function syncProcedures(context: EngineContext): HandlersOf<'sync'> {
  return {
    'sync.start': () => startSync(context, context.current()),
    async 'sync.cancel'() {
      const account = context.current()
      account.sync?.abort.abort()
      await account.sync?.done
      return syncStatus(account)
    },
    'sync.status': () => syncStatus(context.current()),
  }
}

/** Starts a sync unless one is under way, and answers at once. */
export function startSync(context: EngineContext, account: OpenAccount): SyncStatus {
  if (account.sync) return syncStatus(account)
  const abort = new AbortController()
  remarks.delete(account)
  let toldAtMs = Number.NEGATIVE_INFINITY
  const tell = (contacts: number) => {
    const nowMs = context.clock.monotonicMs()
    if (nowMs - toldAtMs < progressEveryMs) return
    toldAtMs = nowMs
    context.emit('sync.progress', { ...syncStatus(account), contacts })
  }
  const sync = async (): Promise<Remarks> => {
    try {
      const { notices } = await syncAccount({
        service: account.service,
        writer: createCacheWriter(account.store, context.clock),
        signal: abort.signal,
        onProgress: ({ contacts }) => tell(contacts),
      })
      return { error: null, notices }
    } catch (error) {
      return { error: asAppError(asStoreError(error)).toAnswer(), notices: [] }
    }
  }
  // Not before `account.sync` is set: what it tells first must already read as running.
  const done = Promise.resolve().then(sync).then((found) => {
    account.sync = null
    remarks.set(account, found)
    context.emit('sync.progress', syncStatus(account))
  })
  account.sync = { abort, done }
  return syncStatus(account)
}

function syncStatus(account: OpenAccount): SyncStatus {
  const latest = account.tables.syncs.latest()
  const complete = account.tables.syncs.latestComplete()
  const state = account.sync ? 'running' : latest === null ? 'never' : latest.complete ? 'complete' : 'incomplete'
  return {
    state,
    contacts: account.tables.contacts.count(),
    finishedAtSeconds: secondsOf(complete?.finishedAtMs ?? null),
    ...(remarks.get(account) ?? noRemarks),
  }
}
