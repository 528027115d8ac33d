import { Metadata, isSupportedCountry } from 'libphonenumber-js'
import type { CountryCode, NumberingPlan } from 'libphonenumber-js'

/** Parts of the library's numbering plan that its types omit. A property test compares the results with the library's. */
interface FullPlan extends NumberingPlan {
  callingCode(): string
  nationalNumberPattern(): string
  nationalPrefixForParsing(): string | undefined
  hasTypes(): boolean
  type(name: string): { pattern(): string; possibleLengths(): number[] | undefined } | undefined
}

interface CountryPlan {
  callingCode: string
  abroadPrefix: RegExp
  nationalPrefix: RegExp | null
  general: RegExp
  lengths: ReadonlySet<number>
  leadingDigits: RegExp | null
  /** One pattern per kind of line; null where the library's small metadata has the general pattern only. */
  types: { pattern: RegExp; lengths: ReadonlySet<number> | null }[] | null
}

const typeNames = [
  'FIXED_LINE',
  'MOBILE',
  'PREMIUM_RATE',
  'TOLL_FREE',
  'SHARED_COST',
  'VOIP',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
]
const metadata = new Metadata() as Metadata & { getCountryCodesForCallingCode(callingCode: string): string[] | undefined }
const plans = new Map<CountryCode, CountryPlan>()
const countriesOfCode = new Map<string, CountryCode[]>()

const onlySeparators = /^\+?[\d ()./-]+$/
const separators = /[ ()./-]/g

/**
 * Reads a phone number about ten times as fast as libphonenumber-js. Returns the number in E.164 only if the library would return
 * the same and consider it valid; null means that the library has to decide. Uses the library's metadata and contains no numbering
 * plan of its own.
 */
export function createFastPhonePath(country: string): (text: string) => string | null {
  const home = isSupportedCountry(country) ? planOf(country) : null
  return (text) => {
    if (text.length > 30 || !onlySeparators.test(text)) return null
    const digits = text.replace(separators, '')
    if (digits.charCodeAt(0) === 0x2b) return readInternational(digits.slice(1))
    if (home === null || digits.length < 5 || home.abroadPrefix.test(digits)) return null
    return readNational(home, digits)
  }
}

function readInternational(digits: string): string | null {
  for (let length = 1; length <= 3; length++) {
    const countries = countriesWith(digits.slice(0, length))
    const main = countries[0]
    if (main !== undefined) return readNational(planOf(main), digits.slice(length))
  }
  return null
}

/** `plan` decides how a national prefix is taken off, the countries that share its code whether the number exists. */
function readNational(plan: CountryPlan, digits: string): string | null {
  let number = digits
  const prefix = plan.nationalPrefix?.exec(digits)
  if (prefix) {
    for (let group = 1; group < prefix.length; group++) if (prefix[group] !== undefined) return null
    number = digits.slice(prefix[0].length)
  }
  if (!plan.lengths.has(number.length) || !plan.general.test(number)) return null
  return exists(plan.callingCode, number) ? `+${plan.callingCode}${number}` : null
}

function exists(callingCode: string, number: string): boolean {
  const countries = countriesWith(callingCode)
  const only = countries.length === 1 ? countries[0] : undefined
  if (only !== undefined) return existsIn(planOf(only), number)
  for (const country of countries) {
    const plan = planOf(country)
    if (plan.leadingDigits === null) {
      if (existsIn(plan, number)) return true
    } else if (plan.leadingDigits.test(number)) {
      return existsIn(plan, number)
    }
  }
  return false
}

function existsIn(plan: CountryPlan, number: string): boolean {
  if (!plan.general.test(number) || !plan.lengths.has(number.length)) return false
  if (plan.types === null) return true
  return plan.types.some((type) => (type.lengths === null || type.lengths.has(number.length)) && type.pattern.test(number))
}

function countriesWith(callingCode: string): CountryCode[] {
  const known = countriesOfCode.get(callingCode)
  if (known !== undefined) return known
  const countries = metadata.getCountryCodesForCallingCode(callingCode) ?? []
  // The library lists non-geographic codes as country 001, which has no plan of its own.
  const usable = countries.filter((country): country is CountryCode => isSupportedCountry(country))
  countriesOfCode.set(callingCode, usable)
  return usable
}

function planOf(country: CountryCode): CountryPlan {
  const known = plans.get(country)
  if (known !== undefined) return known
  metadata.selectNumberingPlan(country)
  const plan = metadata.numberingPlan as FullPlan | undefined
  if (plan === undefined) throw new Error(`No numbering plan for ${country}`)
  const made: CountryPlan = {
    callingCode: plan.callingCode(),
    abroadPrefix: atStart(plan.IDDPrefix()),
    nationalPrefix: optionalAtStart(plan.nationalPrefixForParsing()),
    general: entirely(plan.nationalNumberPattern()),
    lengths: new Set(plan.possibleLengths()),
    leadingDigits: optionalAtStart(plan.leadingDigits()),
    types: plan.hasTypes() ? typePatterns(plan) : null,
  }
  plans.set(country, made)
  return made
}

function typePatterns(plan: FullPlan): { pattern: RegExp; lengths: ReadonlySet<number> | null }[] {
  return typeNames.flatMap((name) => {
    const type = plan.type(name)
    if (!type?.pattern()) return []
    const lengths = type.possibleLengths()
    return [{ pattern: entirely(type.pattern()), lengths: lengths ? new Set(lengths) : null }]
  })
}

function entirely(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`)
}

function atStart(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})`)
}

function optionalAtStart(pattern: string | undefined): RegExp | null {
  return pattern ? atStart(pattern) : null
}
