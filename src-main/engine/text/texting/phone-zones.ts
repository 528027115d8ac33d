import { Metadata, parsePhoneNumberFromString } from 'libphonenumber-js'
import type { CountryCode } from 'libphonenumber-js'
import { areaCodeZones } from './area-code-zones.ts'

const metadata = new Metadata() as Metadata & { getCountryCodesForCallingCode(callingCode: string): CountryCode[] | undefined }

/** What ICU has no zones for. */
const otherZones: Partial<Record<string, readonly string[]>> = {
  AC: ['Atlantic/St_Helena'],
  TA: ['Atlantic/St_Helena'],
  XK: ['Europe/Belgrade'],
}

const known = new Map<string, readonly string[]>()

/**
 * The time zones (IANA) in which the owner of a number (E.164) may be: those of its area code in the United States and Canada, those of
 * its country elsewhere, and where several countries share a calling code, those of all of them. Empty where nothing can be told, as for
 * satellite phones: such a number may be anywhere.
 */
export function phoneZones(phone: string): readonly string[] {
  if (phone.startsWith('+1')) return northAmericanZones(phone)
  const callingCode = parsePhoneNumberFromString(phone)?.countryCallingCode
  if (callingCode === undefined) return []
  return once(callingCode, () => zonesOfCountries(metadata.getCountryCodesForCallingCode(callingCode) ?? []))
}

/** Islands share the calling code and have area codes of their own; whatever is left may be anywhere in the two large countries. */
function northAmericanZones(phone: string): readonly string[] {
  const code = phone.slice(2, 5)
  return once(`1${code}`, () => {
    const zones = areaCodeZones(code)
    if (zones !== null) return zones
    const country = parsePhoneNumberFromString(phone)?.country
    const isIsland = country !== undefined && country !== 'US' && country !== 'CA'
    return zonesOfCountries(isIsland ? [country] : ['US', 'CA'])
  })
}

function zonesOfCountries(countries: readonly string[]): readonly string[] {
  return [...new Set(countries.flatMap((country) => otherZones[country] ?? zonesOfCountry(country)))]
}

function zonesOfCountry(country: string): readonly string[] {
  // Not yet among TypeScript's types.
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones(): string[] | undefined }
  return locale.getTimeZones() ?? []
}

function once(key: string, zones: () => readonly string[]): readonly string[] {
  const found = known.get(key) ?? zones()
  known.set(key, found)
  return found
}
