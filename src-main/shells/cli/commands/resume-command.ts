import type { Command } from 'commander'
import { followRun } from '../follow-run.ts'
import { reportRun } from '../output/run-outcome.ts'
import { type CommandContext, type CommonOptions, withAccount } from '../command-session.ts'

export function addResume(program: Command, context: CommandContext): void {
  program
    .command('resume')
    .description('continue a run that was paused or interrupted, exactly where it was')
    .argument('<run>', 'the run, from "rollcall history"')
    .addHelpText('after', '\nExample:\n  $ rollcall resume 5d0c8a7e-…')
    .action(async (runId: string, _options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions>()
      await withAccount(context, options, async ({ client }) => {
        const summary = await followRun(client, context.terminal, () => client.call('runs.resume', { runId, wait: true }))
        await reportRun(context, options, client, summary)
      })
    })
}
