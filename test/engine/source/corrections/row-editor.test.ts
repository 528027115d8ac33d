import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editSchema, type Edit } from '../../../../src-main/engine/model/files/edit-schema.ts'
import { createReplacer } from '../../../../src-main/engine/source/corrections/replace-text.ts'
import { createRowEditor } from '../../../../src-main/engine/source/corrections/row-editor.ts'
import type { SourceRow } from '../../../../src-main/engine/model/files/source-schema.ts'

const edited = (row: SourceRow, ...edits: unknown[]): SourceRow =>
  createRowEditor(edits.map((edit) => editSchema.parse(edit)))?.edit(row) ?? row
const row: SourceRow = { line: 5, cells: ['Ann', '12', ''] }

test('corrections apply in their order, each to what the ones before have left, and the row says what became of its cells', () => {
  const result = edited(
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
  expect(edited(row, { kind: 'exclude', lines: [6] }, { kind: 'replace', column: 1, find: '3', replaceWith: '4' })).toBe(row)
  expect(edited(row, { kind: 'exclude', lines: [5, 6] }, { kind: 'include', lines: [5] })).toBe(row)
  expect(
    edited(
      row,
      { kind: 'cell', line: 5, column: 1, before: '12', after: '13' },
      { kind: 'cell', line: 5, column: 1, before: '13', after: '12' },
    ).corrected?.corrections ?? [],
  ).toEqual([])
  expect(createRowEditor([])).toBe(null)
})

test('a row that stands apart by hand says so, whatever else is corrected in it', () => {
  const apart = { kind: 'apart', lines: [4, 5] }
  expect(edited(row, apart)).toEqual({
    ...row,
    corrected: {
      isExcluded: false,
      isApart: true,
      conflicts: [],
      corrections: [{ column: null, before: null, after: null, kind: 'apart' }],
    },
  })
  expect(
    edited(row, apart, { kind: 'exclude', lines: [5] }, { kind: 'include', lines: [5] }).corrected?.corrections.map(({ kind }) => kind),
  ).toEqual(['apart'])
  expect(
    edited(row, { kind: 'cell', line: 5, column: 1, before: '12', after: '13' }, apart).corrected?.corrections.map(({ kind }) => kind),
  ).toEqual(['cell', 'apart'])
})

test('cells that were split are joined, those after them move up, and each says what it held', () => {
  const long: SourceRow = { line: 5, cells: ['Ann', 'before noon', ' not on Mondays', 'Bonn', ''] }
  const joined = edited(long, { kind: 'join', line: 5, column: 1, by: ',' })
  expect(joined.cells).toEqual(['Ann', 'before noon, not on Mondays', 'Bonn', ''])
  expect(joined.corrected?.corrections).toEqual([
    { column: 1, before: 'before noon', after: 'before noon, not on Mondays', kind: 'join' },
    { column: 2, before: ' not on Mondays', after: 'Bonn', kind: 'join' },
    { column: 3, before: 'Bonn', after: '', kind: 'join' },
  ])
  expect(long.cells).toHaveLength(5)
  expect(edited(long, { kind: 'join', line: 5, column: 4, by: ',' })).toBe(long)
  const twice = edited(
    long,
    { kind: 'join', line: 5, column: 1, by: ',' },
    { kind: 'join', line: 5, column: 2 },
    { kind: 'cell', line: 5, column: 2, before: 'Bonn', after: 'Rome' },
  )
  expect(twice).toMatchObject({ cells: ['Ann', 'before noon, not on Mondays', 'Rome'], corrected: { conflicts: [] } })
})

test('a cell that holds something else than it was corrected for is left as it is and named, until it is corrected again', () => {
  const conflicting = { kind: 'cell', line: 5, column: 1, before: '11', after: '13' }
  expect(edited(row, conflicting)).toMatchObject({
    cells: row.cells,
    corrected: { corrections: [], conflicts: [{ column: 1, before: '11', after: '13', found: '12' }] },
  })
  expect(edited(row, conflicting, { kind: 'cell', line: 5, column: 1, before: '12', after: '14' }).corrected).toMatchObject({
    conflicts: [],
    corrections: [{ after: '14' }],
  })
  expect(edited(row, { ...conflicting, after: '12' })).toBe(row)
})

test('a cell behind the end of a short row is blank and can be filled; whole columns are corrected where there is a cell', () => {
  expect(edited(row, { kind: 'cell', line: 5, column: 4, before: '', after: 'x' }).cells).toEqual(['Ann', '12', '', '', 'x'])
  expect(edited(row, { kind: 'replace', column: 4, find: '', replaceWith: 'x', wholeCell: true })).toBe(row)
  expect(edited(row, { kind: 'replace', column: 2, find: '', replaceWith: 'x', wholeCell: true }).cells[2]).toBe('x')
})

test('a character that could not be read is no trouble any more once its cell is corrected', () => {
  const damaged: SourceRow = { line: 5, cells: ['A\uFFFDn', 'x'], marks: ['undecodable'] }
  expect(edited(damaged, { kind: 'cell', line: 5, column: 0, before: 'A\uFFFDn', after: 'Ann' }).marks).toBe(undefined)
  expect(edited(damaged, { kind: 'cell', line: 5, column: 1, before: 'x', after: 'y' }).marks).toEqual(['undecodable'])
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
function naive(rows: readonly SourceRow[], edits: readonly Edit[]): { cells: string[]; isExcluded: boolean }[] {
  return rows.map(({ line, cells: before }) => {
    const cells = [...before]
    let isExcluded = false
    for (const edit of edits) {
      if (edit.kind === 'exclude' && edit.lines.includes(line)) isExcluded = true
      if (edit.kind === 'include' && edit.lines.includes(line)) isExcluded = false
      if (edit.kind === 'cell' && edit.line === line && (cells[edit.column] ?? '') === edit.before && edit.before !== edit.after) {
        while (cells.length < edit.column) cells.push('')
        cells[edit.column] = edit.after
      }
      if (edit.kind === 'join' && edit.line === line && edit.column + 1 < cells.length)
        cells.splice(edit.column, 2, `${cells[edit.column]}${edit.by}${cells[edit.column + 1]}`)
      if (edit.kind === 'replace' && cells[edit.column] !== undefined) cells[edit.column] = createReplacer(edit)(cells[edit.column] ?? '')
    }
    return { cells, isExcluded }
  })
}

const word = fc.constantFrom('a', 'b', 'ab', '', 'A')
const arbitraryEdit = fc
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
  .map((edit) => editSchema.parse(edit))

test('many corrections come to what trying each of them on every row comes to, and say so', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
      fc.array(arbitraryEdit, { maxLength: 12 }),
      (cells, edits) => {
        const rows = cells.map((own, at): SourceRow => ({ line: at + 1, cells: own }))
        const editor = createRowEditor(edits)
        const results = rows.map((one) => editor?.edit(one) ?? one)
        expect(results.map((one) => ({ cells: one.cells, isExcluded: one.corrected?.isExcluded ?? false }))).toEqual(naive(rows, edits))
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
    { numRuns: 500 },
  )
})
