import { SaxesParser } from 'saxes'
import { encodingOfMark, unmarkedUtf16 } from '../encoding/detect-encoding.ts'
import { createTextDecoder, knownEncoding } from '../encoding/encoding-names.ts'
import { damagedWorkbook } from './damaged-workbook.ts'

/** The attributes of the tag that was just opened; good until the next one. */
export interface XmlAttributes {
  /** The value of the attribute of that name, whatever its prefix. */
  get(name: string): string | undefined
}

/** Names come without their prefix, which is told apart. Text comes in one or more pieces between two tags. */
export interface XmlHandler {
  open(name: string, attributes: XmlAttributes, prefix: string): void
  text?(text: string): void
  close?(name: string): void
}

/** Characters between two tags, or of one tag: more than any cell has. Bounds the memory. */
const longestToken = 64 * 1024 * 1024
const deepest = 200
const forbidden = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/

/**
 * Reads XML, in the encoding that it declares, to its end. Throws `file.unreadable` for XML that is not well-formed or has a
 * DOCTYPE, whose entities could name other files or grow without end. Characters that XML forbids are kept, as some programs
 * write them.
 */
export async function readXml(bytes: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  let piece = ''
  let depth = 0
  let sinceTag = 0
  let current: Record<string, string> = {}
  const attributes: XmlAttributes = {
    get(name) {
      const value = current[name]
      if (value !== undefined) return value
      for (const key in current) if (key.endsWith(name) && key[key.length - name.length - 1] === ':') return current[key]
      return undefined
    },
  }
  parser.on('error', ({ message }) => {
    const isCharacter =
      message.endsWith('malformed character entity.') || (message.endsWith('disallowed character.') && forbidden.test(piece))
    if (!isCharacter) throw damagedWorkbook(message)
  })
  parser.on('doctype', () => {
    throw damagedWorkbook('DOCTYPE')
  })
  parser.on('opentag', (tag) => {
    sinceTag = 0
    if (++depth > deepest) throw damagedWorkbook('depth')
    current = tag.attributes
    handler.open(local(tag.name), attributes, prefixOf(tag.name))
  })
  parser.on('closetag', (tag) => {
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
    piece = decoder.write(chunk)
    sinceTag += piece.length
    if (sinceTag > longestToken) throw damagedWorkbook('endless text')
    parser.write(piece)
  }
  piece = decoder?.end() ?? ''
  parser.write(piece).close()
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

function prefixOf(name: string): string {
  const colon = name.indexOf(':')
  return colon === -1 ? '' : name.slice(0, colon)
}

function local(name: string): string {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}
