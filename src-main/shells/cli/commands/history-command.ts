import type { Command } from 'commander'
import { answered } from '../answered.ts'
import { historyObject, historyText } from '../output/run-report.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../command-session.ts'

export function addHistory(program: Command, context: CommandContext): void {
  program
    .command('history')
    .description('list the runs of the account, newest first')
    .addHelpText('after', '\nExample:\n  $ rollcall history --json')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions>()
      await withAccount(context, options, async ({ client }) => {
        const { runs } = answered(await client.call('history.list', {}))
        report(context, options, historyObject(runs), historyText(runs))
      })
    })
}
