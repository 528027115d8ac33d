import { isValidPhoneNumber } from 'libphonenumber-js/mobile'
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { boundedMemo } from './bounded-memo.ts'

/**
 * Whether a number (E.164) cannot be a mobile phone's. Where a country's numbers do not tell, as in North America, none is
 * a landline; nor is one that is not known to be in use.
 */
export const isLandline: (phone: string) => boolean = boundedMemo(20_000, (phone: string) => {
  if (phone.startsWith('+1')) return false
  return parsePhoneNumberFromString(phone)?.isValid() === true && !isValidPhoneNumber(phone)
})
