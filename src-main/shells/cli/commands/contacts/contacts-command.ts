import { resolve } from 'node:path'
import type { Command } from 'commander'
import { AppError } from '../../../../engine/model/errors.ts'
import { answered } from '../../answered.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../../command-session.ts'
import { filterOf, type FilterOptions, withFilterOptions } from './contact-filter-options.ts'
import { counted } from '../../output/number-words.ts'
import { addAskConsent } from './ask-consent-command.ts'
import { addChangeContacts } from './change-contacts-command.ts'
import { addStopTexts } from './stop-texts-command.ts'

const help = `
The file can be edited in Excel or LibreOffice and loaded again: "rollcall plan" knows it by its columns, finds each contact by
its uuid, replaces tags, and empties what was cleared. What the service does not show (the e-mail address and whether somebody has
unsubscribed, unless Rollcall wrote it) says "(not shown)": such a cell changes nothing, nor does it when it is cleared. A
workbook keeps leading zeros and phone numbers as they are; in a CSV file figures that programs would change begin with an
apostrophe, which is taken away when the file is loaded.

Several values of --consent, --flag or --tag mean "or", different options "and".

Examples:
  $ rollcall sync && rollcall contacts export --out contacts.xlsx
  $ rollcall contacts export --out refused.csv --consent refused --tag newsletter
  $ rollcall contacts export --out numbers.xlsx --columns Name "Phone Number"
  $ rollcall plan contacts.xlsx`

interface ExportOptions {
  out: string
  columns?: string[]
  overwrite?: boolean
  gone?: boolean
}

export function addContacts(program: Command, context: CommandContext): void {
  const contacts = program.command('contacts').description('work with the cached contacts')
  withFilterOptions(
    contacts
      .command('export')
      .description('write the cached contacts as a workbook or as CSV; "rollcall sync" fills the cache')
      .requiredOption('--out <file>', 'the file to write: a workbook where it ends in .xlsx, else CSV')
      .option('--overwrite', 'replace the file when it is there')
      .option('--columns <name...>', 'only these columns, such as Name "Phone Number" Tags; the day of reading comes always')
      .option('--gone', 'those that are no longer at the service, as they were last known'),
  )
    .addHelpText('after', help)
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions & FilterOptions & ExportOptions>()
      await withAccount(context, options, async ({ client, account }) => {
        const { state } = answered(await client.call('sync.status', {}))
        if (state === 'never')
          throw new AppError('usage', `The contacts of "${account.name}" have not been read yet.`, 'Run "rollcall sync" first.')
        if (state === 'incomplete')
          context.terminal.note('The last sync did not reach its end: some contacts may be missing. Run "rollcall sync" to read all.')
        const { path, rows } = answered(
          await client.call('contacts.export', {
            ...filterOf(options),
            ...(options.gone === true && { gone: true }),
            ...(options.columns !== undefined && { columns: options.columns }),
            path: resolve(options.out),
            overwrite: options.overwrite ?? false,
          }),
        )
        report(context, options, { path, rows }, `${path} (${counted(rows, 'contact')})`)
      })
    })
  addChangeContacts(contacts, context)
  addAskConsent(contacts, context)
  addStopTexts(contacts, context)
}
