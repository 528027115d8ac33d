import type { Command } from 'commander'
import { answered } from '../../answered.ts'
import { chosenAccount, type CommandContext, type CommonOptions, report, withSession } from '../../command-session.ts'
import { counted } from '../../output/number-words.ts'
import { confirm } from '../../confirm.ts'

const reasons = {
  run: 'after a run',
  day: 'the day’s',
  person: 'asked for',
  forgotten: 'after something was forgotten',
  migration: 'before an update of Rollcall',
} as const

const help = `
Rollcall makes a backup of an account's data after each run, at the first start after a day, and before a newer version changes it: the newest three and those of four
earlier days are kept, as long as they take less than 1 GB together. They lie beside the data, packed.

Examples:
  $ rollcall backups
  $ rollcall backups make
  $ rollcall backups restore --yes`

const restoreHelp = `
The newest backup takes the place of the account's data, or the one that is named. The data that was there is kept in a folder
"replaced" beside it. Close the app first. What Rollcall did since the backup is missing in its records then; so before it imports a
message again, it looks for it at the service.

With --as-is the present data is taken although it is not as Rollcall left it, where all of it can be read.

Examples:
  $ rollcall backups restore --yes
  $ rollcall backups restore rollcall-20261122T140312Z.db.gz --yes`

export function addBackups(program: Command, context: CommandContext): void {
  const backups = program
    .command('backups')
    .description('list the backups of an account, make one, or restore one')
    .addHelpText('after', help)
    .action(async (_options, command: Command) => list(context, command.optsWithGlobals()))
  backups
    .command('make')
    .description('make a backup now')
    .action(async (_options, command: Command) => make(context, command.optsWithGlobals()))
  backups
    .command('restore')
    .description('put a backup in the place of the data')
    .argument('[backup]', 'which one, from "rollcall backups"; else the newest')
    .option('--as-is', 'take the present data as it is')
    .option('--yes', 'do not ask')
    .addHelpText('after', restoreHelp)
    .action(async (name: string | undefined, _options, command: Command) => restore(context, name, command.optsWithGlobals()))
}

async function list(context: CommandContext, options: CommonOptions): Promise<void> {
  await withSession(context, options, async (session) => {
    const accountId = await chosenAccount(session, options)
    const { backups, damage, problem, restored } = answered(await session.client.call('backups.list', { accountId }))
    const lines = [
      ...(damage === null ? [] : [damage.message, damage.hint]),
      ...(problem === null ? [] : [`The last backup could not be made. ${problem.message} ${problem.hint}`]),
      ...(restored === null ? [] : [`The data was put back: what was done after ${time(restored.sinceSeconds)} may be missing in it.`]),
      ...backups.map(
        ({ name, madeAtSeconds, because, runs, sizeBytes }) =>
          `${name}  ${time(madeAtSeconds)}  ${reasons[because]}, ${counted(runs, 'run')}, ${(sizeBytes / 1e6).toFixed(1)} MB`,
      ),
    ]
    report(context, options, { account: accountId, backups, damage, problem, restored }, lines.join('\n') || 'There is no backup yet.')
  })
}

async function make(context: CommandContext, options: CommonOptions): Promise<void> {
  await withSession(context, options, async (session) => {
    const accountId = await chosenAccount(session, options)
    const made = answered(await session.client.call('backups.make', { accountId }))
    report(context, options, { ...made }, `${made.name} (${(made.sizeBytes / 1e6).toFixed(1)} MB)`)
  })
}

async function restore(context: CommandContext, name: string | undefined, options: CommonOptions & { asIs?: boolean; yes?: boolean }) {
  await confirm(context, options, 'Put it in the place of the present data, which is kept?')
  await withSession(context, options, async (session) => {
    const accountId = await chosenAccount(session, options)
    const done = answered(
      await session.client.call('backups.restore', { accountId, asIs: options.asIs ?? false, ...(name !== undefined && { name }) }),
    )
    const lines = [
      done.backup === null ? 'The data was taken as it is.' : `The data is as it was on ${time(done.sinceSeconds)}.`,
      'What Rollcall did since then may be missing in its records: before it imports a message again, it looks for it at the service.',
      ...(done.keptIn === null ? [] : [`What was there before is kept in ${done.keptIn}.`]),
    ]
    report(context, options, { account: accountId, ...done }, lines.join('\n'))
  })
}

function time(seconds: number): string {
  return new Date(seconds * 1000).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
}
