import { builtInFormat, numberFormat, plainFormat, type NumberFormat } from './number-format.ts'
import { damagedWorkbook } from '../damaged-workbook.ts'
import { readXml } from '../xml-events.ts'
import type { ZipParts } from '../zip-parts.ts'

/** Excel allows some 250 number formats and 65,490 cell styles. */
const mostStyles = 200_000

/** The number format of each cell style, by the style's number. Throws `file.unreadable`. */
export async function readCellStyles(parts: ZipParts, part: string | null, signal?: AbortSignal): Promise<NumberFormat[]> {
  const styles: NumberFormat[] = []
  if (part === null) return styles
  const custom = new Map<number, NumberFormat>()
  let isInCellStyles = false
  await readXml(parts.read(part, signal), {
    open(name, attributes) {
      if (custom.size > mostStyles || styles.length > mostStyles) throw damagedWorkbook('number of styles')
      if (name === 'numFmt') custom.set(Number(attributes.get('numFmtId')), numberFormat(attributes.get('formatCode') ?? ''))
      else if (name === 'cellXfs') isInCellStyles = true
      else if (name === 'xf' && isInCellStyles) {
        const id = Number(attributes.get('numFmtId') ?? 0)
        styles.push(custom.get(id) ?? builtInFormat(id))
      }
    },
    close(name) {
      if (name === 'cellXfs') isInCellStyles = false
    },
  })
  return styles
}

export function styleOf(styles: readonly NumberFormat[], number: string | undefined): NumberFormat {
  return number === undefined ? (styles[0] ?? plainFormat) : (styles[Number(number)] ?? plainFormat)
}
