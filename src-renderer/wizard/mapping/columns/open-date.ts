/** A date that can be read in two ways. */
export interface OpenDate {
  text: string
  /** The two days, in words. */
  monthFirst: string
  dayFirst: string
}

/** The first of these that stands for two days; null where none does. */
export function openDateOf(samples: readonly string[]): OpenDate | null {
  for (const text of samples) {
    const [, first = 0, second = 0, year = 0] = (/^\D{0,6}(\d{1,2})[-/](\d{1,2})[-/](\d{2,4})(?!\d)/.exec(text) ?? []).map(Number)
    if (first < 1 || second < 1 || first > 12 || second > 12 || first === second) continue
    return { text, monthFirst: dayInWords(year, first, second), dayFirst: dayInWords(year, second, first) }
  }
  return null
}

const dayInWords = (year: number, month: number, day: number): string =>
  new Date(year, month - 1, day).toLocaleDateString(navigator.language, { month: 'long', day: 'numeric' })
