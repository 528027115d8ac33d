import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inspectFile } from '../../../src-main/engine/source/open/inspect-file.ts'
import { readRows } from '../../../src-main/engine/source/table/read-rows.ts'
import { dialectChoiceSchema } from '../../../src-main/engine/model/files/source-schema.ts'
import { writeWorkbook } from '../data.ts'
import type { Station } from '../station.ts'

export const writeData: Station<'write-workbook'> = async ({ workbookPath, rows }, time) => {
  await time(() => writeWorkbook(workbookPath, rows))
  return { done: rows, counts: { bytes: statSync(workbookPath).size } }
}

/** A workbook as it is opened for the first time: unpacked, looked at, and all its rows read. */
export const readWorkbook: Station<'read workbook'> = async ({ workbookPath }, time) => {
  // What is made from a workbook is kept beside it.
  const folder = mkdtempSync(join(dirname(workbookPath), 'opened-'))
  const path = join(folder, 'opened.xlsx')
  copyFileSync(workbookPath, path)
  let rows = 0
  await time(async () => {
    const { dialect } = await inspectFile(path, dialectChoiceSchema.parse({}))
    for await (const batch of readRows(path, dialect)) rows += batch.rows.length
  })
  rmSync(folder, { recursive: true })
  return { done: rows, counts: {} }
}
