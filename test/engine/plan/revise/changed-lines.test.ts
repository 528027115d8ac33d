import { expect, test } from 'vitest'
import { type Correction, correctionSchema } from '../../../../src-main/engine/model/files/correction-schema.ts'
import { changedLines } from '../../../../src-main/engine/plan/revise/changed-lines.ts'
import type { RowIndex } from '../../../../src-main/engine/source/table/row-index.ts'

const never = new AbortController().signal
const correction = (parts: object): Correction => correctionSchema.parse(parts)
const numbered = (...corrections: object[]) => corrections.map((parts, at) => ({ number: at + 1, correction: correction(parts) }))

/** A file of two pieces, on the lines 2 to 5; tells how many of them were read. */
function fileOf(...cells: [string, string][]) {
  const rows = cells.map((own, at) => ({ line: at + 2, cells: own }))
  let pieces = 0
  const index: Pick<RowIndex, 'read'> = {
    async *read() {
      for (const piece of [rows.slice(0, 2), rows.slice(2)]) {
        pieces += 1
        yield { rows: piece, bytesRead: 0 }
      }
    },
  }
  return { index: index as RowIndex, piecesRead: () => pieces }
}
const people = () => fileOf(['Ann', 'old'], ['Ben', 'old'], ['Cleo', 'new'], ['Dee', 'old'])

const cell = { kind: 'cell', line: 3, column: 0, before: 'Ben', after: 'Bea' }
const replaceOld = { kind: 'replace', column: 1, find: 'old', replaceWith: 'x' }

test.each<[string, object[], object[], number[], number]>([
  ['a cell', [], [cell], [3], 0],
  ['a cell that is undone', [cell], [], [3], 0],
  ['nothing', [cell], [cell], [], 0],
  ['a cell beside another one', [cell], [cell, { ...cell, line: 5 }], [5], 0],
  ['rows that are left out', [], [{ kind: 'exclude', lines: [5, 2] }], [2, 5], 0],
  ['some cells of a column', [], [{ kind: 'set', column: 1, how: 'replace', text: 'x', lines: [4] }], [4], 0],
  ['a column', [], [{ kind: 'set', column: 1, how: 'replace', text: 'old' }], [4], 2],
  ['a text in a column', [], [replaceOld], [2, 3, 5], 2],
  ['a text in a column, undone', [replaceOld], [], [2, 3, 5], 2],
  ['a repair of a column', [], [{ kind: 'mend', mend: 'invisible', column: 0 }], [], 2],
  ['a column and a cell', [], [replaceOld, { ...cell, line: 4, before: 'Cleo' }], [2, 3, 4, 5], 2],
])('a change of %s changes these lines, and the file is read only where that is needed', async (_what, before, after, lines, pieces) => {
  const file = people()
  expect(await changedLines(file.index, numbered(...before), numbered(...after), 100, never)).toEqual(lines)
  expect(file.piecesRead()).toBe(pieces)
})

test('a repair changes the lines that have what it repairs', async () => {
  const file = fileOf(['Ann', 'old'], ['Ben\u200B', 'old'], ['Cleo', 'new'])
  expect(await changedLines(file.index, [], numbered({ kind: 'mend', mend: 'invisible', column: 0 }), 100, never)).toEqual([3])
})

test.each([
  [3, [2, 3, 5]],
  [2, null],
])('more than %i lines are too many', async (most, lines) => {
  expect(await changedLines(people().index, [], numbered(replaceOld), most, never)).toEqual(lines)
  const single = numbered({ kind: 'exclude', lines: [2, 3, 5] })
  expect(await changedLines(people().index, [], single, most, never)).toEqual(lines)
})

test('a file is not read further than to where they are too many', async () => {
  const file = people()
  expect(await changedLines(file.index, [], numbered(replaceOld), 1, never)).toBeNull()
  expect(file.piecesRead()).toBe(1)
})
