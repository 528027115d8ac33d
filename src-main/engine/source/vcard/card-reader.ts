import type { EncodingName } from '../encoding/encoding-names.ts'
import { maxRowChars, RowTooLongError } from '../csv/row-parser.ts'
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

interface OpenCard extends Card {
  version: string
  chars: number
  /** The property whose lines are being read. */
  head: PropertyHead | null
  isBase64Open: boolean
}

/**
 * Reads contact cards (vCard 2.1, 3.0, 4.0) from text that comes in pieces. Folded lines are joined, quoted-printable and
 * character sets are decoded, pictures passed over. Every BEGIN:VCARD gives a card, also one that is cut or in another one.
 */
export function createCardReader(encoding: EncodingName): CardReader {
  let pending = ''
  let line = 0
  let outside = 0
  const open: OpenCard[] = []
  let done: Card[] = []

  function endProperty(card: OpenCard): void {
    const { head } = card
    card.head = null
    if (head === null || passedOver.has(head.name) || head.isBase64) return
    card.properties.push({ group: head.group, name: head.name, types: head.types, value: decodeValue(head, encoding) })
  }

  function endCard(isCut: boolean): void {
    const card = open.pop()
    if (card === undefined) return
    endProperty(card)
    done.push({ line: card.line, properties: card.properties, isCut })
  }

  /** Goes on with the property that the lines before began. */
  function lengthen(card: OpenCard, text: string): void {
    if (card.head === null || card.head.isBase64 || passedOver.has(card.head.name)) return
    card.chars += text.length
    if (card.chars > maxRowChars) throw new RowTooLongError(card.line)
    card.head.rest += text
  }

  function takeLine(text: string): void {
    line += 1
    const card = open.at(-1)
    const trimmed = text.trim()
    if (/^begin:\s*vcard$/i.test(trimmed)) {
      const isInside = card?.head?.name === 'agent'
      if (card !== undefined && !isInside) endCard(true)
      open.push({ line, properties: [], isCut: false, version: '', chars: 0, head: null, isBase64Open: false })
      return
    }
    if (card === undefined) {
      if (trimmed !== '' && trimmed !== '\x1A') outside += 1
      return
    }
    const { head } = card
    // A soft line end of quoted-printable; only the first line of such a value may be indented.
    if (head?.isQuotedPrintable && head.rest.endsWith('=')) {
      head.rest = head.rest.slice(0, -1)
      return lengthen(card, text)
    }
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
    if (passedOver.has(next.name) || next.isBase64) next.rest = next.name === 'version' ? next.rest : ''
    if (next.name === 'version') card.version = next.rest.trim()
    card.chars += next.rest.length
  }

  return {
    push(raw, isLast) {
      done = []
      let text = pending + raw
      // A CR at the end may be half of a line end.
      const end = !isLast && text.endsWith('\r') ? text.length - 1 : text.length
      const lineEnd = /\r\n|\r|\n/g
      let from = 0
      for (let found = lineEnd.exec(text); found !== null && found.index < end; found = lineEnd.exec(text)) {
        takeLine(text.slice(from, found.index))
        from = found.index + found[0].length
      }
      pending = text.slice(from)
      if (pending.length > maxRowChars) throw new RowTooLongError(line + 1)
      if (isLast) {
        if (pending !== '') takeLine(pending)
        pending = ''
        while (open.length > 0) endCard(true)
      }
      text = ''
      return done
    },
    linesOutside: () => outside,
  }
}
