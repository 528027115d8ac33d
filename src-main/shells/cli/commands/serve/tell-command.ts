import { type Command, InvalidArgumentError, Option } from 'commander'
import { answered } from '../../answered.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../../command-session.ts'
import { exitCodes } from '../../output/exit-codes.ts'

const help = `
Who is told of imports that ran by themselves, in the account: a notification of this computer, an e-mail, and a web address that gets
counts as JSON. Nobody and no file is named in any of them. Without options it says how things are.
An e-mail goes by itself only where this computer has a program for that (sendmail, as on most servers). On Windows, and on most desktop
computers, it has none: then the app offers a draft on its start page, and a person sends it. The web address begins with https:// (http://
only for this computer), is kept where sign-ins are, is tried three times, and what becomes of it changes nothing about the import.

Examples:
  $ rollcall schedule tell --mail office@example.com --when problems --account "Main office"
  $ rollcall schedule tell --webhook https://hooks.example.com/rollcall/4f2a --try
  $ rollcall schedule tell --webhook none --mail none`

interface TellOptions extends CommonOptions {
  when?: 'always' | 'problems' | 'never'
  mail?: string
  webhook?: string
  try?: boolean
}

export function addTell(schedule: Command, context: CommandContext): void {
  schedule
    .command('tell')
    .description('say who is told of imports that ran by themselves')
    .addOption(new Option('--when <when>', 'when a notification is shown').choices(['always', 'problems', 'never']))
    .option('--mail <address>', 'who gets an e-mail; "none" for nobody', mailAddress)
    .option('--webhook <address>', 'the web address that gets the counts; "none" for none')
    .option('--try', 'tell them something made up')
    .addHelpText('after', help)
    .action(async (_options, command: Command) => tell(context, command.optsWithGlobals()))
}

async function tell(context: CommandContext, options: TellOptions): Promise<void> {
  await withAccount(context, options, async ({ client, account: { id: accountId } }) => {
    const { when, mail, webhook } = options
    const settings = { ...(when !== undefined && { tellOf: when }), ...(mail !== undefined && { mailTo: mail === 'none' ? null : mail }) }
    if (webhook !== undefined) answered(await client.call('notices.setWebhook', { address: webhook === 'none' ? null : webhook }))
    const { settings: now, webhookHost } = answered(await client.call('accounts.update', { accountId, settings }))
    const { mailBy } = answered(await client.call('notices.get', {}))
    const failed = options.try === true ? answered(await client.call('notices.try', {})).failed : []
    const text = [
      `Notification: ${now.tellOf}. E-mail: ${now.mailTo ?? 'none'}. Web address: ${webhookHost ?? 'none'}.`,
      ...(now.mailTo !== null && mailBy === 'draft'
        ? ['This computer sends no e-mail by itself: the app offers a draft on its start page.']
        : []),
      ...failed,
    ].join('\n')
    report(context, options, { account: accountId, when: now.tellOf, mail: now.mailTo, webhook: webhookHost, mailBy, failed }, text)
    if (failed.length > 0) context.endWith(exitCodes.unexpected)
  })
}

function mailAddress(text: string): string {
  if (text === 'none' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return text
  throw new InvalidArgumentError('It must be one e-mail address, or none.')
}
