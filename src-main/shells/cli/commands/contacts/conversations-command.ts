import { resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { ConversationsExported, ConversationsWantedInput } from '../../../../engine/contract.ts'
import { AppError } from '../../../../engine/model/errors.ts'
import { answered } from '../../answered.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../../command-session.ts'
import { exitCodes } from '../../output/exit-codes.ts'
import { counted, number } from '../../output/number-words.ts'
import { createProgress } from '../../output/terminal-progress.ts'
import { withStopSignals } from '../../stop-signals.ts'
import { filterOf, type FilterOptions, withFilterOptions } from './contact-filter-options.ts'

const help = `
One row for each post, in order: who it is about, when and by whom it was written, its text, the addresses of its attachments, the
department, and when it was read. A workbook where the file ends in .xlsx, one object for each conversation where it ends in .json,
else CSV. The contacts are those of the cache ("rollcall sync"), all of them or those that the options leave; each department has its
own conversation with a contact, and all of them are read unless --department says which.

The file is there when it is whole. Where reading stops before the end (Ctrl-C, no network, no power), what was read is kept for a
week, and the same command goes on there. "complete" says whether the service showed every post; where it did not, the exit code is 3,
and how many conversations that concerns is said.

With --attachments DIR each file behind these addresses is saved in that folder, under a name of its own that every system takes; the export says which
file it is and the SHA-256 of its bytes, or why it could not be saved: at most 100 MB each, five minutes, and 100,000 files. The
access token goes to the service alone, never to another address. A file that is there from a command that broke off is not fetched again.

The file can be imported into another account as a message history: "rollcall recipe suggest conversations.csv" reads its
Direction column, and brings what customers wrote as messages, what the office wrote as whispers.

Examples:
  $ rollcall conversations export --out conversations.xlsx --tag vip --from 2026-01-01
  $ rollcall conversations export --out all.xlsx --attachments ./attachments
  $ rollcall conversations export --out one.json --contact "+1 202 555 0123" --department Support`

interface Options extends CommonOptions, FilterOptions {
  out: string
  overwrite?: boolean
  attachments?: string
  contact?: string[]
  department?: string[]
  from?: Date
  to?: Date
}

/** The beginning of a day of this computer's calendar. */
function day(text: string): Date {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  const [year, month, date] = (parts?.slice(1) ?? []).map(Number)
  const read = new Date(year ?? Number.NaN, (month ?? 1) - 1, date)
  if (parts !== null && read.getMonth() === (month ?? 0) - 1 && read.getDate() === date) return read
  throw new InvalidArgumentError('It is a day, such as 2026-01-31.')
}

function wantedOf({ contact, department, from, to, attachments: _folder, ...filter }: Options): ConversationsWantedInput {
  const dayAfter = to && new Date(to.getFullYear(), to.getMonth(), to.getDate() + 1)
  return {
    ...filterOf(filter),
    ...(contact !== undefined && { contacts: contact }),
    ...(department !== undefined && { departments: department }),
    ...(from !== undefined && { fromSeconds: Math.floor(from.getTime() / 1000) }),
    ...(dayAfter !== undefined && { toSeconds: Math.floor(dayAfter.getTime() / 1000) }),
  }
}

export function addConversations(program: Command, context: CommandContext): void {
  const conversations = program.command('conversations').description('read what contacts and the office wrote to each other')
  withFilterOptions(
    conversations
      .command('export')
      .description('write conversations as a workbook, CSV or JSON')
      .requiredOption('--out <file>', 'the file to write: a workbook where it ends in .xlsx, JSON where in .json, else CSV')
      .option('--overwrite', 'replace the file when it is there')
      .option('--attachments <folder>', 'save attachments as files in this folder, too')
      .option('--contact <who...>', 'only these, by number or uuid, whether or not they are in the cache')
      .option('--department <name...>', 'only conversations of these departments, by name or uuid')
      .option('--from <day>', 'only posts from this day on, such as 2026-01-31', day)
      .option('--to <day>', 'only posts up to and with this day', day),
  )
    .addHelpText('after', help)
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<Options>()
      const filters = Object.keys(filterOf(options))
      if (options.contact !== undefined && filters.length > 0)
        throw new AppError('usage', '--contact names the contacts, so nothing can narrow them down.', 'Leave out one or the other.')
      if (options.from !== undefined && options.to !== undefined && options.from > options.to)
        throw new AppError('usage', '--from is after --to.', 'Exchange them.')
      await withAccount(context, options, async ({ client, account }) => {
        const { state } = answered(await client.call('sync.status', {}))
        if (state === 'never' && options.contact === undefined)
          throw new AppError(
            'usage',
            `The contacts of "${account.name}" have not been read yet.`,
            'Run "rollcall sync" first, or use --contact.',
          )
        if (state === 'incomplete' && options.contact === undefined)
          context.terminal.note('The last sync did not reach its end: some contacts may be missing. Run "rollcall sync" to read all.')
        const progress = createProgress(context.terminal)
        const end = client.on('conversations.progress', ({ done, total, posts, files }) =>
          files === undefined
            ? progress.show(done, total, `${number(done)} of ${counted(total, 'conversation')}, ${counted(posts, 'post')}`)
            : progress.show(files.done, files.total, `${number(files.done)} of ${counted(files.total, 'attachment')}`),
        )
        try {
          const exported = await withStopSignals(
            context.terminal,
            () => void client.call('exports.stop', {}),
            async () =>
              answered(
                await client.call('conversations.export', {
                  ...wantedOf(options),
                  path: resolve(options.out),
                  overwrite: options.overwrite ?? false,
                  ...(options.attachments !== undefined && { attachmentsFolder: resolve(options.attachments) }),
                }),
              ),
          )
          progress.end()
          report(context, options, exported, exportedWords(exported))
          if (!exported.complete) context.endWith(exitCodes.withFailures)
        } finally {
          end()
          progress.end()
        }
      })
    })
}

function exportedWords({
  path,
  rows,
  conversations,
  withoutNumber,
  notShown,
  cutShort,
  alreadyRead,
  attachments,
}: ConversationsExported): string {
  return [
    `${path} (${counted(rows, 'post')} of ${counted(conversations, 'conversation')})`,
    ...(alreadyRead > 0 ? [`${counted(alreadyRead, 'conversation')} had been read before the last export stopped.`] : []),
    ...(withoutNumber > 0 ? [`${counted(withoutNumber, 'contact')} without a phone number: conversations go by it.`] : []),
    ...(notShown > 0 ? [`The service does not show ${counted(notShown, 'conversation')} to this account: they are not in the file.`] : []),
    ...(attachments === undefined ? [] : [`${counted(attachments.saved, 'attachment')} in ${attachments.folder}`]),
    ...((attachments?.failed ?? 0) > 0
      ? [
          `${counted(attachments?.failed ?? 0, 'attachment')} could not be saved: the column "Not Saved" says why. The same command tries them again.`,
        ]
      : []),
    ...(cutShort > 0 ? [`Of ${counted(cutShort, 'conversation')} it did not show all: "All Shown" says "no" there.`] : []),
  ].join('\n')
}
