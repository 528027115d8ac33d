import { expect, test } from 'vitest'
import { createExportedNumber } from '../../../../src-main/engine/mapping/compile/exported-number.ts'
import type { MappedRow } from '../../../../src-main/engine/model/plans/mapped-row.ts'
import { notShownCell } from '../../../../src-main/engine/text/unknown-cell.ts'

const column = { name: 'Phone', index: 1 }
const noted = (cells: string[]): MappedRow['exportedNumber'] => {
  const row: MappedRow = { line: 2, key: null, issues: [] }
  createExportedNumber([column], 'US')?.({ line: 2, cells }, row)
  return row.exportedNumber
}

test('an exported number is noted as it is written and as it is called; what is no number, too', () => {
  expect(noted(['u1', '(202) 555-0123'])).toEqual({ column: 'Phone', text: '(202) 555-0123', phone: '+12025550123' })
  expect(noted(['u1', 'nobody'])).toEqual({ column: 'Phone', text: 'nobody', phone: null })
  expect(noted(['u1', ''])).toEqual({ column: 'Phone', text: '', phone: null })
})

test('nothing is noted of a row that is too short, nor of a number that the export did not know', () => {
  expect(noted(['u1'])).toBeUndefined()
  expect(noted(['u1', notShownCell])).toBeUndefined()
})

test('without a column of numbers there is nothing to note', () => {
  expect(createExportedNumber([], 'US')).toBeNull()
})
