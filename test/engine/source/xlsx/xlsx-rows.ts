import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dialectChoiceSchema, type Inspection, type SourceRow } from '../../../../src-main/engine/model/files/source-schema.ts'
import { xlsxTable } from '../../../../src-main/engine/source/xlsx/xlsx-table.ts'
import { workbookBytes, type WorkbookParts } from './workbook-bytes.ts'

export async function written(folder: string, workbook: WorkbookParts | Buffer): Promise<string> {
  const path = join(folder, `${randomUUID()}.xlsx`)
  await writeFile(path, Buffer.isBuffer(workbook) ? workbook : workbookBytes(workbook))
  return path
}

export function inspect(path: string, choice: Record<string, unknown> = {}): Promise<Inspection> {
  return xlsxTable.inspect(path, dialectChoiceSchema.parse(choice))
}

/** All rows of data, as planning reads them. */
export async function rowsOf(path: string, choice: Record<string, unknown> = {}): Promise<SourceRow[]> {
  const { dialect } = await inspect(path, choice)
  const rows: SourceRow[] = []
  for await (const batch of xlsxTable.readRows(path, dialect)) rows.push(...batch.rows)
  return rows
}

/** The cells of a sheet without a header, whatever it is. */
export async function cellsOf(folder: string, workbook: WorkbookParts | Buffer): Promise<string[][]> {
  return (await rowsOf(await written(folder, workbook), { header: false })).map(({ cells }) => cells)
}
