import { basename, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import type { ValueCounts } from '../../../engine/contract.ts'
import { AppError } from '../../../engine/model/errors.ts'
import { flagTargets } from '../../../engine/text/boolean-words.ts'
import { findByName } from '../../../engine/text/headers/name-key.ts'
import { createValueCounter } from '../../../engine/mapping/preview/count-values.ts'
import { valueReadingSchema } from '../../../engine/mapping/preview/values-schema.ts'
import { copyAndHash } from '../../../engine/source/open/copy-file.ts'
import { inspectFile } from '../../../engine/source/open/inspect-file.ts'
import { raggedIssue } from '../../../engine/source/table/ragged-issue.ts'
import { readRows } from '../../../engine/source/table/read-rows.ts'
import { dialectChoiceSchema } from '../../../engine/model/files/source-schema.ts'
import { inTemporaryFolder } from '../../temporary-folder.ts'
import { createProgress, type Progress } from '../output/terminal-progress.ts'
import { type CommandContext, type CommonOptions, report } from '../command-session.ts'
import { addSourceOptions, sourceHelp, sourceOf, type SourceOptions } from '../options/source-options.ts'
import { withStopSignals } from '../stop-signals.ts'
import type { Terminal } from '../output/terminal.ts'
import { counted, number } from '../output/number-words.ts'

interface ValuesOptions extends CommonOptions, SourceOptions {
  column: string
  items?: boolean
  to?: (typeof flagTargets)[number]
  limit: number
}

const help = `
Counts the different values of a column in the whole file, for the "values" of a recipe. With --to it is suggested what each
of them means. Case and the spaces around a value do not count. No account is needed, and nothing is stored. Ctrl-C ends it with 5.
${sourceHelp}

Examples:
  $ rollcall values contacts.csv --column "SMS consent" --to consent
  $ rollcall values contacts.csv --column Tags --items --json`

export function addValues(program: Command, context: CommandContext): void {
  addSourceOptions(
    program.command('values').description('count the different values of a column').argument('<file>', 'the file to look at'),
  )
    .requiredOption('--column <name>', 'whose values')
    .option('--items', 'the items of lists in the cells, such as tags, instead of the whole cells')
    .option('--to <field>', `what the values are for: ${flagTargets.join(', ')}`, flagTarget)
    .option('--limit <number>', 'different values to list, at most 1000', wholeNumber, 1000)
    .addHelpText('after', help)
    .action(async (path: string, _options, command: Command) => {
      const options = command.optsWithGlobals<ValuesOptions>()
      const counts = await countWithProgress(context.terminal, resolve(path), options)
      report(context, options, { file: basename(path), column: options.column, ...counts }, textOf(counts))
    })
}

function flagTarget(text: string): string {
  if ((flagTargets as readonly string[]).includes(text)) return text
  throw new InvalidArgumentError(`It must be one of ${flagTargets.join(', ')}.`)
}

function wholeNumber(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= 1 && number <= 1000) return number
  throw new InvalidArgumentError('It must be a whole number from 1 to 1000.')
}

/** An interrupt ends it. */
async function countWithProgress(terminal: Terminal, path: string, options: ValuesOptions): Promise<ValueCounts> {
  const progress = createProgress(terminal)
  const abort = new AbortController()
  try {
    return await withStopSignals(
      terminal,
      () => abort.abort(),
      () => countCopy(path, options, progress, abort.signal),
    )
  } catch (error) {
    if (abort.signal.aborted)
      throw new AppError('cancelled', 'The count was stopped.', 'Nothing was changed. Count again when you are ready.')
    throw error
  } finally {
    progress.end()
  }
}

/** Of a copy, because packed files and workbooks are unpacked beside themselves. */
function countCopy(
  path: string,
  { column, items, to, limit, ...options }: ValuesOptions,
  progress: Progress,
  signal: AbortSignal,
): Promise<ValueCounts> {
  return inTemporaryFolder(async (folder) => {
    const { storedPath, sizeBytes } = await copyAndHash(path, folder, { signal })
    const { dialect, columns } = await inspectFile(storedPath, dialectChoiceSchema.parse(sourceOf(options)), { signal })
    const { found } = findByName(columns, ({ name }) => name, column)
    if (found === null)
      throw new AppError('usage', `The file has no column "${column}".`, `Its columns are: ${columns.map(({ name }) => name).join(', ')}.`)
    const counter = createValueCounter(valueReadingSchema.parse({ columns: [found.name], items, to, limit }), [found], null)
    let rowsCounted = 0
    for await (const { rows, bytesRead } of readRows(storedPath, dialect, { signal })) {
      for (const row of rows) {
        if (raggedIssue(row, columns, dialect)?.severity === 'error') counter.addDamaged()
        else counter.add(row)
      }
      rowsCounted += rows.length
      progress.show(bytesRead, sizeBytes, `${number(rowsCounted)} rows counted`)
      await setImmediate()
      signal.throwIfAborted()
    }
    return counter.result()
  })
}

function textOf({ rows, blank, damaged, values, hasMore, otherRows }: ValueCounts): string {
  const lines = values.map(({ text, rows: own, suggestion }) => {
    const means =
      suggestion === null ? '' : `  ${suggestion.value === null ? 'leave as it is' : suggestion.value ? 'yes' : 'no'}: ${suggestion.reason}`
    return `${String(own).padStart(9)}  ${text.replace(/\s+/g, ' ')}${means}`
  })
  const all = `${hasMore ? `More than ${values.length} different values` : counted(values.length, 'different value')} in ${counted(rows, 'row')}, ${counted(blank, 'row')} without any${damaged > 0 ? `; ${counted(damaged, 'row')} of a wrong shape not counted` : ''}.`
  return [all, ...lines, ...(hasMore ? [`${String(otherRows).padStart(9)}  (others)`] : [])].join('\n')
}
