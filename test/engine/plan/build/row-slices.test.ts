import { expect, test } from 'vitest'
import { slicesOf, sliceRows, wantedRows } from '../../../../src-main/engine/plan/build/row-slices.ts'
import type { RowMapping } from '../../../../src-main/engine/plan/row/map-source-row.ts'
import type { RowBatch } from '../../../../src-main/engine/source/table/row-source.ts'
import { columns, dialect, recipe } from '../../store/stored-things.ts'

const mapping: RowMapping = { columns, dialect, recipe: recipe(), mapping: { mapRow: ({ line }) => ({ line, key: null, issues: [] }) } }

/** Batches of so many rows each, on the lines from 2 on. */
async function* batches(...sizes: number[]): AsyncGenerator<RowBatch> {
  let line = 2
  for (const size of sizes) {
    const start = { byte: line * 10, line }
    yield await Promise.resolve({ rows: Array.from({ length: size }, () => ({ line: line++, cells: ['x'] })), bytesRead: line, start })
  }
}

test.each([
  [[0, sliceRows], [sliceRows]],
  [[sliceRows + 1], [sliceRows, 1]],
  [
    [1, 2 * sliceRows],
    [1, sliceRows, sliceRows],
  ],
])('batches of %j rows are handled in slices of %j', async (sizes, slices) => {
  const found = []
  for await (const { rows } of slicesOf(batches(...sizes), mapping)) found.push(rows.length)
  expect(found).toEqual(slices)
  const wanted = []
  for await (const rows of wantedRows(batches(...sizes), () => true, mapping)) wanted.push(rows.length)
  expect(wanted).toEqual(slices)
})

test('the place of a slice in the file is known where a batch begins', async () => {
  const places = []
  for await (const { place } of slicesOf(batches(sliceRows + 1, 1), mapping)) places.push(place?.rowLine ?? null)
  expect(places).toEqual([2, null, sliceRows + 3])
})

test('the rows that are wanted are mapped, by their numbers in the file', async () => {
  const found = []
  for await (const rows of wantedRows(batches(sliceRows + 2, 2), (row) => row === 1 || row > sliceRows + 1, mapping)) found.push(...rows)
  expect(found.map(({ row, mapped }) => [row, mapped.line])).toEqual([
    [1, 2],
    [sliceRows + 2, sliceRows + 3],
    [sliceRows + 3, sliceRows + 4],
    [sliceRows + 4, sliceRows + 5],
  ])
})
