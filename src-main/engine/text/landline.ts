import { isValidPhoneNumber } from 'libphonenumber-js/mobile'
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { boundedMemo } from './bounded-memo.ts'

/**
 * Whether a number (E.164) cannot belong to a mobile phone. False in countries whose numbers do not tell, such as those of North
 * America, and for numbers that are not known to be in use.
 */
export function isLandline(phone: string): boolean {
  return !phone.startsWith('+1') && isKnownLandline(phone)
}

const isKnownLandline = boundedMemo(20_000, (phone) => parsePhoneNumberFromString(phone)?.isValid() === true && !isValidPhoneNumber(phone))
