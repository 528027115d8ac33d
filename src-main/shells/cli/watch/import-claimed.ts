import type { Account, EngineClient, PlanSummary, Recipe, RunSummary } from '../../../engine/contract.ts'
import { AppError, asAppError, type ErrorAnswer } from '../../../engine/model/errors.ts'
import { answered } from '../answered.ts'
import { startRun } from '../commands/run-command.ts'
import { followRun } from '../follow-run.ts'
import { type ExitCode, exitCodeOf, exitCodeOfRun, exitCodes } from '../output/exit-codes.ts'
import { counted } from '../output/number-words.ts'
import { runText } from '../output/run-report.ts'
import type { Terminal } from '../output/terminal.ts'
import { openFile, planFile, readyPlan } from '../plan-file.ts'
import type { ClaimedFile, createWatchedFolder } from './watched-folder.ts'

/** What became of a claimed file. */
export type Outcome =
  | {
      kind: 'done' | 'needsAttention'
      why: 'imported' | 'sameFile' | 'unlike' | 'rows' | 'stopped' | 'error'
      runId: string | null
      note: string
      code: ExitCode
    }
  /** It stays where it is, and is taken up again later. */
  | { kind: 'waits'; note: string; code: ExitCode }

export interface WatchedImport {
  client: EngineClient
  terminal: Terminal
  account: Account
  recipe: Recipe
  folder: ReturnType<typeof createWatchedFolder>
}

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
export async function importClaimed(watched: WatchedImport, file: ClaimedFile): Promise<Outcome> {
  try {
    const begun = await begunRun(watched, file)
    if (begun !== null) return outcomeOf(await wentOn(watched, begun))
    return await importAnew(watched, file)
  } catch (error) {
    return failed(asAppError(error).toAnswer())
  }
}

/** The run of an earlier watch; null where none had begun, so that the file can be planned anew. */
async function begunRun({ client, folder }: WatchedImport, file: ClaimedFile): Promise<RunSummary | null> {
  const planId = await folder.planOf(file)
  if (planId === null) return null
  const plan = await client.call('plans.get', { planId })
  if (!plan.ok || plan.value.runId === null) return null
  return answered(await client.call('runs.get', { runId: plan.value.runId })).summary
}

async function wentOn({ client, terminal }: WatchedImport, run: RunSummary): Promise<RunSummary> {
  if (run.state === 'finished' || run.state === 'cancelled') return run
  return followRun(client, terminal, () => client.call('runs.resume', { runId: run.id, waits: false, wait: true }))
}

async function importAnew(watched: WatchedImport, file: ClaimedFile): Promise<Outcome> {
  const { client, terminal, account, recipe, folder } = watched
  const opened = await openFile(client, file.path)
  const same = answered(await client.call('runs.ofSameFile', { sha256: opened.sha256, recipeName: recipe.name }))
  if (same.runId !== null) return sameFile(same.runId, same.startedAtSeconds)
  const plan = readyPlan(await planFile(client, terminal, opened, recipe, 'missing'))
  if (plan.unlikeSha256 !== null) return unlike(plan, plan.unlikeSha256)
  await folder.notePlan(file, plan.id)
  const words = `Making ${counted(plan.calls, 'call')} for ${counted(plan.contacts, 'contact')} of "${account.name}" …`
  return outcomeOf(await followRun(client, terminal, () => startRun(client, plan), words))
}

function sameFile(runId: string, startedAtSeconds: number | null): Outcome {
  const when = startedAtSeconds === null ? '' : ` of ${new Date(startedAtSeconds * 1000).toISOString().slice(0, 10)}`
  const note = `This is the same file as that of import ${runId}${when}, byte for byte. Nothing was sent.\nTo import it again: rollcall run FILE --recipe RECIPE`
  return { kind: 'done', why: 'sameFile', runId, note, code: exitCodes.ok }
}

function unlike({ id, attention, recipe }: PlanSummary, sha256: string): Outcome {
  const inWhat = attention.filter(({ code }) => code.startsWith('unlike.')).map(({ message }) => message)
  const note = `This list is unlike the last ones of "${recipe.name}", and nothing was sent. ${inWhat.join(' ')}\nIf it is the right list: rollcall run ${id} --yes --accept-unlike ${sha256}`
  return { kind: 'needsAttention', why: 'unlike', runId: null, note, code: exitCodes.unlike }
}

function outcomeOf(run: RunSummary): Outcome {
  const code = exitCodeOfRun(run)
  const note = runText(run)
  if (run.state === 'finished') {
    const isWhole = code !== exitCodes.withFailures
    return { kind: isWhole ? 'done' : 'needsAttention', why: isWhole ? 'imported' : 'rows', runId: run.id, note, code }
  }
  // Stopped for a sign-in, for the network, by another program or by the person: it goes on by itself.
  if (run.state !== 'cancelled' && (run.reason === null || isForLater(run.reason.code))) return { kind: 'waits', note, code }
  return { kind: 'needsAttention', why: 'stopped', runId: run.id, note, code }
}

function failed({ code, message, hint }: ErrorAnswer): Outcome {
  const note = `${message}\n${hint}`
  if (isForLater(code)) return { kind: 'waits', note, code: exitCodeOf(code as AppError['code']) }
  return { kind: 'needsAttention', why: 'error', runId: null, note, code: exitCodeOf(code as AppError['code']) }
}

const isForLater = (code: string): boolean => laterCodes.some((start) => code.startsWith(start))
