import type { Command } from 'commander'
import { answered } from '../../answered.ts'
import { type CommandContext, type CommonOptions, report, withSession } from '../../command-session.ts'

export function addAccounts(program: Command, context: CommandContext): void {
  program
    .command('accounts')
    .description('list the accounts')
    .addHelpText('after', '\nExample:\n  $ rollcall accounts')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions>()
      await withSession(context, options, async ({ client }) => {
        const { accounts } = answered(await client.call('accounts.list', {}))
        const list = accounts.map(({ id, name, baseUrl, email, signedIn, practice }) => ({
          account: id,
          name,
          baseUrl,
          email,
          signedIn,
          practice,
        }))
        const lines = list.map(
          ({ account, name, baseUrl, signedIn }) => `${account}  "${name}"  ${baseUrl}  ${signedIn ? 'signed in' : 'not signed in'}`,
        )
        report(context, options, { accounts: list }, lines.join('\n') || 'There is no account yet. Sign in with "rollcall sign-in --keep".')
      })
    })
}
