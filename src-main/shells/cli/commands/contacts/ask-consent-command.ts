import type { Command } from 'commander'
import { AppError } from '../../../../engine/model/errors.ts'
import { answered } from '../../answered.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../../command-session.ts'
import { wholeNumber } from '../../options/option-values.ts'
import { planObject, planText } from '../../output/plan-report.ts'
import { followPlan } from '../../plan-file.ts'
import { filterOf, type FilterOptions, withFilterOptions } from './contact-filter-options.ts'

const help = `
Plans that people who were never asked are texted whether they agree, in the service's own words. Nobody is asked who agreed or refused, by the
record, the consent ledger, the do-not-text list or their latest messages, nor who is blocked, archived or unsubscribed; and nobody is asked
twice by this account, whatever came of it, unless --again-after-days says from when on. Not every service offers it: the first request goes alone,
and its row says what the service wrote and what it shows as consent afterwards.

Nothing leaves before "rollcall run PLAN --release sending=COUNT", and then only in texting hours and up to the account's number a day.

Examples:
  $ rollcall contacts ask-consent --changed-by RUN
  $ rollcall contacts ask-consent --tag newsletter --json`

interface AskOptions extends CommonOptions, FilterOptions {
  contact?: string[]
  againAfterDays?: number
}

/** `rollcall contacts ask-consent`. */
export function addAskConsent(contacts: Command, context: CommandContext): void {
  withFilterOptions(
    contacts
      .command('ask-consent')
      .description('plan to ask people for consent who were never asked')
      .option('--contact <uuid...>', 'only these contacts')
      .option('--again-after-days <days>', 'ask once more who was asked so many days ago and has not answered; 30 or more', wholeNumber),
  )
    .addHelpText('after', help)
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<AskOptions>()
      const filter = filterOf(options)
      if (options.contact !== undefined && Object.keys(filter).length > 0)
        throw new AppError('usage', '--contact names the contacts, so nothing can narrow them down.', 'Leave out one or the other.')
      await withAccount(context, options, async ({ client }) => {
        const wanted = options.contact === undefined ? filter : { contacts: options.contact }
        const { file, recipe } = answered(await client.call('contacts.table', { ...wanted, to: 'ask' }))
        const { againAfterDays } = options
        const asked = againAfterDays === undefined ? recipe : { ...recipe, askAgainAfterDays: againAfterDays }
        const plan = await followPlan(client, context.terminal, () =>
          client.call('plans.start', { fileId: file.id, recipe: asked, lookup: 'missing', wait: true }),
        )
        report(context, options, planObject(plan), planText(plan))
        if (plan.fileHeld.contacts > 0)
          context.terminal.note(`Run it with: rollcall run ${plan.id} --release sending=${plan.fileHeld.contacts}`)
      })
    })
}
