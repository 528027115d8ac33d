import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { AppError } from '../../../../engine/model/errors.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../../command-session.ts'
import { confirm } from '../../confirm.ts'
import { homeFolder } from '../../../home-folder.ts'
import { loadRecipe } from '../../options/recipe-file.ts'
import { createSchedules, type KeptSchedule } from '../../schedule/kept-schedules.ts'
import { type ScheduleEntry, two, type Weekday, weekdays } from '../../schedule/schedule-entry.ts'
import { type ScheduleSteps, thisSystem } from '../../schedule/schedulers.ts'

const help = `
The computer's own scheduler starts "rollcall watch FOLDER --once" at that time, while you are signed in to the computer: Task Scheduler on
Windows, launchd on macOS, systemd or else cron on Linux. The entry is shown first, and written after a yes, or with --yes. It names
the account and the data folder, so that nothing depends on who looks at it. An account of the environment cannot be scheduled: sign in
with --keep first.

Examples:
  $ rollcall schedule add "Monthly consent" --folder ./lists --recipe "Monthly consent" --at 08:30 --account "Main office"
  $ rollcall schedule add "Monday list" --folder ./lists --recipe consent.recipe.json --at 07:00 --on monday --yes
  $ rollcall schedule list
  $ rollcall schedule remove "Monthly consent"`

interface AddOptions extends CommonOptions {
  folder: string
  recipe: string
  at: { hour: number; minute: number }
  on?: Weekday
  yes?: boolean
}

export function addSchedule(program: Command, context: CommandContext): void {
  const schedule = program.command('schedule').description("let the computer's scheduler import what lies in a folder")
  schedule
    .command('add')
    .description('add an entry, after it was shown')
    .argument('<name>', 'what the entry is called')
    .requiredOption('--folder <folder>', 'the folder with the files')
    .requiredOption('--recipe <file>', 'how columns go to fields: a recipe file, or the name of a saved recipe')
    .requiredOption('--at <time>', 'when, by the clock of this computer, such as 08:30', timeOfDay)
    .addOption(new Option('--on <weekday>', 'only on this day of the week; each day when left out').choices([...weekdays]))
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
}

async function add(context: CommandContext, name: string, options: AddOptions): Promise<void> {
  if (name === '') throw new AppError('usage', 'The entry has no name.', 'Give one, such as "Monthly consent".')
  const folder = resolve(options.folder)
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new AppError('usage', `There is no folder "${options.folder}".`, 'Make it first, or check the path.')
  await withAccount(context, options, async ({ client, account, home, environmentId }) => {
    if (account.id === environmentId)
      throw new AppError(
        'usage',
        'An account of the environment cannot be scheduled: the scheduler does not know its token.',
        'Sign in with "rollcall sign-in --keep", then name that account.',
      )
    await loadRecipe(client, options.recipe)
    const recipe = existsSync(options.recipe) ? resolve(options.recipe) : options.recipe
    const own = context.host?.program ?? [process.execPath, resolve(process.argv[1] ?? '')]
    const command = [...own, 'watch', folder, '--recipe', recipe, '--once', '--account', account.id, '--home', home]
    const entry: ScheduleEntry = { name, command, ...options.at, weekday: options.on ?? null }
    const schedules = createSchedules(context.host?.schedules ?? thisSystem, home)
    const steps = await schedules.steps(entry)
    context.terminal.note(shown(entry, steps))
    await confirm(context, options, `Write this entry for "${account.name}"?`)
    await schedules.add(entry, account.id, steps)
    report(
      context,
      options,
      { name, account: account.id, by: steps.by, files: steps.files.map(({ path }) => path) },
      `"${name}" is written.`,
    )
  })
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

function shown(entry: ScheduleEntry, { by, files, add }: ScheduleSteps): string {
  const written = files.map(({ path, text }) => `${path}:\n${text}`)
  const called = add.map(({ tool, args, edit }) => (edit === undefined ? [tool, ...args].join(' ') : `${tool}:\n${edit.change('')}`))
  return [`${by} starts it ${whenText(entry)}:`, `  ${entry.command.join(' ')}`, '', ...written, ...called].join('\n')
}

function entryText(entry: KeptSchedule): string {
  return `${entry.name}  ${whenText(entry)}, by ${entry.by}\n    ${entry.command.join(' ')}`
}

function whenText({ hour, minute, weekday }: Pick<ScheduleEntry, 'hour' | 'minute' | 'weekday'>): string {
  const day = weekday === null ? 'each day' : `each ${weekday[0]?.toUpperCase()}${weekday.slice(1)}`
  return `${day} at ${two(hour)}:${two(minute)}`
}

function timeOfDay(text: string): { hour: number; minute: number } {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  if (hour === undefined || minute === undefined) throw new InvalidArgumentError('It must be a time such as 08:30 or 17:05.')
  return { hour: Number(hour), minute: Number(minute) }
}
