import { showPhone, type PhoneStyle } from '../phone-forms.ts'
import { mixBits, uuidOf } from './random-bits.ts'
import { customFieldUuids } from './seed-account.ts'
import { seedName } from './seed-names.ts'
import { seedPhone, type SeedCountry } from './seed-phones.ts'

/** Everything the practice service knows of one contact before anybody changed it. */
export interface SeedCustomer {
  index: number
  uuid: string
  name: string
  givenName: string
  /** '' for people with one name. */
  familyName: string
  country: SeedCountry
  /** Null for contacts of the web chat. */
  phoneE164: string | null
  /** As the service shows it: `(222) 222-2222` or E.164. */
  phoneNumber: string | null
  phoneStyle: PhoneStyle
  /** Written to the service but never shown by it. */
  email: string | null
  notes: string | null
  tags: string[]
  /** By custom field uuid. */
  customFields: Record<string, string | null>
  consentStatus: boolean | null
  archived: boolean
  blocked: boolean
  /** Written to the service but never shown by it. */
  unreachable: boolean
  reachableBySms: boolean
  verified: boolean
  avatarUrl: string | null
  facebookId: string | null
}

export const defaultSeed = 1

const tagNames = [
  'vip',
  'newsletter',
  'new patient',
  'returning',
  'wholesale',
  'español',
  'spring event',
  'referral',
  'north office',
  'staff',
]
const planNames = ['Basic', 'Plus', 'Family', 'Enterprise – annual']
const noteTexts = [
  'Prefers calls in the morning.',
  'Speaks English and Spanish.',
  'Met at the spring event; asked for a "quote", twice.',
  'Line one\nLine two, with a comma',
  'Allergic to penicillin 💊',
  '=SUM(A1:A3) was pasted here by mistake',
  'Møde aftalt – ring først. ',
  'Moved from 12 Main St, Apt 4; new address pending.',
]
const mailHosts = ['example.com', 'example.org', 'example.net', 'mail.example.com']

const pick = <T>(list: readonly T[], bits: number): T => list[bits % list.length] as T

function consentOf(percent: number): boolean | null {
  if (percent < 55) return true
  return percent < 70 ? false : null
}

function tagsOf(bits: number): string[] {
  const count = [0, 0, 1, 1, 2, 3][bits % 6] ?? 0
  const first = (bits >>> 4) % tagNames.length
  return Array.from({ length: count }, (_, n) => pick(tagNames, first + n * 3)).sort()
}

function customFieldsOf(index: number, bits: number): Record<string, string | null> {
  if (bits % 20 === 0) return {}
  const fields: Record<string, string | null> = { [customFieldUuids.accountId]: `A-${100_000 + index}` }
  if (bits % 3 !== 0) fields[customFieldUuids.plan] = pick(planNames, bits >>> 3)
  if (bits % 4 !== 0) {
    const day = new Date(Date.UTC(2012, 0, 1) + ((bits >>> 5) % 4700) * 86_400_000)
    fields[customFieldUuids.customerSince] = day.toISOString().slice(0, 10)
  }
  if (bits % 5 === 0) fields[customFieldUuids.profilePage] = null
  else if (bits % 5 < 3) fields[customFieldUuids.profilePage] = `https://crm.example.com/contacts/${100_000 + index}`
  return fields
}

/**
 * Contact `index` (from 0) of the practice account. Pure: the same index and seed always give the same contact,
 * no two indexes share a uuid or a phone number. Throws a RangeError for an index that is not below 2,800,000.
 */
export function seedCustomer(index: number, seed: number = defaultSeed): SeedCustomer {
  const bits = (salt: number) => mixBits(index, seed * 1000 + salt)
  const name = seedName(bits(1), bits(2))
  const phone = seedPhone(index, seed)
  const phoneStyle: PhoneStyle = bits(3) % 5 < 3 ? 'display' : 'e164'
  const mailName = name.ascii === '' ? 'contact' : name.ascii
  const flags = bits(4)
  return {
    index,
    uuid: uuidOf(index, seed * 1000 + 500),
    name: name.full,
    givenName: name.given,
    familyName: name.family,
    country: phone.country,
    phoneE164: phone.e164,
    phoneNumber: phone.e164 === null ? null : showPhone(phone.e164, phoneStyle),
    phoneStyle,
    email: bits(5) % 10 === 0 ? null : `${mailName}.${index}@${pick(mailHosts, bits(5) >>> 8)}`,
    notes: bits(6) % 2 === 0 ? null : pick(noteTexts, bits(6) >>> 4),
    tags: tagsOf(bits(7)),
    customFields: customFieldsOf(index, bits(8)),
    consentStatus: consentOf(bits(9) % 100),
    archived: flags % 20 === 0,
    blocked: (flags >>> 8) % 50 === 0,
    unreachable: (flags >>> 16) % 50 === 0,
    reachableBySms: phone.e164 !== null && (flags >>> 20) % 40 !== 0,
    verified: phone.e164 === null && (flags & 1) === 1,
    avatarUrl: (flags >>> 12) % 30 === 0 ? `https://images.example.com/avatars/${index}.png` : null,
    facebookId: (flags >>> 5) % 60 === 0 ? String(1_000_000_000 + index) : null,
  }
}
