import { type AppError, asAppError, type ErrorAnswer, type ErrorCode } from '../../model/errors.ts'
import type { PlanSummary } from '../../model/plans/plan-schema.ts'
import type { RunSummary } from '../../model/runs/run-schema.ts'
import type { UnattendedOutcome } from '../../model/runs/unattended-schema.ts'
import { runMessage, runReport } from './outcome-words.ts'
import type { ImportStations } from './import-stations.ts'
import type { ClaimedFile, createWatchedFolder } from './watched-folder.ts'

/** What became of a claimed file. `run` and `error`: what it came to, or why it came to nothing. */
export type Outcome =
  | {
      kind: 'done' | 'needsAttention'
      outcome: Exclude<UnattendedOutcome, 'discarded'>
      /** In a sentence or two, with counts alone. */
      message: string
      /** What lies beside the file. */
      report: string
      runId: string | null
      planId: string | null
      run: RunSummary | null
      error: ErrorAnswer | null
    }
  /** It stays where it is, and is taken up again later. */
  | { kind: 'waits'; message: string; run: RunSummary | null; error: ErrorAnswer | null }

type WatchedFolder = ReturnType<typeof createWatchedFolder>

/** What is no fault of the file: the same later. */
const laterCodes = [
  'service.',
  'sign_in.',
  'store.',
  'run.locked',
  'run.paused',
  'run.interrupted',
  'run.closed',
  'run.decided',
  'cancelled',
]

/**
 * Plans a claimed file by the recipe and runs it within its limits, or goes on with the run that had begun before a break. A file with the same
 * bytes as one that was imported is not imported again. Never throws for the file.
 */
export async function importClaimed(stations: ImportStations, folder: WatchedFolder, file: ClaimedFile): Promise<Outcome> {
  try {
    const begun = await begunRun(stations, folder, file)
    if (begun !== null) return outcomeOf(await wentOn(stations, begun))
    return await importAnew(stations, folder, file)
  } catch (error) {
    return failed(asAppError(error))
  }
}

/** The run of an earlier watch; null where none had begun, so that the file can be planned anew. */
async function begunRun(stations: ImportStations, folder: WatchedFolder, file: ClaimedFile): Promise<RunSummary | null> {
  const planId = await folder.planOf(file)
  const runId = planId === null ? null : ((await stations.planOf(planId))?.runId ?? null)
  return runId === null ? null : stations.runOf(runId)
}

async function wentOn(stations: ImportStations, run: RunSummary): Promise<RunSummary> {
  return run.state === 'finished' || run.state === 'cancelled' ? run : stations.resume(run.id)
}

async function importAnew(stations: ImportStations, folder: WatchedFolder, file: ClaimedFile): Promise<Outcome> {
  const recipe = await stations.recipe()
  const opened = await stations.open(file.path)
  const { runId, startedAtSeconds, isOver } = await stations.sameFile(opened.sha256, recipe.name)
  if (runId !== null) return isOver ? sameFile(runId, startedAtSeconds) : besideUnfinished()
  const plan = await stations.plan(opened, recipe)
  if (plan.unlikeSha256 !== null) return unlike(plan, plan.unlikeSha256)
  await folder.notePlan(file, plan.id)
  return outcomeOf(await stations.start(plan))
}

const noError = { run: null, error: null } as const

function sameFile(runId: string, startedAtSeconds: number | null): Outcome {
  const when = startedAtSeconds === null ? '' : ` of ${new Date(startedAtSeconds * 1000).toISOString().slice(0, 10)}`
  const message = 'It is the same file as one that was imported before, byte for byte. Nothing was imported.'
  const report = `This is the same file as that of import ${runId}${when}, byte for byte. Nothing was imported.\nTo import it again: "Run again" on the start page, or rollcall run FILE --recipe RECIPE`
  return { kind: 'done', outcome: 'sameFile', message, report, runId, planId: null, ...noError }
}

/** Nobody knows yet whether it is imported. */
function besideUnfinished(): Outcome {
  return { kind: 'waits', message: 'An import of this very file has not come to its end. It waits for that.', ...noError }
}

function unlike({ id, attention, recipe }: PlanSummary, sha256: string): Outcome {
  const inWhat = attention.filter(({ code }) => code.startsWith('unlike.')).map(({ message }) => message)
  const message = inWhat.join(' ')
  const report = `This list is unlike the last ones of "${recipe.name}", and nothing was imported. ${message}\nIf it is the right list: "Import anyway" on the start page, or rollcall run ${id} --yes --accept-unlike ${sha256}`
  return { kind: 'needsAttention', outcome: 'unlike', message, report, runId: null, planId: id, ...noError }
}

function outcomeOf(run: RunSummary): Outcome {
  const told = { message: runMessage(run), report: runReport(run), runId: run.id, planId: run.planId, run, error: null }
  if (run.state === 'finished') {
    const isWhole = run.failed + run.unknown === 0
    return { kind: isWhole ? 'done' : 'needsAttention', outcome: isWhole ? 'imported' : 'rows', ...told }
  }
  // Stopped for a sign-in, for the network, by another program or by the person: it goes on by itself.
  if (run.state !== 'cancelled' && (run.reason === null || isForLater(run.reason.code))) return { kind: 'waits', ...told }
  return { kind: 'needsAttention', outcome: 'stopped', ...told }
}

function failed(thrown: AppError): Outcome {
  const error = thrown.toAnswer()
  const message = `${error.message} ${error.hint}`
  if (isForLater(error.code)) return { kind: 'waits', message, run: null, error }
  return {
    kind: 'needsAttention',
    outcome: 'error',
    message,
    report: `${error.message}\n${error.hint}`,
    runId: null,
    planId: null,
    run: null,
    error,
  }
}

const isForLater = (code: ErrorCode | (string & {})): boolean => laterCodes.some((start) => code.startsWith(start))
