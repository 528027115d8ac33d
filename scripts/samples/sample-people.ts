import { customFieldUuids } from '../../src-main/sandbox/seed/seed-account.ts'
import { seedCustomer, type SeedCustomer } from '../../src-main/sandbox/seed/seed-customer.ts'
import { mixBits } from '../../src-main/sandbox/seed/random-bits.ts'
import { showPhone } from '../../src-main/sandbox/phone-forms.ts'

/** What practice mode makes of a row when the sample's columns go to their fields. */
export const sampleKinds = [
  'changed',
  'unchanged',
  'unknown',
  'badPhone',
  'noPhone',
  'badFlag',
  'duplicate',
  'tooManyCells',
  'tooFewCells',
] as const
export type SampleKind = (typeof sampleKinds)[number]
export type SampleCounts = Record<SampleKind, number>

export interface SamplePerson {
  kind: SampleKind
  /** From 0, different for each person of a sample. */
  ordinal: number
  given: string
  family: string
  /** '' leaves what the service has: it never shows an email, so that writing one always is a change. */
  email: string
  /** E.164, or for faulty rows anything. */
  phone: string
  notes: string
  /** As people write them, with spaces. */
  tags: string[]
  accountId: string
  plan: string
  /** `Yes`, `No`, or for faulty rows anything. */
  blocked: string
  createdAt: Date
  company: string
  city: string
  bits: number
}

/** Contacts of the practice account are the ones below this index. */
const practiceContacts = 2_000
const strangersFrom = 40_000

const badPhones = ['555-01', 'call the office', '(000) 000-0000', '+1 212 555', '2125550', 'same as husband', 'n/a']
const badFlags = ['Ask first', 'maybe', 'pending']
const companies = ['Northside Dental', 'Bluebird Books', 'Kline & Sons, Inc.', 'Casa Verde', 'Harbor Yoga', 'Müller Optik', '', '']
const cities = ['Austin', 'Denver', 'San José', 'Köln', 'Albany', 'Tucson']
const newNotes = [
  'Asked to be texted after 5 pm.',
  'Moved in March; new address on file.',
  'Prefers Spanish.\nCall before the first visit.',
  'Bought the "family" plan, wants a receipt.',
]

const pick = <T>(list: readonly T[], bits: number): T => list[bits % list.length] as T

/**
 * The people of one sample in a shuffled but fixed order, with as many of each kind as asked. `salt` tells the samples
 * apart; `fits` leaves out those whom the program cannot write.
 */
export function samplePeople(salt: number, counts: SampleCounts, fits: (person: SeedCustomer) => boolean): SamplePerson[] {
  const known = shuffled(salt, practiceContacts)
    .map((index) => seedCustomer(index))
    .filter((person) => person.phoneE164 !== null && hasPlainName(person) && fits(person))
  const strangers = Array.from({ length: 1_000 }, (_, n) => seedCustomer(strangersFrom + salt * 1_000 + n)).filter(
    (person) => person.phoneE164 !== null && hasPlainName(person) && fits(person),
  )
  const people: SamplePerson[] = []
  const take = (from: SeedCustomer[], kind: SampleKind, isRight: (person: SeedCustomer) => boolean) => {
    const at = from.findIndex(isRight)
    const [person] = at === -1 ? [] : from.splice(at, 1)
    if (!person) throw new Error(`nobody left for ${kind}`)
    return person
  }
  for (const kind of sampleKinds.filter((name) => name !== 'duplicate')) {
    for (let n = 0; n < counts[kind]; n++) {
      const seed =
        kind === 'unknown' ? take(strangers, kind, () => true) : take(known, kind, (person) => kind !== 'unchanged' || canStay(person))
      people.push(personOf(seed, kind, people.length, salt, n))
    }
  }
  const placed = shuffled(salt + 7, people.length).flatMap((index) => people[index] ?? [])
  for (let n = 0; n < counts.duplicate; n++) {
    const first = placed.filter((person) => person.kind === 'changed')[n * 3]
    if (!first) throw new Error('too many duplicates')
    const again = { ...first, kind: 'duplicate' as const, ordinal: people.length + n, given: `${first.given.slice(0, 1)}.` }
    placed.splice(Math.min(placed.length, placed.indexOf(first) + 20 + n), 0, again)
  }
  return placed
}

/** A phone number as programs show it: American ones like `(212) 555-0100`, others like `+44 2079460000`. */
export function displayPhone(phone: string): string {
  return phone.startsWith('+1') && phone.length === 12 ? showPhone(phone, 'display') : spacedPhone(phone)
}

/** `+1 212-555-0100`, `+44 2079460000`; other text as it is. */
export function spacedPhone(phone: string): string {
  return phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1-$2-$3').replace(/^\+(44|49|52|55)(\d+)$/, '+$1 $2')
}

/** A second number for some people, of nobody in the practice account; none for rows that shall have no number at all. */
export function officePhone(person: SamplePerson): string {
  return person.kind === 'noPhone' ? '' : `+1800555${String(100 + (person.bits % 100)).padStart(4, '0')}`
}

/** `2024-03-12 14:05:09`. */
export function stamp(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ')
}

function shuffled(salt: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => index).sort((a, b) => mixBits(a, 9_000 + salt) - mixBits(b, 9_000 + salt))
}

/** First and last name, joined, are the name that the service has. */
function hasPlainName(person: SeedCustomer): boolean {
  return `${person.givenName} ${person.familyName}`.trim() === person.name
}

/** Nothing of what a sample writes would have to change. */
function canStay(person: SeedCustomer): boolean {
  return person.customFields[customFieldUuids.accountId] !== undefined && person.tags.length > 0
}

function personOf(seed: SeedCustomer, kind: SampleKind, ordinal: number, salt: number, n: number): SamplePerson {
  const bits = mixBits(seed.index, 500 + salt)
  const isSame = kind === 'unchanged'
  const change = bits % 4
  const isNew = kind === 'unknown'
  return {
    kind,
    ordinal,
    given: seed.givenName,
    family: !isSame && !isNew && change === 0 && seed.familyName !== '' ? `${seed.familyName}-Reyes` : seed.familyName,
    email: isSame ? '' : (seed.email ?? ''),
    phone: kind === 'badPhone' ? pick(badPhones, n) : kind === 'noPhone' ? '' : (seed.phoneE164 ?? ''),
    notes: isSame ? '' : change <= 1 ? pick(newNotes, bits >>> 3) : '',
    tags: isSame || change >= 2 ? [...seed.tags, ...(isSame ? [] : ['fall campaign'])] : ['fall campaign', 'imported'],
    accountId: seed.customFields[customFieldUuids.accountId] ?? '',
    plan: isSame ? (seed.customFields[customFieldUuids.plan] ?? '') : 'Plus',
    blocked: kind === 'badFlag' ? pick(badFlags, n) : seed.blocked ? 'Yes' : 'No',
    createdAt: new Date(Date.UTC(2019, 0, 1) + (bits % 1_800) * 86_400_000 + ((bits >>> 9) % 86_400) * 1_000),
    company: pick(companies, bits >>> 5),
    city: pick(cities, bits >>> 7),
    bits,
  }
}

/** A row with a cell too many or cells too few, as a comma or a line break inside a cell makes it; others as they are. */
export function withShape(kind: SampleKind, cells: string[]): string[] {
  if (kind === 'tooManyCells') return [...cells.slice(0, -1), 'before noon', 'not on Mondays', ...cells.slice(-1)]
  if (kind === 'tooFewCells') return cells.slice(0, Math.ceil(cells.length / 2))
  return cells
}
