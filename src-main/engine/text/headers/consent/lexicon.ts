import { type Lexicon, type WordClass, wordClasses } from './header-word-class.ts'
import { dutch } from './words/dutch.ts'
import { english } from './words/english.ts'
import { french } from './words/french.ts'
import { german } from './words/german.ts'
import { international } from './words/international.ts'
import { italian } from './words/italian.ts'
import { portuguese } from './words/portuguese.ts'
import { spanish } from './words/spanish.ts'

/** The words of one language with what they mean; `longest`: the most words in one phrase. */
export interface Language {
  name: string
  classOf: ReadonlyMap<string, WordClass>
  longest: number
  /** Words that were split before. */
  known: Map<string, string[] | null>
}

const lexicons: Record<string, Lexicon> = {
  English: english,
  German: german,
  French: french,
  Spanish: spanish,
  Italian: italian,
  Portuguese: portuguese,
  Dutch: dutch,
}

/** A word that is in several classes is in the later one: the more doubtful meaning counts. */
function languageOf(name: string, parts: readonly Lexicon[]): Language {
  const classOf = new Map<string, WordClass>()
  for (const wordClass of wordClasses) {
    for (const words of parts.flatMap((part) => part[wordClass] ?? [])) {
      for (const word of words.split(', ')) classOf.set(word, wordClass)
    }
  }
  return { name, classOf, longest: Math.max(...[...classOf.keys()].map((phrase) => phrase.split(' ').length)), known: new Map() }
}

/** A header is read in one language at a time, with the words that all of them share. */
export const languages: readonly Language[] = Object.entries(lexicons).map(([name, own]) => languageOf(name, [international, own]))

const aboutClasses: readonly WordClass[] = [
  'texts',
  'textNoun',
  'pictureTexts',
  'permission',
  'agreement',
  'accepts',
  'refusal',
  'eitherWay',
]

/** Words without which nothing is about permission, in any language. */
export const telltaleWords: ReadonlySet<string> = new Set(
  languages.flatMap(({ classOf }) =>
    [...classOf]
      .filter(([, wordClass]) => aboutClasses.includes(wordClass))
      .flatMap(([phrase]) => [phrase, ...phrase.split(' ').filter((word) => word.length > 2)]),
  ),
)

/** All languages at once: to find out what a header is about, never to map it. */
export const anyLanguage: Language = languageOf('any', [international, ...Object.values(lexicons)])
