import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cellsOf, written, rowsOf } from './xlsx-rows.ts'

let folder = ''
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'rollcall-days-'))))
afterAll(() => rm(folder, { recursive: true }))

const formats = ['yyyy-mm-dd hh:mm:ss', 'yyyy-mm-dd']
const named = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`
const dated = (...values: (number | string)[]) =>
  values.map((value) => (typeof value === 'number' ? `<row><c s="1"><v>${value}</v></c></row>` : named(value))).join('')
const column = async (rows: string) => (await cellsOf(folder, { sheets: [{ rows }], formats })).map(([cell]) => cell)

it('a column whose times of day are all midnight has days', async () => {
  expect(await column(dated('Joined', 45363, 45364, 45365))).toEqual(['Joined', '2024-03-12', '2024-03-13', '2024-03-14'])
  expect(await column(`${named('Joined')}<row><c s="1" t="d"><v>2024-03-12T00:00:00</v></c></row>${dated(45364)}`)).toEqual([
    'Joined',
    '2024-03-12',
    '2024-03-13',
  ])
})

it('one time of day in the column keeps all of them', async () => {
  expect(await column(dated('Joined', 45363, 45364.5, 45365))).toEqual([
    'Joined',
    '2024-03-12 00:00',
    '2024-03-13 12:00',
    '2024-03-14 00:00',
  ])
  // By a second, and by a day that is no date.
  expect(await column(dated(45363, 45364 + 1 / 86_400))).toEqual(['2024-03-12 00:00', '2024-03-13 00:00:01'])
  expect(await column(dated(45363, 5551234567))).toEqual(['2024-03-12 00:00', '5551234567'])
})

it('a text that reads like midnight stays, and so do the dates around it', async () => {
  expect(await column(dated('2024-03-01 00:00', '2024-03-02 00:00'))).toEqual(['2024-03-01 00:00', '2024-03-02 00:00'])
  expect(await column(dated(45363, '2024-03-01 00:00'))).toEqual(['2024-03-12 00:00', '2024-03-01 00:00'])
  expect(await column(dated('2024-03-01 00:00', 45363))).toEqual(['2024-03-01 00:00', '2024-03-12 00:00'])
})

it('each column is looked at by itself, also from the middle of the file', async () => {
  const rows = Array.from(
    { length: 40 },
    (_, n) => `<row><c s="1"><v>${45363 + n}</v></c><c s="1"><v>${45363 + n / 2}</v></c><c s="2"><v>45363</v></c></row>`,
  ).join('')
  const path = await written(folder, { sheets: [{ rows }], formats })
  const read = await rowsOf(path, { header: false })
  expect(read[1]?.cells).toEqual(['2024-03-13', '2024-03-12 12:00', '2024-03-12'])
  expect(read.every(({ cells }) => cells[0]?.length === 10 && cells[1]?.length === 16)).toBe(true)
  expect(await rowsOf(path, { header: false })).toEqual(read)
})
