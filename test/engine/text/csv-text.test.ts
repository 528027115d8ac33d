import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { csvLine } from '../../../src-main/engine/text/csv-text.ts'
import { inspectFile } from '../../../src-main/engine/source/open/inspect-file.ts'
import { dialectChoiceSchema } from '../../../src-main/engine/model/files/source-schema.ts'

const folder = mkdtempSync(join(tmpdir(), 'rollcall-csv-text-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([';', ',', '\t', '|'])('a table of one column stays one where its cells hold %j', async (separator) => {
  const path = join(folder, `one-${separator.codePointAt(0)}.csv`)
  const cells = [
    ['Name', 'Phone', 'City'],
    ['Ada', '12', 'Bonn'],
    ['Bo', '13', 'Rome'],
  ].map((row) => row.join(separator))
  writeFileSync(path, `\uFEFF${cells.map((cell) => csvLine([cell], { delimiter: separator === ',' ? ';' : ',', quote: '"' })).join('')}`)
  const { columns, rows } = await inspectFile(path, dialectChoiceSchema.parse({}))
  expect([columns.map(({ header }) => header), ...rows.map((row) => row.cells)]).toEqual(cells.map((cell) => [cell]))
})
