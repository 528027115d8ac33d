import { compactKey } from './headers/name-key.ts'
import { isPersonal, phoneRank } from './headers/phone-header.ts'

/** A number in a cell with the word beside it that says whose or what it is: `M: 202-555-0123`, `(202) 555-0123 (home)`. */
export interface LabelledNumber {
  label: string | null
  number: string
}

/** What separates several numbers in one cell. */
export const betweenNumbers = /\s*(?::::|[;,|\n]|\s\/\s)\s*/
const longest = 250
/** These belong to the number before them. */
const extension = String.raw`(?:ext(?:n|ension)?|x|durchwahl|dw|anschluss|poste|int(?:erno)?|toestel)\b`
const word = String.raw`(?!${extension})\p{L}[\p{L}. ]*(?:\d(?=\)? ?[:=#]))?`
const labelBefore = new RegExp(String.raw`^\(?(${word})\)?\s*[:.=#-]?\s*([+(]?\d.*)$`, 'iu')
const labelAfter = new RegExp(String.raw`^(.*\d)\s*[-:]?\s*\(?(${word})\)?$`, 'iu')
/** `H 202-555-0100 M 202-555-0101`, `202-555-0100 (home) 202-555-0101 (mobile)`: a new number begins. */
const beforeLabel = new RegExp(String.raw`(?<=\d)\s+(?=\(?${word}\)?\s*[:.=#-]?\s*[+(]?\d)`, 'iu')
const afterLabel = /(?<=\d\s*\(\p{L}[\p{L}. ]*\))\s+(?=[+(]?\d)/iu

const letters: Record<string, string> = { m: 'mobile', c: 'cell', h: 'home', w: 'work', o: 'office', b: 'business', p: 'phone', t: 'phone' }

/**
 * The numbers of a cell where at least one of them has a label, which goes on for those without one behind it. Null where none has, or
 * where anything else stands in the cell.
 */
export function labelledNumbers(text: string): LabelledNumber[] | null {
  if (text.length > longest || !/\p{L}/u.test(text)) return null
  const numbers = text
    .replace(/\s+/g, ' ')
    .split(betweenNumbers)
    .flatMap((part) => part.split(/^\(?\p{L}/u.test(part) ? beforeLabel : afterLabel))
    .filter((part) => part.trim() !== '')
    .map(readPart)
  if (!numbers.every((one) => one !== null) || numbers.every(({ label }) => label === null)) return null
  return numbers.map(({ label, number }, at) => ({
    label: label ?? numbers.slice(0, at).findLast((one) => one.label !== null)?.label ?? null,
    number,
  }))
}

function readPart(part: string): LabelledNumber | null {
  const before = labelBefore.exec(part)
  const number = before?.[2] ?? part
  const after = labelAfter.exec(number)
  // A word on either side may belong to the next number, or to the one before.
  if (before !== null && after !== null) return null
  if (before !== null) return { label: before[1]?.trim() ?? '', number }
  if (after !== null) return { label: after[2]?.trim() ?? '', number: after[1] ?? '' }
  return /^[+(]?\d/.test(part) ? { label: null, number: part } : null
}

/**
 * How soon a labelled number comes, the best lowest: mobile, then a person's own (1), then that of an office. Null where the label names
 * somebody or something else, or is not known.
 */
export function labelRank(label: string | null): number | null {
  if (label === null) return 1
  const key = compactKey(label)
  const rank = phoneRank(letters[key] === undefined ? `${key}phone` : `${letters[key]}phone`)
  if (rank === null) return null
  return rank < 2 ? rank / 2 : isPersonal(rank) ? 1 : 2
}
