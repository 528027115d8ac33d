import { encodingOfMark, unmarkedUtf16 } from '../encoding/detect-encoding.ts'
import { createTextDecoder } from '../encoding/encoding-names.ts'
import { readStart } from './read-start.ts'
import type { Dialect } from '../../model/files/source-schema.ts'
import { isXlsx } from '../xlsx/is-xlsx.ts'

/** What an unpacked file is, whatever its name says; undefined for what is or may be plain text. Throws `file.*`. */
export async function detectFormat(path: string): Promise<Dialect['format']> {
  if (await isXlsx(path)) return 'xlsx'
  const start = await readStart(path, 1024)
  const text = createTextDecoder(encodingOfMark(start) ?? unmarkedUtf16(start) ?? 'windows-1252').write(start)
  return /^\s*begin:\s*vcard\s/i.test(text.replace(/^\uFEFF/, '')) ? 'vcard' : undefined
}
