import { undefuse } from '../../text/defused-cell.ts'

/**
 * Unique names for the columns of a header: white space tidied, an empty name becomes `Column 3`, a repeated one
 * `Name (2)`. A name that is made up never takes one that the file itself has.
 */
export function columnNames(header: readonly string[]): string[] {
  const written = header.map(tidy)
  const taken = new Set(written.filter((name) => name !== ''))
  const seen = new Set<string>()
  /** By name, the number that was looked at last: thousands of columns may be called the same. */
  const counts = new Map<string, number>()
  return written.map((name, index) => {
    if (name !== '' && !seen.has(name)) {
      seen.add(name)
      return name
    }
    const base = name === '' ? `Column ${index + 1}` : name
    let unique = base
    let count = counts.get(base) ?? 2
    for (; taken.has(unique) || seen.has(unique); count++) unique = `${base} (${count})`
    counts.set(base, count)
    seen.add(unique)
    return unique
  })
}

/**
 * Trimmed, line breaks and repeated spaces as one space, without invisible marks that some programs put in front and
 * without the apostrophe of a defused cell.
 */
function tidy(cell: string): string {
  return undefuse(cell)
    .replace(/[\u200B\u200E\u200F\u2060\uFEFF\0]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
