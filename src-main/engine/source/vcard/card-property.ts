import { isUtf8 } from 'node:buffer'
import { createTextDecoder, knownEncoding, type EncodingName } from '../encoding/encoding-names.ts'

/** One property of a contact card: `item1.TEL;TYPE=CELL,PREF:+1 202 555 0123`. */
export interface CardProperty {
  /** What belongs together with others of the same name; empty for none. Lower case, as `name` is. */
  group: string
  name: string
  /** Lower case, also of parameters without a name, as version 2.1 writes them. */
  types: Set<string>
  /** Decoded, escapes still in it. */
  value: string
}

/** The part of a property before its value; `rest` is the value's raw bytes, one a character. */
export interface PropertyHead {
  group: string
  name: string
  types: Set<string>
  charset: string | null
  isQuotedPrintable: boolean
  isBase64: boolean
  rest: string
}

/** More than any property has. */
const mostParameters = 100

/** Reads `group.NAME;PARAM=VALUE:`; null for a line that is no property. */
export function readHead(line: string): PropertyHead | null {
  const colon = colonOf(line)
  if (colon === -1) return null
  const [full = '', ...parameters] = parametersOf(line.slice(0, colon))
  const [, group = '', name = ''] = /^\s*(?:([\w-]+)\.)?([\w-]+)\s*$/.exec(full) ?? []
  if (name === '') return null
  const head: PropertyHead = {
    group: group.toLowerCase(),
    name: name.toLowerCase(),
    types: new Set(),
    charset: null,
    isQuotedPrintable: false,
    isBase64: false,
    rest: line.slice(colon + 1),
  }
  for (const parameter of parameters.slice(0, mostParameters)) takeParameter(head, parameter)
  return head
}

/** The first colon that is not in a quoted parameter. */
function colonOf(line: string): number {
  let isQuoted = false
  for (let at = 0; at < line.length && at < 2_000; at++) {
    const char = line[at]
    if (char === '"') isQuoted = !isQuoted
    else if (char === ':' && !isQuoted) return at
  }
  return line.slice(0, 2_000).indexOf(':')
}

/** The parts between semicolons that are not in quotation marks; the first one, and of the others those that are not blank. */
function parametersOf(text: string): string[] {
  const parts: string[] = []
  let isQuoted = false
  let from = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (text[at] === ';' && !isQuoted) {
      if (at > from || from === 0) parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  parts.push(text.slice(from))
  return parts
}

function takeParameter(head: PropertyHead, parameter: string): void {
  const equals = parameter.indexOf('=')
  const key = equals === -1 ? 'type' : parameter.slice(0, equals).trim().toLowerCase()
  const values = parameter
    .slice(equals + 1)
    .replaceAll('"', '')
    .toLowerCase()
    .split(',')
    .map((value) => value.trim())
  const isEncoding = key === 'encoding' || equals === -1
  if (isEncoding && values.includes('quoted-printable')) head.isQuotedPrintable = true
  else if (isEncoding && (values.includes('base64') || values.includes('b'))) head.isBase64 = true
  else if (key === 'charset') head.charset = values[0] ?? null
  else if (key === 'type') for (const value of values) head.types.add(value)
  else if (key === 'pref' && values[0] !== '0') head.types.add('pref')
}

/** The text of a value that is given as raw bytes, one a character. Bytes that are no text become U+FFFD. */
export function decodeValue(head: PropertyHead, fileEncoding: EncodingName): string {
  const raw = head.isQuotedPrintable
    ? head.rest.replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : head.rest
  if (!/[\x80-\xFF]/.test(raw)) return raw
  const bytes = Buffer.from(raw, 'latin1')
  // What reads as UTF-8 beyond ASCII is UTF-8, whatever a card says of itself.
  if (isUtf8(bytes)) return bytes.toString('utf8')
  const named = head.charset === null ? null : knownEncoding(head.charset)
  if (named !== null && named !== 'utf-8') return decoded(bytes, named)
  const text = decoded(bytes, fileEncoding)
  // Quoted-printable may keep the letters of an old program in a file of another encoding.
  return head.isQuotedPrintable && text.includes('\uFFFD') ? decoded(bytes, 'windows-1252') : text
}

function decoded(bytes: Buffer, encoding: EncodingName): string {
  const decoder = createTextDecoder(encoding)
  return decoder.write(bytes) + decoder.end()
}

/** A value without its escapes: `\n` is a line end, `\,` a comma. */
export function unescapeValue(value: string): string {
  return value.includes('\\') ? value.replace(/\\([^])/g, (_pair, after: string) => (after === 'n' || after === 'N' ? '\n' : after)) : value
}

/** More than any address or list has. */
const mostParts = 1_000

/** The parts of a value between separators that are not escaped, without their escapes. From the thousandth on they are one. */
export function partsOf(value: string, separator: ';' | ','): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at <= value.length; at++) {
    if (value[at] === '\\') at++
    else if (at === value.length || (value[at] === separator && parts.length < mostParts - 1)) {
      parts.push(unescapeValue(value.slice(from, at)))
      from = at + 1
    }
  }
  if (from <= value.length && value.endsWith('\\') && parts.length === 0) parts.push(unescapeValue(value.slice(from)))
  return parts
}
