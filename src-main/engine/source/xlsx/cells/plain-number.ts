/** As many digits as Excel keeps of a number; what lies beyond is noise of its arithmetic. */
const digits = 15

/**
 * A number as a person would write it: no exponent, no grouping, no noise behind its 15th digit. Whole numbers keep every digit
 * that the file has: they may be phone numbers or ids. Text that is no number stays as it is.
 */
export function plainNumber(text: string): string {
  const trimmed = text.trim()
  if (/^-?\d+$/.test(trimmed)) return trimmed.replace(/^(-?)0+(?=\d)/, '$1').replace(/^-0$/, '0')
  const value = trimmed === '' ? Number.NaN : Number(trimmed)
  if (!Number.isFinite(value)) return text
  return Number.isSafeInteger(value) ? String(value === 0 ? 0 : value) : plainDecimal(Number(value.toPrecision(digits)))
}

function plainDecimal(value: number): string {
  const text = String(value)
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text)
  if (!match) return text
  const [, sign = '', first = '', rest = '', exponent = '0'] = match
  const places = Number(exponent)
  // Beyond any number of an office; written out it would be hundreds of zeros.
  if (Math.abs(places) > 40) return text
  if (places < 0) return `${sign}0.${'0'.repeat(-places - 1)}${first}${rest}`
  return `${sign}${first}${rest.padEnd(places, '0')}`
}
