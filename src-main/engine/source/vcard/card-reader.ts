import type { EncodingName } from '../encoding/encoding-names.ts'
import { RowTooLongError } from '../csv/row-parser.ts'
import { CardLines } from './card-lines.ts'
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

interface OpenCard extends Card {
  version: string
  chars: number
  /** The property whose lines are being read. */
  head: PropertyHead | null
  /** The line before ended softly, as lines of quoted-printable do: its `=` is taken off already. */
  isSoft: boolean
}

/**
 * Reads contact cards (vCard 2.1, 3.0, 4.0) from text that comes in pieces. Folded lines are joined, quoted-printable and
 * character sets are decoded, pictures passed over. Every BEGIN:VCARD gives a card, also one that is cut or in another one.
 */
export function createCardReader(encoding: EncodingName): CardReader {
  const cards = new OpenCards(encoding)
  const lines = new CardLines((text, line) => cards.addLine(text, line))
  return {
    push(raw, isLast) {
      lines.push(raw, isLast)
      if (isLast) cards.endAll()
      return cards.takeDone()
    },
    linesOutside: () => cards.linesOutside,
  }
}

/** The card whose lines are being read, and those that it is in. */
class OpenCards {
  /** Lines with anything in them that are in no card. */
  linesOutside = 0
  private readonly encoding: EncodingName
  private readonly open: OpenCard[] = []
  private done: Card[] = []

  constructor(encoding: EncodingName) {
    this.encoding = encoding
  }

  takeDone(): Card[] {
    const { done } = this
    this.done = []
    return done
  }

  endAll(): void {
    while (this.open.length > 0) this.endCard(true)
  }

  addLine(text: string, line: number): void {
    const card = this.open.at(-1)
    const trimmed = text.trim()
    if (/^begin:\s*vcard$/i.test(trimmed)) this.beginCard(card, line)
    else if (card !== undefined) this.addToCard(card, text, trimmed)
    else if (trimmed !== '' && trimmed !== '\x1A') this.linesOutside += 1
  }

  private beginCard(outer: OpenCard | undefined, line: number): void {
    const isInside = outer?.head?.name === 'agent' && this.open.length < mostInEachOther
    if (outer !== undefined && !isInside) this.endCard(true)
    this.open.push({ line, properties: [], isCut: false, version: '', chars: 0, head: null, isSoft: false })
  }

  private addToCard(card: OpenCard, text: string, trimmed: string): void {
    const { head } = card
    // A soft line end of quoted-printable; only the first line of such a value may be indented.
    if (card.isSoft) return lengthen(card, text)
    if (/^[ \t]/.test(text) && head !== null) {
      // Version 2.1 folds where there is a space, later ones put one in.
      return lengthen(card, card.version === '2.1' && !head.isBase64 ? text : text.slice(1))
    }
    if (/^end:\s*vcard$/i.test(trimmed)) return this.endCard(false)
    if (head?.isBase64 && !text.includes(':')) return
    const next = trimmed === '' ? null : readHead(text)
    if (next !== null) this.beginProperty(card, next, text)
    // A line end inside a value that nobody escaped.
    else if (trimmed !== '') lengthen(card, `\\n${text}`)
  }

  private beginProperty(card: OpenCard, head: PropertyHead, text: string): void {
    this.endProperty(card)
    card.head = head
    if (head.name === 'version') card.version = head.rest.trim()
    if (passedOver.has(head.name) || head.isBase64) head.rest = head.name === 'version' ? head.rest : ''
    else {
      count(card, text)
      head.rest = withoutSoftEnd(card, head, head.rest)
    }
  }

  private endProperty(card: OpenCard): void {
    const { head } = card
    if (head !== null && card.isSoft) head.rest += '='
    card.head = null
    card.isSoft = false
    if (head === null || passedOver.has(head.name) || head.isBase64) return
    if (card.properties.length >= mostProperties) throw new RowTooLongError(card.line)
    card.properties.push({ group: head.group, name: head.name, types: head.types, value: decodeValue(head, this.encoding) })
  }

  private endCard(isCut: boolean): void {
    const card = this.open.pop()
    if (card === undefined) return
    this.endProperty(card)
    this.done.push({ line: card.line, properties: card.properties, isCut })
  }
}

/** Adds a line to the value that the lines before began. */
function lengthen(card: OpenCard, text: string): void {
  if (card.head === null || card.head.isBase64 || passedOver.has(card.head.name)) return
  count(card, text)
  card.head.rest += withoutSoftEnd(card, card.head, text)
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
