import type { NumberFormat } from './cells/number-format.ts'

const midnight = ' 00:00'
const dayChars = 10

/**
 * Finds the columns whose dates with a time of day are all at midnight: programs without a type for days write days so. A
 * column with a text that reads the same is none of them, for it could not be told from these.
 */
export function createDayColumns() {
  /** Columns with such dates, and whether nothing speaks against them. */
  const columns = new Map<number, boolean>()
  return {
    /** Of numbers and dates, `format` is how the cell shows them; null of a text. */
    see(column: number, text: string, format: NumberFormat | null): void {
      const isMidnight = isAtMidnight(text)
      if (format?.kind === 'dateTime' ? !isMidnight : isMidnight) columns.set(column, false)
      else if (isMidnight && !columns.has(column)) columns.set(column, true)
    },
    found: (): number[] =>
      [...columns]
        .filter(([, isDays]) => isDays)
        .map(([column]) => column)
        .sort((a, b) => a - b),
  }
}

/** The day without its midnight; every other text as it is. */
export function dayText(text: string): string {
  return isAtMidnight(text) ? text.slice(0, dayChars) : text
}

function isAtMidnight(text: string): boolean {
  return text.length === dayChars + midnight.length && text.endsWith(midnight) && /^\d{4}-\d\d-\d\d /.test(text)
}
