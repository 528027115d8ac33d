import type { SourceColumn, SourceRow } from '../model/source-schema.ts'
import { readCell } from '../text/cell-text.ts'
import { roleOfHeader } from './header-role.ts'
import type { Role } from './header-role.ts'
import type { ImportKind } from '../model/recipe-schema.ts'

/** What a file most probably is: a message history, a list of consents, or (when in doubt) contacts. */
export function suggestKind(columns: readonly SourceColumn[], rows: readonly SourceRow[]): ImportKind {
  const columnWith = (kind: ImportKind, role: Role) =>
    columns.find((column) => roleOfHeader(column.header ?? column.name, kind)?.role === role)
  const body = columnWith('messages', 'body')
  const isTold = columnWith('messages', 'sentAt') !== undefined || columns.length <= 4
  if (body !== undefined && isTold && columnWith('contacts', 'email') === undefined && holdsSentences(body, rows)) return 'messages'
  const isConsent = columnWith('consent', 'consent') !== undefined || columnWith('consent', 'optedOut') !== undefined
  const isAddressBook = columnWith('contacts', 'tags') !== undefined || columnWith('contacts', 'notes') !== undefined || columns.length > 8
  return isConsent && !isAddressBook ? 'consent' : 'contacts'
}

function holdsSentences(column: SourceColumn, rows: readonly SourceRow[]): boolean {
  const texts = rows.length > 0 ? rows.map((row) => readCell(row.cells[column.index] ?? '')) : column.samples
  return texts.some((text) => /\S\s+\S/.test(text))
}
