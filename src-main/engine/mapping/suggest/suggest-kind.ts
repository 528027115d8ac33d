import { importDescriptors } from '../../kinds/all-kinds.ts'
import { type ImportKind, importKinds } from '../../model/kinds.ts'
import type { SourceColumn, SourceRow } from '../../model/files/source-schema.ts'
import { readCell } from '../../text/cell-text.ts'
import { isExported } from './is-exported.ts'
import { type Role, roleOfHeader } from '../../text/headers/header-role.ts'

/** The most likely kind of a file: the most specific of those that it looks like, but of contacts that Rollcall exported the one that writes them. */
export function suggestKind(columns: readonly SourceColumn[], rows: readonly SourceRow[]): ImportKind {
  const own = columns.map((column) => ({ name: column.name, words: wordsOf(column, rows) }))
  if (isExported(own)) return importKinds.find((kind) => importDescriptors[kind].writesRecord) ?? importKinds[0]
  const columnWith = (roles: readonly Role[], role: Role) =>
    columns.find((column) => roleOfHeader(column.header ?? column.name, roles)?.role === role)
  const look = {
    columnCount: columns.length,
    has: (roles: readonly Role[], role: Role): boolean => columnWith(roles, role) !== undefined,
    holdsSentences(roles: readonly Role[], role: Role): boolean {
      const column = columnWith(roles, role)
      return column !== undefined && holdsSentences(column, rows)
    },
  }
  return importKinds.findLast((kind) => importDescriptors[kind].isLikely(look)) ?? importKinds[0]
}

function holdsSentences(column: SourceColumn, rows: readonly SourceRow[]): boolean {
  return wordsOf(column, rows).some((text) => /\S\s+\S/.test(text))
}

function wordsOf(column: SourceColumn, rows: readonly SourceRow[]): string[] {
  const cells = rows.length > 0 ? rows.map((row) => row.cells[column.index] ?? '') : column.samples
  return [...new Set(cells.map(readCell))].filter((text) => text !== '')
}
