import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { InvalidArgumentError, Option } from 'commander'
import type { EngineClient, Recipe } from '../../../../engine/contract.ts'
import { confirmWords, type UnconfirmedWord, unconfirmedWords } from '../../../../engine/mapping/recipe/unconfirmed-words.ts'
import { AppError } from '../../../../engine/model/errors.ts'
import { answered } from '../../answered.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../../command-session.ts'
import { readRecipeText } from '../../options/recipe-file.ts'
import { number } from '../../output/number-words.ts'
import type { Terminal } from '../../output/terminal.ts'
import { openFile } from '../../plan-file.ts'

interface ConfirmOptions extends CommonOptions {
  file?: string
  word: string[]
  everyRow?: number
  leftOut: string[]
  filteredRefusals?: 'send' | 'leave'
}

/** How many rows of a file have each word; null without a file. */
type Counts = ((word: UnconfirmedWord) => number) | null

const help = `
Asks about each word that would give consent, and writes the answers into the recipe: a word that means it is confirmed, one that
does not leaves the contact as it is. Where nobody can be asked, name each word with --word; a consent for every row needs
--every-row with the number of rows of --file.
With --left-out you say of a column that the recipe does not read, or that the list no longer has, that it refuses nobody; with
--filtered-refusals what becomes of rows that the recipe's filter ("only") leaves out and that refuse texts.

Examples:
  $ rollcall recipe confirm consent.recipe.json --file "consent list.csv"
  $ rollcall recipe confirm consent.recipe.json --word Yes --word Y
  $ rollcall recipe confirm event.recipe.json --file event.csv --every-row 210`

export function addRecipeConfirm(recipe: Command, context: CommandContext): void {
  recipe
    .command('confirm')
    .description('confirm the words of a recipe that give consent')
    .argument('<recipe>', 'the recipe file')
    .option('--file <file>', 'count in this file how many rows have each word')
    .option(
      '--word <word>',
      'this word means that the contact agreed to texts; once for each word',
      (word: string, words: string[]) => [...words, word],
      [],
    )
    .option(
      '--left-out <column>',
      'this column, which the recipe does not read, refuses texts for nobody; once for each column',
      (column: string, columns: string[]) => [...columns, column],
      [],
    )
    .addOption(
      new Option(
        '--filtered-refusals <what>',
        "what rows refuse that the recipe's filter leaves out is sent, or they are left out, because they refuse something else",
      ).choices(['send', 'leave']),
    )
    .option('--every-row <number>', 'so many rows, every one of the file, get consent by the recipe itself', wholeNumber)
    .addHelpText('after', help)
    .action(async (path: string, _options, command: Command) => confirm(context, command.optsWithGlobals<ConfirmOptions>(), path))
}

async function confirm(context: CommandContext, options: ConfirmOptions, path: string): Promise<void> {
  const text = await readRecipeText(path)
  if (text === null)
    throw new AppError('usage', `The recipe file "${path}" cannot be read.`, 'Check the path, and that you may read the file.')
  await withAccount(context, options, async ({ client, account }) => {
    const { filteredRefusals } = options
    const recipe = withRefusals(withLeftOut(answered(await client.call('recipes.parse', { text })), options.leftOut), filteredRefusals)
    const open = unconfirmedWords(recipe)
    const counts = options.file === undefined ? null : await countWords(client, recipe, options.file, open)
    const { terminal } = context
    const isSaid = options.leftOut.length > 0 || filteredRefusals !== undefined
    const isNamed = options.word.length > 0 || options.everyRow !== undefined || isSaid
    const { yes, no } = isNamed ? named(open, options, counts) : await ask(terminal, open, counts, account.name)
    const next = confirmWords(recipe, yes, no)
    if (yes.length + no.length > 0 || isSaid) await writeFile(path, `${JSON.stringify(next, null, 2)}\n`)
    const left = unconfirmedWords(next)
    const words = (list: readonly UnconfirmedWord[]) => list.map(({ word }) => word ?? '(every row)')
    const said =
      open.length === 0
        ? 'Every word of this recipe is confirmed already.'
        : `Confirmed: ${words(yes).join(', ') || 'nothing'}. ${left.length === 0 ? 'Nothing is left to confirm.' : `Not confirmed: ${words(left).join(', ')}. Rows that give consent by these are held.`}`
    const { lacks = [], leftOut = [] } = next
    const json = { recipe: path, confirmed: words(yes), declined: words(no), unconfirmed: words(left), leftOut, lacks }
    report(context, options, json, said + lacksWords(next))
  })
}

/** What the recipe lacks, or does not read, of these columns refuses nobody. */
function withLeftOut(recipe: Recipe, columns: readonly string[]): Recipe {
  if (columns.length === 0) return recipe
  const { lacks = [], leftOut = [], ...rest } = recipe
  const stillLacks = lacks.filter((name) => !columns.includes(name))
  const allLeftOut = [...new Set([...leftOut, ...columns.filter((name) => !lacks.includes(name))])]
  return { ...rest, ...(stillLacks.length > 0 && { lacks: stillLacks }), ...(allLeftOut.length > 0 && { leftOut: allLeftOut }) }
}

/** What becomes of rows that the recipe's filter leaves out and that refuse texts. Throws `usage` where it has none. */
function withRefusals(recipe: Recipe, refusals: 'send' | 'leave' | undefined): Recipe {
  if (refusals === undefined) return recipe
  if (recipe.only !== undefined) return { ...recipe, only: { ...recipe.only, refusals } }
  throw new AppError('usage', 'This recipe leaves out no rows: it has no filter ("only").', 'Leave --filtered-refusals out.')
}

/** What is left to answer of columns that told who refused and that the list no longer has. */
function lacksWords({ lacks = [] }: Recipe): string {
  return lacks.length === 0
    ? ''
    : ` Every permission is held, because the list no longer has ${lacks.map((name) => `"${name}"`).join(', ')}, which told who refused: map the column that tells it now, or say with --left-out that nobody in the list has refused.`
}

/** The words named on the command line. Throws `usage` for one that is not open, and for a wrong number of rows. */
function named(
  open: readonly UnconfirmedWord[],
  { word: words, everyRow }: ConfirmOptions,
  counts: Counts,
): { yes: UnconfirmedWord[]; no: UnconfirmedWord[] } {
  const yes = words.flatMap((word) => {
    const found = open.filter((one) => one.word !== null && one.word.trim().toLowerCase() === word.trim().toLowerCase())
    if (found.length > 0) return found
    throw new AppError(
      'usage',
      `"${word}" is no word of this recipe that waits to be confirmed.`,
      `These wait: ${open.map((one) => one.word ?? '(every row)').join(', ') || 'none'}.`,
    )
  })
  if (everyRow === undefined) return { yes, no: [] }
  const constant = open.find((one) => one.word === null)
  if (constant === undefined)
    throw new AppError('usage', 'This recipe gives consent by the words of a column, not for every row.', 'Name the words with --word.')
  if (counts === null || counts(constant) !== everyRow) {
    throw new AppError(
      'usage',
      counts === null
        ? '--every-row needs the file whose rows are counted.'
        : `The file has ${number(counts(constant))} rows, not ${number(everyRow)}.`,
      'Give --file, and the number of its rows.',
    )
  }
  return { yes: [...yes, constant], no: [] }
}

async function ask(
  terminal: Terminal,
  open: readonly UnconfirmedWord[],
  counts: Counts,
  accountName: string,
): Promise<{ yes: UnconfirmedWord[]; no: UnconfirmedWord[] }> {
  const [yes, no]: [UnconfirmedWord[], UnconfirmedWord[]] = [[], []]
  if (open.length > 0 && !terminal.canAsk)
    throw new AppError(
      'usage',
      'Nobody can be asked here.',
      `Name the words that mean "agreed to texts": ${open.map(({ word }) => (word === null ? '--every-row NUMBER' : `--word ${JSON.stringify(word)}`)).join(' ')}`,
    )
  for (const one of open) {
    const rows = counts === null ? '' : ` (${number(counts(one))} rows)`
    const what =
      one.word === null ? `Every row${rows} means` : `"${one.word}" in ${one.columns.map((name) => `"${name}"`).join(', ')}${rows} means`
    const answer = (await terminal.ask(`${what}: agreed to texts from ${accountName}? [yes/no] `))?.trim().toLowerCase()
    if (answer === 'y' || answer === 'yes') yes.push(one)
    else if (answer === 'n' || answer === 'no') no.push(one)
  }
  return { yes, no }
}

async function countWords(
  client: EngineClient,
  recipe: Recipe,
  path: string,
  open: readonly UnconfirmedWord[],
): Promise<(word: UnconfirmedWord) => number> {
  const file = await openFile(client, path)
  const rowsOf = new Map<UnconfirmedWord, number>()
  for (const one of open) {
    const { join, take, steps } = recipe.fields[one.field] ?? {}
    const reading = {
      columns: one.word === null ? [recipe.match.column] : one.columns,
      ...(join !== undefined && { join }),
      ...(take && { take }),
      ...(steps && { steps }),
      ...(recipe.only && { only: recipe.only }),
    }
    const { rows, values } = answered(await client.call('mapping.values', { fileId: file.id, dialect: recipe.source, reading }))
    const own = values.find(({ text }) => text.trim().toLowerCase() === one.word?.trim().toLowerCase())
    rowsOf.set(one, one.word === null ? rows : (own?.rows ?? 0))
  }
  return (word) => rowsOf.get(word) ?? 0
}

function wholeNumber(text: string): number {
  const found = Number(text)
  if (Number.isInteger(found) && found >= 0) return found
  throw new InvalidArgumentError('It must be a whole number.')
}
