import { parsePhoneNumberFromString } from 'libphonenumber-js'

/** A phone number in E.164, American unless it says otherwise; null when it is not a valid one. */
export function toE164(text: string): string | null {
  if (text.length > 40) return null
  const number = parsePhoneNumberFromString(text, 'US')
  return number?.isValid() ? number.number : null
}
