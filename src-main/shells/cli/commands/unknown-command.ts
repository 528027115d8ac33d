import type { Command } from 'commander'
import type { EngineClient, RunRow, RunSummary } from '../../../engine/contract.ts'
import { AppError } from '../../../engine/model/errors.ts'
import { answered } from '../answered.ts'
import { followRun } from '../follow-run.ts'
import { wholeNumber } from '../options/option-values.ts'
import { reportRun } from '../output/run-outcome.ts'
import { runObject, stateWord } from '../output/run-report.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../command-session.ts'
import { onLines, readUnknownRows, unknownObjects, unknownText } from '../unknown-rows.ts'
import { counted } from '../output/number-words.ts'
import { confirm, refuseWithoutYes } from './run-command.ts'

interface UnknownOptions extends CommonOptions {
  check?: boolean
  markDone?: boolean
  sendAgain?: boolean
  line?: number[]
  yes?: boolean
}

const help = `
A row is unknown when its call left, no answer was seen, and the service does not show for certain whether it arrived. Such a
row is never sent again by itself. Without an option the rows are listed.

--check looks for all of them at the service once more. --mark-done takes your word that they arrived. --send-again sends them
once more and goes on with the run: what did arrive would then be there twice, so look first.

Examples:
  $ rollcall unknown 5d0c8a7e-…
  $ rollcall unknown 5d0c8a7e-… --check
  $ rollcall unknown 5d0c8a7e-… --mark-done --line 17 --line 23
  $ rollcall unknown 5d0c8a7e-… --send-again --yes --json`

export function addUnknown(program: Command, context: CommandContext): void {
  program
    .command('unknown')
    .description('list the rows with an unknown outcome, and decide about them')
    .argument('<run>', 'the run, from "rollcall history"')
    .option('--check', 'look for them at the service once more')
    .option('--mark-done', 'they arrived: count them as done')
    .option('--send-again', 'they did not arrive: send them again, and go on with the run')
    .option('--line <line>', 'only the row with this number; repeatable', (text: string, before: number[] | undefined) => [
      ...(before ?? []),
      wholeNumber(text),
    ])
    .option('--yes', 'do not ask before sending again')
    .addHelpText('after', help)
    .action(async (runId: string, _options, command: Command) => unknown(context, runId, command.optsWithGlobals()))
}

async function unknown(context: CommandContext, runId: string, options: UnknownOptions): Promise<void> {
  const decision = chosenDecision(options)
  if (decision === 'again') refuseWithoutYes(context, options)
  await withAccount(context, options, async ({ client }) => {
    const { summary } = answered(await client.call('runs.get', { runId }))
    const rows = await readUnknownRows(client, runId)
    const chosen = options.line === undefined ? rows : onLines(rows, options.line)
    if (decision === null || chosen.length === 0) {
      return report(context, options, { ...runObject(summary), unknownRows: unknownObjects(chosen) }, unknownText(runId, chosen))
    }
    const numbers = options.line === undefined ? {} : { rows: chosen.map(({ row }) => row) }
    switch (decision) {
      case 'check':
        return reportRun(context, options, client, await check(context, client, summary))
      case 'done':
        return reportRun(context, options, client, answered(await client.call('runs.decide', { runId, decision, ...numbers })))
      case 'again':
        return reportRun(context, options, client, await sendAgain(context, options, client, runId, chosen, numbers))
    }
  })
}

/** Throws `usage` where several decisions were given, or an option that goes with none of them. */
function chosenDecision({ check, markDone, sendAgain, line }: UnknownOptions): 'check' | 'done' | 'again' | null {
  const chosen = [check ? ('check' as const) : [], markDone ? ('done' as const) : [], sendAgain ? ('again' as const) : []].flat()
  if (chosen.length > 1)
    throw new AppError('usage', 'Only one of --check, --mark-done and --send-again can be given.', 'Choose one of them.')
  const [decision = null] = chosen
  if (decision === 'check' && line !== undefined)
    throw new AppError('usage', '--check looks for all rows with an unknown outcome.', 'Leave --line out.')
  return decision
}

/** Looking goes together with going on, so that it is left to `resume` while there is anything to go on with. */
async function check({ terminal }: CommandContext, client: EngineClient, { id: runId, state }: RunSummary): Promise<RunSummary> {
  if (stateWord(state) === 'paused') {
    throw new AppError(
      'run.state',
      'This run is not over yet.',
      `Continue it with "rollcall resume ${runId}": that looks for these rows as well.`,
    )
  }
  return followRun(client, terminal, () => client.call('runs.decide', { runId, decision: 'check', wait: true }))
}

async function sendAgain(
  context: CommandContext,
  { yes }: UnknownOptions,
  client: EngineClient,
  runId: string,
  chosen: readonly RunRow[],
  numbers: { rows?: number[] },
): Promise<RunSummary> {
  const { terminal } = context
  if (!yes) {
    terminal.note(unknownText(runId, chosen))
    await confirm(
      context,
      `Send ${counted(chosen.length, 'row')} again, although ${chosen.length === 1 ? 'it' : 'they'} may have arrived? [y/N] `,
      'The rows are still unknown.',
    )
  }
  answered(await client.call('runs.decide', { runId, decision: 'again', ...numbers }))
  terminal.note(`Going on with the run: ${counted(chosen.length, 'row')} will be sent again …`)
  return followRun(client, terminal, () => client.call('runs.resume', { runId, wait: true }))
}
