import { importDescriptors } from '../../kinds/all-kinds.ts'
import { clearsBlank } from '../../mapping/compile/cell-meaning.ts'
import { keepRefusal } from '../../mapping/compile/consent-step.ts'
import type { CompiledMapping, MappedRow } from '../../model/plans/mapped-row.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import { hugeCellCode, type RowIssue } from '../../model/plans/row-issue.ts'
import type { CorrectedRow } from '../../model/files/corrected-row-schema.ts'
import { conflictIssue } from '../../source/corrections/correction-issue.ts'
import { isBlankRow, raggedIssue } from '../../source/table/ragged-issue.ts'
import type { Dialect, SourceColumn, SourceRow } from '../../model/files/source-schema.ts'

/** What it takes to map a row of a file. */
export interface RowMapping {
  columns: SourceColumn[]
  dialect: Dialect
  recipe: Recipe
  mapping: Pick<CompiledMapping, 'mapRow'>
}

/** Maps a row as it was read: with its corrections, unless the person left it out or the file has damaged it. */
export function mapSourceRow(row: SourceRow, options: RowMapping): MappedRow {
  return row.corrected === undefined ? mapRow(row, options) : mapCorrected(row, row.corrected, options)
}

function mapCorrected(row: SourceRow, corrected: CorrectedRow, options: RowMapping): MappedRow {
  const { line } = row
  if (corrected.isExcluded) return { line, key: null, issues: [], isExcluded: true, isCorrected: true }
  const issues = corrected.conflicts.map((conflict) => conflictIssue(line, conflict, options.columns, options.recipe.kind))
  const mapped = issues.length > 0 ? { line, key: null, issues } : mapRow(row, options)
  return corrected.corrections.length === 0
    ? mapped
    : { ...mapped, ...(corrected.isApart === true && { isApart: true }), isCorrected: true }
}

const noColumns: ReadonlySet<string> = new Set()

/** A row that the file has damaged is not mapped: its cells may be in the wrong columns. Nor is one that is blank. */
function mapRow(row: SourceRow, { columns, dialect, recipe, mapping }: RowMapping): MappedRow {
  if (isBlankRow(row)) return { line: row.line, key: null, issues: [], isBlank: true }
  const ragged =
    row.marks?.includes('no_value') === true && recipe.fields.some((rule) => clearsBlank(rule, recipe))
      ? unknownValue(row)
      : raggedIssue(row, columns, dialect)
  if (ragged === null) return mapping.mapRow(row)
  const issue = importDescriptors[recipe.kind].isPrivate ? { ...ragged, value: null } : ragged
  const isWhole = issue.severity !== 'error' || issue.code === hugeCellCode
  if (!isWhole) return { line: row.line, key: null, issues: [issue] }
  const mapped = mapping.mapRow(row)
  const marked = { ...mapped, issues: [issue, ...mapped.issues] }
  // What the row refuses stands in other cells.
  if (issue.severity === 'error') keepRefusal(marked, noColumns)
  return marked
}

/** What a formula would have said is not known: it must not empty a field as a blank cell does. */
function unknownValue({ line }: SourceRow): RowIssue {
  return {
    code: 'row.no_value',
    severity: 'error',
    line,
    column: null,
    value: null,
    message: 'A formula in this row has no result in the workbook, and with this mapping a blank cell empties a field.',
    hint: 'Open the workbook in a spreadsheet program, save it there, and choose it again.',
  }
}
