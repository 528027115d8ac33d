import { expect, test } from 'vitest'
import { createRowParser } from '../../../../src-main/engine/source/csv/row-parser.ts'
import { isCutCell, maxCellChars } from '../../../../src-main/engine/source/table/huge-cells.ts'
import { raggedIssue } from '../../../../src-main/engine/source/table/ragged-issue.ts'
import type { Dialect, SourceColumn } from '../../../../src-main/engine/model/files/source-schema.ts'

const dialect: Dialect = { encoding: 'utf-8', delimiter: ',', quote: '"', header: true, skipLines: 0, shortRows: 'invalid' }
const columns: SourceColumn[] = ['Phone', 'Notes'].map((name, index) => ({ index, name, header: name, samples: [] }))
const longest = '7'.repeat(maxCellChars)
const rowOf = (cell: string) => {
  const [row] = createRowParser(dialect).push(`1,${cell}\n`, true)
  if (row === undefined) throw new Error('no row')
  return row
}

test('a cell of the most characters is read whole; of a longer one only the beginning, and its row says so', () => {
  const whole = rowOf(longest)
  expect([whole.cells[1] === longest, whole.marks, raggedIssue(whole, columns, dialect)]).toEqual([true, undefined, null])
  const cut = rowOf(`${longest}7`)
  expect([cut.cells, cut.marks]).toEqual([['1', `${'7'.repeat(200)}…`], ['huge_cell']])
  expect(raggedIssue(cut, columns, dialect)).toMatchObject({ code: 'row.huge_cell', severity: 'error', column: 'Notes' })
})

test('a cell that was corrected is none of these any more, nor is a short one with an ellipsis', () => {
  expect(raggedIssue({ ...rowOf(`${longest}7`), cells: ['1', 'short…'] }, columns, dialect)).toBeNull()
  expect([isCutCell(`${'7'.repeat(200)}…`), isCutCell('7'.repeat(201)), isCutCell('7…')]).toEqual([true, false, false])
})

test('several long cells whose row is longer than one may be are no huge cells', () => {
  const half = '7'.repeat(maxCellChars / 2 + 1)
  expect(rowOf(`${half},${half}`).marks).toBeUndefined()
})

test('what else is wrong with the row is kept beside it', () => {
  expect(rowOf(`"x" y${longest}`).marks).toEqual(['stray_quote', 'huge_cell'])
})
