import { onDestroy } from 'svelte'
import type { SyncStatus } from '../../src-main/engine/contract.ts'
import { connection } from '../app/connection.svelte.ts'
import { session } from '../app/session.svelte.ts'
import { call, on } from '../engine.ts'
import { type Failure, failureOf } from '../app/failure.ts'
import { syncAgeWords } from '../words/pages/contacts-page-words.ts'

/** The reading of the address book, as it stands and as it goes on. For one component's life. */
export function createSyncView() {
  let status = $state.raw<SyncStatus | null>(null)
  let failure = $state.raw<Failure | null>(null)

  async function ask(procedure: 'sync.status' | 'sync.start' | 'sync.cancel'): Promise<void> {
    try {
      status = await call(procedure, {})
      failure = null
    } catch (error) {
      failure = failureOf(error)
    }
  }

  const endings = [
    on('sync.progress', (next) => void (next.accountId === session.account?.id && (status = next))),
    connection.onReopened(() => void ask('sync.status')),
  ]
  onDestroy(() => endings.forEach((end) => end()))
  const loaded = ask('sync.status')

  return {
    /** How far the reading is, while it goes on. */
    get soFar() {
      const { contacts = 0, alreadyRead = 0, expected = null } = status ?? {}
      return syncAgeWords.soFar(contacts, expected, alreadyRead)
    },
    get status() {
      return status
    },
    get failure() {
      return failure
    },
    /** Why the last reading did not come to its end, unless the person stopped it. */
    get error() {
      return status?.error?.code === 'cancelled' ? null : (status?.error ?? null)
    },
    loaded,
    start: () => ask('sync.start'),
    cancel: () => ask('sync.cancel'),
  }
}
export type SyncView = ReturnType<typeof createSyncView>
