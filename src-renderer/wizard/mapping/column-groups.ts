import type { Recipe, SourceColumn } from '../../../src-main/engine/contract.ts'
import type { Question } from './open-questions.ts'
import { useOf } from './recipe-edit.ts'

export interface ColumnGroups {
  /** Columns about which something is asked are in no other group. */
  imported: SourceColumn[]
  leftOut: SourceColumn[]
  /** Left out, and blank as far as one has looked. */
  blank: SourceColumn[]
}

/** The columns as the mapping screen lists them: those that find the contacts first, then in the file's order. */
export function groupColumns(columns: readonly SourceColumn[], recipe: Recipe, questions: readonly Question[]): ColumnGroups {
  const asked = new Set(questions.map(({ column }) => column))
  const isPlaceholder = questions.some(({ about }) => about === 'match')
  const groups: ColumnGroups = { imported: [], leftOut: [], blank: [] }
  for (const column of columns) {
    if (asked.has(column.name)) continue
    const { to } = useOf(recipe, column.name)
    if (to !== 'nothing' && !(to === 'match' && isPlaceholder)) groups.imported.push(column)
    else if (column.samples.length === 0) groups.blank.push(column)
    else groups.leftOut.push(column)
  }
  const rank = ({ name }: SourceColumn) => {
    const use = useOf(recipe, name)
    return use.to !== 'match' ? 2 : use.place === 'first' ? 0 : 1
  }
  groups.imported.sort((a, b) => rank(a) - rank(b))
  return groups
}
