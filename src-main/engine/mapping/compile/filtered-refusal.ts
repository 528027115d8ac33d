import { keepOnlyRefusal, refusesTexts } from '../../kinds/refuses-texts.ts'
import type { CompiledMapping, Filtered, MappedRow } from '../../model/plans/mapped-row.ts'
import { leftOutRefusalCode, type RowIssue } from '../../model/plans/row-issue.ts'
import { type Recipe, refusingTargets } from '../../model/recipes/recipe-schema.ts'
import type { RowFilter } from './row-filter.ts'

type MapRow = CompiledMapping['mapRow']

/**
 * Maps rows as the recipe's filter has it. One that is left out is mapped no further, but for what it refuses: that is sent, or left
 * alone, as the recipe says; where it says nothing, the row says that it refuses, and whom it is about.
 */
export function withFilter(mapRow: MapRow, filter: RowFilter, { only, fields }: Pick<Recipe, 'only' | 'fields'>): MapRow {
  const mayRefuse = only?.refusals !== 'leave' && fields.some(({ to }) => refusingTargets.has(to))
  return (row) => {
    const filtered = filter(row)
    if (filtered === null) return mapRow(row)
    const mapped = mayRefuse ? mapRow(row) : null
    if (mapped === null || mapped.key === null || !refusesTexts(mapped)) return { line: row.line, key: null, issues: [], filtered }
    return only?.refusals === 'send' ? withOnlyRefusal(mapped, filtered) : leftOut(mapped, filtered)
  }
}

function withOnlyRefusal(row: MappedRow, filtered: Filtered): MappedRow {
  const refusal: MappedRow = { ...row, onlyRefusal: filtered }
  keepOnlyRefusal(refusal)
  const said = issue(
    row.line,
    filtered,
    'refusal.filtered',
    'The recipe leaves out this row, but for its refusal of texts, which is imported.',
    'Nothing to do. The recipe says so beside its filter.',
  )
  refusal.issues = [...row.issues, said]
  return refusal
}

function leftOut({ line, key, otherKey }: MappedRow, filtered: Filtered): MappedRow {
  const said = issue(
    line,
    filtered,
    leftOutRefusalCode,
    'The recipe leaves out this row, and the row refuses texts. Nothing of it is imported.',
    'Say beside the filter, or with "rollcall recipe confirm --filtered-refusals", whether to bring in what such rows refuse, or to leave them out because they refuse something else.',
  )
  return { line, key, ...(otherKey && { otherKey }), issues: [said], filtered, isRefusalLeftOut: true }
}

function issue(line: number, { column, value }: Filtered, code: string, message: string, hint: string): RowIssue {
  return { code, severity: 'warning', line, column, value, message, hint }
}
