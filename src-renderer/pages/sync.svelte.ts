import { onDestroy } from 'svelte'
import type { SyncStatus } from '../../src-main/engine/contract.ts'
import { connection } from '../connection.svelte.ts'
import { call, on } from '../engine.ts'
import { type Failure, failureOf } from '../failure.ts'

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

  const endings = [on('sync.progress', (next) => (status = next)), connection.onReopened(() => void ask('sync.status'))]
  onDestroy(() => endings.forEach((end) => end()))
  const loaded = ask('sync.status')

  return {
    get status() {
      return status
    },
    get failure() {
      return failure
    },
    loaded,
    start: () => ask('sync.start'),
    cancel: () => ask('sync.cancel'),
  }
}
