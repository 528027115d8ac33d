import type { PastRun, PlanSummary, RunProgress, RunState, RunSummary } from '../../../engine/contract.ts'
import { aligned, counted, duration, isoTime, number } from './number-words.ts'
import { kindWords } from './kind-text.ts'
import { attentionText } from './plan-report.ts'

/** A run that was interrupted counts as paused: `resume` continues both. */
export function stateWord(state: RunState): 'running' | 'finished' | 'paused' | 'cancelled' {
  switch (state) {
    case 'running':
    case 'pausing':
    case 'cancelling':
      return 'running'
    case 'paused':
    case 'interrupted':
      return 'paused'
    case 'finished':
    case 'cancelled':
      return state
  }
}

function counts({ rows, done, failed, unknown, pending, unchanged, held, skipped, invalid, calls }: PastRun) {
  return { rows, done, failed, unknown, pending, unchanged, held, skipped, invalid, calls }
}

/** Rows that are in other counts, too. */
function partly({ refusalOnly, doNotText }: PastRun): { refusalOnly?: number; doNotText?: number } {
  return { ...(refusalOnly !== undefined && { refusalOnly }), ...(doNotText !== undefined && { doNotText }) }
}

/** A run as `--json` prints it. */
export function runObject(run: RunSummary): Record<string, unknown> {
  return { run: run.id, state: stateWord(run.state), ...counts(run), ...partly(run), attention: run.attention }
}

/** The runs as `--json` prints them, newest first. */
export function historyObject(runs: readonly PastRun[]): Record<string, unknown> {
  const newestFirst = runs.toSorted((a, b) => b.startedAtSeconds - a.startedAtSeconds)
  return {
    runs: newestFirst.map((run) => ({
      run: run.id,
      kind: run.kind,
      file: run.fileName,
      state: stateWord(run.state),
      startedAt: isoTime(run.startedAtSeconds),
      ...(run.retriesRunId !== null && { linkedTo: run.retriesRunId }),
      ...(run.releasedByRunId !== null && { releasedBy: run.releasedByRunId }),
      ...(run.forgottenAtSeconds !== null && { forgottenAt: new Date(run.forgottenAtSeconds * 1000).toISOString() }),
      ...counts(run),
      ...partly(run),
    })),
  }
}

/** What became of a run, in words, and what to do next. `guards` are those of its plan. */
export function runText(run: RunSummary, guards: PlanSummary['guards'] = []): string {
  const state = stateWord(run.state)
  const lines = [
    { count: run.rows, label: 'rows in the file, of which' },
    { count: run.done, label: `are done (${counted(run.calls, 'call')})` },
    { count: run.failed, label: 'failed' },
    { count: run.unknown, label: 'have an unknown outcome' },
    { count: run.pending, label: 'are still to be done' },
    { count: run.unchanged, label: 'were unchanged' },
    { count: run.held, label: 'were held' },
    { count: run.skipped, label: 'were skipped' },
    { count: run.invalid, label: 'could not be used' },
  ]
  const parts = [`Run ${run.id}: ${run.fileName} is ${state}.`, aligned(lines.filter(({ count }, index) => index < 2 || count > 0))]
  if (run.reason && state !== 'finished') parts.push(`${run.reason.message} ${run.reason.hint}`)
  const causes = [...causesOf(run, guards)]
  if (causes.length > 0) parts.push('By cause', ...causes)
  parts.push(...attentionText(run.attention.filter(({ code }) => !toldByCause.has(code))))
  if (run.doNotText !== undefined) parts.push(listedText(run.doNotText))
  const next = nextSteps(run)
  if (next.length > 0) parts.push('What next', ...next.map(([what, how]) => `  ${`${what}:`.padEnd(longestStep)} ${how}`))
  return parts.join('\n')
}

function listedText(rows: number): string {
  const [refuse, are] = rows === 1 ? ['refuses', 'a number that is'] : ['refuse', 'numbers that are']
  return `${counted(rows, 'row')} ${refuse} texts for ${are} not in the account: on its do-not-text list.`
}

/** Failed, unknown and held rows by what kept them. */
function* causesOf(run: RunSummary, guards: PlanSummary['guards']): Iterable<string> {
  for (const { rows, line, message, hint } of run.failures)
    yield `  ${counted(rows, 'row')}, the first is row ${number(line)}: ${message} ${hint}`.trimEnd()
  for (const { rows, message, released } of guards) if (!released) yield `  ${counted(rows, 'row')} held: ${message}`
}

/** What is said of these rows with their causes already. */
const toldByCause = new Set(['rows.failed', 'rows.unknown'])

const longestStep = 'Settle the unknown rows:'.length

/** What the person can do now, and how. */
function nextSteps(run: RunSummary): [what: string, how: string][] {
  const state = stateWord(run.state)
  const steps: [string, string][] = []
  if (state === 'paused') {
    if (run.reason?.code.startsWith('sign_in.')) steps.push(['Sign in', 'rollcall sign-in --keep, or set a new ROLLCALL_TOKEN'])
    steps.push(['Continue', `rollcall resume ${run.id}`])
  }
  if (run.unknown > 0 && state !== 'running') steps.push(['Settle the unknown rows', `rollcall unknown ${run.id}`])
  if (run.failed > 0 && (state === 'finished' || state === 'cancelled'))
    steps.push(['Try the failed rows again', `rollcall retry ${run.id} --yes`])
  if (waitsForRelease(run)) steps.push(['Look at what is held', `rollcall held ${run.id}`])
  if (run.failed + run.unknown + run.held + run.invalid + (run.refusalOnly ?? 0) > 0 && state !== 'running')
    steps.push(['See every row', `rollcall results ${run.id} --out FOLDER`])
  return steps
}

/** Whether rows are held that no later run has taken up. */
function waitsForRelease({ state, held, undo, releasedByRunId, undoneByRunId, forgottenAtSeconds }: PastRun): boolean {
  if (forgottenAtSeconds !== null) return false
  const isOver = state === 'finished' || state === 'cancelled'
  return isOver && held > 0 && undo === null && releasedByRunId === null && undoneByRunId === null
}

/** The past runs: a line for each, and what those that are not over wait for. */
export function historyText(runs: readonly PastRun[]): string {
  if (runs.length === 0) return 'Nothing has been run yet.'
  return runs
    .toSorted((a, b) => b.startedAtSeconds - a.startedAtSeconds)
    .flatMap((run) => {
      const state = stateWord(run.state)
      const outcome = `${number(run.done)} done, ${number(run.failed)} failed, ${number(run.unknown)} unknown, ${number(run.pending)} left of ${counted(run.rows, 'row')}`
      const line = `${run.id}  ${isoTime(run.startedAtSeconds)}  ${state.padEnd(9)}  ${kindWords[run.kind].padEnd(8)}  ${run.fileName}: ${outcome}`
      const waits = state === 'paused' ? [`    ${run.reason?.message ?? ''} Continue: rollcall resume ${run.id}`] : []
      const unknown = state === 'finished' && run.unknown > 0 ? [`    Settle the unknown rows: rollcall unknown ${run.id}`] : []
      const held = waitsForRelease(run) ? [`    ${counted(run.held, 'row')} held, waiting for somebody: rollcall held ${run.id}`] : []
      const invalid =
        state === 'finished' && run.invalid > 0
          ? [`    ${counted(run.invalid, 'row')} could not be used: rollcall results ${run.id} --out FOLDER`]
          : []
      const { refusalOnly = 0 } = run
      const partial =
        state === 'finished' && refusalOnly > 0
          ? [`    ${counted(refusalOnly, 'row')} with only the refusal usable: rollcall results ${run.id} --out FOLDER`]
          : []
      return [line, ...waits, ...unknown, ...held, ...invalid, ...partial]
    })
    .join('\n')
}

/** A run under way, in one line. */
export function progressText(now: RunProgress): string {
  const parts = [`${number(now.done + now.failed + now.unknown)} of ${number(rowsToDo(now))} rows`]
  if (now.failed > 0) parts.push(`${number(now.failed)} failed`)
  parts.push(`${now.callsPerSecond.toFixed(1)} calls/s`)
  if (now.wait) parts.push(now.wait.message)
  else if (now.secondsLeft !== null) parts.push(`${duration(now.secondsLeft)} left`)
  return parts.join(' · ')
}

export function rowsToDo(now: RunProgress): number {
  return now.done + now.failed + now.unknown + now.pending
}
