import { resolve } from 'node:path'
import type { Command } from 'commander'
import { AppError } from '../../../engine/model/errors.ts'
import { answered } from '../answered.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../command-session.ts'
import { counted } from '../output/number-words.ts'

export function addContacts(program: Command, context: CommandContext): void {
  const contacts = program.command('contacts').description('work with the cached contacts')
  contacts
    .command('export')
    .description('write the cached contacts as CSV; "rollcall sync" fills the cache')
    .requiredOption('--out <file>', 'the file to write')
    .option('--overwrite', 'replace the file when it is there')
    .addHelpText('after', '\nExample:\n  $ rollcall sync && rollcall contacts export --out contacts.csv')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions & { out: string; overwrite?: boolean }>()
      await withAccount(context, options, async ({ client, account }) => {
        const { state } = answered(await client.call('sync.status', {}))
        if (state === 'never')
          throw new AppError('usage', `The contacts of "${account.name}" have not been read yet.`, 'Run "rollcall sync" first.')
        if (state === 'incomplete')
          context.terminal.note('The last sync did not reach its end: some contacts may be missing. Run "rollcall sync" to read all.')
        const { path, rows } = answered(
          await client.call('contacts.export', { path: resolve(options.out), overwrite: options.overwrite ?? false }),
        )
        report(context, options, { path, rows }, `${path} (${counted(rows, 'contact')})`)
      })
    })
}
