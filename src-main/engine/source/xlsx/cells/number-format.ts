import { format, getFormatInfo, tokenize } from 'numfmt'

/**
 * What the number format of a cell makes of its number. `mask`: digits are put into a pattern, as for postcodes and phone
 * numbers. `either`: a date or a time, by its value.
 */
export type NumberFormat =
  | { kind: 'plain' }
  | { kind: 'date' | 'time' | 'dateTime' | 'either' }
  | { kind: 'duration'; hasSeconds: boolean }
  | { kind: 'mask'; show: (value: number) => string }

export const plainFormat: NumberFormat = { kind: 'plain' }

const date: NumberFormat = { kind: 'date' }
const time: NumberFormat = { kind: 'time' }
const dateTime: NumberFormat = { kind: 'dateTime' }

/** ECMA-376 part 1, 18.8.30: formats that are known by number alone. Those of East Asia differ from language to language. */
export function builtInFormat(id: number): NumberFormat {
  if (id >= 14 && id <= 17) return date
  if ((id >= 18 && id <= 21) || id === 45 || id === 47) return time
  if (id === 22) return dateTime
  if (id === 46) return { kind: 'duration', hasSeconds: true }
  if ((id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return { kind: 'either' }
  // Thai dates and times.
  if (id >= 71 && id <= 74) return date
  if (id >= 75 && id <= 76) return time
  if (id === 77) return dateTime
  if (id === 78 || id === 80) return time
  if (id === 79) return { kind: 'duration', hasSeconds: true }
  if (id === 81) return date
  return plainFormat
}

/** Excel allows 255 characters. */
const longestCode = 1_000

/** What a format code means; one that is not understood leaves numbers as they are. */
export function numberFormat(code: string): NumberFormat {
  if (code.length > longestCode) return plainFormat
  const section = code.split(';')[0] ?? ''
  switch (infoType(code)) {
    case 'date':
      return date
    case 'datetime':
      return dateTime
    case 'time':
      return /\[(h+|m+|s+)\]/i.test(section) ? { kind: 'duration', hasSeconds: /s/i.test(withoutLiterals(section)) } : time
    case 'general':
    case 'number':
      return isMask(section) ? maskFormat(code) : plainFormat
    default:
      return plainFormat
  }
}

function maskFormat(code: string): NumberFormat {
  // `General` would show a long number with an exponent.
  const digits = code.replace(/General/gi, '0')
  return { kind: 'mask', show: (value) => format(digits, value, { nbsp: false }).trim() }
}

function infoType(code: string): string {
  try {
    return getFormatInfo(code).type
  } catch {
    return 'error'
  }
}

function withoutLiterals(section: string): string {
  return section.replace(/"[^"]*"|\\.|_./g, '')
}

/**
 * A format shows digits as a pattern when it fills up with zeros, puts something between the digits, or a plus or a digit in
 * front of them. Those of amounts, percentages and fractions do none of that.
 */
function isMask(section: string): boolean {
  let zeros = 0
  let digits = 0
  let isFilled = false
  let isParted = false
  let isPrefixed = false
  let between = ''
  for (const { type, value } of tokenize(section)) {
    switch (type) {
      case 'ZERO':
      case 'HASH':
      case 'GENERAL':
        if (zeros > 0) isFilled = true
        if (type === 'ZERO') zeros++
        if (digits > 0 && between !== '') isParted = true
        if (digits === 0 && /[+\d]/.test(between)) isPrefixed = true
        between = ''
        digits++
        break
      case 'POINT':
      case 'GROUP':
      case 'SCALE':
      case 'COMMA':
      case 'PERCENT':
      case 'EXP':
      case 'SLASH':
      case 'QMARK':
        return false
      case 'CONDITION':
      case 'COLOR':
      case 'LOCALE':
      case 'SKIP':
      case 'FILL':
        break
      default:
        between += value
    }
  }
  return digits > 0 && (isFilled || isParted || isPrefixed)
}
