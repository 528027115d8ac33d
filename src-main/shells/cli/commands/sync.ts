import type { Command } from 'commander'
import { type CommandContext, type CommonOptions, report, withAccount } from '../session.ts'
import { syncAccount } from '../sync-account.ts'
import { counted } from '../words.ts'

export function addSync(program: Command, context: CommandContext): void {
  program
    .command('sync')
    .description('read custom fields, departments and all contacts into the cache')
    .addHelpText('after', '\nAfter a complete sync, plans need not ask the service for each contact.\n\nExample:\n  $ rollcall sync --account "Main office"')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions>()
      await withAccount(context, options, async ({ client, account }) => {
        const { state, contacts } = await syncAccount(client, context.terminal)
        report(context, options, { account: account.id, state, contacts }, `${counted(contacts, 'contact')} of "${account.name}" are in the cache.`)
      })
    })
}
