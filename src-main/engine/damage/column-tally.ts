import { isSpreadsheetError } from '../text/spreadsheet-error.ts'
import { withoutInvisible } from '../text/repair/invisible.ts'
import {
  AMPERSAND,
  COMMA,
  CONTROL,
  DASH,
  DIGIT,
  EXPONENT,
  NON_ASCII,
  HASH,
  LETTER,
  OTHER,
  POINT,
  QUESTION,
  SEPARATOR,
  SPACE,
  kindsIn,
} from './cell-scan.ts'
import { BLANK, DATE, EMAIL, INTEGER, NUMBER, PHONE, shapeOf, shapes } from './cell-shape.ts'
import type { ColumnPurpose } from './column-purpose.ts'
import { withLostZero } from '../text/repair/lost-zero.ts'
import { unmix } from '../text/repair/mojibake.ts'
import { isPlaceholder } from './placeholder.ts'
import { readScientific } from '../text/repair/scientific-number.ts'
import { isSerialDate } from '../text/repair/date-serial.ts'
import { Occurrences } from './occurrences.ts'

export const sights = [
  'scientific',
  'scientificRounded',
  'roundNumber',
  'longNumber',
  'serialDate',
  'monthName',
  'mojibake',
  'invisible',
  'lostCharacter',
  'errorCell',
  'entity',
  'lostZeroPhone',
  'shortPostal',
  'placeholder',
] as const
export type Sight = (typeof sights)[number]

const monthName =
  /^(?:\d{1,2}\.?[- ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mrz|mär|mai|okt|dez|janv|févr|fevr|mars|avr|juin|juil|août|aout|sept|déc|ene|abr|ago|dic)\.?(?:[- ]\d{2,4})?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mrz|mär|mai|okt|dez|janv|févr|mars|avr|juin|juil|août|sept|déc|ene|abr|ago|dic)\.?[- ]\d{2})$/i
const entity = /&(?:amp|lt|gt|quot|apos|nbsp|#\d{2,5}|#x[0-9a-f]{2,4});/i
const everyEntity = new RegExp(entity.source, 'gi')
const questionInWord = /\p{L}\?\p{Ll}/u
const lostCharacter = /\uFFFD|ï¿½/
const blankWords = new Set([
  'NULL',
  'null',
  'Null',
  '(null)',
  '<null>',
  '[null]',
  '\\N',
  'None',
  'nan',
  'NaN',
  'NAN',
  'NaT',
  'undefined',
  '#NULL',
  'N/A',
  'n/a',
  '#N/V',
])
/** Whether one of `blankWords` begins so: `N n u ( < [ \\ #`. */
function mayBeBlankWord(code: number): boolean {
  return code === 78 || code === 110 || code === 117 || code === 40 || code === 60 || code === 91 || code === 92 || code === 35
}

const shortPostal = /^\d{3,4}(?:-\d{4})?$/
/** Beyond this many different words in a column, the rest are not counted: nobody blanks by so many words. */
const mostWords = 8
const longestKept = 32

/** What is counted of a column while its cells go by; what it means is only decided when they have. */
export class ColumnTally {
  readonly purpose: ColumnPurpose
  readonly shapes = new Float64Array(shapes.length)
  filled = 0
  rows = 0
  readonly seen: Partial<Record<Sight, Occurrences>> = {}
  /** Misread cells by code page. */
  readonly pages = new Map<string, number>()
  nonAscii = 0
  /** Whole numbers by length: how many there are, how many begin with 0, and where those are that do not. */
  readonly integers = new Float64Array(longestKept)
  readonly zeroLed = new Float64Array(longestKept)
  readonly ofLength: (Occurrences | undefined)[] = []
  readonly dates = new Occurrences()
  readonly words = new Map<string, Occurrences>()
  readonly entities = new Map<string, number>()
  readonly errors = new Set<string>()
  chars = 0
  /** National numbers that begin with 0, and those that are written in a way that no 0 can be missing from. */
  withZero = 0
  otherwise = 0
  /** Numbers of more digits than a spreadsheet keeps, of which the rest are zeros. */
  roundedLong = 0
  /** Cells of the greatest length, and how many there are of about half of it and more. */
  longest = 0
  atLongest = new Occurrences()

  private readonly country: string | null

  /** `country`: the one whose numbers are dialled with a 0 that may have been lost; null where there is none. */
  constructor(purpose: ColumnPurpose, country: string | null) {
    this.purpose = purpose
    this.country = country
  }

  count(sight: Sight): number {
    return this.seen[sight]?.count ?? 0
  }

  /** Looks at a cell and answers its shape. */
  see(text: string, line: number): number {
    this.rows += 1
    if (text === '') return BLANK
    const kinds = kindsIn(text)
    // Even where the cell has nothing else in it.
    if ((kinds & (NON_ASCII | CONTROL)) !== 0) this.seeNonAscii(text, line)
    const shape = shapeOf(text, kinds)
    this.shapes[shape] = (this.shapes[shape] ?? 0) + 1
    if (shape === BLANK) return BLANK
    this.filled += 1
    this.chars += text.length
    if (text.length >= this.longest && text.length >= 200) this.seeLength(text, line)
    if ((kinds & DIGIT) !== 0) this.seeDigits(text, line, kinds, shape)
    else if (text.length <= 11) this.seeWord(text, line, kinds)
    if ((kinds & (AMPERSAND | QUESTION)) !== 0) this.seeMarks(text, line, kinds)
    if (this.purpose.purpose === 'phone' || shape === EMAIL) {
      if (isPlaceholder(text, shape)) this.note('placeholder', line, text)
    }
    return shape
  }

  private note(sight: Sight, line: number, text: string): void {
    const before = this.seen[sight]
    const noted = before ?? new Occurrences()
    if (before === undefined) this.seen[sight] = noted
    noted.add(line, text)
  }

  private seeLength(text: string, line: number): void {
    if (text.length > this.longest) {
      this.longest = text.length
      this.atLongest = new Occurrences()
    }
    this.atLongest.add(line, text.slice(-60))
  }

  private seeNonAscii(text: string, line: number): void {
    this.nonAscii += 1
    if (lostCharacter.test(text)) this.note('lostCharacter', line, text)
    const unmixed = unmix(text)
    if (unmixed !== null) {
      this.note('mojibake', line, text)
      const page = unmixed.page ?? ''
      this.pages.set(page, (this.pages.get(page) ?? 0) + 1)
    }
    if (withoutInvisible(text) !== text) this.note('invisible', line, text)
  }

  private seeDigits(text: string, line: number, kinds: number, shape: number): void {
    switch (shape) {
      case INTEGER:
        this.seeInteger(text, line)
        break
      case DATE:
        this.dates.add(line, text)
        break
      case PHONE:
      case NUMBER:
        if ((kinds & (POINT | COMMA)) !== 0 && isSerialDate(text)) this.note('serialDate', line, text)
        break
    }
    if ((kinds & EXPONENT) !== 0 && text.length <= 30 && (kinds & (NON_ASCII | HASH)) === 0) this.seeExponent(text, line)
    if (text.length <= 12 && (kinds & (LETTER | NON_ASCII)) !== 0) {
      if ((kinds & (DASH | SPACE)) !== 0 && monthName.test(text)) this.note('monthName', line, text)
      else if ((kinds & (HASH | SEPARATOR | OTHER)) !== 0 || text.startsWith('Err')) this.seeError(text, line)
    }
    if (this.purpose.purpose === 'postal' && text.length <= 9 && shortPostal.test(text)) this.note('shortPostal', line, text)
    if (this.country !== null && (shape === INTEGER || shape === PHONE)) this.seeNational(text, line, kinds, this.country)
  }

  /** A number without a country code, in a country that dials a 0. */
  private seeNational(text: string, line: number, kinds: number, country: string): void {
    const first = text.charCodeAt(0)
    if (first === 48) this.withZero += 1
    else if ((kinds & SEPARATOR) !== 0) this.otherwise += first === 43 ? 0 : 1
    else if (withLostZero(text, country) !== text) this.note('lostZeroPhone', line, text)
  }

  private seeInteger(text: string, line: number): void {
    const length = Math.min(text.length, longestKept - 1)
    this.integers[length] = (this.integers[length] ?? 0) + 1
    if (text.charCodeAt(0) === 48) this.zeroLed[length] = (this.zeroLed[length] ?? 0) + 1
    else if (length >= 3) (this.ofLength[length] ??= new Occurrences()).add(line, text)
    if (length === 5 && isSerialDate(text)) this.note('serialDate', line, text)
    if (length >= 10 && text.endsWith('00000')) this.note('roundNumber', line, text)
    if (length >= 16) {
      this.note('longNumber', line, text)
      if (/^0+$/.test(text.slice(15))) this.roundedLong += 1
    }
  }

  private seeExponent(text: string, line: number): void {
    const number = readScientific(text)
    if (number !== null) this.note(number.isRounded || number.digits.length > 15 ? 'scientificRounded' : 'scientific', line, text)
  }

  private seeWord(text: string, line: number, kinds: number): void {
    if ((kinds & (HASH | NON_ASCII)) !== 0) this.seeError(text, line)
    if (!mayBeBlankWord(text.charCodeAt(0)) || !blankWords.has(text)) return
    let seen = this.words.get(text)
    if (seen === undefined) {
      if (this.words.size >= mostWords) return
      seen = new Occurrences()
      this.words.set(text, seen)
    }
    seen.add(line, text)
  }

  private seeError(text: string, line: number): void {
    if (!isSpreadsheetError(text)) return
    this.note('errorCell', line, text)
    if (this.errors.size < mostWords) this.errors.add(text)
  }

  private seeMarks(text: string, line: number, kinds: number): void {
    if ((kinds & AMPERSAND) !== 0) {
      const found = text.match(everyEntity)
      if (found !== null) {
        this.note('entity', line, text)
        for (const one of found)
          if (this.entities.has(one) || this.entities.size < 20) this.entities.set(one, (this.entities.get(one) ?? 0) + 1)
      }
    }
    if (
      (kinds & QUESTION) !== 0 &&
      (this.purpose.purpose === 'name' || this.purpose.purpose === 'region') &&
      text.length < 60 &&
      questionInWord.test(text)
    ) {
      this.note('lostCharacter', line, text)
    }
  }

  /** How many cells may be phone numbers by their looks. */
  get dialled(): number {
    let integers = 0
    for (let length = 7; length <= 15; length++) integers += this.integers[length] ?? 0
    return integers + (this.shapes[PHONE] ?? 0)
  }

  shapeCount(shape: number): number {
    return this.shapes[shape] ?? 0
  }

  get averageLength(): number {
    return this.filled === 0 ? 0 : this.chars / this.filled
  }
}
