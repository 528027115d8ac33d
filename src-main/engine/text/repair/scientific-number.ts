import { phoneReader } from './phone-readers.ts'

const notation = /^\s*'?(\+?)(\d)(?:[.,](\d{1,20}))?[eE]\+?0{0,2}(\d{1,2})\s*$/

export interface ScientificNumber {
  /** What the notation says, written out; zeros stand where it is silent. */
  digits: string
  /** Whether digits are missing: the notation ends before the number does, or does not come out whole. */
  isRounded: boolean
}

/**
 * Reads a whole number of 7 to 22 digits in the notation that spreadsheets fall into, such as `5.58199E+12`; null for
 * anything else. A code such as `12E5` or `3E7` is not one: spreadsheets write a point or a plus.
 */
export function readScientific(text: string): ScientificNumber | null {
  const found = notation.exec(text)
  if (found === null) return null
  const [, , first = '', fraction = '', exponentText = ''] = found
  const exponent = Number(exponentText)
  if (first === '0' || exponent < 6 || exponent > 21) return null
  if (fraction === '' && !/[eE]\+/.test(text)) return null
  const digits = first + fraction.slice(0, exponent).padEnd(exponent, '0')
  // Digits behind the point belong to no number that anybody dials: the exponent or the rest is wrong.
  return { digits, isRounded: fraction.length < exponent || /[1-9]/.test(fraction.slice(exponent)) }
}

/**
 * Writes out a number that still has all its digits; a rounded one stays as it is, for no digit is ever made up. A number
 * that is none in `country` but one with a plus in front gets its plus back: spreadsheets take that away as well.
 */
export function repairScientific(text: string, country?: string): string {
  const number = readScientific(text)
  if (number === null || number.isRounded || number.digits.length > 15) return text
  const { digits } = number
  if (/^\s*'?\+/.test(text)) return `+${digits}`
  if (country === undefined) return digits
  const read = phoneReader(country)
  return read(digits).phone === null && read(`+${digits}`).phone !== null ? `+${digits}` : digits
}
