import type { OpenAccount } from '../account/open-account.ts'
import type { SyncStatus } from '../contract.ts'
import { exportDifferences } from '../contacts/differences/export-differences.ts'
import { allDifferences, differencePage, differencePeriods, wantedPeriod } from '../contacts/differences/list-differences.ts'
import { AppError } from '../model/errors.ts'
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
    'sync.differences': ({ since, kind, offset, limit }) => differencePage(context.current().tables, { since, kind }, { offset, limit }),
    async 'sync.exportDifferences'({ since, path, overwrite }) {
      const { tables } = context.current()
      const period = wantedPeriod(differencePeriods(tables), since)
      if (period === null)
        throw new AppError(
          'usage',
          'There are no two complete syncs yet to compare.',
          'Sync the contacts; what is new, changed or gone is known from the second sync on.',
        )
      const rows = await context.tasks.run({ kind: 'export', id: path }, (signal) =>
        exportDifferences({ differences: allDifferences(tables, period), period, path, overwrite, signal }),
      )
      return { path, rows }
    },
  }
}

/** Starts a sync unless one is under way, and answers at once. */
export function startSync(context: EngineContext, { id, tasks, sync, search }: OpenAccount, anew = false): SyncStatus {
  if (tasks.isUnderWay(syncing)) return sync.status()
  const tell = () => context.emit('sync.progress', { ...sync.status(), accountId: id })
  const ended = () => {
    tell()
    // So that the first search need not wait; whoever searches says why it could not be done.
    void search.prepare().catch(() => undefined)
  }
  void tasks.run({ kind: 'sync', id }, (signal) => sync.run({ anew, signal, onProgress: tell }), ended)
  return sync.status()
}
