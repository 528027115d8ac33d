import { resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { Input, Output } from '../../../../engine/contract.ts'
import { answered } from '../../answered.ts'
import { chosenAccount, type CommandContext, type CommonOptions, report, withSession } from '../../command-session.ts'
import { confirm } from '../../confirm.ts'
import { counted } from '../../output/number-words.ts'

interface ForgetOptions extends CommonOptions {
  yes?: boolean
  preview?: boolean
  ledger?: string
}

const help = `
What goes: the copy of the file, the rows, what was sent of them, the values before and after, corrections, and all backups of before;
a new backup is made. With an import go its undos, and the runs of its failed or held rows. What stays: what each run came to, the
fingerprints of messages (so that none is sent twice), refusals, and the consent ledger. Before an account is forgotten its ledger is
written to a file, unless its last record is older than it is to be kept: five years, or what the account's settings say. The room is given back to the disk.
Files that Rollcall cannot reach are listed: your own exports, and results that were written for you.

Examples:
  $ rollcall forget run 5d0c8a7e-… --preview
  $ rollcall forget run 5d0c8a7e-… --yes
  $ rollcall forget older-than 365 --yes --json
  $ rollcall forget account --ledger consent-ledger.json --yes`

export function addForget(program: Command, context: CommandContext): void {
  const forget = program
    .command('forget')
    .description('remove the data of an import, of old imports, or of an account')
    .addHelpText('after', help)
  const withOptions = (command: Command) =>
    command.option('--preview', 'only show what would go').option('--yes', 'do not ask').addHelpText('after', help)
  withOptions(forget.command('run').description('forget an import').argument('<run>', 'the run, from "rollcall history"')).action(
    async (runId: string, _options, command: Command) => carryOut(context, { kind: 'run', runId }, command.optsWithGlobals()),
  )
  withOptions(
    forget
      .command('older-than')
      .description('forget all imports that were over so many days ago')
      .argument('<days>', 'how many days', wholeDays),
  ).action(async (days: number, _options, command: Command) => carryOut(context, { kind: 'olderThan', days }, command.optsWithGlobals()))
  withOptions(
    forget
      .command('account')
      .description('forget all imports, contacts and recipes of an account, and sign out of it')
      .option('--ledger <file>', 'where to write its consent ledger before, as JSON'),
  ).action(async (_options, command: Command) => carryOut(context, { kind: 'account' }, command.optsWithGlobals()))
}

function wholeDays(text: string): number {
  const days = Number(text)
  if (!/^\d+$/.test(text) || days > 36_500) throw new InvalidArgumentError('It is a number of days, such as 365.')
  return days
}

async function carryOut(context: CommandContext, scope: Input<'forget.carryOut'>['scope'], options: ForgetOptions): Promise<void> {
  await withSession(context, options, async (session) => {
    const { client } = session
    const accountId = await chosenAccount(session, options)
    const preview = answered(await client.call('forget.preview', { accountId, scope }))
    if (options.preview) return report(context, options, { account: accountId, ...preview }, previewText(preview))
    const [unfinished] = preview.unfinished
    if (unfinished === undefined && !options.yes) context.terminal.note(previewText(preview))
    if (unfinished === undefined) await confirm(context, options, 'Forget this for good?')
    const ledgerPath = options.ledger === undefined ? {} : { ledgerPath: resolve(options.ledger) }
    const done = answered(await client.call('forget.carryOut', { accountId, scope, ...ledgerPath }))
    report(context, options, { account: accountId, ...done }, doneText(done))
  })
}

function previewText({ imports, copies, keptCopies, backups, outOfReach, unfinished }: Output<'forget.preview'>): string {
  return [
    `${counted(imports.length, 'import')}, ${counted(copies, 'copy', 'copies')} of files and ${counted(backups, 'backup')} go.`,
    ...imports.map(
      ({ fileName, runId, rows }) => `  ${fileName}  ${counted(rows, 'row')}  ${runId === null ? 'planned, never run' : `run ${runId}`}`,
    ),
    ...unfinished.map(({ fileName, runId }) => `  "${fileName}" can still go on (run ${runId}): let it finish or cancel it first.`),
    ...restText({ keptCopies, outOfReach }),
  ].join('\n')
}

function doneText(done: Output<'forget.carryOut'>): string {
  const { imports, freedBytes, notGivenBack, notRemoved, ledgerPath } = done
  return [
    `${counted(imports.length, 'import')} forgotten; ${(freedBytes / 1e6).toFixed(1)} MB were given back to the disk.`,
    ...(notGivenBack === null ? [] : [`Not all room was given back. ${notGivenBack}`]),
    ...(notRemoved === null ? [] : [notRemoved]),
    ...(ledgerPath === null ? [] : [`The consent ledger is in ${ledgerPath}, and is kept here, too.`]),
    ...restText(done),
  ].join('\n')
}

function restText({ keptCopies, outOfReach }: Pick<Output<'forget.preview'>, 'keptCopies' | 'outOfReach'>): string[] {
  return [
    ...keptCopies.map((name) => `The copy of "${name}" stays: another import has the same file.`),
    ...(outOfReach.length === 0 ? [] : ['Rollcall does not touch these files; remove them yourself where they are not needed:']),
    ...outOfReach.map((path) => `  ${path}`),
  ]
}
