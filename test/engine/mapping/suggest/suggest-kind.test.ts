import { expect, test } from 'vitest'
import { suggestKind } from '../../../../src-main/engine/mapping/suggest/suggest-kind.ts'
import { columnsNamed } from '../mapping-case.ts'

const rows = (...cells: string[][]) => cells.map((row, at) => ({ line: at + 2, cells: row }))

test('a file is of the most particular kind that it looks like', () => {
  expect(suggestKind(columnsNamed('Phone', 'Name', 'Email'), rows(['1', 'Ann', 'a@b.c']))).toBe('contacts')
  expect(suggestKind(columnsNamed('Phone', 'SMS consent'), rows(['1', 'yes']))).toBe('consent')
  expect(suggestKind(columnsNamed('Phone', 'Message', 'Direction'), rows(['1', 'Hello there', 'in']))).toBe('messages')
  expect(suggestKind(columnsNamed('A', 'B'), rows(['1', '2']))).toBe('contacts')
})

test('rows tell what a column holds; without any, the samples do', () => {
  const columns = columnsNamed('Phone', 'Message')
  const withSamples = columns.map((column) => ({ ...column, samples: column.name === 'Message' ? ['See you tomorrow'] : [] }))
  expect(suggestKind(withSamples, [])).toBe('messages')
  expect(suggestKind(columns, [])).not.toBe('messages')
  expect(suggestKind(withSamples, rows(['1', 'ok']))).not.toBe('messages')
})
