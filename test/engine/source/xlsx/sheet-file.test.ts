import { cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { xlsxTable } from '../../../../src-main/engine/source/xlsx/xlsx-table.ts'
import { createRowIndex } from '../../../../src-main/engine/source/table/row-index.ts'
import { dialectChoiceSchema } from '../../../../src-main/engine/model/files/source-schema.ts'
import { inspect, rowsOf, written } from './xlsx-rows.ts'
import { textRow, workbookBytes } from './workbook-bytes.ts'

let folder = ''
let alone = ''
let large = ''
const count = 12_000
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-xlsx-'))
  large = await written(folder, {
    sheets: [
      {
        rows:
          textRow(1, ['Name', 'Phone']) +
          Array.from({ length: count }, (_, at) => textRow(at + 2, [`Name ${at}\n"second" line`, String(at)])).join(''),
      },
    ],
  })
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  alone = await mkdtemp(join(tmpdir(), 'rollcall-xlsx-'))
})
afterEach(() => rm(alone, { recursive: true }))

async function copyOf(path: string): Promise<string> {
  const target = join(alone, 'copy.xlsx')
  await cp(path, target)
  return target
}
const beside = async (ending: string) => (await readdir(alone)).filter((name) => name.endsWith(ending))

describe('the rows beside a workbook', () => {
  it('are written once, and readable by their owner only', async () => {
    const path = await copyOf(large)
    expect(await rowsOf(path)).toHaveLength(count)
    const [name = ''] = await beside('.rows')
    const { mtimeMs, mode } = await stat(join(alone, name))
    if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o600)
    expect(await rowsOf(path)).toHaveLength(count)
    expect((await stat(join(alone, name))).mtimeMs).toBe(mtimeMs)
    expect(await beside('.part')).toEqual([])
  })

  it('are written anew when they are gone, were cut, or what is known about them cannot be read', async () => {
    const path = await copyOf(large)
    const rows = await rowsOf(path)
    const [name = ''] = await beside('.rows')
    await rm(join(alone, name))
    expect(await rowsOf(path)).toEqual(rows)
    await truncate(join(alone, name), 1_000)
    expect(await rowsOf(path)).toEqual(rows)
    const [facts = ''] = await beside('.json')
    await writeFile(join(alone, facts), '{"rows": ')
    expect(await rowsOf(path)).toEqual(rows)
    expect(JSON.parse(await readFile(join(alone, facts), 'utf8'))).toMatchObject({ rows: count + 1, width: 2 })
  })

  it('follow the workbook when another one is put in its place', async () => {
    const path = await copyOf(large)
    expect(await rowsOf(path)).toHaveLength(count)
    await writeFile(path, workbookBytes({ sheets: [{ rows: textRow(1, ['Name']) + textRow(2, ['New']) }] }))
    expect(await rowsOf(path)).toEqual([{ line: 2, cells: ['New'] }])
  })

  it('are the same for all who ask at once', async () => {
    const path = await copyOf(large)
    const all = await Promise.all(Array.from({ length: 4 }, () => rowsOf(path)))
    for (const rows of all) expect(rows).toHaveLength(count)
    expect(await beside('.rows')).toHaveLength(1)
    expect(await beside('.part')).toEqual([])
  })

  it('are not waited for by somebody who stops while another makes them', async () => {
    const path = await copyOf(large)
    const abort = new AbortController()
    const reason = new Error('stopped')
    const order: string[] = []
    const maker = rowsOf(path).then(() => order.push('made'))
    await new Promise(setImmediate)
    const waiting = xlsxTable.inspect(path, dialectChoiceSchema.parse({}), { signal: abort.signal }).catch((error: unknown) => {
      expect(error).toBe(reason)
      order.push('stopped')
    })
    setImmediate(() => abort.abort(reason))
    await Promise.all([maker, waiting])
    expect(order).toEqual(['stopped', 'made'])
  })

  it('are left alone by somebody who stops, and made by the next one', async () => {
    const path = await copyOf(large)
    const abort = new AbortController()
    const reason = new Error('stopped')
    const stopped = xlsxTable.inspect(path, dialectChoiceSchema.parse({}), { signal: abort.signal })
    const other = rowsOf(path)
    setImmediate(() => abort.abort(reason))
    await expect(stopped).rejects.toBe(reason)
    expect(await other).toHaveLength(count)
    expect(await beside('.part')).toEqual([])
    await expect(xlsxTable.inspect(path, dialectChoiceSchema.parse({}), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})

describe('reading the rows of a workbook', () => {
  it('tells how much of the workbook is read, from nothing to all of it', async () => {
    const { dialect } = await inspect(large)
    const { size } = await stat(large)
    let bytesRead = 0
    let batches = 0
    for await (const batch of xlsxTable.readRows(large, dialect)) {
      expect(batch.bytesRead).toBeGreaterThanOrEqual(bytesRead)
      bytesRead = batch.bytesRead
      batches++
    }
    expect(batches).toBeGreaterThan(5)
    expect(bytesRead).toBe(size)
  })

  it('begins far into it at a place that was told before', async () => {
    const { dialect } = await inspect(large)
    const index = createRowIndex(xlsxTable.readRows, large, dialect)
    for await (const { rows } of index.read()) expect(rows.length).toBeGreaterThan(0)
    const found = await index.readLines([2, 8_000, count + 1, count + 5])
    expect([...found].map(([line, { cells }]) => [line, cells[1]])).toEqual([
      [2, '0'],
      [8_000, '7998'],
      [count + 1, String(count - 1)],
    ])
  })

  it('stops with the reason of the signal', async () => {
    const { dialect } = await inspect(large)
    const abort = new AbortController()
    const reason = new Error('stopped')
    const reading = (async () => {
      for await (const { rows } of xlsxTable.readRows(large, dialect, { signal: abort.signal })) if (rows.length > 0) abort.abort(reason)
    })()
    await expect(reading).rejects.toBe(reason)
  })
})
