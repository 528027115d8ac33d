import { describe, expect, test } from 'vitest'
import { createWordCollector, wordColumns } from '../../../../src-main/engine/mapping/suggest/word-collector.ts'
import type { ImportKind } from '../../../../src-main/engine/model/kinds.ts'
import { columnsNamed } from '../mapping-case.ts'

describe('every word counts', () => {
  const names = (kind: ImportKind, ...columns: string[]) => wordColumns(kind, columnsNamed(...columns)).map(({ name }) => name)

  test('of a column about permission, where the import may hold consent', () => {
    const columns = ['Phone', 'SMS consent', 'SMS status', 'Opted out', 'Opted out date', 'Notes']
    for (const kind of ['contacts', 'consent'] as const) expect(names(kind, ...columns)).toEqual(['SMS consent', 'SMS status', 'Opted out'])
    expect(names('messages', ...columns)).toEqual([])
  })

  test('of a column that tells who wrote a message, by its header or its values', () => {
    expect(names('messages', 'Phone', 'Direction', 'Body')).toEqual(['Direction'])
    expect(names('contacts', 'Phone', 'Direction')).toEqual([])
    const [arrows, other] = columnsNamed('Column', 'Other')
    const columns = [arrows, other].flatMap((one) => one ?? [])
    expect(
      wordColumns('messages', [{ ...(columns[0] ?? never()), samples: ['→', '←'] }, ...columns.slice(1)]).map(({ name }) => name),
    ).toEqual(['Column'])
  })

  test('by the header as the file has it, or by its name where it has none', () => {
    const [column] = columnsNamed('SMS consent (2)')
    if (column === undefined) never()
    expect(wordColumns('consent', [{ ...column, header: 'SMS consent' }])).toHaveLength(1)
    expect(wordColumns('consent', [{ ...column, name: 'SMS consent', header: null }])).toHaveLength(1)
    expect(wordColumns('consent', [{ ...column, name: 'SMS consent', header: 'Color' }])).toHaveLength(0)
  })
})

describe('words are collected', () => {
  const collect = (...cells: string[]) => {
    const collector = createWordCollector(columnsNamed('A', 'B').slice(1))
    for (const [at, cell] of cells.entries()) collector.add({ line: at + 2, cells: ['x', cell] })
    return collector.result().get('B')
  }

  test('once each, as they are first written, blank cells and missing ones left out', () => {
    expect(collect('Yes', 'YES ', '', 'no')).toEqual(['Yes', 'no'])
    const collector = createWordCollector(columnsNamed('A', 'B').slice(1))
    collector.add({ line: 2, cells: ['x'] })
    expect(collector.result()).toEqual(new Map([['B', []]]))
  })

  test('of 60 characters at most', () => {
    expect(collect('x'.repeat(60), 'y'.repeat(61))).toEqual(['x'.repeat(60)])
  })

  test('500 of them at most', () => {
    const many = Array.from({ length: 501 }, (_, at) => `word ${at}`)
    expect(collect(...many)).toEqual(many.slice(0, 500))
  })
})

function never(): never {
  throw new Error('There is such a column.')
}
