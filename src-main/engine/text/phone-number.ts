import { Metadata, isSupportedCountry, parsePhoneNumberFromString, validatePhoneNumberLength } from 'libphonenumber-js'
import type { CountryCode, NumberingPlan, PhoneNumber } from 'libphonenumber-js'
import { longestRemembered } from './bounded-memo.ts'
import { bareText } from './cell-text.ts'
import { betweenNumbers, type LabelledNumber, labelledNumbers, labelRank } from './labelled-numbers.ts'
import { isLandline } from './landline.ts'
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
      /** The text contained further numbers; `phone` is the best of them. */
      hasOthers: boolean
      /** The word beside the number in a text with several, such as `Mobile`, where it decided. */
      label?: string
    }
  | { phone: null; fault: PhoneFault }

const scientific = /^[+-]?\d+(?:[.,]\d+)?[eE][+-]?\d+$/
const trailingDecimals = /^(\+?\d{7,15})[.,]0+$/
const dialledAbroad = /^\s*\(?\s*00\s*\)?[\s-]*(?=[1-9])/
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

function readSlowly(text: string, country: CountryCode | undefined, fast: FastPath): PhoneReading {
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
  const labelled = labelledNumbers(whole)
  if (labelled !== null) return bestOf(labelled, country, fast)
  const candidates = whole.split(betweenNumbers).filter((part) => part.replace(/\D/g, '').length >= 7)
  if (candidates.length > 1) {
    const numbers = candidates.map((number) => ({ label: null, number }))
    return bestOf(numbers, country, fast)
  }
  const atHome = parse(whole, country)
  const parsed = atHome !== undefined && isUsable(atHome) ? atHome : (abroad(whole) ?? atHome)
  if (parsed === undefined) return { phone: null, fault: faultOf(whole, country) }
  if (!isUsable(parsed)) return { phone: null, fault: parsed.isPossible() ? 'impossible' : faultOf(whole, country) }
  return { phone: parsed.number, extension: parsed.ext ?? null, isAssigned: parsed.isValid(), hasOthers: false }
}

type FastPath = (text: string) => string | null

/**
 * The best of several numbers that can be read: mobile by its label, then a person's own, then an office's; of these the first that texts
 * may reach, else the first. Never one whose label names somebody or something else.
 */
function bestOf(numbers: readonly LabelledNumber[], country: CountryCode | undefined, fast: FastPath): PhoneReading {
  const readings = numbers.map(({ label, number }) => ({ rank: labelRank(label), label, reading: readSlowly(number, country, fast) }))
  const usable = readings.flatMap(({ rank, label, reading }) => (rank === null || reading.phone === null ? [] : [{ rank, label, reading }]))
  const [first] = usable.toSorted((a, b) => a.rank - b.rank || Number(isLandline(a.reading.phone)) - Number(isLandline(b.reading.phone)))
  if (first === undefined) return readings.find(({ rank }) => rank !== null)?.reading ?? { phone: null, fault: 'not_a_number' }
  const { reading, label } = first
  const isOther = (part: LabelledNumber) => part.number.replace(/\D/g, '') !== chosen.number.replace(/\D/g, '')
  const chosen = numbers[readings.findIndex((one) => one.reading === reading)] ?? { label, number: '' }
  const hasOthers = numbers.some(isOther)
  return { ...reading, hasOthers, ...(hasOthers && label !== null && { label }) }
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
