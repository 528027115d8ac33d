import { importDescriptors } from '../../kinds/all-kinds.ts'
import type { ImportKind } from '../../model/kinds.ts'
import { directionHeader, isDirectionColumn } from '../compile/direction-column.ts'
import type { SourceColumn, SourceRow } from '../../model/files/source-schema.ts'
import { readCell, wordKey } from '../../text/cell-text.ts'
import { roleOfHeader, type Role } from '../../text/headers/header-role.ts'

/** More different values than words for yes and no ever are; what comes behind them is unknown anyway. */
const mostWords = 500
const ofPermission: readonly Role[] = ['consent', 'consentStatus', 'optedOut']

/** The columns of which every word counts for an import of this kind: about permission, or about who wrote a message. */
export function wordColumns(kind: ImportKind, columns: readonly SourceColumn[]): SourceColumn[] {
  const { targets, hasDirections } = importDescriptors[kind]
  return columns.filter((column) => {
    const header = column.header ?? column.name
    if (hasDirections && (directionHeader(header) !== null || isDirectionColumn(header, column.samples))) return true
    return targets.includes('consent') && ofPermission.includes(roleOfHeader(header, importDescriptors.consent.roles)?.role ?? 'notes')
  })
}

/** Collects the different values of these columns, row by row, in memory that does not grow with the file. */
export function createWordCollector(columns: readonly SourceColumn[]) {
  const found = columns.map(({ name, index }) => ({ name, index, words: new Map<string, string>() }))
  return {
    add({ cells }: SourceRow): void {
      for (const { index, words } of found) {
        const text = readCell(cells[index] ?? '')
        if (text === '' || text.length > 60 || words.size >= mostWords) continue
        const key = wordKey(text)
        if (!words.has(key)) words.set(key, text)
      }
    },
    result: (): ReadonlyMap<string, readonly string[]> => new Map(found.map(({ name, words }) => [name, [...words.values()]])),
  }
}
