import { type ExportedColumn, exportedColumns } from '../../model/contacts/export-columns.ts'
import { isOptOutKeyword, readYesNo } from '../../text/boolean-words.ts'
import { isUnknownCell } from '../../text/unknown-cell.ts'

interface WordColumn {
  name: string
  /** Its distinct cells, blank ones left out. */
  words: readonly string[]
}

const flags: readonly string[] = ['Archived', 'Blocked', 'Unreachable', 'Consent'] satisfies ExportedColumn[]
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/**
 * Whether columns are those of an export, or what is left of them. Beyond doubt is what an export writes for values that the service does
 * not show, in one of three columns that are called so; or five, with identifiers and two of the flags; or seven, with three of the flags.
 */
export function isExported(columns: readonly WordColumn[]): boolean {
  const own = columns.filter(({ name }) => (exportedColumns as readonly string[]).includes(name))
  if (own.length === exportedColumns.length) return true
  if (own.length >= 3 && own.some(({ words }) => words.some(isUnknownCell))) return true
  const said = own.filter(({ name }) => flags.includes(name))
  if (!said.every(({ words }) => words.every(isFlag))) return false
  const isIdentified = own.some(({ name, words }) => name === 'UUID' && words.length > 0 && words.every((word) => uuid.test(word)))
  return isIdentified ? own.length >= 5 && said.length >= 2 : own.length >= 7 && said.length >= 3
}

/** An export's yes and no, also as a spreadsheet or a person writes them. */
function isFlag(word: string): boolean {
  return isUnknownCell(word) || readYesNo(word) !== null || isOptOutKeyword(word)
}
