/** What is wrong with an XML text, by its place: `message` is for programmers. */
export class XmlError extends Error {
  override readonly name = 'XmlError'
}

/** The attributes of the tag that was just opened; good until the next one. */
export interface XmlAttributes {
  /** The value of the attribute of that name, whatever its prefix. */
  get(name: string): string | undefined
}

/** Names come without their prefix. Text comes in one or more pieces between two tags. */
export interface XmlHandler {
  open(name: string, attributes: XmlAttributes): void
  text?(text: string): void
  close?(name: string): void
}

export interface XmlTokens {
  /** Pieces may be cut anywhere. Throws `XmlError`. */
  push(text: string): void
  end(): void
}

interface Name {
  full: string
  local: string
}

/** Characters of one tag: more than any has. Bounds the memory, as the next one does. */
const longestTag = 1024 * 1024
const deepest = 200

const APOSTROPHE = 39
const BANG = 33
const COLON = 58
const EQUALS = 61
const GREATER = 62
const LESS = 60
const QUESTION = 63
const QUOTE = 34
const SLASH = 47

/**
 * XML to tags and texts, as a stream. A tokenizer of our own because a sheet has tens of millions of tags, of which all but a few
 * attributes are passed over: it takes a third of the time of saxes, which is its oracle in the tests. Tags have to fit
 * together; a DOCTYPE is refused, because its entities could name other files or grow without end. Characters that XML forbids
 * are kept, as some programs write them.
 */
export function createXmlTokens(handler: XmlHandler): XmlTokens {
  const onText = handler.text?.bind(handler)
  const names = new Array<Name | undefined>(256)
  const open: Name[] = []
  let hasRoot = false
  let isBeginning = true

  /** What waits for more: the beginning of markup. */
  let carried = ''
  /** Inside markup that may be long: what ends it. */
  let until: ']]>' | '-->' | '?>' | null = null
  let text = ''

  /** The attributes of the current tag, as places in `source`: name from, name to, value from, value to. */
  let source = ''
  let count = 0
  const places: number[] = []
  const attributes: XmlAttributes = {
    get(name) {
      for (let at = 0; at < count * 4; at += 4) {
        const [from = 0, to = 0] = [places[at], places[at + 1]]
        const start = to - name.length
        if (start >= from && (start === from || source.charCodeAt(start - 1) === COLON) && source.startsWith(name, start)) {
          return attributeValue(source.slice(places[at + 2], places[at + 3]))
        }
      }
      return undefined
    },
  }

  function nameAt(from: number, to: number): Name {
    const slot = (source.charCodeAt(from) * 31 + source.charCodeAt(to - 1) * 7 + to - from) & 255
    const known = names[slot]
    if (known !== undefined && known.full.length === to - from && source.startsWith(known.full, from)) return known
    const full = source.slice(from, to)
    if (!/^[\p{L}_:][\p{L}\p{N}\p{M}_:.·-]*$/u.test(full)) throw new XmlError(`no name: ${full.slice(0, 50)}`)
    const name = { full, local: full.slice(full.indexOf(':') + 1) }
    names[slot] = name
    return name
  }

  function flushText(): void {
    if (text === '') return
    const whole = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
    text = ''
    if (open.length === 0) {
      if (whole.trim() !== '') throw new XmlError('text outside the root')
      return
    }
    const plain = whole.includes('&') ? withoutEntities(whole) : whole
    onText?.(plain)
  }

  /** Reads the tag that opens at `at`; its end, or -1 when that is not there yet. */
  function openTag(at: number): number {
    const length = source.length
    let place = at + 1
    while (place < length && !isSpace(source.charCodeAt(place)) && source.charCodeAt(place) !== GREATER && source.charCodeAt(place) !== SLASH) place++
    if (place >= length) return -1
    const nameEnd = place
    count = 0
    for (;;) {
      const beforeSpace = place
      while (place < length && isSpace(source.charCodeAt(place))) place++
      if (place >= length) return -1
      const code = source.charCodeAt(place)
      if (code === GREATER || code === SLASH) break
      if (beforeSpace === place) throw new XmlError('no space before an attribute')
      const from = place
      while (place < length && !isSpace(source.charCodeAt(place)) && source.charCodeAt(place) !== EQUALS) {
        const inside = source.charCodeAt(place)
        if (inside === GREATER || inside === LESS || inside === QUOTE || inside === APOSTROPHE) throw new XmlError('attribute without a value')
        place++
      }
      const to = place
      while (place < length && isSpace(source.charCodeAt(place))) place++
      if (place >= length) return -1
      if (source.charCodeAt(place) !== EQUALS || to === from) throw new XmlError('attribute without a value')
      place++
      while (place < length && isSpace(source.charCodeAt(place))) place++
      if (place >= length) return -1
      const quote = source.charCodeAt(place)
      if (quote !== QUOTE && quote !== APOSTROPHE) throw new XmlError('attribute without quotation marks')
      const end = source.indexOf(quote === QUOTE ? '"' : "'", place + 1)
      if (end === -1) return -1
      places[count * 4] = from
      places[count * 4 + 1] = to
      places[count * 4 + 2] = place + 1
      places[count * 4 + 3] = end
      count++
      place = end + 1
    }
    const isEmpty = source.charCodeAt(place) === SLASH
    if (isEmpty) {
      place++
      if (place >= length) return -1
      if (source.charCodeAt(place) !== GREATER) throw new XmlError('slash inside a tag')
    }
    flushText()
    const name = nameAt(at + 1, nameEnd)
    if (open.length === 0 && hasRoot) throw new XmlError('second root')
    hasRoot = true
    if (open.length >= deepest) throw new XmlError('too deep')
    handler.open(name.local, attributes)
    if (isEmpty) handler.close?.(name.local)
    else open.push(name)
    return place + 1
  }

  /** As `openTag`, for one that closes. */
  function closeTag(at: number): number {
    const name = open[open.length - 1]
    const end = source.indexOf('>', at)
    if (end === -1) return -1
    if (name === undefined || !source.startsWith(name.full, at + 2) || source.slice(at + 2 + name.full.length, end).trim() !== '') {
      throw new XmlError(`tags do not fit: ${source.slice(at, Math.min(end, at + 50))}`)
    }
    flushText()
    open.pop()
    handler.close?.(name.local)
    return end + 1
  }

  /** Comments, instructions and CDATA begin; their end, or that of their beginning, or -1 when it is not clear yet which they are. */
  function other(at: number): number {
    if (source.charCodeAt(at + 1) === QUESTION) {
      until = '?>'
      return at + 2
    }
    if (source.startsWith('<!--', at)) {
      until = '-->'
      return at + 4
    }
    if (source.startsWith('<![CDATA[', at)) {
      if (open.length === 0) throw new XmlError('CDATA outside the root')
      flushText()
      until = ']]>'
      return at + 9
    }
    if (source.length - at < 9 && ('<![CDATA['.startsWith(source.slice(at)) || '<!--'.startsWith(source.slice(at)))) return -1
    throw new XmlError('DOCTYPE')
  }

  /** Passes over, or hands on, what comes before the end of a CDATA section, a comment or an instruction. */
  function inside(at: number, ending: string): number {
    const end = source.indexOf(ending, at)
    // The last characters may be the beginning of the ending.
    const to = end === -1 ? Math.max(at, source.length - ending.length + 1) : end
    if (ending === ']]>' && to > at) onText?.(source.slice(at, to).replace(/\r\n?/g, '\n'))
    if (end === -1) return to
    until = null
    return end + ending.length
  }

  return {
    push(added) {
      source = carried === '' ? added : carried + added
      carried = ''
      if (isBeginning && source !== '') {
        if (source.charCodeAt(0) === 0xfeff) source = source.slice(1)
        isBeginning = false
      }
      let at = 0
      while (at < source.length) {
        if (until !== null) {
          at = inside(at, until)
          if (until !== null) {
            carried = source.slice(at)
            return
          }
          continue
        }
        const less = source.indexOf('<', at)
        if (less !== at) text += less === -1 ? source.slice(at) : source.slice(at, less)
        if (less === -1) return
        const code = source.charCodeAt(less + 1)
        const end = less + 1 >= source.length ? -1 : code === SLASH ? closeTag(less) : code === BANG || code === QUESTION ? other(less) : openTag(less)
        if (end === -1) {
          carried = source.slice(less)
          if (carried.length > longestTag) throw new XmlError('endless tag')
          return
        }
        at = end
      }
    },
    end() {
      flushText()
      if (carried !== '' || until !== null || open.length > 0 || !hasRoot) throw new XmlError('unexpected end')
    },
  }
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13
}

function attributeValue(raw: string): string {
  if (!/[<&\t\n\r]/.test(raw)) return raw
  if (raw.includes('<')) throw new XmlError('tag inside an attribute')
  const spaced = /[\t\n\r]/.test(raw) ? raw.replace(/\r\n|[\t\n\r]/g, ' ') : raw
  return spaced.includes('&') ? withoutEntities(spaced) : spaced
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** A number that is no character stays as it is written. */
function withoutEntities(text: string): string {
  return text.replace(/&([^;&]*)(;?)/g, (whole, name: string, end: string) => {
    const known = entities[name]
    if (known !== undefined && end !== '') return known
    if (name.charCodeAt(0) !== 35 || end === '') throw new XmlError(`entity ${whole.slice(0, 20)}`)
    const code = /^#\d{1,7}$/.test(name) ? Number(name.slice(1)) : /^#x[0-9a-f]{1,6}$/i.test(name) ? Number.parseInt(name.slice(2), 16) : -1
    const isCharacter = code === 9 || code === 10 || code === 13 || (code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) && code !== 0xfffe && code !== 0xffff)
    return isCharacter ? String.fromCodePoint(code) : whole
  })
}
