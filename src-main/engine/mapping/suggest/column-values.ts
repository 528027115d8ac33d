import type { SourceColumn, SourceRow } from '../../model/files/source-schema.ts'
import { readCell } from '../../text/cell-text.ts'
import { readDateText } from '../../text/date-text.ts'
import { readEmail } from '../../text/email-address.ts'
import { isWebAddress, splitList } from '../compile/list-cell.ts'

/** A look at a column's first values. Shares are of the filled cells, from 0 to 1; 0 when there is none. */
export interface ColumnValues {
  filled: number
  /** Distinct values, in order of appearance, at most 50. */
  distinct: string[]
  phones: number
  /** Phone numbers that no other figure is written like: with + in front, or in groups. Where there are no headers, mere digits count too. */
  writtenAsPhones: number
  /** Cells with digits for a phone number of some country, or what a spreadsheet leaves of one. */
  dialled: number
  emails: number
  links: number
  uuids: number
  dates: number
  /** Cells with several items between separators. */
  lists: number
  averageLength: number
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
/** `+1 202…`, `(202) 555-0123`, `202-555-0123`, `1-202-555-0123`, `06 12 34 56 78`. */
const writtenAsPhone = /^\+\d|^\(\+?\d{1,5}\) ?\d|^(?:1[-. ])?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}$|^0\d{1,4}[ /-]\d[\d /.-]{4,}$/
const networkAddress = /^\d{1,3}(?:\.\d{1,3}){3}$/
const looksDialled = /^\+|^\(\+?\d{1,5}\)[ .-]?\d|^(?:1[ .-])?\(?\d{3}\)?[ .-]?\d{3}[ .-]|^\d{3}[ .-]\d|^\d{10,11}$|^0\d[\d ()/.-]{6,}$/

/** `Mobile: `, `(h) `: the word before a number. */
const label = /^\(?\p{L}[\p{L}. ]*\d?\)? ?[:.=#-]? ?(?=[+(]?\d)/u

const spoiled = /^[+-]?\d+[.,]\d+[eE]\+?\d{1,2}$/

/** Looks at the column's values in the sample rows (and at its kept samples), reading phone numbers with `readPhone`. */
export function lookAtValues(
  column: SourceColumn,
  rows: readonly SourceRow[],
  readPhone: (text: string) => { phone: string | null },
): ColumnValues {
  const cells = rows.length > 0 ? rows.map((row) => row.cells[column.index] ?? '') : column.samples
  const texts = cells.map(readCell).filter((text) => text !== '')
  const isPhone = (text: string) =>
    looksDialled.test(text.replace(/^'/, '').replace(label, '')) &&
    !networkAddress.test(text) &&
    readPhone(text).phone !== null &&
    !isDate(text)
  const isWritten = (text: string) => column.header === null || writtenAsPhone.test(text.replace(/^'/, ''))
  const share = (holds: (text: string) => boolean) => (texts.length === 0 ? 0 : texts.filter(holds).length / texts.length)
  return {
    filled: texts.length,
    distinct: [...new Set(texts)].slice(0, 50),
    phones: share(isPhone),
    writtenAsPhones: share((text) => isWritten(text) && isPhone(text)),
    dialled: share(
      (text) => spoiled.test(text) || (!/\p{L}/u.test(text) && !networkAddress.test(text) && text.replace(/\D/g, '').length >= 6),
    ),
    emails: share((text) => readEmail(text) !== null),
    links: share(isWebAddress),
    uuids: share((text) => uuid.test(text)),
    dates: share(isDate),
    lists: share(isList),
    averageLength: texts.length === 0 ? 0 : texts.reduce((sum, text) => sum + text.length, 0) / texts.length,
  }
}

/** A number on its own could be anything. */
function isDate(text: string): boolean {
  return !/^\d+$/.test(text) && readDateText(text, 'dayFirst', (year) => 2000 + year).date !== null
}

/** Several short items, as labels are; no sentences and no addresses. */
function isList(text: string): boolean {
  const items = text.length > 200 ? [] : splitList(text)
  return items.length > 1 && items.every((item) => item.length <= 30 && item.split(/\s+/).length <= 3 && !/^\d/.test(item))
}
