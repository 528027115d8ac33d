import type { EncodingName } from '../encoding/encoding-names.ts'
import { RowTooLongError } from '../csv/row-parser.ts'
import { type CardProperty, decodeValue, type PropertyHead, readHead } from './card-property.ts'

export interface Card {
  /** The line of its BEGIN:VCARD. */
  line: number
  properties: CardProperty[]
  /** It has no END:VCARD: a part may be missing. */
  isCut: boolean
}

export interface CardReader {
  /** The cards that end in the text so far, which comes as raw bytes, one a character. Throws `RowTooLongError`. */
  push(raw: string, isLast: boolean): Card[]
  /** Lines with anything in them that are in no card. */
  linesOutside(): number
}

/** Pictures, sounds and keys: large, and nothing for a table. */
const passedOver = new Set(['photo', 'logo', 'sound', 'key', 'version', 'prodid', 'agent'])

/** More than any contact has, pictures aside. What takes work or memory for each card, line or property is bounded by these. */
const mostCardChars = 4 * 1024 * 1024
const mostProperties = 20_000
const mostInEachOther = 100
/** A picture may be one line. */
const mostLineChars = 16 * 1024 * 1024

interface OpenCard extends Card {
  version: string
  chars: number
  /** The property whose lines are being read. */
  head: PropertyHead | null
  isBase64Open: boolean
  /** The line before ended softly, as lines of quoted-printable do: its `=` is taken off already. */
  isSoft: boolean
}

/**
 * Reads contact cards (vCard 2.1, 3.0, 4.0) from text that comes in pieces. Folded lines are joined, quoted-printable and
 * character sets are decoded, pictures passed over. Every BEGIN:VCARD gives a card, also one that is cut or in another one.
 */
export function createCardReader(encoding: EncodingName): CardReader {
  /** The line that has not ended yet: only joined when it has, so that the work stays linear in its length. */
  let pieces: string[] = []
  let pendingChars = 0
  let endsWithReturn = false
  let line = 0
  let outside = 0
  const open: OpenCard[] = []
  let done: Card[] = []

  function endProperty(card: OpenCard): void {
    const { head } = card
    if (head !== null && card.isSoft) head.rest += '='
    card.head = null
    card.isSoft = false
    if (head === null || passedOver.has(head.name) || head.isBase64) return
    if (card.properties.length >= mostProperties) throw new RowTooLongError(card.line)
    card.properties.push({ group: head.group, name: head.name, types: head.types, value: decodeValue(head, encoding) })
  }

  function endCard(isCut: boolean): void {
    const card = open.pop()
    if (card === undefined) return
    endProperty(card)
    done.push({ line: card.line, properties: card.properties, isCut })
  }

  /** Each line counts, also one without text. */
  function count(card: OpenCard, text: string): void {
    card.chars += text.length + 1
    if (card.chars > mostCardChars) throw new RowTooLongError(card.line)
  }

  /** Looks at the line alone: looking at the end of a value that grows line by line would copy all of it each time. */
  function withoutSoftEnd(card: OpenCard, { isQuotedPrintable }: PropertyHead, text: string): string {
    card.isSoft = isQuotedPrintable && text.endsWith('=')
    return card.isSoft ? text.slice(0, -1) : text
  }

  /** Goes on with the property that the lines before began. */
  function lengthen(card: OpenCard, text: string): void {
    if (card.head === null || card.head.isBase64 || passedOver.has(card.head.name)) return
    count(card, text)
    card.head.rest += withoutSoftEnd(card, card.head, text)
  }

  function takeLine(text: string): void {
    line += 1
    const card = open.at(-1)
    const trimmed = text.trim()
    if (/^begin:\s*vcard$/i.test(trimmed)) {
      const isInside = card?.head?.name === 'agent' && open.length < mostInEachOther
      if (card !== undefined && !isInside) endCard(true)
      open.push({ line, properties: [], isCut: false, version: '', chars: 0, head: null, isBase64Open: false, isSoft: false })
      return
    }
    if (card === undefined) {
      if (trimmed !== '' && trimmed !== '\x1A') outside += 1
      return
    }
    const { head } = card
    // A soft line end of quoted-printable; only the first line of such a value may be indented.
    if (card.isSoft) return lengthen(card, text)
    if (/^[ \t]/.test(text) && head !== null) {
      // Version 2.1 folds where there is a space, later ones put one in.
      return lengthen(card, card.version === '2.1' && !head.isBase64 ? text : text.slice(1))
    }
    if (/^end:\s*vcard$/i.test(trimmed)) return endCard(false)
    if (head?.isBase64 && !text.includes(':')) return
    const next = trimmed === '' ? null : readHead(text)
    if (next === null) {
      // A line end inside a value that nobody escaped.
      if (trimmed !== '') lengthen(card, `\\n${text}`)
      return
    }
    endProperty(card)
    card.head = next
    if (next.name === 'version') card.version = next.rest.trim()
    if (passedOver.has(next.name) || next.isBase64) next.rest = next.name === 'version' ? next.rest : ''
    else {
      count(card, text)
      next.rest = withoutSoftEnd(card, next, next.rest)
    }
  }

  return {
    push(raw, isLast) {
      done = []
      const isWithoutEnd = !isLast && !endsWithReturn && !/[\r\n]/.test(raw)
      pieces.push(raw)
      pendingChars += raw.length
      if (isWithoutEnd) {
        if (pendingChars > mostLineChars) throw new RowTooLongError(line + 1)
        return done
      }
      const text = pieces.join('')
      // A CR at the end may be half of a line end.
      const end = !isLast && text.endsWith('\r') ? text.length - 1 : text.length
      const lineEnd = /\r\n|\r|\n/g
      let from = 0
      for (let found = lineEnd.exec(text); found !== null && found.index < end; found = lineEnd.exec(text)) {
        takeLine(text.slice(from, found.index))
        from = found.index + found[0].length
      }
      const rest = text.slice(from)
      if (rest.length > mostLineChars) throw new RowTooLongError(line + 1)
      endsWithReturn = rest.endsWith('\r')
      pieces = [rest]
      pendingChars = rest.length
      if (isLast) {
        if (rest !== '') takeLine(rest)
        pieces = []
        while (open.length > 0) endCard(true)
      }
      return done
    },
    linesOutside: () => outside,
  }
}
