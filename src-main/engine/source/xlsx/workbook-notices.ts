import type { Dialect, FileNotice, SourceColumn, SourceRow } from '../../model/files/source-schema.ts'
import { columnLetters } from './cells/cell-place.ts'
import type { MergedArea, SheetFacts } from './sheet-schema.ts'

export interface WorkbookFacts {
  dialect: Dialect
  facts: SheetFacts
  columns: SourceColumn[]
  header: SourceRow | null
  isSheetHidden: boolean
  /** Another visible sheet has rows too, and nobody has chosen. */
  otherSheets: string[]
  isCalculatedOnLoad: boolean
}

/** What the person should know about a sheet that its rows do not show. */
export function workbookNotices(workbook: WorkbookFacts): FileNotice[] {
  return [...sheetNotices(workbook), ...hiddenNotices(workbook), ...mergeNotices(workbook), ...formulaNotices(workbook)]
}

function sheetNotices({ dialect, isSheetHidden, otherSheets }: WorkbookFacts): FileNotice[] {
  if (isSheetHidden) {
    return [
      notice(
        'file.hidden_sheet',
        null,
        `The sheet "${dialect.sheet}" is hidden in the workbook.`,
        'Check that it is the one that you mean to import.',
      ),
    ]
  }
  if (otherSheets.length === 0) return []
  return [
    notice(
      'file.other_sheets',
      null,
      `The sheet "${dialect.sheet}" is read; ${listed(otherSheets.map(quoted))} ${otherSheets.length === 1 ? 'has' : 'have'} rows too.`,
      'Choose another sheet if that is the one to import.',
    ),
  ]
}

function hiddenNotices({ dialect, facts, columns }: WorkbookFacts): FileNotice[] {
  const found: FileNotice[] = []
  const { count, first } = facts.hiddenRows
  if (count > 0 && first) {
    const isLeftOut = dialect.hiddenRows === 'leave_out'
    const are = count === 1 ? 'row is' : 'rows are'
    found.push({
      ...notice(
        'file.hidden_rows',
        first.line,
        `${number(count)} ${are} hidden in the workbook${facts.isFiltered ? ', by a filter' : ''}, first row ${number(first.line)}; ${count === 1 ? 'it is' : 'they are'} ${isLeftOut ? 'left out' : 'read like the others'}.`,
        isLeftOut ? 'Read them too if they are to be imported.' : 'Leave them out if only what the workbook shows is to be imported.',
      ),
      remedy: isLeftOut
        ? { label: 'Read hidden rows too', change: { hiddenRows: 'read' } }
        : { label: 'Leave hidden rows out', change: { hiddenRows: 'leave_out' } },
    })
  }
  const hidden = columns.filter(
    ({ index, samples }) => samples.length > 0 && facts.hiddenColumns.some(([from, to]) => index >= from && index <= to),
  )
  if (hidden.length > 0) {
    found.push(
      notice(
        'file.hidden_columns',
        null,
        `${hidden.length === 1 ? 'A column is' : `${number(hidden.length)} columns are`} hidden in the workbook: ${listed(hidden.map(({ name }) => quoted(name)))}.`,
        'They can be imported like the others. Leave them unmapped if they are not meant to be.',
      ),
    )
  }
  return found
}

function mergeNotices({ dialect, facts, header }: WorkbookFacts): FileNotice[] {
  const firstDataLine = dialect.header ? (header?.line ?? 0) + 1 : dialect.skipLines + 1
  const found: FileNotice[] = []
  const below = facts.mergedAreas.filter(({ top, bottom }) => dialect.header && top <= firstDataLine - 1 && bottom >= firstDataLine)
  const [deepest] = below.toSorted((a, b) => b.bottom - a.bottom)
  if (deepest) {
    found.push({
      ...notice(
        'file.merged_header',
        header?.line ?? null,
        `The column names seem to take up more than one row: cells of row ${firstDataLine - 1} are merged with the row below (${areaName(deepest)}).`,
        `If row ${deepest.bottom} names the columns, set the lines to skip to ${deepest.bottom - 1}.`,
      ),
      remedy: { label: `Take the names from row ${deepest.bottom}`, change: { skipLines: deepest.bottom - 1 } },
    })
  }
  const inData = facts.mergedAreas.filter(({ top }) => top >= firstDataLine)
  // Beyond those that were kept only their number is known; they are further down.
  const count = inData.length + facts.merges - facts.mergedAreas.length
  if (inData[0] && count > 0) {
    found.push(
      notice(
        'file.merged_cells',
        inData[0].top,
        `${count === 1 ? 'Some cells are' : `${number(count)} groups of cells are`} merged in the rows: ${listed(inData.map(areaName), count)}. The value belongs to the first cell; the others are blank.`,
        'If the value is meant for all of them, unmerge the cells in the spreadsheet and fill in the value.',
      ),
    )
  }
  return found
}

function formulaNotices({ facts, isCalculatedOnLoad }: WorkbookFacts): FileNotice[] {
  const found: FileNotice[] = []
  const missing = facts.formulasWithoutValue
  if (missing.count > 0 && missing.first) {
    found.push(
      notice(
        'file.formulas_without_value',
        missing.first.line,
        `${missing.count === 1 ? 'A cell has a formula whose result is' : `${number(missing.count)} cells have formulas whose results are`} not in the file, first ${cellName(missing.first)}; ${missing.count === 1 ? 'it is' : 'they are'} read as blank.`,
        'Open the workbook in a spreadsheet program, save it there, and choose it again.',
      ),
    )
  }
  const stored = facts.formulas.count - missing.count
  if (isCalculatedOnLoad && stored > 0 && facts.formulas.first) {
    found.push(
      notice(
        'file.formulas_not_calculated',
        facts.formulas.first.line,
        `The program that wrote the workbook has left ${stored === 1 ? 'a formula' : `${number(stored)} formulas`} to be worked out when it is opened, first ${cellName(facts.formulas.first)}: the results in it may be old, or 0.`,
        'Open the workbook in a spreadsheet program, save it there, and choose it again.',
      ),
    )
  }
  const { count, first } = facts.errors
  if (count > 0 && first) {
    found.push(
      notice(
        'file.cell_errors',
        first.line,
        `${count === 1 ? 'A cell shows' : `${number(count)} cells show`} an error such as #N/A instead of a value, first ${cellName(first)}.`,
        'Fix the formulas in the spreadsheet, or correct the cells in the review.',
      ),
    )
  }
  return found
}

function cellName({ line, column }: { line: number; column: number }): string {
  return `${columnLetters(column)}${line}`
}

function areaName({ top, left, bottom, right }: MergedArea): string {
  return `${columnLetters(left)}${top}:${columnLetters(right)}${bottom}`
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}

function quoted(name: string): string {
  return `"${name}"`
}

function listed(names: string[], count = names.length): string {
  const shown = names.slice(0, 5)
  return count > shown.length ? `${shown.join(', ')} and ${number(count - shown.length)} more` : shown.join(', ')
}

function notice(code: string, line: number | null, message: string, hint: string): FileNotice {
  return { code, line, message, hint }
}
