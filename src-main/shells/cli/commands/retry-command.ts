import type { Command } from 'commander'
import { type Release, releaseOption } from '../options/option-values.ts'
import { followPlan } from '../plan-file.ts'
import { releaseGuards } from '../options/release-option.ts'
import { type CommandContext, type CommonOptions, withAccount } from '../command-session.ts'
import { refuseWithoutYes, runPlan } from './run-command.ts'

interface RetryOptions extends CommonOptions {
  yes?: boolean
  release?: Release[]
}

const help = `
Just those rows are planned again, with the same recipe and compared afresh, and that plan is run: a run of its own, which can
be tried again too. Rows whose outcome is unknown are not among them: they may have arrived. The run has to be over.

Example:
  $ rollcall retry 5d0c8a7e-… --yes --json`

export function addRetry(program: Command, context: CommandContext): void {
  program
    .command('retry')
    .description('run the rows of a run that failed once more')
    .argument('<run>', 'the run, from "rollcall history"')
    .option('--yes', 'do not ask')
    .addOption(releaseOption())
    .addHelpText('after', help)
    .action(async (runId: string, _options, command: Command) => retry(context, runId, command.optsWithGlobals()))
}

async function retry(context: CommandContext, runId: string, options: RetryOptions): Promise<void> {
  refuseWithoutYes(context, options)
  await withAccount(context, options, async ({ client, account }) => {
    const plan = await followPlan(client, context.terminal, () => client.call('plans.retry', { runId, wait: true }))
    await runPlan(context, options, client, account, await releaseGuards(client, context.terminal, plan, options.release))
  })
}
