import { AT, COLON, COMMA, DASH, DIGIT, NON_ASCII, LETTER, OTHER, POINT, SEPARATOR, SPACE, digitCount } from './cell-scan.ts'

/** What a cell looks like, whatever its column says. */
export const shapes = ['blank', 'integer', 'phone', 'date', 'email', 'link', 'uuid', 'number', 'word', 'text'] as const
export const BLANK = 0
export const INTEGER = 1
export const PHONE = 2
export const DATE = 3
export const EMAIL = 4
export const LINK = 5
export const UUID = 6
export const NUMBER = 7
export const WORD = 8
export const TEXT = 9

const day = /^(?:(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})|(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2}))(?:$|[T ,]+\d{1,2}[:.h]\d{2})/
const dayInWords =
  /^(?:\p{L}{2,9}\.?,? )?(?:\d{1,2}(?:st|nd|rd|th|er|\.)?[ -](?:de )?\p{L}{3,9}\.?[ -](?:de )?\d{4}|\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4})(?:$|[T ,])/u
const decimal = /^[+-]?\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?$|^[+-]?\d{1,3}(?:[.,]\d{3})+(?:[.,]\d+)?$/
const address = /^\s*[^\s@]+@[^\s@]+\.[^\s@]{2,}\s*$/
const link = /^(?:https?:\/\/|www\.)\S+$/i
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** The shape of a text of which `kindsIn` has just been asked. */
export function shapeOf(text: string, kinds: number): number {
  if (kinds === DIGIT) return INTEGER
  if ((kinds & (DIGIT | LETTER | NON_ASCII | OTHER | AT)) === 0 && (kinds & ~SPACE) === 0) return BLANK
  if ((kinds & AT) !== 0 && address.test(text)) return EMAIL
  const digits = digitCount
  if (digits > 0) {
    if ((kinds & (LETTER | NON_ASCII | OTHER | AT)) === 0) {
      if (digits <= 16 && (kinds & SEPARATOR) !== 0 && isDay(text)) return DATE
      if (digits >= 7 && digits <= 16 && (kinds & (COLON | COMMA)) === 0 && !isDecimal(text, kinds)) return PHONE
      if (decimal.test(text.trim())) return NUMBER
      return (kinds & COLON) !== 0 && isDay(text) ? DATE : TEXT
    }
    if ((kinds & DASH) !== 0 && text.length === 36 && uuid.test(text)) return UUID
    if (text.length <= 40 && digits >= 5 && digits <= 20 && (isDay(text) || dayInWords.test(text))) return DATE
    if (digits >= 7 && (kinds & LETTER) !== 0 && /^[\d\s+()./-]{7,20} ?(?:x|ext\.?) ?\d{1,6}$/i.test(text)) return PHONE
    if (decimal.test(text)) return NUMBER
  }
  if ((kinds & LETTER) !== 0 && (kinds & (COLON | POINT)) !== 0 && link.test(text)) return LINK
  return text.length <= 40 && digits === 0 ? WORD : TEXT
}

function isDecimal(text: string, kinds: number): boolean {
  return (kinds & POINT) !== 0 && /^[+-]?\d*\.\d+$/.test(text)
}

/** A day, with or without the time, written in figures: one of its parts has to be able to be a month. */
function isDay(text: string): boolean {
  const code = text.charCodeAt(0)
  if (code < 48 || code > 57) return false
  const parts = day.exec(text)
  if (parts === null) return false
  if (parts[1] !== undefined) return isIn(Number(parts[2]), 12) && isIn(Number(parts[3]), 31)
  const [first, second] = [Number(parts[4]), Number(parts[5])]
  return isIn(first, 31) && isIn(second, 31) && Math.min(first, second) <= 12
}

function isIn(value: number, most: number): boolean {
  return value >= 1 && value <= most
}
