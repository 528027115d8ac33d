import { encodingOfMark, unmarkedUtf16 } from '../detect-encoding.ts'
import { createTextDecoder, knownEncoding } from '../encoding.ts'
import { damagedWorkbook } from './damaged-workbook.ts'
import { createXmlTokens, XmlError, type XmlHandler } from './xml-tokens.ts'

/** Characters between two tags: more than any cell has. Bounds the memory. */
const longestText = 64 * 1024 * 1024

/** Reads XML, in the encoding that it declares, to its end. Throws `file.unreadable` for XML that is damaged or has a DOCTYPE. */
export async function readXml(bytes: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  let sinceTag = 0
  const tokens = createXmlTokens({
    ...handler,
    open(name, attributes) {
      sinceTag = 0
      handler.open(name, attributes)
    },
  })
  let decoder: ReturnType<typeof createTextDecoder> | null = null
  try {
    for await (const chunk of bytes) {
      decoder ??= createTextDecoder(encodingOf(chunk))
      const piece = decoder.write(chunk)
      tokens.push(piece)
      sinceTag += piece.length
      if (sinceTag > longestText) throw new XmlError('endless text')
    }
    if (decoder) tokens.push(decoder.end())
    tokens.end()
  } catch (error) {
    throw error instanceof XmlError ? damagedWorkbook(error) : error
  }
}

/** Whether an attribute says yes. */
export function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on'
}

function encodingOf(head: Buffer): string {
  const marked = encodingOfMark(head) ?? unmarkedUtf16(head.subarray(0, 200))
  if (marked !== null) return marked
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']/.exec(head.subarray(0, 200).toString('latin1'))?.[1]
  return (declared === undefined ? null : knownEncoding(declared)) ?? 'utf-8'
}
