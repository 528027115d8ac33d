import { refusesTexts } from '../../kinds/refuses-texts.ts'
import type { SourceColumn, SourceRow } from '../../model/files/source-schema.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import { type Recipe, refusingTargets } from '../../model/recipes/recipe-schema.ts'
import { roleOfHeader } from '../../text/headers/header-role.ts'
import { createPhoneReader } from '../../text/phone-number.ts'
import type { MatchColumn } from './match-step.ts'

/**
 * Finds a number for a row that refuses texts and has none that the recipe looks for: in the recipe's further columns, then in every other
 * column whose header says phone number, also one whose numbers several people share. Without it the refusal would be lost with the row.
 * Null where no row can refuse. `own`: the columns that the recipe looks for numbers in.
 */
export function createRefusalNumber(
  recipe: Pick<Recipe, 'fields'>,
  columns: readonly SourceColumn[],
  own: readonly MatchColumn[],
  country: string,
): ((row: SourceRow, out: MappedRow) => void) | null {
  if (!recipe.fields.some(({ to }) => refusingTargets.has(to))) return null
  const others = columns
    .filter(({ index }) => !own.some((column) => column.index === index))
    .flatMap(({ name, index }) => {
      const role = roleOfHeader(name, ['phone'])
      return role === null ? [] : [{ name, index, rank: role.rank }]
    })
    .sort((a, b) => a.rank - b.rank)
  const all: readonly MatchColumn[] = [...own, ...others]
  const read = createPhoneReader(country)
  return (row, out) => {
    if (out.key !== null || !refusesTexts(out)) return
    for (const { name, index } of all) {
      const { phone } = read(row.cells[index] ?? '')
      if (phone === null) continue
      out.key = { by: 'phone', phone }
      out.isNumberBorrowed = true
      out.issues.push({
        code: 'refusal.other_number',
        severity: 'warning',
        line: row.line,
        column: name,
        value: phone,
        message: `The row has no number that can be used, and refuses texts. The refusal counts for ${phone} in "${name}".`,
        hint: 'Fill in the number of the person if it is another one, and load the row again.',
      })
      return
    }
  }
}
