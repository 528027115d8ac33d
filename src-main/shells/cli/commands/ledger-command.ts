import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { ledgerFormats, type LedgerFormat, type Verification } from '../../../engine/model/ledger-schema.ts'
import { AppError } from '../../../engine/model/errors.ts'
import { verifyExportedLedger } from '../../../engine/ledger/verify-exported-ledger.ts'
import { answered } from '../answered.ts'
import { exitCodes } from '../output/exit-codes.ts'
import { chosenAccount, type CommandContext, type CommonOptions, report, withAccount, withSession } from '../command-session.ts'
import { confirm } from '../confirm.ts'
import { counted } from '../output/number-words.ts'

const exportHelp = `
JSON holds all that was recorded and can be verified on its own, also elsewhere. CSV is for reading: UTF-8, one record a line,
the evidence in columns of its own. Without --format the file's name decides: .json is JSON, anything else CSV.

Examples:
  $ rollcall ledger export --out consent-ledger.csv
  $ rollcall ledger export --out consent-ledger.json --overwrite`

const verifyHelp = `
Without a file the ledger of the account is verified, with one a JSON file of "rollcall ledger export"; that needs no account.
The first record that was changed, removed, reordered or added is named, and the command ends with 1; so is one that says no more
who it is about, unless a later record says that this person was sealed. Note the head hash, or
keep an export elsewhere: whoever may write to the data folder could compute a whole ledger anew, but not to that hash.

Examples:
  $ rollcall ledger verify
  $ rollcall ledger verify consent-ledger.json --json`

const sealHelp = `
Removes phone number, name and evidence of one person from all records about them, for good, and from the backups of before. The
records stay, with what was set, when, and by whom: "rollcall ledger verify" finds them as they were written, and a record says who
sealed them. A refusal of that person still holds. Records of the same contact with another number, and of the same number with
another contact, are sealed with them: see --preview. The person may still be in imports ("rollcall forget"), in files that were
exported, in the contacts of the account, and at the service.

Examples:
  $ rollcall ledger seal --phone "+1 202 555 0143" --preview
  $ rollcall ledger seal --phone "+1 202 555 0143" --yes
  $ rollcall ledger seal --uuid 5d0c8a7e-… --yes --json`

interface SealOptions extends CommonOptions {
  phone?: string
  uuid?: string
  preview?: boolean
  yes?: boolean
}

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
    .command('seal')
    .description('remove who somebody is from the consent ledger, which still verifies')
    .option('--phone <number>', 'the phone number of the person')
    .option('--uuid <uuid>', 'the uuid of the contact')
    .option('--preview', 'only show what would be sealed')
    .option('--yes', 'do not ask')
    .addHelpText('after', sealHelp)
    .action(async (_options, command: Command) => seal(context, command.optsWithGlobals<SealOptions>()))
  ledger
    .command('verify')
    .description('check that no record of the consent ledger was changed, removed or reordered')
    .argument('[file]', 'a JSON file of "rollcall ledger export"; else the ledger of the account')
    .addHelpText('after', verifyHelp)
    .action(async (file: string | undefined, _options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions>()
      const verification = file === undefined ? await verifyOwn(context, options) : await verifyExportedLedger(resolve(file))
      report(context, options, { ...verification }, verificationText(verification))
      context.endWith(verification.ok ? exitCodes.ok : exitCodes.unexpected)
    })
}

async function seal(context: CommandContext, options: SealOptions): Promise<void> {
  const { phone, uuid } = options
  if ((phone === undefined) === (uuid === undefined))
    throw new AppError('usage', 'Whose records are to be sealed is not said.', 'Give either --phone or --uuid.')
  const person = phone === undefined ? { contact: uuid ?? '' } : { phone }
  await withAccount(context, options, async ({ client }) => {
    const found = answered(await client.call('ledger.person', { person }))
    const { records, phones, contacts } = found
    const who = [...phones, ...contacts].join(', ')
    if (options.preview) return report(context, options, { ...found }, `${counted(records, 'record')} of ${who} would be sealed.`)
    if (!options.yes) context.terminal.note(`${counted(records, 'record')} of ${who} would be sealed.`)
    if (records > 0) await confirm(context, options, 'Remove number, name and evidence from them for good?')
    const done = answered(await client.call('ledger.seal', { person, records }))
    report(context, options, { ...done }, `${counted(done.records, 'record')} sealed. Files that were exported before are not changed.`)
  })
}

function verificationText({ records, firstProblem, headHash }: Verification): string {
  const hash = headHash === null ? '' : `\nHead hash: ${headHash}`
  if (firstProblem === null) return `The ledger is as it was written: ${counted(records, 'record')}.${hash}`
  return `The ledger does not verify. ${firstProblem.message}\nRead: ${counted(records, 'record')}.${hash}`
}

/** A ledger that was changed is told as such, although the data that it is in cannot be opened then. */
async function verifyOwn(context: CommandContext, options: CommonOptions): Promise<Verification> {
  return withSession(context, options, async (session) => {
    const { client } = session
    const accountId = await chosenAccount(session, options)
    const opened = await client.call('accounts.open', { accountId, remember: false })
    if (opened.ok) return answered(await client.call('ledger.verify', {}))
    const isLookedAt =
      opened.error.code === 'store.damaged' && (await client.call('accounts.open', { accountId, remember: false, lookOnly: true })).ok
    const looked = isLookedAt ? await client.call('ledger.verify', {}) : null
    if (looked?.ok && !looked.value.ok) return looked.value
    throw new AppError(opened.error.code, opened.error.message, opened.error.hint)
  })
}
