import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Stopped, StopWay } from '../../../../engine/contract.ts'
import { AppError } from '../../../../engine/model/errors.ts'
import { answered } from '../../answered.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../../command-session.ts'
import { confirm } from '../../confirm.ts'
import { exitCodes } from '../../output/exit-codes.ts'

const ways: readonly StopWay[] = ['Text message', 'Phone call', 'E-mail', 'In person', 'Letter', 'Other']

const help = `
The number goes on the account's do-not-text list at once. Each contact that has it refuses consent from then on, or is unsubscribed
where the service takes no consent; the consent ledger says how, when and by whom. A number that is not in the account goes on the
list alone. Asking again changes nothing. It ends with 3 where a contact could not be changed: the list holds, and the command can be given again.

Examples:
  $ rollcall contacts stop-texts "+1 202 555 0143" --how "Phone call" --at 2026-11-20 --note "called the office" --yes
  $ rollcall contacts stop-texts --contact 6f1c… --how Letter --yes`

interface StopOptions extends CommonOptions {
  contact?: string
  how: StopWay
  at?: number
  note?: string
  yes?: boolean
}

/** `rollcall contacts stop-texts`. */
export function addStopTexts(contacts: Command, context: CommandContext): void {
  contacts
    .command('stop-texts')
    .description('stop texts to a person who asked for it, without a file')
    .argument('[number]', 'their phone number')
    .option('--contact <uuid>', 'a contact instead of a number')
    .addOption(new Option('--how <way>', 'how they asked for it').choices(ways).default('Other'))
    .option('--at <date>', 'when they asked for it, such as 2026-11-20; else now', dateOption)
    .option('--note <text>', 'what they said, for the ledger')
    .option('--yes', 'do not ask')
    .addHelpText('after', help)
    .action(async (phone: string | undefined, _options, command: Command) => {
      const options = command.optsWithGlobals<StopOptions>()
      const { contact } = options
      if ((phone === undefined) === (contact === undefined))
        throw new AppError('usage', 'Whose texts are to stop is not clear.', 'Give a phone number, or a contact with --contact.')
      await withAccount(context, options, async ({ client }) => {
        await confirm(context, options, `Stop all texts to ${phone ?? contact ?? ''}?`)
        const stopped = answered(
          await client.call('contacts.stopTexts', {
            person: phone === undefined ? { contact: contact ?? '' } : { phone },
            how: options.how,
            ...(options.note !== undefined && { note: options.note }),
            ...(options.at !== undefined && { askedAtMs: options.at }),
          }),
        )
        report(context, options, { ...stopped }, stoppedText(stopped))
        if (stopped.unasked !== null || stopped.contacts.some(({ outcome }) => outcome === 'failed'))
          context.endWith(exitCodes.withFailures)
      })
    })
}

function dateOption(text: string): number {
  const ms = /^\d{4}-\d\d-\d\d([T ]|$)/.test(text) ? Date.parse(/^.{10}$/.test(text) ? `${text}T00:00` : text) : Number.NaN
  if (Number.isNaN(ms)) throw new InvalidArgumentError('It is a date such as 2026-11-20, or a date with a time such as 2026-11-20T15:30.')
  return ms
}

function stoppedText({ phone, contacts, unasked }: Stopped): string {
  const lines = contacts.map(({ name, uuid, outcome, error }) => {
    const who = name ?? uuid
    if (outcome === 'refused') return `${who} refuses texts now.`
    if (outcome === 'already') return `${who} had refused texts already.`
    if (outcome === 'unsubscribed') return `${who} is unsubscribed: the service took no consent.`
    return `${who} could not be changed at the service. ${error?.message ?? ''} ${error?.hint ?? ''}`
  })
  if (unasked !== null) lines.push(`The service could not be asked who has the number. ${unasked.message} ${unasked.hint}`)
  else if (contacts.length === 0) lines.push('Nobody in the account has this number.')
  if (phone !== null) lines.push(`${phone} is on the do-not-text list of this account.`)
  return lines.join('\n')
}
