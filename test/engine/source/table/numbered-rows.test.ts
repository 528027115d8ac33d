import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { inspectFile } from '../../../../src-main/engine/source/open/inspect-file.ts'
import { createNumberedReader, type NumberedReader } from '../../../../src-main/engine/source/table/numbered-rows.ts'
import { readRows } from '../../../../src-main/engine/source/table/read-rows.ts'
import { dialectChoiceSchema, type SourceRow } from '../../../../src-main/engine/model/files/source-schema.ts'

const folder = mkdtempSync(join(tmpdir(), 'rollcall-numbered-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function readerOf(text: string) {
  const path = join(folder, 'rows.csv')
  writeFileSync(path, text)
  const { dialect } = await inspectFile(path, dialectChoiceSchema.parse({}))
  const all: SourceRow[] = []
  for await (const { rows } of readRows(path, dialect)) all.push(...rows)
  return { all, reader: createNumberedReader(readRows, path, dialect) }
}

async function first(reader: NumberedReader, from: { number: number } | { line: number }) {
  for await (const { number, rows } of reader.from(from)) return { number, row: rows[0] }
  return null
}

test('any row is found by its number and by its line, in whatever order they are asked for', async () => {
  const texts = Array.from(
    { length: 30_000 },
    (_, at) => `${at},"text ${at}${at % 7 === 0 ? '\nwith a second line' : ''}"${at % 11 === 0 ? '\n' : ''}`,
  )
  const { all, reader } = await readerOf(`id,text\n${texts.join('\n')}\n`)
  expect(all).toHaveLength(texts.length)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: texts.length }), fc.boolean(), async (number, byLine) => {
      const row = all[number - 1]
      const before = all[number - 2]?.line ?? 1
      // A line inside a row, or a blank one, stands for the row that follows it.
      for (const line of byLine ? [row?.line ?? 0, before + 1] : []) expect(await first(reader, { line })).toEqual({ number, row })
      if (!byLine) expect(await first(reader, { number })).toEqual({ number, row })
    }),
    { numRuns: 60 },
  )
  expect(await first(reader, { number: texts.length + 1 })).toBeNull()
  expect(await first(reader, { line: 1_000_000 })).toBeNull()
})

test('reading on from a row gives all that follow, each once', async () => {
  const { all, reader } = await readerOf(`id\n${Array.from({ length: 12_000 }, (_, at) => at).join('\n')}\n`)
  for (const number of [1, 11_000, 500, 5_001]) {
    const rows: SourceRow[] = []
    let read = 0
    for await (const batch of reader.from({ number })) {
      expect(batch.number).toBe(number + rows.length)
      expect(batch.bytesRead).toBeGreaterThanOrEqual(read)
      read = batch.bytesRead
      rows.push(...batch.rows)
    }
    expect(rows).toEqual(all.slice(number - 1))
  }
})
