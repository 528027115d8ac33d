import type { Clock } from '../model/clock.ts'
import type { ErrorAnswer } from '../model/errors.ts'
import { asAppError } from '../model/errors.ts'
import { type Backup, type BackupNote, newestBackup } from '../store/backups/backup-files.ts'
import { makeBackup } from '../store/backups/make-backup.ts'
import { asFolderError } from '../store/data-folder.ts'
import { asStoreError, type Store } from '../store/open-store.ts'
import type { Tasks } from './tasks.ts'

const dayMs = 24 * 60 * 60 * 1000

export type BackupKeeper = ReturnType<typeof createBackupKeeper>

/** Makes the backups of an open account: after each run, each day, and when somebody asks. One at a time; no run waits for them. */
export function createBackupKeeper({ store, clock, tasks }: { store: Store; clock: Clock; tasks: Tasks }) {
  let lastProblem: ErrorAnswer | null = null
  let afterRuns: Promise<unknown> = Promise.resolve()

  function make(because: BackupNote['because']): Promise<Backup> {
    return tasks.inTurn({ kind: 'backup', id: because === 'day' ? 'day' : 'asked' }, async (signal) => {
      try {
        const made = await makeBackup(store, { because, nowMs: clock.nowMs(), signal })
        lastProblem = null
        return made
      } catch (error) {
        const known = asStoreError(asFolderError(error))
        if (!signal.aborted) lastProblem = asAppError(known).toAnswer()
        throw known
      }
    })
  }

  return {
    /** Throws what kept it from being made. */
    make,
    /** Goes on in the background; see `problem`. */
    afterRun(): void {
      afterRuns = Promise.all([afterRuns, make('run').catch(() => null)])
    },
    /** The same, where the newest is a day old. What is stopped is made at the next start. */
    eachDay(): void {
      const newest = newestBackup(store.name)
      const hasRuns = store.prepare('SELECT 1 FROM runs LIMIT 1').get() !== undefined
      if (hasRuns && (newest === null || clock.nowMs() - newest.madeAtMs > dayMs)) make('day').catch(() => null)
    },
    /** Why the last one could not be made; null where it could. */
    problem: (): ErrorAnswer | null => lastProblem,
    /** Resolves when those after runs are made. */
    whenMade: (): Promise<unknown> => afterRuns,
  }
}
