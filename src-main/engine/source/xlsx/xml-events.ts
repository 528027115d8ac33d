import { SaxesParser } from 'saxes'
import { createTextDecoder, knownEncoding } from '../encoding.ts'
import { encodingOfMark, unmarkedUtf16 } from '../detect-encoding.ts'
import { damagedWorkbook } from './damaged-workbook.ts'

export type XmlAttributes = Record<string, string>

/** Names come without their prefix. Text comes whole between two tags. */
export interface XmlHandler {
  open(name: string, attributes: XmlAttributes): void
  text?(text: string): void
  close?(name: string): void
}

/** Characters of one text or one tag: more than any cell has. Bounds the memory. */
const longestToken = 64 * 1024 * 1024
const deepest = 200

/**
 * Reads XML to its end. Throws `file.unreadable` for XML that is not well-formed or has a DOCTYPE, whose entities could name
 * other files or grow without end; characters that XML forbids are kept, as some programs write them.
 */
export async function readXml(bytes: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  const local = createLocalNames()
  let depth = 0
  let sinceEvent = 0
  parser.on('error', (error) => {
    if (!/disallowed character|malformed character entity/i.test(error.message)) throw damagedWorkbook(error.message)
  })
  parser.on('doctype', () => {
    throw damagedWorkbook('doctype')
  })
  parser.on('opentag', (tag) => {
    sinceEvent = 0
    if (++depth > deepest) throw damagedWorkbook('depth')
    handler.open(local(tag.name), tag.attributes)
  })
  parser.on('closetag', (tag) => {
    sinceEvent = 0
    depth--
    handler.close?.(local(tag.name))
  })
  const text = handler.text?.bind(handler)
  if (text !== undefined) {
    parser.on('text', text)
    parser.on('cdata', text)
  }

  let decoder: ReturnType<typeof createTextDecoder> | null = null
  for await (const chunk of bytes) {
    decoder ??= createTextDecoder(encodingOf(chunk))
    const piece = decoder.write(chunk)
    sinceEvent += piece.length
    if (sinceEvent > longestToken) throw damagedWorkbook('token')
    parser.write(piece)
  }
  if (decoder) parser.write(decoder.end())
  parser.close()
}

/** The attribute of that name, whatever its prefix. */
export function attributeOf(attributes: XmlAttributes, name: string): string | undefined {
  if (attributes[name] !== undefined) return attributes[name]
  for (const key of Object.keys(attributes)) if (key.endsWith(`:${name}`)) return attributes[key]
  return undefined
}

export function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on'
}

function encodingOf(head: Buffer): string {
  const marked = encodingOfMark(head) ?? unmarkedUtf16(head.subarray(0, 200))
  if (marked !== null) return marked
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']/.exec(head.subarray(0, 200).toString('latin1'))?.[1]
  return (declared === undefined ? null : knownEncoding(declared)) ?? 'utf-8'
}

function createLocalNames(): (name: string) => string {
  const known = new Map<string, string>()
  return (name) => {
    let found = known.get(name)
    if (found === undefined) {
      found = name.slice(name.indexOf(':') + 1)
      if (known.size < 10_000) known.set(name, found)
    }
    return found
  }
}
