import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { DifferencePeriod, EngineClient, SyncStatus } from '../../../engine/contract.ts'
import { answered } from '../answered.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../command-session.ts'
import { syncAccount } from '../follow-sync.ts'
import { counted, number } from '../output/number-words.ts'

export function addSync(program: Command, context: CommandContext): void {
  program
    .command('sync')
    .description('read custom fields, departments and all contacts into the cache')
    .option('--anew', 'read all contacts from the first one, whatever an earlier sync has read')
    .option('--changes <file>', 'write who is new, changed and gone since the sync before: a workbook where it ends in .xlsx, else CSV')
    .option('--overwrite', 'replace that file when it is there')
    .addHelpText(
      'after',
      '\nAfter a complete sync, plans need not ask the service for each contact. A sync that broke off less than a day ago is\ngone on with where it stopped, unless the list of contacts has another order by now. Where the service shows only contacts with a\nconversation, those are read, a notice says so, and the state is "incomplete": the others are looked up when a file names them.\nThe same where the list ends in doubt: after a full page that may be where the service stops counting, with a page that stayed empty\nbetween others, where contacts kept moving while they were read, or after a\nthousand pages of a list that shows no end. What is deleted or moved meanwhile is looked for and hides nobody.\nA sync of the same account in another window or command is waited for, and its result is this one\'s.\n\nFrom the second complete sync on it says who is new, changed and gone since the one before. Changes that Rollcall made itself are\nin "rollcall history". Who is gone is marked, not deleted, and no longer found by a plan; a sync that went on where another one\nbroke off cannot tell who is gone.\n\nExamples:\n  $ rollcall sync --account "Main office"\n  $ rollcall sync --changes changes.xlsx',
    )
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions & { anew?: boolean; changes?: string; overwrite?: boolean }>()
      await withAccount(context, options, async ({ client, account }) => {
        const { state, contacts, notices } = await syncAccount(client, context.terminal, options.anew ?? false)
        const period = await periodUpToNow(client, state)
        const file = options.changes === undefined || period === null ? null : await writeChanges(client, period, options.changes, options)
        report(
          context,
          options,
          { account: account.id, state, contacts, notices, changes: period, file },
          [
            `${counted(contacts, 'contact')} of "${account.name}" are in the cache.`,
            ...(period === null ? [] : [changesText(period)]),
            ...(file === null ? [] : [`${file.path} (${counted(file.rows, 'row')})`]),
          ].join('\n'),
        )
        if (options.changes !== undefined && period === null)
          context.terminal.note(`There is nothing to compare with yet, so "${options.changes}" was not written: sync once more.`)
      })
    })
}

/** What differs up to this sync: of one that is not complete, since the last one that was. */
async function periodUpToNow(client: EngineClient, state: SyncStatus['state']): Promise<DifferencePeriod | null> {
  const { period, periods } = answered(await client.call('sync.differences', { offset: 0, limit: 1 }))
  return state === 'complete' ? period : (periods.find(({ untilSeconds }) => untilSeconds === null) ?? null)
}

async function writeChanges(
  client: EngineClient,
  { since }: DifferencePeriod,
  file: string,
  { overwrite = false }: { overwrite?: boolean },
) {
  return answered(await client.call('sync.exportDifferences', { since, path: resolve(file), overwrite }))
}

function changesText(period: DifferencePeriod): string {
  const gone = period.isGoneKnown ? `${number(period.gone)} gone` : 'who is gone could not be told'
  const since = new Date(period.sinceSeconds * 1000).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
  return `Since the sync of ${since}: ${number(period.new)} new, ${number(period.changed)} changed, ${gone}.`
}
