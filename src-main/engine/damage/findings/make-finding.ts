import type { Correction, Repair } from '../../model/files/correction-schema.ts'
import type { ColumnTally } from '../column-tally.ts'
import type { Finding } from '../damage-schema.ts'
import { repairCell } from '../../text/repair/repair-cell.ts'
import { clipped, firstLines, Occurrences } from '../occurrences.ts'
import type { Evidence } from './evidence.ts'

const mostExamples = 5
const mostNamed = 3

/** What was seen of one kind in one column. */
export interface InColumn {
  index: number
  tally: ColumnTally
  seen: Occurrences
}

export type Words = Pick<Finding, 'code' | 'severity' | 'title' | 'message' | 'hint'>

/** The columns in which something was seen, of those that `counts` lets through. */
export function columnsWith(evidence: Evidence, seenIn: (tally: ColumnTally, index: number) => Occurrences | undefined): InColumn[] {
  return evidence.tallies.flatMap((tally, index) => {
    const seen = seenIn(tally, index)
    return seen === undefined || seen.count === 0 ? [] : [{ index, tally, seen }]
  })
}

export function total(columns: readonly InColumn[]): number {
  return columns.reduce((sum, { seen }) => sum + seen.count, 0)
}

/** A finding about cells, with their places; none where there are no cells. Words are only made when they are needed. */
export function cellFinding(
  evidence: Evidence,
  columns: readonly InColumn[],
  words: (count: number, where: string) => Words,
  repair: { corrections?: Correction[]; isAutomatic?: boolean; after?: (text: string) => string } = {},
): Finding[] {
  if (columns.length === 0) return []
  const count = total(columns)
  const named = columns.map(({ index, seen }) => ({ index, name: evidence.columns[index]?.name ?? '', count: seen.count }))
  const examples = columns
    .filter(({ tally }) => tally.purpose.purpose !== 'body')
    .flatMap(({ index, seen }) =>
      seen.examples.map(({ line, text }) => ({
        line,
        column: evidence.columns[index]?.name ?? '',
        before: text,
        after: repair.after === undefined ? null : clipped(repair.after(text)),
      })),
    )
    .sort((a, b) => a.line - b.line)
    .slice(0, mostExamples)
  return [
    {
      ...words(count, where(named.map(({ name }) => name))),
      count,
      unit: 'cell',
      columns: named,
      lines: firstLines(columns.map(({ seen }) => seen.lines)),
      examples,
      corrections: repair.corrections ?? [],
      isAutomatic: repair.isAutomatic ?? false,
    },
  ]
}

/** The same, with the repair that takes the damage away. */
export function repairableFinding(
  evidence: Evidence,
  repair: Repair,
  columns: readonly InColumn[],
  words: (count: number, where: string) => Words,
  country?: string,
): Finding[] {
  const options = country === undefined ? {} : { country }
  return cellFinding(evidence, columns, words, {
    corrections: columns.map(({ index }) => ({ kind: 'mend', mend: repair, column: index, ...options })),
    isAutomatic: true,
    after: (text) => repairCell(repair, text, options),
  })
}

/** A finding about whole rows. */
export function rowFinding(
  seen: Occurrences,
  words: (count: number) => Words,
  corrections: Correction[] = [],
  isAutomatic = false,
): Finding[] {
  if (seen.count === 0) return []
  const examples = seen.examples.map(({ line, text }) => ({ line, column: '', before: text, after: null }))
  return [{ ...words(seen.count), count: seen.count, unit: 'row', columns: [], lines: seen.lines, examples, corrections, isAutomatic }]
}

/** `in "Mobile"`, `in "A" and "B"`, `in "A", "B", "C" and 4 more columns`. */
function where(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`)
  if (quoted.length <= mostNamed)
    return `in ${quoted.length < 2 ? (quoted[0] ?? '') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1) ?? ''}`}`
  const more = quoted.length - mostNamed
  return `in ${quoted.slice(0, mostNamed).join(', ')} and ${more} more ${more === 1 ? 'column' : 'columns'}`
}

const numbers = new Intl.NumberFormat('en-US')

/** `1 cell`, `2,000 cells`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`
}
