import type { Command } from 'commander'
import { type CommandContext, type CommonOptions, report, withAccount } from '../command-session.ts'
import { syncAccount } from '../follow-sync.ts'
import { counted } from '../output/number-words.ts'

export function addSync(program: Command, context: CommandContext): void {
  program
    .command('sync')
    .description('read custom fields, departments and all contacts into the cache')
    .option('--anew', 'read all contacts from the first one, whatever an earlier sync has read')
    .addHelpText(
      'after',
      '\nAfter a complete sync, plans need not ask the service for each contact. A sync that broke off less than a day ago is\ngone on with where it stopped, unless the list of contacts has another order by now. Where the service shows only contacts with a\nconversation, those are read, a notice says so, and the state is "incomplete": the others are looked up when a file names them.\nThe same where the list ends in doubt: after a full page that may be where the service stops counting, with a page that stayed empty\nbetween others, where contacts kept moving while they were read, or after a\nthousand pages of a list that shows no end. What is deleted or moved meanwhile is looked for and hides nobody.\nA sync of the same account in another window or command is waited for, and its result is this one\'s.\n\nExample:\n  $ rollcall sync --account "Main office"',
    )
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions & { anew?: boolean }>()
      await withAccount(context, options, async ({ client, account }) => {
        const { state, contacts, notices } = await syncAccount(client, context.terminal, options.anew ?? false)
        report(
          context,
          options,
          { account: account.id, state, contacts, notices },
          `${counted(contacts, 'contact')} of "${account.name}" are in the cache.`,
        )
      })
    })
}
