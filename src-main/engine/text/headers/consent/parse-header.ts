import { headerTokens } from './header-tokens.ts'
import type { Language } from './lexicon.ts'
import { splitGlued } from './split-glued.ts'
import { type WordClass, wordClasses } from './header-word-class.ts'

/** A word or phrase of a header with what it means; null where it is not known. */
export interface Unit {
  text: string
  class: WordClass | null
}

const firstDoubt = wordClasses.indexOf('otherChannel')

/** Whether a word of this class makes a header a question, whatever else it says. */
export function isDoubtful(unit: Unit): boolean {
  return unit.class === null || wordClasses.indexOf(unit.class) >= firstDoubt
}

/**
 * A header as units of a language, the longest phrases first. Words that are written together count as known only if they
 * split wholly into known ones. Both with and without a new word at each capital letter, unless that is the same.
 */
export function parseHeader(header: string, language: Language): Unit[][] {
  const [camel, plain] = [headerTokens(header, true), headerTokens(header, false)]
  return camel.join(' ') === plain.join(' ') ? [unitsOf(plain, language)] : [unitsOf(camel, language), unitsOf(plain, language)]
}

function unitsOf(tokens: readonly string[], language: Language): Unit[] {
  const units: Unit[] = []
  const words = tokens.flatMap((token) => (language.classOf.has(token) ? [token] : (splitGlued(token, language) ?? [token])))
  for (let at = 0; at < words.length;) {
    let length = language.longest
    while (length > 1 && !language.classOf.has(words.slice(at, at + length).join(' '))) length -= 1
    const text = words.slice(at, at + length).join(' ')
    units.push({ text, class: language.classOf.get(text) ?? null })
    at += length
  }
  return units.some(namesTexts) ? units.map((unit) => (unit.class === 'pictureTexts' ? { ...unit, class: 'texts' } : unit)) : units
}

/** "SMS" and "text", but not "message": beside "MMS" that is only one with pictures. */
function namesTexts({ text, class: wordClass }: Unit): boolean {
  return wordClass === 'texts' || (wordClass === 'textNoun' && /^te?xts?$/.test(text))
}
