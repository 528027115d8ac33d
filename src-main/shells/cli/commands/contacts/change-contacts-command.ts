import { type Command, InvalidArgumentError } from 'commander'
import type { Correction } from '../../../../engine/contract.ts'
import { AppError } from '../../../../engine/model/errors.ts'
import { findByName } from '../../../../engine/text/headers/name-key.ts'
import { answered } from '../../answered.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../../command-session.ts'
import { planObject, planText } from '../../output/plan-report.ts'
import { followPlan } from '../../plan-file.ts'
import { filterOf, type FilterOptions, withFilterOptions } from './contact-filter-options.ts'

const help = `
The same as "Change these in a table" in the app, for changes that are the same for all: the contacts (those that the options leave, or those
of --contact) are written to a table of the account's own, its cells are set, and it is planned. Nothing is changed at the service before
"rollcall run PLAN"; guards, results and undo are those of any import. Only what is set here counts: whatever else was changed in the
account since the last sync stays.

Fields are named as the columns of "rollcall contacts export": Name, Email, Notes, Archived, Blocked, Unreachable, Consent (yes or no), and the
account's custom fields. Consent that is given in this way is held, since nobody has said how these people agreed: import a list with
its evidence instead.

Examples:
  $ rollcall contacts change --tag vip --add-tag spring_list
  $ rollcall contacts change --field "Office=North" --set "Office=North Street" --remove-tag north
  $ rollcall contacts change --contact 6f1c… --clear Notes`

interface ChangeOptions extends CommonOptions, FilterOptions {
  contact?: string[]
  set?: { name: string; text: string }[]
  clear?: string[]
  addTag?: string[]
  removeTag?: string[]
}

function fieldAndText(given: string, before: { name: string; text: string }[] = []): { name: string; text: string }[] {
  const [, name, text] = /^([^=]+)=(.+)$/s.exec(given) ?? []
  if (name !== undefined && text !== undefined) return [...before, { name: name.trim(), text }]
  throw new InvalidArgumentError('It is a field and what it is to hold, such as "Notes=Call first".')
}

/** `rollcall contacts change`. */
export function addChangeContacts(contacts: Command, context: CommandContext): void {
  withFilterOptions(
    contacts
      .command('change')
      .description('plan the same change for many contacts, without a file')
      .option('--contact <uuid...>', 'only these contacts')
      .option('--set <field=text>', 'what a field is to hold; may be given several times', fieldAndText)
      .option('--clear <field...>', 'fields to empty')
      .option('--add-tag <tag...>', 'tags that all of them get')
      .option('--remove-tag <tag...>', 'tags that are taken from all of them'),
  )
    .addHelpText('after', help)
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<ChangeOptions>()
      const filter = filterOf(options)
      if (options.contact !== undefined && Object.keys(filter).length > 0)
        throw new AppError('usage', '--contact names the contacts, so nothing can narrow them down.', 'Leave out one or the other.')
      if (changesNothing(options))
        throw new AppError('usage', 'What is to be changed is not said.', 'Give --set, --clear, --add-tag or --remove-tag.')
      await withAccount(context, options, async ({ client }) => {
        const { columns } = answered(await client.call('contacts.columns', {}))
        const corrections = correctionsOf(options, columns)
        const { file, recipe } = answered(
          await client.call('contacts.table', options.contact === undefined ? filter : { contacts: options.contact }),
        )
        answered(await client.call('corrections.add', { fileId: file.id, corrections }))
        const plan = await followPlan(client, context.terminal, () =>
          client.call('plans.start', { fileId: file.id, recipe, lookup: 'missing', wait: true }),
        )
        report(context, options, planObject(plan), planText(plan))
        if (plan.send > 0) context.terminal.note(`Run it with: rollcall run ${plan.id}`)
      })
    })
}

function changesNothing({ set = [], clear = [], addTag = [], removeTag = [] }: ChangeOptions): boolean {
  return set.length + clear.length + addTag.length + removeTag.length === 0
}

/** By the columns of the table, which are those of an export. */
function correctionsOf({ set = [], clear = [], addTag = [], removeTag = [] }: ChangeOptions, columns: readonly string[]): Correction[] {
  const at = (name: string): number => {
    const { found } = findByName(columns, (column) => column, name)
    if (found !== null && found !== 'UUID' && found !== 'Phone Number') return columns.indexOf(found)
    const fields = columns.slice(2).map((column) => `"${column}"`)
    throw new AppError(
      'usage',
      found === null ? `There is no field "${name}".` : `"${found}" cannot be changed.`,
      `Fields are ${fields.join(', ')}.`,
    )
  }
  return [
    ...set.map(({ name, text }): Correction => ({ kind: 'set', column: at(name), how: 'replace', text })),
    ...clear.map((name): Correction => ({ kind: 'set', column: at(name), how: 'replace', text: '' })),
    ...addTag.map((text): Correction => ({ kind: 'set', column: at('Tags'), how: 'add', text })),
    ...removeTag.map((text): Correction => ({ kind: 'set', column: at('Tags'), how: 'remove', text })),
  ]
}
