import { lookups } from '../../../src-main/engine/model/plans/plan-schema.ts'
import { asSpecified, isExact, textingWrites, type TextingWrite, type Traits, updateTraits } from '../service/traits.ts'
import { type Chance, createChance } from './chance.ts'
import { groupTextsAndQuestions } from './group-texts.ts'
import type { Crash, Deed, Effect, Fault, FaultKind, FileRow, FirstCustomer, OfficeFile, Scenario } from './scenario.ts'
import type { Feature } from './waiting-features.ts'

/** How late an effect can arrive at most: within the window that Rollcall waits for it. */
const latestEffectMs = 100_000

/** The scenario of a seed, with these features in it where it draws them. */
export function makeScenario(seed: number, features: readonly Feature[]): Scenario {
  const chance = createChance(seed).fork('scenario')
  const has = (feature: Feature) => features.includes(feature)
  const customers = Array.from({ length: chance.between(2, 9) }, (_, at) => firstCustomer(chance, phoneOf(at)))
  const phones = customers.map(({ phone }) => phone)
  const drawn = Array.from({ length: chance.pick([1, 1, 2, 3]) }, (_, at) => officeFile(chance, phones, at, has))
  // Drawn apart, so that all else of a seed stays as it was.
  const texting = chance.fork('texting')
  const files = texting.happens(0.15) ? drawn.map((_, at) => textingFile(texting, phones, at)) : drawn
  const isTexting = files.some(({ kind }) => kind === 'send')
  const scenario: Scenario = {
    seed,
    features,
    customers,
    traits: traitsOf(chance, files, has),
    files,
    isRaced: chance.happens(0.3),
    concurrency: chance.pick([1, 2, 4, 8]),
    faults: faultsOf(chance, has),
    crashes: crashesOf(chance),
    deeds: withCancel(chance.happens(0.3) ? Array.from({ length: chance.between(1, 3) }, () => deedOf(chance)) : [], chance.fork('cancel')),
    isRunAgain: chance.fork('again').happens(0.5),
    lookup: chance.pick(lookups.filter((lookup) => lookup !== 'never')),
    isCreatedMeanwhile: chance.happens(0.2),
    isUndone: chance.happens(0.6),
    ...(isTexting && { stops: stopsOf(texting, phones) }),
  }
  return groupTextsAndQuestions(scenario, chance.fork('asking'), { textingFile, has })
}

const phoneOf = (at: number) => `+1415555${String(2000 + at)}`
const words = ['Ada', 'Berg', 'Cole', 'Dunn', 'Eng', "O'Neil & Sons"]
const tags = ['vip', 'lead', 'spring_list', 'paid']
const fields = ['field-plan', 'field-city']

function firstCustomer(chance: Chance, phone: string): FirstCustomer {
  return {
    phone,
    name: chance.happens(0.8) ? chance.pick(words) : null,
    notes: chance.happens(0.4) ? `called in ${chance.between(2001, 2024)}` : null,
    tags: tags.filter(() => chance.happens(0.3)),
    customFields: Object.fromEntries(fields.filter(() => chance.happens(0.4)).map((uuid) => [uuid, chance.pick(words)])),
    archived: chance.happens(0.1),
    blocked: chance.happens(0.15),
    consent: chance.pick([true, false, null, null]),
    posts: Array.from({ length: chance.below(3) }, () => chance.pick(['Hello', 'Are you open?', 'message 1 of file 0'])),
  }
}

/** Some lists resolve the conversations of the contacts that the drawn file is about: all else of a seed stays as it was. */
function officeFile(chance: Chance, phones: readonly string[], number: number, has: (feature: Feature) => boolean): OfficeFile {
  const file = drawnFile(chance, phones, number, has)
  if (!chance.fork(`resolve ${number}`).happens(0.12)) return file
  return { kind: 'resolve', rows: [...new Set(file.rows.map(({ phone }) => phone))].map((phone) => ({ phone })) }
}

/** Texts to some of the contacts, to some of them twice by mistake. */
function textingFile(chance: Chance, phones: readonly string[], number: number): OfficeFile {
  const rows = Array.from({ length: chance.between(1, 9) }, (): FileRow => {
    const message = { body: `text ${chance.pick([number, 0])}`, attachments: [], sentAtSeconds: null }
    return { phone: chance.pick(phones), message, ...(chance.happens(0.7) && { consent: true }) }
  })
  return { kind: 'send', rows }
}

function stopsOf(chance: Chance, phones: readonly string[]): NonNullable<Scenario['stops']> {
  return phones.filter(() => chance.happens(0.3)).map((phone) => ({ phone, atMs: chance.pick([0, 1, 10, 100]) * chance.between(1, 900) }))
}

function drawnFile(chance: Chance, phones: readonly string[], number: number, has: (feature: Feature) => boolean): OfficeFile {
  // Drawn apart, so that all else of a seed stays as it was.
  const office = chance.fork(`office ${number}`)
  const hasBothWays = office.happens(0.5)
  if (chance.happens(0.5)) {
    const rows = Array.from({ length: chance.between(1, 9) }, (_, at): FileRow => {
      const body = `message ${at} of file ${number}${chance.happens(0.2) ? " & 'more'" : ''}`
      const message = { body, attachments: [], sentAtSeconds: null }
      return { phone: chance.pick(phones), message: hasBothWays && office.happens(0.5) ? { ...message, isWhisper: true } : message }
    })
    return { kind: 'messages', rows }
  }
  const others = Array.from({ length: chance.below(4) }, (_, at) => phoneOf(100 + at))
  const chosen = [...phones.filter(() => chance.happens(0.7)), ...others]
  const rows = (chosen.length > 0 ? chosen : phones).map((phone) => contactRow(chance, phone, others.includes(phone), has))
  return { kind: 'contacts', rows }
}

function contactRow(chance: Chance, phone: string, isNew: boolean, has: (feature: Feature) => boolean): FileRow {
  const maybe = <T>(probability: number, value: () => T, name: string): Record<string, T> =>
    chance.happens(probability) ? { [name]: value() } : {}
  const contact = {
    ...maybe(0.5, () => `${chance.pick(words)} ${chance.below(100)}`, 'name'),
    ...maybe(0.3, () => `note ${chance.below(100)}`, 'notes'),
    ...maybe(0.4, () => ({ handling: chance.pick(['add', 'remove', 'replace'] as const), tags: [chance.pick(tags)] }), 'tags'),
    ...maybe(0.2, () => chance.happens(0.5), 'archived'),
    // Undo may not unblock yet without being asked.
    ...(has('undoOfPermission') ? maybe(0.2, () => chance.happens(0.5), 'blocked') : {}),
    ...maybe(0.4, () => ({ [chance.pick(fields)]: `${chance.pick(words)} ${chance.below(100)}` }), 'customFields'),
  }
  return { phone, contact, ...(isNew || chance.happens(0.6) ? {} : { consent: chance.happens(0.6) }) }
}

function traitsOf(chance: Chance, files: readonly OfficeFile[], has: (feature: Feature) => boolean): Traits {
  const traits = { ...asSpecified, reordersLists: chance.happens(0.3) }
  if (has('lateReads') && chance.happens(0.3)) traits.readLagMs = chance.pick([200, 500, 3_000, 8_000])
  if (has('alteredTexts') && chance.happens(0.3)) traits.altersTexts = chance.pick(['escapes', 'truncates', 'masks'])
  if (has('sideEffects') && chance.happens(0.3)) {
    const which = chance.below(3)
    if (which === 0) traits.update = chance.pick(updateTraits.filter((trait) => trait !== 'exact'))
    if (which === 1) traits.consent = chance.pick(['unblocks', 'onlyFirst'])
    if (which === 2) traits.import = chance.pick(['unblocks', 'givesConsent', 'answers'])
  }
  // Drawn apart, so that all else of a seed stays as it was.
  const others = chance.fork('other effects')
  if (has('sideEffects') && isExact(traits) && others.happens(0.2)) {
    const which = others.below(3)
    if (which === 0) traits.resolve = 'unblocks'
    if (which === 1) traits.create = 'echoesOnly'
    if (which === 2) traits.texts = others.pick(writesOf(files))
  }
  if (has('sideEffects')) traits.undoEchoes = chance.fork('undo').pick([0, 0, 0, 0.5])
  return traits
}

/** After which of them a service may text by itself, so that it shows: all where the files lead to none. */
function writesOf(files: readonly OfficeFile[]): readonly TextingWrite[] {
  const fromContacts: readonly TextingWrite[] = ['update', 'create', 'consent']
  const made = textingWrites.filter((write) =>
    files.some(({ kind }) => (kind === 'contacts' && fromContacts.includes(write)) || (kind === 'resolve' && write === 'resolve')),
  )
  return made.length > 0 ? made : textingWrites
}

/** Faults are drawn for so many writes and reads; what comes later goes well. */
const faultyRequests = 80

function faultsOf(chance: Chance, has: (feature: Feature) => boolean): Fault[] {
  const probability = chance.pick([0, 0.04, 0.15, 0.4])
  // Of a service whose 429 had no effect several times Rollcall believes that it never has one.
  const busyHasEffect = has('effectsBehindRefusals') && chance.happens(0.5)
  return (['write', 'read'] as const).flatMap((on) =>
    Array.from({ length: faultyRequests }, (_, nth): Fault | null =>
      chance.happens(probability) ? { on, nth, how: faultKind(chance, on, { has, busyHasEffect }) } : null,
    ).filter((fault) => fault !== null),
  )
}

function faultKind(
  chance: Chance,
  on: Fault['on'],
  { has, busyHasEffect }: { has: (feature: Feature) => boolean; busyHasEffect: boolean },
): FaultKind {
  const effect = (): Effect => {
    if (on === 'read') return 'never'
    const effects: Effect[] = ['never', 'before']
    if (has('lateEffects')) effects.push({ lateMs: chance.between(1_000, latestEffectMs) })
    return chance.pick(effects)
  }
  switch (chance.below(8)) {
    case 0:
      return { kind: 'refused' }
    case 1:
    case 2:
      return { kind: 'dropped', effect: effect(), isTimeout: chance.happens(0.4) }
    case 3:
      return { kind: 'status', status: 429, retryAfterSeconds: chance.pick([null, 1, 20]), effect: busyHasEffect ? effect() : 'never' }
    case 4:
      return {
        kind: 'status',
        status: 503,
        retryAfterSeconds: chance.pick([1, 20]),
        effect: has('effectsBehindRefusals') ? effect() : 'never',
      }
    case 5:
      return { kind: 'status', status: chance.pick([500, 502, 503, 504]), retryAfterSeconds: null, effect: effect() }
    case 6:
      return on === 'read' ? { kind: 'refused' } : { kind: 'garbled', text: chance.pick(['', '<html>Oops</html>', '{"post":', '{}']) }
    default:
      return { kind: 'slow', delayMs: chance.pick([500, 5_000, 45_000]) }
  }
}

function crashesOf(chance: Chance): Crash[] {
  if (chance.happens(0.5)) return []
  return Array.from({ length: chance.between(1, 4) }, (): Crash => ({
    program: chance.happens(0.8) ? 'first' : 'second',
    kind: chance.happens(0.6) ? 'kill' : 'power',
    // Early ones are as likely as late ones, whatever the size of the file.
    at: chance.happens(0.6)
      ? { statement: Math.ceil(Math.exp(chance.next() * Math.log(1500))) }
      : { commit: Math.ceil(Math.exp(chance.next() * Math.log(120))) },
    surviving: chance.pick([0, 0, chance.next(), 1]),
  }))
}

function deedOf(chance: Chance): Deed {
  return { afterMs: chance.between(1, 2_000), what: chance.pick(['pause', 'pause', 'close']), forMs: chance.between(100, 120_000) }
}

/** In some scenarios the last thing that a person does is to cancel the run. */
function withCancel(deeds: Deed[], chance: Chance): Deed[] {
  if (!chance.happens(0.15)) return deeds
  const what = chance.pick(['cancel', 'cancel', 'cancelPaused'] as const)
  return [...deeds.slice(0, chance.below(3)), { afterMs: chance.between(1, 2_000), what, forMs: chance.between(1, 120_000) }]
}
