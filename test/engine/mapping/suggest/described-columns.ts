import type { ImportKind } from '../../../../src-main/engine/model/kinds.ts'
import type { ColumnValues } from '../../../../src-main/engine/mapping/suggest/column-values.ts'
import type { Column, RecipeDraft } from '../../../../src-main/engine/mapping/suggest/recipe-draft.ts'
import type { Role } from '../../../../src-main/engine/text/headers/header-role.ts'

/** What a look at ten cells found, nothing particular unless given. */
export function valuesWith(parts: Partial<ColumnValues> = {}): ColumnValues {
  const none = { phones: 0, writtenAsPhones: 0, dialled: 0, emails: 0, links: 0, uuids: 0, dates: 0, lists: 0 }
  return { filled: 10, distinct: ['x'], averageLength: 1, ...none, ...parts }
}

/** A column in a draft, by what its header says of it. */
export interface Described {
  name: string
  role?: Role | null
  rank?: number
  isClear?: boolean
  values?: Partial<ColumnValues>
}

export function columnOf({ name, role = 'phone', rank = 2, isClear = true, values }: Described, index = 0): Column {
  return { name, index, header: role === null ? null : { role, rank, isClear }, values: valuesWith(values) }
}

/** A draft of these columns, nothing of which is decided; rows are the cells of each line. */
export function draftOf(columns: readonly Described[], { kind = 'contacts' as ImportKind, rows = [] as string[][] } = {}): RecipeDraft {
  return {
    kind,
    columns: columns.map(columnOf),
    rows: rows.map((cells, at) => ({ line: at + 2, cells })),
    fields: [],
    decided: new Map(),
    words: new Map(),
    office: null,
  }
}
