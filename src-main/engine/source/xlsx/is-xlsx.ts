import { readStart } from '../open/read-start.ts'
import { openZipParts } from './zip-parts.ts'
import { workbookPart } from './workbook.ts'

/** Names of parts that only workbooks have, as they stand at the beginning of the archive. */
const workbookNames = /xl[/\\](workbook\.xml|worksheets[/\\]|sharedStrings|styles\.xml|theme|_rels)/i

/**
 * Whether a file is a workbook with its sheets as XML (.xlsx, .xlsm, .xltx), whatever its name; a damaged one too, if its
 * beginning shows what it was. Throws `file.*` for a file that cannot be opened.
 */
export async function isXlsx(path: string): Promise<boolean> {
  const start = (await readStart(path, 256 * 1024)).toString('latin1')
  if (!start.startsWith('PK\x03\x04')) return false
  const parts = await openZipParts(path).catch(() => null)
  if (parts === null) return workbookNames.test(start) && !start.includes('xl/workbook.bin')
  try {
    return (await workbookPart(parts)) !== null
  } catch {
    return false
  } finally {
    await parts.close()
  }
}
