import type { Command } from 'commander'
import { answered } from '../../answered.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../../command-session.ts'

export function addSignOut(program: Command, context: CommandContext): void {
  program
    .command('sign-out')
    .description("forget the account's kept token; its data stays")
    .addHelpText('after', '\nExample:\n  $ rollcall sign-out --account "Main office"')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions>()
      await withAccount(context, options, async ({ client, account }) => {
        answered(await client.call('signIn.signOut', { accountId: account.id }))
        report(context, options, { account: account.id, signedIn: false }, `Signed out of "${account.name}". Its data is still here.`)
      })
    })
}
