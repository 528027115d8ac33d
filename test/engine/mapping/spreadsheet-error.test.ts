import { expect, test } from 'vitest'
import { isSpreadsheetError } from '../../../src-main/engine/text/spreadsheet-error.ts'
import { mapCells, recipeOf } from './mapping-case.ts'

test.each(['#N/A', ' #REF! ', '#BEZUG!', '#¿NOMBRE?', '#valeur !', '########', 'Err:502'])('%s is an error of a spreadsheet', (cell) => {
  expect(isSpreadsheetError(cell)).toBe(true)
})

test.each(['', 'N/A', '#1', '#', '##', 'Error', 'Err:5', '#NAME', 'see #N/A', 'Eric'])('%s is not', (cell) => {
  expect(isSpreadsheetError(cell)).toBe(false)
})

test('it is never written into a contact: the row is invalid, and says which cell', () => {
  const recipe = recipeOf('contacts', [
    { to: 'name', from: ['First', 'Last'] },
    { to: 'tags', from: ['Tags'] },
    { to: 'custom:Account ID', from: ['Account'] },
  ])
  const out = mapCells(recipe, { First: 'Ada', Last: '#N/A', Tags: '#REF!', Account: 'A-1' })
  expect(out.contact).toEqual({ customFields: { 'cf-account': 'A-1' } })
  expect(out.issues.map(({ code, severity, value }) => [code, severity, value])).toEqual([
    ['value.spreadsheet_error', 'error', '#N/A'],
    ['value.spreadsheet_error', 'error', '#REF!'],
  ])
})

test('a mapping may say what it means', () => {
  const recipe = recipeOf('contacts', [{ to: 'custom:Account ID', from: ['Account'], values: { '#N/A': 'none', 'A-1': 'one' } }])
  expect(mapCells(recipe, { Account: '#n/a' })).toMatchObject({ contact: { customFields: { 'cf-account': 'none' } }, issues: [] })
})

test('the text of a message is not repeated in the issue', () => {
  const out = mapCells(recipeOf('messages', [{ to: 'body', from: ['Text'] }]), { Text: '#VALUE!' })
  expect(out.issues).toMatchObject([{ code: 'value.spreadsheet_error', value: null }])
})
