import { asSpecified, isExact, type Traits } from '../service/traits.ts'
import type { Chance } from './chance.ts'
import type { Fault, FileRow, FirstCustomer, OfficeFile, Scenario } from './scenario.ts'
import type { Feature } from './waiting-features.ts'

interface Parts {
  textingFile: (chance: Chance, phones: readonly string[], number: number) => OfficeFile
  has: (feature: Feature) => boolean
}

/** Nobody at the service has this number. */
const strangersPhone = '+14155552999'
/** Refusals are drawn for so many writes. */
const refusedWrites = 20

/**
 * Some scenarios have files that text groups, or ask people for consent. They are made of what is drawn apart, so that all others of a seed
 * stay as they were.
 */
export function groupTextsAndQuestions(scenario: Scenario, chance: Chance, { textingFile, has }: Parts): Scenario {
  if (!chance.happens(0.15)) return scenario
  const phones = scenario.customers.map(({ phone }) => phone)
  const files = scenario.files.map((file, number): OfficeFile => {
    switch (chance.pick(number === 0 ? ['group', 'group', 'ask'] : ['group', 'ask', 'send', 'as it is'])) {
      case 'group':
        return groupFile(chance, phones, number)
      case 'ask':
        return askingFile(chance, phones)
      case 'send':
        return textingFile(chance, phones, number)
      default:
        return file
    }
  })
  const hasGroups = files.some(({ kind }) => kind === 'groupSend')
  const traits = traitsOf(chance, { ...scenario.traits, groupTexts: hasGroups ? 'exact' : 'none' }, has)
  return {
    ...scenario,
    customers: scenario.customers.map((customer) => askable(chance, customer, hasGroups)),
    files,
    traits,
    // What a service changes beside is put back, unless it refuses that.
    faults: [...scenario.faults, ...(isExact(traits) ? refusalsOf(chance, scenario.faults) : [])],
    stops: phones
      .filter(() => chance.happens(0.2))
      .map((phone) => ({ phone, atMs: chance.pick([1, 50, 300, 1_000]) * chance.between(1, 900), isInGroup: chance.happens(0.8) })),
    stopsByHand: phones
      .filter(() => chance.happens(0.12))
      .map((phone) => ({ phone, atMs: chance.pick([0, 1, 10, 100]) * chance.between(1, 900) })),
    answers: phones
      .filter(() => chance.happens(0.4))
      .map((phone) => ({ phone, afterMs: chance.pick([10, 1_000, 10_000]) * chance.between(1, 6), consent: chance.happens(0.7) })),
    refusals: phones
      .filter(() => chance.happens(0.15))
      .map((phone) => ({ phone, field: chance.pick(['consent', 'blocked'] as const), atMs: 1000 * chance.between(1, 200) })),
    reviewMs: chance.pick([0, 0, 1_000, 100_000, 500_000]),
    isLetGo: chance.happens(0.4),
  }
}

/** Most may be texted: of two people, both of whom may be, there would be few groups else. */
function askable(chance: Chance, customer: FirstCustomer, hasGroups: boolean): FirstCustomer {
  const usual = hasGroups ? true : null
  const consent = chance.happens(0.85) ? usual : chance.pick([true, null, false])
  const blocked = customer.blocked && chance.happens(0.3)
  const archived = customer.archived && chance.happens(0.3)
  return { ...customer, consent, blocked, archived }
}

/** Texts to some of the contacts together; some groups are there twice, in another order. */
function groupFile(chance: Chance, phones: readonly string[], number: number): OfficeFile {
  const groups = Array.from({ length: chance.between(1, 6) }, () => groupOf(chance, phones))
  const rows = Array.from({ length: chance.between(1, 9) }, (): FileRow => {
    const group = chance.pick(groups)
    const members = chance.happens(0.2) ? group.toReversed() : group
    const message = { body: `group text ${chance.pick([number, number, 0])}`, attachments: [], sentAtSeconds: null }
    return { phone: members[0] ?? strangersPhone, members, message, ...agreement(chance, 0.4) }
  })
  return { kind: 'groupSend', rows }
}

function groupOf(chance: Chance, phones: readonly string[]): string[] {
  const left = [...phones]
  const size = chance.pick([1, 2, 2, 2, 2, 2, 3, 3, 3, 4])
  const members = Array.from({ length: Math.min(size, left.length) }, () => left.splice(chance.below(left.length), 1)).flat()
  return chance.happens(0.04) ? [...members, strangersPhone] : members
}

function askingFile(chance: Chance, phones: readonly string[]): OfficeFile {
  const rows = Array.from({ length: chance.between(1, 9) }, (): FileRow => {
    const phone = chance.happens(0.05) ? strangersPhone : chance.pick(phones)
    return { phone, ...agreement(chance, 0) }
  })
  return { kind: 'requestConsent', rows }
}

/** What a row itself tells of permission. */
function agreement(chance: Chance, agrees: number): Pick<FileRow, 'consent' | 'isUnheard'> {
  if (chance.happens(agrees)) return { consent: true }
  if (chance.happens(0.04)) return { consent: false }
  return chance.happens(0.05) ? { isUnheard: true } : {}
}

function traitsOf(chance: Chance, traits: Traits, has: (feature: Feature) => boolean): Traits {
  const asks = chance.happens(has('unshownQuestions') ? 0.3 : 0) ? 'unshown' : asSpecified.asks
  if (!has('sideEffects') || !isExact(traits) || !chance.happens(0.2)) return { ...traits, asks }
  const others: Partial<Traits>[] = [{ asks: 'archives' }, ...(traits.groupTexts === 'none' ? [] : groupEffects)]
  return { ...traits, asks, ...chance.pick(others) }
}

const groupEffects: Partial<Traits>[] = [{ groupTexts: 'archives' }, { groupTexts: 'echoesOnly' }]

/** Some writes are refused, or answered with a conflict that says nothing of their effect, where nothing else goes wrong with them. */
function refusalsOf(chance: Chance, faults: readonly Fault[]): Fault[] {
  const faulty = new Set(faults.flatMap(({ on, nth }) => (on === 'write' ? nth : [])))
  const probability = chance.pick([0, 0, 0.05, 0.2])
  return Array.from({ length: refusedWrites }, (_, nth) => nth).flatMap((nth): Fault[] => {
    if (!chance.happens(probability)) return []
    const status = chance.pick([404, 409, 422, 422])
    const effect = status === 409 ? chance.pick(['never', 'before'] as const) : 'never'
    return faulty.has(nth) ? [] : [{ on: 'write', nth, how: { kind: 'status', status, retryAfterSeconds: null, effect } }]
  })
}
