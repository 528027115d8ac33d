import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { ledgerFormats, type LedgerFormat, type Verification } from '../../../engine/model/ledger-schema.ts'
import { verifyExportedLedger } from '../../../engine/ledger/verify-exported-ledger.ts'
import { answered } from '../answered.ts'
import { exitCodes } from '../output/exit-codes.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../command-session.ts'
import { counted } from '../output/number-words.ts'

const exportHelp = `
JSON holds all that was recorded and can be verified on its own, also elsewhere. CSV is for reading: UTF-8, one record a line,
the evidence in columns of its own. Without --format the file's name decides: .json is JSON, anything else CSV.

Examples:
  $ rollcall ledger export --out consent-ledger.csv
  $ rollcall ledger export --out consent-ledger.json --overwrite`

const verifyHelp = `
Without a file the ledger of the account is verified, with one a JSON file of "rollcall ledger export"; that needs no account.
The first record that was changed, removed, reordered or added is named, and the command ends with 1. Note the head hash, or
keep an export elsewhere: whoever may write to the data folder could compute a whole ledger anew, but not to that hash.

Examples:
  $ rollcall ledger verify
  $ rollcall ledger verify consent-ledger.json --json`

export function addLedger(program: Command, context: CommandContext): void {
  const ledger = program.command('ledger').description('work with the consent ledger: what consent was set, when, by whom, and why')
  ledger
    .command('export')
    .description('write the consent ledger to a file')
    .requiredOption('--out <file>', 'the file to write')
    .addOption(new Option('--format <format>', 'how to write it').choices(ledgerFormats))
    .option('--overwrite', 'replace the file when it is there')
    .addHelpText('after', exportHelp)
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions & { out: string; format?: LedgerFormat; overwrite?: boolean }>()
      const format = options.format ?? (/\.json$/i.test(options.out) ? 'json' : 'csv')
      await withAccount(context, options, async ({ client }) => {
        const { path, records } = answered(
          await client.call('ledger.export', { path: resolve(options.out), format, overwrite: options.overwrite ?? false }),
        )
        report(context, options, { path, format, records }, `${path} (${counted(records, 'record')})`)
      })
    })
  ledger
    .command('verify')
    .description('check that no record of the consent ledger was changed, removed or reordered')
    .argument('[file]', 'a JSON file of "rollcall ledger export"; else the ledger of the account')
    .addHelpText('after', verifyHelp)
    .action(async (file: string | undefined, _options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions>()
      const verification =
        file === undefined
          ? await withAccount(context, options, async ({ client }) => answered(await client.call('ledger.verify', {})))
          : await verifyExportedLedger(resolve(file))
      report(context, options, { ...verification }, verificationText(verification))
      context.endWith(verification.ok ? exitCodes.ok : exitCodes.unexpected)
    })
}

function verificationText({ records, firstProblem, headHash }: Verification): string {
  const hash = headHash === null ? '' : `\nHead hash: ${headHash}`
  if (firstProblem === null) return `The ledger is as it was written: ${counted(records, 'record')}.${hash}`
  return `The ledger does not verify. ${firstProblem.message}\nRead: ${counted(records, 'record')}.${hash}`
}
