import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { AppError } from '../../../../engine/model/errors.ts'
import type { EngineClient } from '../../../../engine/contract.ts'
import { type CommandContext, type CommonOptions, programOf, report, withAccount } from '../../command-session.ts'
import { confirm } from '../../confirm.ts'
import { homeFolder } from '../../../home-folder.ts'
import { loadRecipe } from '../../options/recipe-file.ts'
import { createSchedules, type KeptSchedule } from '../../../../engine/schedule/entries/kept-schedules.ts'
import { lastDayOfMonth, type ScheduleEntry, type Weekday, weekdays, whenText } from '../../../../engine/schedule/entries/schedule-entry.ts'
import { shownSteps } from '../../../../engine/schedule/entries/shown-steps.ts'
import { type ScheduleSteps, thisSystem } from '../../../../engine/schedule/entries/schedulers.ts'
import { addTell } from './tell-command.ts'

const help = `
The computer's own scheduler starts "rollcall watch FOLDER --once --notify" (or "rollcall sync") at that time, while you are signed in to the computer: Task Scheduler on
Windows, launchd on macOS, systemd or else cron on Linux. The entry is shown first, and written after a yes, or with --yes. It names
the account and the data folder, so that nothing depends on who looks at it. An account of the environment cannot be scheduled: sign in
with --keep first.

Examples:
  $ rollcall schedule add "Monthly consent" --folder ./lists --recipe "Monthly consent" --at 08:30 --account "Main office"
  $ rollcall schedule add "Monday list" --folder ./lists --recipe consent.recipe.json --at 07:00 --on monday --yes
  $ rollcall schedule add "Contacts" --sync --at 18:00
  $ rollcall schedule list
  $ rollcall schedule remove "Monthly consent"`

interface AddOptions extends CommonOptions {
  folder?: string
  recipe?: string
  sync?: boolean
  at: { hour: number; minute: number }
  on?: Weekday | number
  yes?: boolean
}

export function addSchedule(program: Command, context: CommandContext): void {
  const schedule = program.command('schedule').description("let the computer's scheduler import what lies in a folder")
  schedule
    .command('add')
    .description('add an entry, after it was shown')
    .argument('<name>', 'what the entry is called')
    .option('--folder <folder>', 'the folder with the files')
    .option('--recipe <file>', 'how columns go to fields: a recipe file, or the name of a saved recipe')
    .option('--sync', 'read the contacts of the account anew, instead of importing')
    .requiredOption('--at <time>', 'when, by the clock of this computer, such as 08:30', timeOfDay)
    .option('--on <day>', 'only on this day of the week, or on this day of the month (1 to 28); each day when left out', dayOf)
    .option('--yes', 'do not ask')
    .addHelpText('after', help)
    .action(async (name: string, _options, command: Command) => add(context, name.trim(), command.optsWithGlobals()))
  schedule
    .command('list')
    .description('the entries that were added with this data folder')
    .addHelpText('after', '\nExample:\n  $ rollcall schedule list --json')
    .action(async (_options, command: Command) => list(context, command.optsWithGlobals()))
  schedule
    .command('remove')
    .description('remove an entry; the files in its folder stay')
    .argument('<name>', 'what the entry is called')
    .addHelpText('after', '\nExample:\n  $ rollcall schedule remove "Monthly consent"')
    .action(async (name: string, _options, command: Command) => remove(context, name.trim(), command.optsWithGlobals()))
  addTell(schedule, context)
}

async function add(context: CommandContext, name: string, options: AddOptions): Promise<void> {
  if (name === '') throw new AppError('usage', 'The entry has no name.', 'Give one, such as "Monthly consent".')
  await withAccount(context, options, async ({ client, account, home, environmentId }) => {
    if (account.id === environmentId)
      throw new AppError(
        'usage',
        'An account of the environment cannot be scheduled: the scheduler does not know its token.',
        'Sign in with "rollcall sign-in --keep", then name that account.',
      )
    const { folder, recipe, started } = await workOf(client, options)
    const command = [...programOf(context), ...started, '--account', account.id, '--home', home]
    const { on } = options
    const weekday = typeof on === 'string' ? on : null
    const entry: ScheduleEntry = { name, command, ...options.at, weekday, dayOfMonth: typeof on === 'number' ? on : null }
    const schedules = createSchedules(context.host?.schedules ?? thisSystem, home)
    const steps = await schedules.steps(entry)
    context.terminal.note(shown(entry, steps))
    await confirm(context, options, `Write this entry for "${account.name}"?`)
    await schedules.add(entry, { account: account.id, folder, recipe }, steps)
    report(
      context,
      options,
      { name, account: account.id, by: steps.by, files: steps.files.map(({ path }) => path) },
      `"${name}" is written.`,
    )
  })
}

/** What the entry starts, and with what. A saved recipe is named by its id, so that another name of it changes nothing. */
async function workOf(
  client: EngineClient,
  { folder, recipe, sync }: AddOptions,
): Promise<{ started: string[]; folder: string | null; recipe: string | null }> {
  if (sync === true && folder === undefined && recipe === undefined) return { started: ['sync'], folder: null, recipe: null }
  if (sync === true || folder === undefined || recipe === undefined)
    throw new AppError('usage', 'It is not said what is to be done.', 'Give --folder and --recipe, or --sync alone.')
  const path = resolve(folder)
  if (!existsSync(path) || !statSync(path).isDirectory())
    throw new AppError('usage', `There is no folder "${folder}".`, 'Make it first, or check the path.')
  const { id } = await loadRecipe(client, recipe)
  const named = existsSync(recipe) ? resolve(recipe) : (id ?? recipe)
  return { started: ['watch', path, '--recipe', named, '--once', '--notify'], folder: path, recipe: named }
}

async function list(context: CommandContext, options: CommonOptions): Promise<void> {
  const entries = await schedulesOf(context, options).list()
  const text = entries.length === 0 ? 'No entry was added with this data folder.' : entries.map(entryText).join('\n')
  const objects = entries.map(({ name, account, by, command, ...entry }) => ({ name, account, when: whenText(entry), by, command }))
  report(context, options, { schedules: objects }, text)
}

async function remove(context: CommandContext, name: string, options: CommonOptions): Promise<void> {
  const { name: removed, by } = await schedulesOf(context, options).remove(name)
  report(context, options, { removed, by }, `"${removed}" is removed. The files in its folder stay.`)
}

function schedulesOf(context: CommandContext, { home }: CommonOptions) {
  return createSchedules(context.host?.schedules ?? thisSystem, homeFolder(home))
}

function shown(entry: ScheduleEntry, steps: ScheduleSteps): string {
  const { by, files, calls } = shownSteps(steps)
  const written = files.map(({ path, text }) => `${path}:\n${text}`)
  return [`${by} starts it ${whenText(entry)}:`, `  ${entry.command.join(' ')}`, '', ...written, ...calls].join('\n')
}

function entryText(entry: KeptSchedule): string {
  return `${entry.name}  ${whenText(entry)}, by ${entry.by}\n    ${entry.command.join(' ')}`
}

function timeOfDay(text: string): { hour: number; minute: number } {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  if (hour === undefined || minute === undefined) throw new InvalidArgumentError('It must be a time such as 08:30 or 17:05.')
  return { hour: Number(hour), minute: Number(minute) }
}

function dayOf(text: string): Weekday | number {
  const weekday = weekdays.find((one) => one === text.toLowerCase())
  const day = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (weekday !== undefined) return weekday
  if (day >= 1 && day <= lastDayOfMonth) return day
  throw new InvalidArgumentError(`It must be a day of the week such as monday, or a day of the month from 1 to ${lastDayOfMonth}.`)
}
