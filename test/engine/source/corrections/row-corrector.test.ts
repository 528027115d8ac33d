import fc from 'fast-check'
import { expect, test } from 'vitest'
import { correctionSchema, type Correction } from '../../../../src-main/engine/model/files/correction-schema.ts'
import { createReplacer } from '../../../../src-main/engine/source/corrections/replace-text.ts'
import { createRowCorrector } from '../../../../src-main/engine/source/corrections/row-corrector.ts'
import type { SourceRow } from '../../../../src-main/engine/model/files/source-schema.ts'
import { portion } from '../../../helpers/portion.ts'

const corrected = (row: SourceRow, ...corrections: unknown[]): SourceRow =>
  createRowCorrector(corrections.map((correction) => correctionSchema.parse(correction)))?.correct(row) ?? row
const row: SourceRow = { line: 5, cells: ['Ann', '12', ''] }

test('corrections apply in their order, each to what the ones before have left, and the row says what became of its cells', () => {
  const result = corrected(
    row,
    { kind: 'cell', line: 5, column: 0, before: 'Ann', after: 'Anna' },
    { kind: 'replace', column: 0, find: 'N', replaceWith: 'm' },
    { kind: 'cell', line: 5, column: 0, before: 'Amma', after: 'Emma' },
    { kind: 'cell', line: 6, column: 1, before: '12', after: '13' },
  )
  expect(result).toEqual({
    line: 5,
    cells: ['Emma', '12', ''],
    corrected: { isExcluded: false, conflicts: [], corrections: [{ column: 0, before: 'Ann', after: 'Emma', kind: 'cell' }] },
  })
  expect(row.cells).toEqual(['Ann', '12', ''])
})

test('a row that no correction concerns is the very same, and a correction that is taken back by another one leaves no trace', () => {
  expect(corrected(row, { kind: 'exclude', lines: [6] }, { kind: 'replace', column: 1, find: '3', replaceWith: '4' })).toBe(row)
  expect(corrected(row, { kind: 'exclude', lines: [5, 6] }, { kind: 'include', lines: [5] })).toBe(row)
  expect(
    corrected(
      row,
      { kind: 'cell', line: 5, column: 1, before: '12', after: '13' },
      { kind: 'cell', line: 5, column: 1, before: '13', after: '12' },
    ).corrected?.corrections ?? [],
  ).toEqual([])
  expect(createRowCorrector([])).toBe(null)
})

test('a row that stands apart by hand says so, whatever else is corrected in it', () => {
  const apart = { kind: 'apart', lines: [4, 5] }
  expect(corrected(row, apart)).toEqual({
    ...row,
    corrected: {
      isExcluded: false,
      isApart: true,
      conflicts: [],
      corrections: [{ column: null, before: null, after: null, kind: 'apart' }],
    },
  })
  expect(
    corrected(row, apart, { kind: 'exclude', lines: [5] }, { kind: 'include', lines: [5] }).corrected?.corrections.map(({ kind }) => kind),
  ).toEqual(['apart'])
  expect(
    corrected(row, { kind: 'cell', line: 5, column: 1, before: '12', after: '13' }, apart).corrected?.corrections.map(({ kind }) => kind),
  ).toEqual(['cell', 'apart'])
})

test('cells that were split are joined, those after them move up, and each says what it held', () => {
  const long: SourceRow = { line: 5, cells: ['Ann', 'before noon', ' not on Mondays', 'Bonn', ''] }
  const joined = corrected(long, { kind: 'join', line: 5, column: 1, by: ',' })
  expect(joined.cells).toEqual(['Ann', 'before noon, not on Mondays', 'Bonn', ''])
  expect(joined.corrected?.corrections).toEqual([
    { column: 1, before: 'before noon', after: 'before noon, not on Mondays', kind: 'join' },
    { column: 2, before: ' not on Mondays', after: 'Bonn', kind: 'join' },
    { column: 3, before: 'Bonn', after: '', kind: 'join' },
  ])
  expect(long.cells).toHaveLength(5)
  expect(corrected(long, { kind: 'join', line: 5, column: 4, by: ',' })).toBe(long)
  const twice = corrected(
    long,
    { kind: 'join', line: 5, column: 1, by: ',' },
    { kind: 'join', line: 5, column: 2 },
    { kind: 'cell', line: 5, column: 2, before: 'Bonn', after: 'Rome' },
  )
  expect(twice).toMatchObject({ cells: ['Ann', 'before noon, not on Mondays', 'Rome'], corrected: { conflicts: [] } })
})

test('a cell that holds something else than it was corrected for is left as it is and named, until it is corrected again', () => {
  const conflicting = { kind: 'cell', line: 5, column: 1, before: '11', after: '13' }
  expect(corrected(row, conflicting)).toMatchObject({
    cells: row.cells,
    corrected: { corrections: [], conflicts: [{ column: 1, before: '11', after: '13', found: '12' }] },
  })
  expect(corrected(row, conflicting, { kind: 'cell', line: 5, column: 1, before: '12', after: '14' }).corrected).toMatchObject({
    conflicts: [],
    corrections: [{ after: '14' }],
  })
  expect(corrected(row, { ...conflicting, after: '12' })).toBe(row)
})

test('a cell behind the end of a short row is blank and can be filled; whole columns are corrected where there is a cell', () => {
  expect(corrected(row, { kind: 'cell', line: 5, column: 4, before: '', after: 'x' }).cells).toEqual(['Ann', '12', '', '', 'x'])
  expect(corrected(row, { kind: 'replace', column: 4, find: '', replaceWith: 'x', wholeCell: true })).toBe(row)
  expect(corrected(row, { kind: 'replace', column: 2, find: '', replaceWith: 'x', wholeCell: true }).cells[2]).toBe('x')
})

test('a character that could not be read is no trouble any more once its cell is corrected', () => {
  const damaged: SourceRow = { line: 5, cells: ['A\uFFFDn', 'x'], marks: ['undecodable'] }
  expect(corrected(damaged, { kind: 'cell', line: 5, column: 0, before: 'A\uFFFDn', after: 'Ann' }).marks).toBe(undefined)
  expect(corrected(damaged, { kind: 'cell', line: 5, column: 1, before: 'x', after: 'y' }).marks).toEqual(['undecodable'])
})

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'A', 'ß', 'İ', '.', '$', '&', ' ', '+', '\\'), maxLength: 6 }),
  fc.constantFrom('$&', '$1', 'a.c', 'abc'),
)

test('what is found and put in is plain text, whatever signs are in it', () => {
  fc.assert(
    fc.property(text, text, text, fc.boolean(), (cell, find, replaceWith, matchCase) => {
      const replaced = createReplacer({ kind: 'replace', column: 0, find, replaceWith, matchCase, wholeCell: false })(cell)
      if (find === '') expect(replaced).toBe(cell)
      else if (matchCase) expect(replaced).toBe(cell.split(find).join(replaceWith))
      else if (!cell.toLowerCase().includes(find.toLowerCase())) expect(replaced).toBe(cell)
      const whole = createReplacer({ kind: 'replace', column: 0, find, replaceWith, matchCase: true, wholeCell: true })(cell)
      expect(whole).toBe(cell.trim() === find.trim() ? replaceWith : cell)
    }),
  )
})

/** The simplest way: every correction tried on every row. */
function naive(rows: readonly SourceRow[], corrections: readonly Correction[]): { cells: string[]; isExcluded: boolean }[] {
  return rows.map(({ line, cells: before }) => {
    const cells = [...before]
    let isExcluded = false
    for (const correction of corrections) {
      if (correction.kind === 'exclude' && correction.lines.includes(line)) isExcluded = true
      if (correction.kind === 'include' && correction.lines.includes(line)) isExcluded = false
      if (
        correction.kind === 'cell' &&
        correction.line === line &&
        (cells[correction.column] ?? '') === correction.before &&
        correction.before !== correction.after
      ) {
        while (cells.length < correction.column) cells.push('')
        cells[correction.column] = correction.after
      }
      if (correction.kind === 'join' && correction.line === line && correction.column + 1 < cells.length)
        cells.splice(correction.column, 2, `${cells[correction.column]}${correction.by}${cells[correction.column + 1]}`)
      if (correction.kind === 'replace' && cells[correction.column] !== undefined)
        cells[correction.column] = createReplacer(correction)(cells[correction.column] ?? '')
    }
    return { cells, isExcluded }
  })
}

const word = fc.constantFrom('a', 'b', 'ab', '', 'A')
const arbitraryCorrection = fc
  .oneof(
    fc.record({
      kind: fc.constant('cell'),
      line: fc.integer({ min: 1, max: 4 }),
      column: fc.integer({ min: 0, max: 3 }),
      before: word,
      after: word,
    }),
    fc.record({ kind: fc.constant('join'), line: fc.integer({ min: 1, max: 4 }), column: fc.integer({ min: 0, max: 3 }), by: word }),
    fc.record({
      kind: fc.constant('replace'),
      column: fc.integer({ min: 0, max: 3 }),
      find: word,
      replaceWith: word,
      wholeCell: fc.boolean(),
      matchCase: fc.boolean(),
    }),
    fc.record({
      kind: fc.constantFrom('exclude', 'include'),
      lines: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
    }),
  )
  .map((correction) => correctionSchema.parse(correction))

test('many corrections come to what trying each of them on every row comes to, and say so', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
      fc.array(arbitraryCorrection, { maxLength: 12 }),
      (cells, corrections) => {
        const rows = cells.map((own, at): SourceRow => ({ line: at + 1, cells: own }))
        const corrector = createRowCorrector(corrections)
        const results = rows.map((one) => corrector?.correct(one) ?? one)
        expect(results.map((one) => ({ cells: one.cells, isExcluded: one.corrected?.isExcluded ?? false }))).toEqual(
          naive(rows, corrections),
        )
        results.forEach((one, at) => {
          const told = (one.corrected?.corrections ?? [])
            .filter(({ column }) => column !== null)
            .map(({ column, before, after }) => [column, before, after])
          const longest = Math.max(one.cells.length, rows[at]?.cells.length ?? 0)
          const changed = Array.from({ length: longest }, (_, column) => [
            column,
            rows[at]?.cells[column] ?? '',
            one.cells[column] ?? '',
          ]).filter(([, before, after]) => before !== after)
          expect(told.filter(([, before, after]) => before !== after)).toEqual(changed.filter(([, before, after]) => before !== after))
        })
      },
    ),
    { numRuns: portion(500) },
  )
})
