import { Metadata, isSupportedCountry, parsePhoneNumberFromString, validatePhoneNumberLength } from 'libphonenumber-js'
import type { CountryCode, NumberingPlan, PhoneNumber } from 'libphonenumber-js'
import { longestRemembered } from './bounded-memo.ts'
import { bareText } from './cell-text.ts'
import { createFastPhonePath } from './phone-fast-path.ts'

export type PhoneFault =
  'blank' | 'scientific' | 'not_a_number' | 'too_short' | 'too_long' | 'wrong_length' | 'unknown_country' | 'impossible'

export type PhoneReading =
  | {
      /** E.164. */
      phone: string
      /** An extension written after the number; not part of `phone`. */
      extension: string | null
      /** False if the area code or range is not known to be in use, as with new ranges and made-up numbers. */
      isAssigned: boolean
      /** The text contained further numbers; `phone` is the first. */
      hasOthers: boolean
    }
  | { phone: null; fault: PhoneFault }

const scientific = /^[+-]?\d+(?:[.,]\d+)?[eE][+-]?\d+$/
const trailingDecimals = /^(\+?\d{7,15})[.,]0+$/
const dialledAbroad = /^\s*\(?\s*00\s*\)?[\s-]*(?=[1-9])/
const between = /\s*(?::::|[;,|\n]|\s\/\s)\s*/
const cacheSize = 20_000
/** The library's limit for the length of a text. */
const longest = 250

/**
 * Makes a reader of phone numbers: text to E.164 as libphonenumber-js reads it, numbers without a country code in
 * `country` (ISO 3166-1; one that the library does not know means that only international numbers can be read).
 * Everything that Rollcall compares goes through this reader, so that different spellings of a number in a file and at the service
 * match. Accepts a number if its country's plan allows it; `isAssigned` says whether its range is in use. Never throws.
 */
export function createPhoneReader(country: string): (text: string) => PhoneReading {
  const defaultCountry = isSupportedCountry(country) ? country : undefined
  const fast = createFastPhonePath(country)
  let recent = new Map<string, PhoneReading>()
  let older = new Map<string, PhoneReading>()
  return (text) => {
    const phone = fast(text)
    if (phone !== null) return { phone, extension: null, isAssigned: true, hasOthers: false }
    if (text.length > longestRemembered) return readSlowly(text, defaultCountry, fast)
    let reading = recent.get(text)
    if (reading !== undefined) return reading
    reading = older.get(text) ?? readSlowly(text, defaultCountry, fast)
    if (recent.size >= cacheSize) {
      older = recent
      recent = new Map()
    }
    recent.set(text, reading)
    return reading
  }
}

function readSlowly(text: string, country: CountryCode | undefined, fast: (text: string) => string | null): PhoneReading {
  const bare = bareText(text.replaceAll('\n', ' ; '))
    .replace(/^'(?=\s*[+\d(])/, '')
    .replace(/^tel:\s*/i, '')
    .trim()
  if (bare === '') return { phone: null, fault: 'blank' }
  if (bare.length > longest) return { phone: null, fault: 'not_a_number' }
  if (scientific.test(bare)) return { phone: null, fault: 'scientific' }
  // A spreadsheet's 4930123456.0: the point would be dropped and the 0 become a digit of the number.
  const whole = bare.replace(trailingDecimals, '$1')
  const phone = fast(whole)
  if (phone !== null) return { phone, extension: null, isAssigned: true, hasOthers: false }
  const candidates = whole.split(between).filter((part) => part.replace(/\D/g, '').length >= 7)
  const first = candidates[0]
  if (candidates.length > 1 && first !== undefined) {
    const reading = readSlowly(first, country, fast)
    const others = candidates.slice(1).some((part) => part.replace(/\D/g, '') !== first.replace(/\D/g, ''))
    return reading.phone === null ? reading : { ...reading, hasOthers: others }
  }
  const atHome = parse(whole, country)
  const parsed = atHome !== undefined && isUsable(atHome) ? atHome : (abroad(whole) ?? atHome)
  if (parsed === undefined) return { phone: null, fault: faultOf(whole, country) }
  if (!isUsable(parsed)) return { phone: null, fault: parsed.isPossible() ? 'impossible' : faultOf(whole, country) }
  return { phone: parsed.number, extension: parsed.ext ?? null, isAssigned: parsed.isValid(), hasOthers: false }
}

function parse(text: string, country: CountryCode | undefined): PhoneNumber | undefined {
  return parsePhoneNumberFromString(text, { ...(country !== undefined && { defaultCountry: country }), extract: false })
}

/** `001 209 …`, as systems of the rest of the world write it, where the country itself dials abroad otherwise: only what is in use. */
function abroad(text: string): PhoneNumber | undefined {
  if (!dialledAbroad.test(text)) return undefined
  const number = parse(text.replace(dialledAbroad, '+'), undefined)
  return number?.isValid() === true ? number : undefined
}

const isUsable = (number: PhoneNumber): boolean => number.isValid() || isAllowed(number)

/** Whether the country's plan allows such a number at all: its length and the general pattern, whatever its range. */
function isAllowed(number: PhoneNumber): boolean {
  if (!number.isPossible()) return false
  const metadata = new Metadata()
  // A calling code is taken too, though the library's types say otherwise; it selects the plan of its main country.
  metadata.selectNumberingPlan(number.country ?? (number.countryCallingCode as string as CountryCode))
  const plan = metadata.numberingPlan as (NumberingPlan & { nationalNumberPattern(): string }) | undefined
  return plan !== undefined && new RegExp(`^(?:${plan.nationalNumberPattern()})$`).test(number.nationalNumber)
}

function faultOf(text: string, defaultCountry: CountryCode | undefined): PhoneFault {
  const digits = text.replace(/\D/g, '').length
  if (/\p{L}/u.test(text) || digits === 0) return 'not_a_number'
  switch (validatePhoneNumberLength(text, defaultCountry)) {
    case 'TOO_SHORT':
      return 'too_short'
    case 'TOO_LONG':
      return 'too_long'
    case 'INVALID_LENGTH':
      return 'wrong_length'
    case 'INVALID_COUNTRY':
      return 'unknown_country'
    case 'NOT_A_NUMBER':
      return digits < 3 ? 'too_short' : 'not_a_number'
    case undefined:
      return 'impossible'
  }
}
