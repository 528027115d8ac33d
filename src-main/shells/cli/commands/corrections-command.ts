import { type Command, InvalidArgumentError } from 'commander'
import type {
  Correction,
  EngineClient,
  FileCorrection,
  ImportFile,
  Input,
  Inspection,
  SourceColumn,
  SourceRow,
} from '../../../engine/contract.ts'
import { AppError } from '../../../engine/model/errors.ts'
import { findByName, nearNames } from '../../../engine/text/headers/name-key.ts'
import { answered } from '../answered.ts'
import { correctionText, correctionsText } from '../output/correction-text.ts'
import { wholeNumber } from '../options/option-values.ts'
import { openFile } from '../plan-file.ts'
import { loadRecipe } from '../options/recipe-file.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../command-session.ts'
import { addSourceOptions, sourceHelp, sourceOf, type SourceOptions } from '../options/source-options.ts'
import { counted } from '../output/number-words.ts'

interface CorrectionOptions extends CommonOptions, SourceOptions {
  recipe?: string
}

interface OpenFile {
  client: EngineClient
  file: ImportFile
  /** How the file is read: found out like "rollcall plan" does, unless the recipe or an option says it. */
  dialect: NonNullable<Input<'files.inspect'>['dialect']>
  inspection: Inspection
}

const help = `
The file itself is never changed: corrections are kept beside it in the data folder and apply whenever the same file is planned
again, here or in the app. A file that was changed by another program is another file, without corrections. The result files of
a run name what was corrected in each row.

Lines are those of the file, as "rollcall plan" and the results name them. Name --recipe, --sheet and the like here too where the
plan of the file needs them: each sheet of a workbook has corrections of its own.
${sourceHelp}

Examples:
  $ rollcall corrections list contacts.csv
  $ rollcall corrections set contacts.csv --line 17 --column "Mobile Phone" --value "+1 415 555 0134"
  $ rollcall corrections replace contacts.csv --column "Mobile Phone" --find "00" --with "+" --try
  $ rollcall corrections exclude contacts.csv --lines 3,7-9
  $ rollcall corrections undo contacts.csv --all`

export function addCorrections(program: Command, context: CommandContext): void {
  const corrections = program
    .command('corrections')
    .alias('edits')
    .description('correct rows of a file without changing the file, and take corrections back')
    .addHelpText('after', help)
  const command: AddCommand = (name, description, example) =>
    addSourceOptions(
      corrections
        .command(name)
        .description(description)
        .argument('<file>', 'the file')
        .option('--recipe <file>', 'read the file as this recipe says: a recipe file, or the name of a saved recipe'),
    ).addHelpText(
      'after',
      `
The file itself is never changed; "rollcall corrections --help" tells more.
${sourceHelp}

Example:
  $ rollcall corrections ${name} contacts.csv${example}`,
    )

  addList(command, context)
  addSet(command, context)
  addJoin(command, context)
  addReplace(command, context)
  addRowCommands(command, context)
  addUndo(command, context)
}

/** Adds a command that is about one file, with the options of how it is read. */
type AddCommand = (name: string, description: string, example: string) => Command

function addList(command: AddCommand, context: CommandContext): void {
  command('list', 'list what was corrected', '').action(async (path: string, _options, sub: Command) => {
    const options = sub.optsWithGlobals<CorrectionOptions>()
    await withFile(context, options, path, (open) => list(context, options, open))
  })
}

function addSet(command: AddCommand, context: CommandContext): void {
  command('set', 'correct one cell', ' --line 17 --column "Mobile Phone" --value "+1 415 555 0134"')
    .requiredOption('--line <line>', 'the number of the row in the file', wholeNumber)
    .requiredOption('--column <name>', 'the column')
    .requiredOption('--value <text>', 'what the cell is to hold')
    .action(async (path: string, _options, sub: Command) => {
      const options = sub.optsWithGlobals<CorrectionOptions & { line: number; column: string; value: string }>()
      await withFile(context, options, path, async (open) => {
        const column = columnNamed(open.inspection.columns, options.column)
        const [row] = await rowsOn(open, [options.line])
        if (row === undefined) throw noRowOn(options.line)
        await add(context, options, open, {
          kind: 'cell',
          line: options.line,
          column: column.index,
          before: row.cells[column.index] ?? '',
          after: options.value,
        })
      })
    })
}

function addJoin(command: AddCommand, context: CommandContext): void {
  command('join', 'join a cell with the next one, where a separator inside a text has split it', ' --line 17 --column Notes')
    .requiredOption('--line <line>', 'the number of the row in the file', wholeNumber)
    .requiredOption('--column <name>', 'the column of the first piece')
    .option('--with <text>', 'what to put between them; the separator of the file unless given')
    .action(async (path: string, _options, sub: Command) => {
      const options = sub.optsWithGlobals<CorrectionOptions & { line: number; column: string; with?: string }>()
      await withFile(context, options, path, async (open) => {
        const { columns, dialect } = open.inspection
        const { index: column } = columnNamed(columns, options.column)
        const [row] = await rowsOn(open, [options.line])
        if (row === undefined) throw noRowOn(options.line)
        if (column + 1 >= row.cells.length)
          throw new AppError(
            'usage',
            `No cell comes after "${options.column}" in row ${options.line}.`,
            'Name the column of the first of the two cells.',
          )
        await add(context, options, open, { kind: 'join', line: options.line, column, by: options.with ?? dialect.delimiter })
      })
    })
}

function addReplace(command: AddCommand, context: CommandContext): void {
  command('replace', 'find and replace text in a column', ' --column "Mobile Phone" --find "00" --with "+" --try')
    .requiredOption('--column <name>', 'the column')
    .requiredOption('--find <text>', 'the text to find; with --whole-cell, "" finds blank cells')
    .requiredOption('--with <text>', 'the text to put in its place')
    .option('--match-case', 'tell capital letters from small ones')
    .option('--whole-cell', 'only cells that hold nothing else')
    .option('--try', 'only count what would change, and show the first cells')
    .action(async (path: string, _options, sub: Command) => {
      const options = sub.optsWithGlobals<
        CorrectionOptions & { column: string; find: string; with: string; matchCase?: boolean; wholeCell?: boolean; try?: boolean }
      >()
      await withFile(context, options, path, async (open) => {
        const { index: column } = columnNamed(open.inspection.columns, options.column)
        const correction = {
          kind: 'replace' as const,
          column,
          find: options.find,
          replaceWith: options.with,
          matchCase: options.matchCase ?? false,
          wholeCell: options.wholeCell ?? false,
        }
        const preview = answered(
          await open.client.call('corrections.tryReplace', { fileId: open.file.id, dialect: open.dialect, correction }),
        )
        const samples = preview.samples.map(
          ({ line, before, after }) => `  row ${line}: ${JSON.stringify(before)} becomes ${JSON.stringify(after)}`,
        )
        if (options.try || preview.cells === 0) {
          return report(
            context,
            options,
            { ...preview, added: false },
            [`${counted(preview.cells, 'cell')} would change.`, ...samples].join('\n'),
          )
        }
        context.terminal.note([`${counted(preview.cells, 'cell')} changed, such as:`, ...samples.slice(0, 3)].join('\n'))
        await add(context, options, open, correction)
      })
    })
}

function addRowCommands(command: AddCommand, context: CommandContext): void {
  for (const kind of ['exclude', 'include', 'apart'] as const) {
    command(kind, rowWords[kind], ' --lines 3,7-9')
      .requiredOption('--lines <lines>', 'the numbers of the rows, such as 3,7-9', lineNumbers)
      .action(async (path: string, _options, sub: Command) => {
        const options = sub.optsWithGlobals<CorrectionOptions & { lines: number[] }>()
        await withFile(context, options, path, async (open) => {
          const lines = (await rowsOn(open, options.lines)).map(({ line }) => line)
          if (lines.length === 0) throw noRowOn(options.lines[0] ?? 1)
          if (lines.length < options.lines.length) context.terminal.note(`The file has only ${lines.length} of these rows.`)
          await add(context, options, open, { kind, lines })
        })
      })
  }
}

function addUndo(command: AddCommand, context: CommandContext): void {
  command('undo', 'take corrections back: the last one unless others are named', ' --all')
    .option(
      '--number <number>',
      'the correction with this number, from the list; repeatable',
      (text: string, before: number[] | undefined) => [...(before ?? []), wholeNumber(text)],
    )
    .option('--all', 'all corrections of the file')
    .action(async (path: string, _options, sub: Command) => {
      const options = sub.optsWithGlobals<CorrectionOptions & { number?: number[]; all?: boolean }>()
      await withFile(context, options, path, async (open) => {
        const corrections = await allCorrections(open)
        const inForce = corrections.filter(({ isUndone }) => !isUndone).map(({ number }) => number)
        const unknown = options.number?.find((number) => corrections.every((correction) => correction.number !== number))
        if (unknown !== undefined)
          throw new AppError(
            'usage',
            `This file has no correction ${unknown}.`,
            'Look at "rollcall corrections list FILE": it numbers them.',
          )
        const numbers = options.all ? inForce : options.number
        if (!(numbers ?? inForce).some((number) => inForce.includes(number))) context.terminal.note('There was nothing left to take back.')
        answered(await open.client.call('corrections.undo', { ...target(open), ...(numbers && { numbers }) }))
        await list(context, options, open)
      })
    })
}

const rowWords = {
  exclude: 'leave rows out',
  include: 'take rows in again that were left out',
  apart: 'say that rows are about different contacts, although they share an e-mail address or the like',
}

async function withFile(
  context: CommandContext,
  options: CorrectionOptions,
  path: string,
  work: (open: OpenFile) => Promise<void>,
): Promise<void> {
  await withAccount(context, options, async ({ client }) => {
    const dialect = sourceOf(options, options.recipe === undefined ? undefined : (await loadRecipe(client, options.recipe)).source)
    const file = await openFile(client, path)
    const { inspection } = answered(await client.call('files.inspect', { fileId: file.id, dialect }))
    await work({ client, file, dialect, inspection })
  })
}

/** The rows that begin on these lines, as they are corrected so far. */
async function rowsOn({ client, file, dialect }: OpenFile, lines: readonly number[]): Promise<SourceRow[]> {
  const atOnce = 500
  const found: SourceRow[] = []
  for (let from = 0; from < lines.length; from += atOnce) {
    found.push(...answered(await client.call('files.rows', { fileId: file.id, dialect, lines: lines.slice(from, from + atOnce) })).rows)
  }
  return found
}

function noRowOn(line: number): AppError {
  return new AppError('usage', `This file has no row ${line}.`, 'Look at "rollcall plan FILE": it names rows by their numbers.')
}

function target({ file, inspection }: OpenFile): { fileId: string; sheet?: string } {
  const { sheet } = inspection.dialect
  return sheet === undefined ? { fileId: file.id } : { fileId: file.id, sheet }
}

async function add(context: CommandContext, options: CommonOptions, open: OpenFile, correction: Correction): Promise<void> {
  const { through } = answered(await open.client.call('corrections.add', { ...target(open), corrections: [correction] }))
  report(
    context,
    options,
    { number: through, edit: correction, added: true },
    `Correction ${through}: ${correctionText(correction, open.inspection.columns)}.`,
  )
}

async function list(context: CommandContext, options: CommonOptions, open: OpenFile): Promise<void> {
  const corrections = await allCorrections(open)
  report(
    context,
    options,
    {
      file: open.file.name,
      sha256: open.file.sha256,
      edits: corrections.map(({ correction, ...rest }) => ({ ...rest, edit: correction })),
    },
    correctionsText(open.file.name, corrections, open.inspection.columns),
  )
}

async function allCorrections(open: OpenFile): Promise<FileCorrection[]> {
  const found: FileCorrection[] = []
  for (;;) {
    const { corrections, total } = answered(
      await open.client.call('corrections.list', { ...target(open), offset: found.length, limit: 500 }),
    )
    found.push(...corrections)
    if (corrections.length === 0 || found.length >= total) return found
  }
}

function columnNamed(columns: readonly SourceColumn[], name: string): SourceColumn {
  const { found } = findByName(columns, (column) => column.name, name)
  if (found !== null) return found
  const names = columns.map((column) => column.name)
  const near = nearNames(name, names)
  throw new AppError(
    'usage',
    `The file has no column "${name}".`,
    near.length > 0
      ? `Did you mean ${near.map((one) => JSON.stringify(one)).join(' or ')}?`
      : `Its columns are ${names.slice(0, 20).join(', ')}.`,
  )
}

/** Reads `3,7-9`. */
function lineNumbers(text: string): number[] {
  const lines = new Set<number>()
  for (const part of text.split(',')) {
    const [, from, to = from] = /^\s*(\d{1,9})\s*(?:-\s*(\d{1,9})\s*)?$/.exec(part) ?? []
    if (from === undefined || to === undefined || Number(from) < 1 || Number(to) < Number(from))
      throw new InvalidArgumentError('It must be row numbers, such as 3,7-9.')
    if (Number(to) - Number(from) + lines.size >= 100_000) throw new InvalidArgumentError('It must be 100,000 rows at most.')
    for (let line = Number(from); line <= Number(to); line += 1) lines.add(line)
  }
  return [...lines]
}
