import type { Command } from 'commander'
import { answered } from '../answered.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../command-session.ts'
import { type Release, releaseOption } from '../options/option-values.ts'
import { releaseGuards } from '../options/release-option.ts'
import { counted, number } from '../output/number-words.ts'
import { followPlan, readyPlan } from '../plan-file.ts'
import { readRunRows, unknownObjects } from '../unknown-rows.ts'
import { refuseWithoutYes, runPlan } from './run-command.ts'

interface HeldOptions extends CommonOptions {
  yes?: boolean
  release?: Release[]
}

const help = `
Without --release and --yes the held rows are listed. With them just these rows are planned again, with the same recipe and from
Rollcall's own copy of the file, compared afresh, held again by the same guards, and what is released then is run: a run of its own,
linked to the first. Rows that stay held wait in that one. Rows that were held because their contact was changed meanwhile need no
--release: look at them, and give --yes.

Examples:
  $ rollcall held 5d0c8a7e-…
  $ rollcall held 5d0c8a7e-… --release withdraw=122 --yes --json`

export function addHeld(program: Command, context: CommandContext): void {
  program
    .command('held')
    .description('list the rows of a run that are held, or release them later')
    .argument('<run>', 'the run, from "rollcall history"')
    .addOption(releaseOption())
    .option('--yes', 'do not ask')
    .addHelpText('after', help)
    .action(async (runId: string, _options, command: Command) => held(context, runId, command.optsWithGlobals()))
}

async function held(context: CommandContext, runId: string, options: HeldOptions): Promise<void> {
  if (options.release === undefined && !options.yes) return list(context, runId, options)
  refuseWithoutYes(context, options)
  await withAccount(context, options, async ({ client, account }) => {
    const plan = await followPlan(client, context.terminal, () => client.call('plans.retry', { runId, outcome: 'held', wait: true }))
    await runPlan(context, options, client, account, await releaseGuards(client, context.terminal, plan, options.release))
  })
}

async function list(context: CommandContext, runId: string, options: HeldOptions): Promise<void> {
  await withAccount(context, options, async ({ client }) => {
    const { summary } = answered(await client.call('runs.get', { runId }))
    const rows = await readRunRows(client, runId, 'held')
    const plan = readyPlan(answered(await client.call('plans.get', { planId: summary.planId })))
    const guards = plan.guards.filter(({ released }) => !released)
    const told = guards.map(({ guard, contacts, rows: own, message }) => ({ guard, contacts, rows: own, message }))
    const lines = [
      `${counted(rows.length, 'row')} of run ${runId} ${rows.length === 1 ? 'is' : 'are'} held.`,
      ...(summary.releasedByRunId === null ? [] : [`They were taken up by run ${summary.releasedByRunId}.`]),
      ...guards.map(
        ({ guard, contacts, message }) => `  ${message} To release: rollcall held ${runId} --release ${guard}=${contacts} --yes`,
      ),
      ...rows.map(({ line, contact, error }) =>
        `  line ${number(line)}  ${contact?.name ?? ''} ${contact?.phone ?? ''}  ${error ?? ''}`.trimEnd(),
      ),
    ]
    const object = { run: runId, held: rows.length, releasedBy: summary.releasedByRunId, guards: told, heldRows: unknownObjects(rows) }
    report(context, options, object, lines.join('\n'))
  })
}
