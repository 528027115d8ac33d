import type { CustomerRecord } from '../model/contacts/customer.ts'

/** Fewer digits than a local number has would fit too many numbers. */
const minDigits = 7

/**
 * Whether a record that came back for `phone` (E.164) can be that contact: it shows that number, shows one whose digits are
 * its end (written without country or trunk prefix), or leaves its number out. A null number is a contact without one.
 */
export function fitsPhone(record: CustomerRecord, phone: string): boolean {
  if (record.phone === phone || record.phoneRaw === undefined) return true
  if (typeof record.phoneRaw !== 'string' || record.phoneRaw.trim().startsWith('+')) return false
  const digits = record.phoneRaw.replace(/\D/g, '').replace(/^0+/, '')
  return digits.length >= minDigits && phone.endsWith(digits)
}
