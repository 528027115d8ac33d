import type { Correction } from '../../model/files/correction-schema.ts'
import type { ColumnTally } from '../column-tally.ts'
import type { Finding } from '../damage-schema.ts'
import { Occurrences } from '../occurrences.ts'
import type { Evidence } from './evidence.ts'
import { cellFinding, columnsWith, counted, type InColumn } from './make-finding.ts'

/** Words that people write on purpose as well. */
const ambiguous = new Set(['None', 'N/A', 'n/a', 'null', 'Null', '#N/V'])
const placeholderShare = 0.05
/** Programs write them into every column. */
const habitColumns = 3

/** Cells that only look filled, and columns that are not filled at all. */
export function findBlanks(evidence: Evidence): Finding[] {
  const errors = columnsWith(evidence, (tally) => tally.seen.errorCell)
  const words = wordsByColumn(evidence)
  return [
    ...cellFinding(
      evidence,
      errors,
      (count, where) => ({
        code: 'error_cells',
        severity: 'warning',
        title: 'Errors of a spreadsheet',
        message: `${counted(count, 'cell')} ${where} ${count === 1 ? 'is' : 'are'} an error such as #N/A or #REF!, not a value.`,
        hint: 'Fix the formulas in the spreadsheet and save the file again. Repairing makes the cells blank here, so that nothing of it is imported.',
      }),
      { corrections: errors.flatMap(({ index, tally }) => [...tally.errors].map((word) => blanking(index, word))), after: () => '' },
    ),
    ...cellFinding(
      evidence,
      words.map(({ index, tally, seen }) => ({
        index,
        tally,
        seen: [...seen.values()].reduce((all, one) => all.with(one), new Occurrences()),
      })),
      (count, where) => ({
        code: 'blank_words',
        severity: 'warning',
        title: 'Words in place of blank cells',
        message: `${counted(count, 'cell')} ${where} ${count === 1 ? 'says' : 'say'} ${listed(words)}, which programs write where there is nothing.`,
        hint: 'Repairing makes these cells blank. Otherwise the words are imported.',
      }),
      { corrections: words.flatMap(({ index, seen }) => [...seen.keys()].map((word) => blanking(index, word))), after: () => '' },
    ),
    ...cellFinding(
      evidence,
      columnsWith(evidence, (tally) =>
        tally.count('placeholder') <= tally.filled * placeholderShare ? tally.seen.placeholder : undefined,
      ),
      (count, where) => ({
        code: 'placeholders',
        severity: 'harmless',
        title: 'Made-up numbers and addresses',
        message: `${counted(count, 'cell')} ${where} ${count === 1 ? 'looks' : 'look'} like something typed to fill a field, such as 000-000-0000 or test@test.com.`,
        hint: 'Leave these rows out if they are tests.',
      }),
    ),
    ...blankColumns(evidence),
  ]
}

function blanking(column: number, word: string): Correction {
  return { kind: 'replace', column, find: word, replaceWith: '', matchCase: true, wholeCell: true }
}

type WordsInColumn = Omit<InColumn, 'seen'> & { seen: Map<string, Occurrences> }

function wordsByColumn({ tallies }: Evidence): WordsInColumn[] {
  const columnsOf = new Map<string, number>()
  for (const { words } of tallies) for (const word of words.keys()) columnsOf.set(word, (columnsOf.get(word) ?? 0) + 1)
  return tallies.flatMap((tally, index) => {
    const seen = new Map([...tally.words].filter(([word, occurrences]) => isBlankWord(word, occurrences, tally, columnsOf.get(word) ?? 0)))
    return seen.size === 0 ? [] : [{ index, tally, seen }]
  })
}

/** There are people called Null, and answers that are None: such a word must be a habit of the file. */
function isBlankWord(word: string, { count }: Occurrences, tally: ColumnTally, columns: number): boolean {
  const { purpose } = tally.purpose
  if (purpose === 'name') return columns > 1 && count >= 2
  if (!ambiguous.has(word) || purpose === 'phone' || purpose === 'email' || purpose === 'date' || purpose === 'postal') return true
  return columns >= habitColumns
}

function listed(words: readonly WordsInColumn[]): string {
  const all = [...new Set(words.flatMap(({ seen }) => [...seen.keys()]))]
  return all
    .slice(0, 3)
    .map((word) => `"${word}"`)
    .join(', ')
}

/** Of phone numbers, addresses and consent: where the only columns for one have nothing in them. */
function blankColumns(evidence: Evidence): Finding[] {
  if (evidence.rows === 0) return []
  const wanted = evidence.tallies.map((tally, index) => ({ tally, index, key: wantedKey(tally) })).filter(({ key }) => key !== null)
  const filled = new Set(wanted.filter(({ tally }) => tally.filled > 0).map(({ key }) => key))
  const blank = wanted.filter(({ tally, key }) => tally.filled === 0 && !filled.has(key))
  if (blank.length === 0) return []
  const columns = blank.map(({ index }) => ({ index, name: evidence.columns[index]?.name ?? '', count: 0 }))
  return [
    {
      code: 'blank_column',
      severity: 'harmless',
      title: blank.length === 1 ? 'A column without anything in it' : 'Columns without anything in them',
      message: `${columns.map(({ name }) => `"${name}"`).join(', ')} ${blank.length === 1 ? 'is' : 'are'} blank in every row.`,
      hint: 'If that is not what you expect, check the settings of the export in the other program.',
      count: blank.length,
      unit: 'column',
      columns,
      lines: [],
      examples: [],
      corrections: [],
      isAutomatic: false,
    },
  ]
}

function wantedKey({ purpose: { purpose, role } }: ColumnTally): string | null {
  if (purpose === 'phone' || purpose === 'email') return purpose
  return role === 'consent' || role === 'optedOut' ? 'consent' : null
}
