import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js'
import { phoneReader } from './phone-readers.ts'

const shortPostalCode = /^\d{3,4}(?:-\d{4})?$/
/** What a spreadsheet leaves: digits, possibly with spaces between them. */
const bareNumber = /^[1-9]\d[\d ]{3,18}$/

/**
 * Restores the leading 0 that a spreadsheet dropped. With a country: of a phone number that is written without the 0
 * that its country dials first, and only where that makes it a number of the country. Without: of a postal code that should
 * have five digits.
 */
export function withLostZero(text: string, country?: string): string {
  if (country === undefined) return shortPostalCode.test(text) ? `${text.length === 3 || text[3] === '-' ? '00' : '0'}${text}` : text
  if (!bareNumber.test(text)) return text
  const read = phoneReader(country)
  const withZero = read(`0${text}`)
  if (withZero.phone === null) return text
  const without = read(text)
  const isSame = without.phone === null || without.phone === withZero.phone
  return isSame && !isInternational(text, country) ? `0${text}` : text
}

/** Whether only the plus before the country's own code is missing. */
function isInternational(text: string, country: string): boolean {
  return isSupportedCountry(country) && text.startsWith(getCountryCallingCode(country)) && phoneReader(country)(`+${text}`).phone !== null
}
