import { createPhoneReader, type PhoneReading } from '../phone-number.ts'

const readers = new Map<string, (text: string) => PhoneReading>()

/** The one reader of a country's numbers for all repairs: making one costs more than using it. */
export function phoneReader(country: string): (text: string) => PhoneReading {
  const known = readers.get(country)
  if (known !== undefined) return known
  const made = createPhoneReader(country)
  readers.set(country, made)
  return made
}
