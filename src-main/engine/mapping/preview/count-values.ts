import type { SourceColumn, SourceRow } from '../../model/files/source-schema.ts'
import { isFlagTarget } from '../../text/boolean-words.ts'
import { boundedMemo } from '../../text/bounded-memo.ts'
import { wordKey } from '../../text/cell-text.ts'
import { dayOrderOf } from '../../text/date-text.ts'
import { splitList } from '../compile/list-cell.ts'
import type { RowFilter } from '../compile/row-filter.ts'
import { steppedReader } from '../steps/stepped-reader.ts'
import { suggestFlagValues } from '../suggest/suggest-value.ts'
import type { ValueCounts, ValueReading } from './values-schema.ts'

/** Counts values row by row, in constant memory. */
export interface ValueCounter {
  add(row: SourceRow): void
  /** Counts a malformed row, which no rule will see. */
  addDamaged(): void
  result(): ValueCounts
}

interface Counted {
  text: string
  rows: number
  line: number
}

const longestText = 500

/** Counts what a rule would read. `columns` are those of the reading, found in the file; `filter` is of its `only`, null without one. */
export function createValueCounter(reading: ValueReading, columns: readonly SourceColumn[], filter: RowFilter | null): ValueCounter {
  const counted = new Map<string, Counted>()
  const rule = { to: reading.to ?? ('notes' as const), from: reading.columns, join: reading.join, take: reading.take, steps: reading.steps }
  const read = steppedReader(
    { ...rule, steps: reading.steps ?? [] },
    columns.map(({ index }) => index),
    dayOrderOf(columns.flatMap(({ samples }) => samples)),
  )
  const keyOf = boundedMemo(5000, wordKey)
  const itemsOf = (text: string) => (reading.items ? eachOnce(splitList(text, reading.separator), keyOf) : [text])
  let [rows, blank, unreadable, damaged, otherRows] = [0, 0, 0, 0, 0]

  const count = (item: string, line: number): boolean => {
    const key = keyOf(item)
    const known = counted.get(key)
    if (known !== undefined) known.rows += 1
    else if (counted.size < reading.limit) counted.set(key, { text: item.slice(0, longestText), rows: 1, line })
    else return false
    return true
  }

  return {
    add(row) {
      if (filter !== null && filter(row) !== null) return
      rows += 1
      const { text, fault } = read(row)
      if (fault !== null) {
        unreadable += 1
        return
      }
      const items = text === undefined || text === '' ? [] : itemsOf(text)
      if (items.length === 0) blank += 1
      const isCounted = items.map((item) => count(item, row.line))
      if (isCounted.includes(false)) otherRows += 1
    },
    addDamaged() {
      damaged += 1
    },
    result() {
      const values = [...counted.values()].sort((a, b) => b.rows - a.rows || a.line - b.line)
      const { to } = reading
      const suggestions =
        to !== undefined && isFlagTarget(to)
          ? suggestFlagValues(
              to,
              reading.columns,
              values.map(({ text }) => text),
            )
          : null
      return {
        rows,
        blank,
        unreadable,
        damaged,
        values: values.map((value, at) => ({ ...value, suggestion: suggestions?.[at] ?? null })),
        hasMore: otherRows > 0,
        otherRows,
      }
    },
  }
}

/** Each item once, regardless of spelling. */
function eachOnce(items: readonly string[], keyOf: (item: string) => string): string[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}
