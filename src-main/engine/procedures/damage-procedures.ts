import type { OpenAccount } from '../account/open-account.ts'
import { purposeOf } from '../damage/column-purpose.ts'
import { createDamageCheck } from '../damage/damage-check.ts'
import type { DamageReport } from '../damage/damage-schema.ts'
import type { CheckedFile, KeptCheck } from '../damage/kept-checks.ts'
import { createAppliedRepairs } from '../damage/applied-repairs.ts'
import { runDamageCheck } from '../damage/run-damage-check.ts'
import type { HandlersOf } from './handlers.ts'
import type { EngineContext } from './engine-context.ts'
import { asAppError } from '../model/errors.ts'
import { inspectFile } from '../source/open/inspect-file.ts'
import type { DialectChoice } from '../model/files/source-schema.ts'
import { asStoreError } from '../store/open-store.ts'
import { correctedSheet, readCorrected } from './read-corrected.ts'
import { storedFile } from './file-procedures.ts'

/** What is to be checked: a file, the way it is read, and the country whose numbers are meant. */
interface Wanted {
  fileId: string
  dialect: DialectChoice
  country?: string | undefined
}

export function damageProcedures(context: EngineContext): HandlersOf<'damage'> {
  /** Null when it was cancelled before it began: its file is inspected first. */
  const started = (account: OpenAccount, wanted: Wanted): Promise<KeptCheck | null> =>
    account.tasks.run({ kind: 'damageStart', id: wanted.fileId }, async (signal) => {
      try {
        return await startCheck(context, account, wanted, signal)
      } catch (error) {
        if (signal.aborted) return null
        throw error
      }
    })

  return {
    async 'damage.check'({ wait, ...wanted }) {
      const account = context.current()
      const task = present(account, wanted) ?? (await started(account, wanted))
      if (task === null) return { ...nothingYet(wanted.fileId, storedFile(account, wanted.fileId).sizeBytes), state: 'cancelled' as const }
      if (wait) await task.done
      return task.report()
    },

    'damage.findings'({ ...wanted }) {
      const account = context.current()
      return present(account, wanted)?.report() ?? nothingYet(wanted.fileId, storedFile(account, wanted.fileId).sizeBytes)
    },

    async 'damage.cancel'({ fileId }) {
      await context.current().tasks.stop({ kinds: ['damageStart', 'damage'], id: fileId })
      return {}
    },
  }
}

/** The check of this file as it is read and corrected now. */
function present(account: OpenAccount, wanted: Wanted): KeptCheck | null {
  const task = account.damage.find(fileOf(account, wanted))
  return task !== null && account.tables.fileCorrections.through(task.sheet) === task.through ? task : null
}

function fileOf(account: OpenAccount, { fileId, dialect, country = account.record().settings.country }: Wanted): CheckedFile {
  return { fileId, country, dialect }
}

/** Any other check of the file ends: the person has changed how it is read, or what is in it. */
async function startCheck(context: EngineContext, account: OpenAccount, wanted: Wanted, starting: AbortSignal): Promise<KeptCheck> {
  const file = storedFile(account, wanted.fileId)
  const { columns, dialect } = await inspectFile(file.storedPath, wanted.dialect, { signal: starting })
  await account.tasks.stop({ kinds: ['damage'], id: file.id })
  starting.throwIfAborted()
  const started = present(account, wanted)
  if (started !== null) return started

  const { fileCorrections } = account.tables
  const sheet = correctedSheet(file, dialect.sheet)
  const through = fileCorrections.through(sheet)
  const bodies = new Set(columns.filter((column) => purposeOf(column).purpose === 'body').map(({ index }) => index))
  const repaired = createAppliedRepairs(fileCorrections.at(sheet, through), columns, bodies)
  const check = createDamageCheck({ columns, dialect, country: wanted.country ?? account.record().settings.country })
  const progress: Pick<DamageReport, 'state' | 'bytesRead' | 'error'> = { state: 'running', bytesRead: 0, error: null }
  const report = (): DamageReport => ({
    fileId: file.id,
    ...progress,
    rows: check.rows,
    bytesTotal: file.sizeBytes,
    sheet: dialect.sheet ?? null,
    findings: check.findings(),
    repairs: repaired.all(),
  })
  const tell = () => {
    const { fileId, state, rows, bytesRead, bytesTotal, findings } = report()
    context.emit('damage.progress', { fileId, state, rows, bytesRead, bytesTotal, findings: findings.length })
  }

  const checked = fileOf(account, wanted)
  const task: KeptCheck = { sheet, through, report, done: Promise.resolve() }
  const run = async (signal: AbortSignal): Promise<void> => {
    try {
      await runDamageCheck({
        path: file.storedPath,
        dialect,
        columns: columns.length,
        readRows: readCorrected(account, file, dialect, through),
        check,
        repaired,
        clock: context.clock,
        signal,
        isBusy: () => account.tasks.isUnderWay({ kinds: ['plan', 'release', 'revision'] }),
        onProgress(bytesRead) {
          progress.bytesRead = bytesRead
          tell()
        },
      })
      progress.state = 'done'
      progress.bytesRead = file.sizeBytes
    } catch (thrown) {
      const error = asAppError(asStoreError(thrown))
      const isCancelled = signal.aborted || error.code === 'cancelled'
      progress.state = isCancelled ? 'cancelled' : 'failed'
      progress.error = isCancelled ? null : error.toAnswer()
      account.damage.forget(checked, task)
    }
    tell()
  }
  task.done = account.tasks.run({ kind: 'damage', id: file.id }, run)
  account.damage.keep(checked, task)
  return task
}

function nothingYet(fileId: string, bytesTotal: number): DamageReport {
  return { fileId, state: 'none', rows: 0, bytesRead: 0, bytesTotal, sheet: null, findings: [], repairs: [], error: null }
}
