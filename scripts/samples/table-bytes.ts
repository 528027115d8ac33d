import iconv from 'iconv-lite'

/** How a program writes its export. */
export interface ExportStyle {
  newline: '\n' | '\r\n'
  /** Which cells are in quotation marks: all, those that must be, or also those with a space (as PHP does). */
  quoting: 'all' | 'needed' | 'spaces'
  encoding: 'utf-8' | 'windows-1252'
  hasMark: boolean
}

/** The bytes of an export: the header, then the rows, each line ended. */
export function tableBytes(header: readonly string[], rows: readonly (readonly string[])[], style: ExportStyle): Buffer {
  const needsQuotes = style.quoting === 'all' ? /^/ : style.quoting === 'spaces' ? /[\s",]/ : /[\r\n",]/
  const print = (cell: string) => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  const text = [header, ...rows].map((row) => row.map(print).join(',') + style.newline).join('')
  return iconv.encode(text, style.encoding, { addBOM: style.hasMark })
}

/** Cells of a row in the header's order; what is not named is blank. */
export function rowOf(header: readonly string[], cells: Readonly<Record<string, string>>): string[] {
  for (const name of Object.keys(cells)) {
    if (!header.includes(name)) throw new Error(`no column ${name}`)
  }
  return header.map((name) => cells[name] ?? '')
}
