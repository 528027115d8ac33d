import type { OpenAccount } from '../account/open-account.ts'
import type { SyncStatus } from '../contract.ts'
import type { HandlersOf } from './handlers.ts'
import { type EngineContext, secondsOf } from './engine-context.ts'
import { asAppError } from '../model/errors.ts'
import { thisProcess } from '../store/process-owner.ts'
import { syncAddressBook } from '../service/address-book/sync-address-book.ts'
import { createSyncWriter } from '../store/contacts/sync-writer.ts'
import { asStoreError } from '../store/open-store.ts'
import { tablesOf } from '../store/tables.ts'

const progressEveryMs = 200
const syncing = { kinds: ['sync'] } as const

type Remarks = Pick<SyncStatus, 'error' | 'notices'>

/** The result of an account's last sync in this process, beside what the database knows. */
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
      await account.tasks.stop(syncing)
      return syncStatus(context, account)
    },
    'sync.status': () => syncStatus(context, context.current()),
  }
}

/** Starts a sync unless one is under way, and answers at once. */
export function startSync(context: EngineContext, account: OpenAccount, anew = false): SyncStatus {
  if (account.tasks.isUnderWay(syncing)) return syncStatus(context, account)
  remarks.delete(account)
  let toldAtMs = Number.NEGATIVE_INFINITY
  const tell = () => {
    const nowMs = context.clock.monotonicMs()
    if (nowMs - toldAtMs < progressEveryMs) return
    toldAtMs = nowMs
    context.emit('sync.progress', syncStatus(context, account))
  }
  const sync = async (signal: AbortSignal): Promise<Remarks> => {
    try {
      const { notices } = await syncAddressBook({
        service: account.service,
        writer: createSyncWriter(account.store, context.clock),
        signal,
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
  void account.tasks.run(
    { kind: 'sync', id: account.id },
    async (signal) => {
      remarks.set(account, await sync(signal))
      reading.delete(account)
    },
    () => context.emit('sync.progress', syncStatus(context, account)),
  )
  return syncStatus(context, account)
}

/** Where the next sync can resume. */
function readBefore({ store }: OpenAccount, nowMs: number): number {
  return tablesOf(store).syncPages.earlier(nowMs, thisProcess)?.contacts ?? 0
}

function syncStatus({ clock }: EngineContext, account: OpenAccount): SyncStatus {
  const latest = account.tables.syncs.latest()
  const complete = account.tables.syncs.latestComplete()
  const state = account.tasks.isUnderWay(syncing) ? 'running' : latest === null ? 'never' : latest.complete ? 'complete' : 'incomplete'
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
