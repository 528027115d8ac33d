import type { ConsentHeader } from './consent-header.ts'
import { anyLanguage, languages, telltaleWords } from './lexicon.ts'
import { doubtOf } from './doubt-words.ts'
import { isDoubtful, parseHeader, type Unit } from './parse-header.ts'
import { hidesPermission, isAboutPermission, readSentence } from './read-sentence.ts'

/** Longer headers are sentences that nobody can be sure of. */
const longestHeader = 120

/**
 * What a header says of permission to text, read in each language that knows all of its words; null where it is about
 * something else. Where no language knows them all, or two disagree, it is a question to the person.
 */
export function readConsentHeader(header: string): ConsentHeader | null {
  if (header.length > 1000) return null
  const merged = parseHeader(header, anyLanguage)
  if (!merged.some((units) => units.some(({ text }) => hidesPermission(text) || text.split(' ').some((word) => telltaleWords.has(word)))))
    return null
  const readings = languages
    .flatMap((language) => parseHeader(header, language))
    .filter((units) => units.length > 0 && units.every((unit) => unit.class !== null))
    .map(readSentence)
  const [first] = readings
  if (first === undefined || header.length > longestHeader) return mergedQuestion(merged)
  const said = readings.filter((reading) => reading !== null)
  const question = said.find(({ says }) => says === 'question')
  if (question !== undefined) return question
  const [one] = said
  if (one === undefined) return null
  if (said.length < readings.length || said.some(({ says }) => says !== one.says)) {
    return {
      says: 'question',
      isAboutTexts: said.some((reading) => 'isAboutTexts' in reading && reading.isAboutTexts),
      reason: 'The header means different things in different languages.',
    }
  }
  return one
}

/** Whether a header names a refusal, or has a negation in it: a yes under it is no permission, whatever else it may mean. */
export function refusesTexts(header: string): boolean {
  const found = readConsentHeader(header)
  if (found === null) return false
  if (found.says === 'refusal' || found.says === 'refusalDate') return true
  return found.says === 'question' && parseHeader(header, anyLanguage).some((units) => units.some(turnsRound))
}

/**
 * Whether cells under a header may tell that somebody refuses texts, so that nothing that another column permits may be believed
 * unread. What only names another channel, purpose, person or document does not.
 */
export function mayTellRefusal(header: string): boolean {
  const found = readConsentHeader(header)
  if (found === null || !refusesTexts(header)) return false
  return found.says !== 'question' || found.isAboutTexts || !namesSomethingElse(header)
}

function namesSomethingElse(header: string): boolean {
  return parseHeader(header, anyLanguage).some((units) =>
    units.some(({ class: wordClass }) => wordClass !== null && elsewhere.includes(wordClass)),
  )
}

const elsewhere: readonly Unit['class'][] = ['otherChannel', 'purpose', 'somebodyElse', 'document', 'leftMessage']

function turnsRound({ class: wordClass }: Unit): boolean {
  return wordClass === 'negation' || wordClass === 'forbids' || wordClass === 'refusal'
}

function mergedQuestion(ways: readonly (readonly Unit[])[]): ConsentHeader | null {
  const about = ways.filter(isAboutPermission)
  const [units] = about
  if (units === undefined) return null
  const best = about.find((way) => way.every((unit) => unit.class !== null)) ?? units
  const doubt = best.find((unit) => unit.class !== null && isDoubtful(unit)) ?? best.find(isDoubtful)
  return {
    says: 'question',
    isAboutTexts: best.some(({ class: wordClass }) => wordClass === 'texts' || wordClass === 'textNoun'),
    reason: doubt === undefined ? 'Its words are of different languages, so that Rollcall cannot be sure of it.' : doubtOf(doubt),
  }
}
