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
export function startSync(context: EngineContext, { id, tasks, sync }: OpenAccount, anew = false): SyncStatus {
  if (tasks.isUnderWay(syncing)) return sync.status()
  const tell = () => context.emit('sync.progress', sync.status())
  void tasks.run({ kind: 'sync', id }, (signal) => sync.run({ anew, signal, onProgress: tell }), tell)
  return sync.status()
}
