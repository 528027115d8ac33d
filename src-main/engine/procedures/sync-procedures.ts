import type { OpenAccount } from '../account/open-account.ts'
import type { SyncStatus } from '../contract.ts'
import type { HandlersOf } from './handlers.ts'
import type { EngineContext } from './engine-context.ts'

const syncing = { kinds: ['sync'] } as const

export function syncProcedures(context: EngineContext): HandlersOf<'sync'> {
  return {
    'sync.start': ({ anew }) => startSync(context, context.current(), anew),
    async 'sync.cancel'() {
      const { tasks, sync } = context.current()
      await tasks.stop(syncing)
      return sync.status()
    },
    'sync.status': () => context.current().sync.status(),
  }
}

/** Starts a sync unless one is under way, and answers at once. */
export function startSync(context: EngineContext, { id, tasks, sync, search }: OpenAccount, anew = false): SyncStatus {
  if (tasks.isUnderWay(syncing)) return sync.status()
  const tell = () => context.emit('sync.progress', sync.status())
  const ended = () => {
    tell()
    // So that the first search need not wait; whoever searches says why it could not be done.
    void search.prepare().catch(() => undefined)
  }
  void tasks.run({ kind: 'sync', id }, (signal) => sync.run({ anew, signal, onProgress: tell }), ended)
  return sync.status()
}
