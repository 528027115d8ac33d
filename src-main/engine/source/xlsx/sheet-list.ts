import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { readPatiently } from '../../files/patient-files.ts'
import { derivedFile } from '../open/derived-file.ts'
import type { Inspection } from '../../model/files/source-schema.ts'
import { countSheetRows } from './count-sheet-rows.ts'
import { identityOf } from './sheet-file.ts'
import type { Workbook, WorkbookSheet } from './workbook.ts'
import type { ZipParts } from './zip-parts.ts'

const rowCountSchema = z.object({ rows: z.int() })

/** All sheets with their rows. Those of `known` are not counted again, nor any that were counted before. */
export async function sheetList(
  path: string,
  parts: ZipParts,
  workbook: Workbook,
  known: ReadonlyMap<WorkbookSheet, number>,
  signal?: AbortSignal,
): Promise<NonNullable<Inspection['sheets']>> {
  const list: NonNullable<Inspection['sheets']> = []
  for (const sheet of workbook.sheets) {
    const rows = known.get(sheet) ?? (await countedRows(path, parts, workbook, sheet, signal))
    list.push({ name: sheet.name, rows, isHidden: sheet.isHidden })
  }
  return list
}

async function countedRows(path: string, parts: ZipParts, workbook: Workbook, sheet: WorkbookSheet, signal?: AbortSignal): Promise<number> {
  const counted = await derivedFile(
    path,
    `.${identityOf(parts, workbook, sheet)}.count`,
    async (target) => {
      await writeFile(target, JSON.stringify({ rows: await countSheetRows(parts.read(sheet.part, signal)) }), { mode: 0o600 })
    },
    signal,
  )
  return rowCountSchema.parse(JSON.parse(await readPatiently(counted))).rows
}
