import type { HandlersOf } from './handlers.ts'
import { type EngineContext, secondsOf } from './engine-context.ts'
import type { Output } from '../contract.ts'
import { AppError, asAppError } from '../model/errors.ts'
import { type Backup, listBackups } from '../store/backups/backup-files.ts'
import { acceptDatabase, restoreBackup } from '../store/backups/restore-backup.ts'
import { restoredMark } from '../store/backups/restored-mark.ts'
import { asFolderError } from '../store/data-folder.ts'
import { asStoreError } from '../store/open-store.ts'

export function backupProcedures(context: EngineContext): HandlersOf<'backups'> {
  return {
    'backups.list'({ accountId }) {
      const { id } = context.accounts.get(accountId)
      const shown = listBackups(context.databasePath(id)).map(toShown)
      const unopened = { backups: shown, readOnlyFor: null, problem: null, restored: null }
      try {
        const account = context.openBeside(id)
        const mark = restoredMark(account.store)
        return {
          backups: shown,
          damage: null,
          readOnlyFor: account.readOnlyFor?.toAnswer() ?? null,
          problem: account.backups.problem(),
          restored: mark && { sinceSeconds: seconds(mark.sinceMs), untilSeconds: seconds(mark.untilMs) },
        }
      } catch (error) {
        return { ...unopened, damage: asAppError(asStoreError(error)).toAnswer() }
      }
    },

    async 'backups.make'({ accountId }) {
      const account = context.openBeside(accountId)
      if (account.readOnlyFor !== null) throw account.readOnlyFor
      return toShown(await account.backups.make('person'))
    },

    async 'backups.restore'({ accountId, name, asIs }) {
      const { id } = context.accounts.get(accountId)
      if (asIs && name !== undefined)
        throw new AppError('usage', 'Both a backup and the present data were named.', 'Leave one of them out.')
      await context.shut(id)
      const path = context.databasePath(id)
      try {
        const done = asIs
          ? await acceptDatabase(path, context.clock.nowMs())
          : await restoreBackup(path, name ?? null, context.clock.nowMs())
        return { backup: done.backup && toShown(done.backup), sinceSeconds: seconds(done.sinceMs), keptIn: done.keptIn }
      } catch (error) {
        throw asStoreError(asFolderError(error))
      }
    },
  }
}

function toShown({ name, madeAtMs, because, runs, sizeBytes }: Backup): Output<'backups.make'> {
  return { name, madeAtSeconds: seconds(madeAtMs), because, runs, sizeBytes }
}

function seconds(ms: number): number {
  return secondsOf(ms) ?? 0
}
