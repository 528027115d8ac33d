import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { boundedMemo } from '../engine/text/bounded-memo.ts'

const parsedE164 = boundedMemo(10_000, (text): string | null => {
  const number = parsePhoneNumberFromString(text, 'US')
  return number?.isValid() ? number.number : null
})

/** A phone number in E.164, American unless it says otherwise; null when it is not a valid one. */
export const toE164 = (text: string): string | null => (text.length > 40 ? null : parsedE164(text))

export type PhoneStyle = 'display' | 'e164'

/** How the service shows a phone number: `(222) 222-2222` for American ones in display style, else E.164. */
export function showPhone(e164: string, style: PhoneStyle): string {
  if (style === 'display' && e164.length === 12 && e164.startsWith('+1')) {
    return `(${e164.slice(2, 5)}) ${e164.slice(5, 8)}-${e164.slice(8)}`
  }
  return e164
}
