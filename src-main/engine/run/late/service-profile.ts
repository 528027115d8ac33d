import type { Reopening } from '../../kinds/calls/call-descriptor.ts'
import { type LiveWith, liveWithSchema, type SendAlong } from '../../model/runs/live-with.ts'
import type { Store } from '../../store/open-store.ts'
import { learntForMs, type Trait } from '../../store/learnt-traits.ts'
import { tablesOf } from '../../store/tables.ts'

/** Something that a run has seen of the service. */
export type Lesson =
  /** A read that began so long after a write was answered was the first to show it. */
  | { kind: 'readLag'; ms: number }
  /** What became of a call that was answered with 429. */
  | { kind: 'busy'; hadEffect: boolean }
  /** A question for consent was asked: whether it stood in its conversation then. */
  | { kind: 'question'; isShown: boolean }
  /** A message that was imported, or a whisper, opened a conversation again that was resolved, or did not. */
  | { kind: 'reopens'; by: Reopening; does: boolean }
  /** It clears what a change of a record leaves out. */
  | { kind: 'clears'; what: readonly SendAlong[] }
  /**
   * Texts were stored differently: each of one contact by its mark, which fields are cut after how many characters, in which `&` and the
   * like are escaped, and which are altered by no rule that is known.
   */
  | ({ kind: 'altered'; marks: readonly string[] } & Alterations)
  /** Texts, each with what the service made of it: the marks of what Rollcall lives with. */
  | { kind: 'storedAs'; marks: readonly string[] }

/** By what rules the texts of fields are stored differently. */
export interface Alterations {
  cuts: readonly { field: string; characters: number }[]
  escapes: readonly string[]
  alters: readonly string[]
}

/** What is known of the service at the moment; times in milliseconds. */
export interface ServiceProfile {
  /** Null where no proof has shown it yet. */
  lagMs: number | null
  /** How many calls that were answered with 429 were seen to be without effect, and how many had one. */
  busy: { without: number; withEffect: number }
  /** Whether 429 says for certain that a call was turned away. */
  isBusyHarmless: boolean
  /** How many questions for consent stood in their conversations once they were asked, and how many did not. */
  questions: { shown: number; unshown: number }
  /** Whether a question that does not stand in its conversation was not asked. */
  showsQuestions: boolean
  /** After how many characters texts are cut, by field. */
  cuts: Readonly<Record<string, number>>
  /** The fields whose texts are stored with `&` and the like escaped, and those whose texts are altered by no rule that is known. */
  escapes: ReadonlySet<string>
  alters: ReadonlySet<string>
  /** Marks of the texts that are known to be altered. */
  altered: ReadonlySet<string>
  /** What it clears when it is left out, and with what of all that Rollcall lives because somebody chose so. */
  clears: ReadonlySet<SendAlong>
  livesWith: ReadonlySet<LiveWith>
  /** Whether an imported message opens a conversation again that was resolved; null where that was never seen. */
  importReopens: boolean | null
  /** The same of a whisper. */
  whisperReopens: boolean | null
}

/** Nothing is known yet. */
export const unknownService: ServiceProfile = {
  lagMs: null,
  busy: { without: 0, withEffect: 0 },
  isBusyHarmless: false,
  questions: { shown: 0, unshown: 0 },
  showsQuestions: false,
  cuts: {},
  escapes: new Set(),
  alters: new Set(),
  altered: new Set(),
  clears: new Set(),
  livesWith: new Set(),
  importReopens: null,
  whisperReopens: null,
}

/** So many calls that were answered with 429 must be seen to be without effect. */
export const harmlessAfter = 3

/** Values of what a service clears when it is left out. */
const stopsAtIt = 1
const sendsAlong = 2

/** From now on what the service clears is sent along with each change, and altered texts count as done, until that has to be proven anew. */
export function liveWith(store: Store, list: readonly LiveWith[], nowMs: number): void {
  const { learntTraits } = tablesOf(store)
  for (const one of list) {
    if (one === 'altered-texts') learntTraits.set('livesWithAlteredTexts', 1, nowMs)
    else learntTraits.set(`clears:${one}`, sendsAlong, nowMs)
  }
}

/** What is known now, from what is stored. */
export function readProfile(store: Store, nowMs: number): ServiceProfile {
  const valueOf = (trait: Trait): number | null => learntValue(store, trait, nowMs)
  const busy = { without: valueOf('busyWithoutEffect') ?? 0, withEffect: valueOf('busyWithEffect') ?? 0 }
  const questions = { shown: valueOf('questionsShown') ?? 0, unshown: valueOf('questionsUnshown') ?? 0 }
  const { learntTraits } = tablesOf(store)
  const since = nowMs - learntForMs
  const namesOf = (prefix: 'escapes:' | 'alters:' | 'altered:') => new Set(learntTraits.startingWith(prefix, since).map(({ name }) => name))
  const clears = learntTraits.startingWith('clears:', since).flatMap(({ name, value }) => {
    const offer = liveWithSchema.safeParse(name).data
    return offer === undefined || offer === 'altered-texts' ? [] : [{ offer, value }]
  })
  return {
    lagMs: valueOf('readLagMs'),
    busy,
    isBusyHarmless: isHarmless(busy),
    questions,
    showsQuestions: areShown(questions),
    cuts: Object.fromEntries(learntTraits.startingWith('cut:', since).map(({ name, value }) => [name, value])),
    escapes: namesOf('escapes:'),
    alters: namesOf('alters:'),
    altered: namesOf('altered:'),
    clears: new Set(clears.map(({ offer }) => offer)),
    livesWith: new Set<LiveWith>([
      ...clears.filter(({ value }) => value === sendsAlong).map(({ offer }) => offer),
      ...(valueOf('livesWithAlteredTexts') === null ? [] : (['altered-texts'] as const)),
    ]),
    importReopens: flagOf(valueOf('importReopens')),
    whisperReopens: flagOf(valueOf('whisperReopens')),
  }
}

function flagOf(value: number | null): boolean | null {
  return value === null ? null : value === 1
}

/** Null where nothing was learnt, or too long ago. */
function learntValue(store: Store, trait: Trait, nowMs: number): number | null {
  const learnt = tablesOf(store).learntTraits.find(trait)
  return learnt === null || nowMs - learnt.learntAtMs > learntForMs ? null : learnt.value
}

/** What is known after one lesson more. */
export function withLesson(profile: ServiceProfile, lesson: Lesson): ServiceProfile {
  if (lesson.kind === 'reopens') return { ...profile, [lesson.by]: profile[lesson.by] === true || lesson.does }
  if (lesson.kind === 'clears') return { ...profile, clears: new Set([...profile.clears, ...lesson.what]) }
  if (lesson.kind === 'altered') {
    const cuts = Object.fromEntries(lesson.cuts.map(({ field, characters }) => [field, characters]))
    return {
      ...profile,
      cuts: { ...profile.cuts, ...cuts },
      escapes: new Set([...profile.escapes, ...lesson.escapes]),
      alters: new Set([...profile.alters, ...lesson.alters]),
      altered: new Set([...profile.altered, ...lesson.marks]),
    }
  }
  if (lesson.kind === 'storedAs') return profile
  if (lesson.kind === 'readLag') return { ...profile, lagMs: Math.max(profile.lagMs ?? 0, Math.round(lesson.ms)) }
  if (lesson.kind === 'question') {
    const { shown, unshown } = profile.questions
    const questions = lesson.isShown ? { shown: shown + 1, unshown } : { shown, unshown: unshown + 1 }
    return { ...profile, questions, showsQuestions: areShown(questions) }
  }
  const { without, withEffect } = profile.busy
  const busy = lesson.hadEffect ? { without, withEffect: withEffect + 1 } : { without: without + 1, withEffect }
  return { ...profile, busy, isBusyHarmless: isHarmless(busy) }
}

function isHarmless({ without, withEffect }: ServiceProfile['busy']): boolean {
  return withEffect === 0 && without >= harmlessAfter
}

function areShown({ shown, unshown }: ServiceProfile['questions']): boolean {
  return shown > 0 && unshown === 0
}

/** Whether the service was seen to show its questions for consent, however long ago, and never not to. */
export function hasShownQuestions(store: Store): boolean {
  const valueOf = (trait: Trait): number => tablesOf(store).learntTraits.find(trait)?.value ?? 0
  return areShown({ shown: valueOf('questionsShown'), unshown: valueOf('questionsUnshown') })
}

/** Stores what was learnt: the longest lag, how often 429 had an effect or none, and how often a question was shown or not. What is out of date counts no more. */
export function learn(store: Store, lesson: Lesson, nowMs: number): void {
  const { learntTraits } = tablesOf(store)
  const keep = (trait: Trait, next: (known: number | null) => number): void => {
    const known = learntValue(store, trait, nowMs)
    const value = next(known)
    // A lag that is confirmed by nothing but shorter ones ends one day.
    if (value !== known) learntTraits.set(trait, value, nowMs)
  }
  if (lesson.kind === 'reopens') keep(lesson.by, (known) => (known === 1 || lesson.does ? 1 : 0))
  else if (lesson.kind === 'clears') {
    for (const what of lesson.what) learntTraits.set(`clears:${what}`, stopsAtIt, nowMs)
  } else if (lesson.kind === 'altered') {
    for (const mark of lesson.marks) learntTraits.set(`altered:${mark}`, 1, nowMs)
    for (const { field, characters } of lesson.cuts) learntTraits.set(`cut:${field}`, characters, nowMs)
    for (const field of lesson.escapes) learntTraits.set(`escapes:${field}`, 1, nowMs)
    for (const field of lesson.alters) learntTraits.set(`alters:${field}`, 1, nowMs)
  } else if (lesson.kind === 'storedAs') {
    for (const mark of lesson.marks) learntTraits.set(`stored:${mark}`, 1, nowMs)
  } else if (lesson.kind === 'readLag') keep('readLagMs', (known) => Math.max(known ?? 0, Math.round(lesson.ms)))
  else if (lesson.kind === 'question') keep(lesson.isShown ? 'questionsShown' : 'questionsUnshown', (known) => (known ?? 0) + 1)
  else keep(lesson.hadEffect ? 'busyWithEffect' : 'busyWithoutEffect', (known) => (known ?? 0) + 1)
}
