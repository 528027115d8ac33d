import { importDescriptors } from '../../kinds/all-kinds.ts'
import { type ImportKind, importKinds } from '../../model/kinds.ts'
import type { SourceColumn, SourceRow } from '../../model/files/source-schema.ts'
import { readCell } from '../../text/cell-text.ts'
import { type Role, roleOfHeader } from '../../text/headers/header-role.ts'

/** What a file most probably is: of the kinds that it looks like, the most particular one. */
export function suggestKind(columns: readonly SourceColumn[], rows: readonly SourceRow[]): ImportKind {
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
  const texts = rows.length > 0 ? rows.map((row) => readCell(row.cells[column.index] ?? '')) : column.samples
  return texts.some((text) => /\S\s+\S/.test(text))
}
