import type { Language } from './lexicon.ts'
import { type WordClass, wordClasses } from './header-word-class.ts'

/** Short words are found by chance inside others ("context" is no "con text"): these alone are looked for. */
const shortWords = new Set(['ok', 'no', 'to', 'do', 'ip', 'is', 'has'])
const linking: Record<string, readonly string[]> = { German: ['s', 'n', 'en'], Dutch: ['s', 'en'] }
const longestToken = 40
const mostRemembered = 5000
/** Words that stand alone, or change the meaning of what they are glued to too easily. */
const neverGlued: ReadonlySet<WordClass> = new Set(['filler', 'preposition', 'means', 'with', 'quality'])

/**
 * A word as the known words that it is made of, such as `smsoptin`; null unless it consists wholly of them. Of several ways
 * the one with the most doubtful words is taken, then the one with the fewest.
 */
export function splitGlued(token: string, language: Language): string[] | null {
  const { known } = language
  const before = known.get(token)
  if (before !== undefined) return before
  const found = split(token, language)
  if (known.size < mostRemembered) known.set(token, found)
  return found
}

function split(token: string, language: Language): string[] | null {
  if (token.length > longestToken) return null
  const links = linking[language.name] ?? []
  /** The best way to each place in the token. */
  const ways: (string[] | null)[] = [[]]
  for (let end = 1; end <= token.length; end += 1) {
    let best: string[] | null = null
    for (let start = 0; start < end; start += 1) {
      const before = ways[start] ?? null
      if (before === null) continue
      const word = token.slice(start, end)
      const isLink = before.length > 0 && end < token.length && links.includes(word)
      if (!isLink && !canBeGlued(word, language)) continue
      const way = isLink ? before : [...before, word]
      if (best === null || isBetter(way, best, language)) best = way
    }
    ways[end] = best
  }
  return ways[token.length] ?? null
}

function canBeGlued(word: string, { classOf }: Language): boolean {
  const wordClass = classOf.get(word)
  if (word === 'do') return true
  if (wordClass === undefined) return word === 'not'
  return word.length <= 2 ? shortWords.has(word) : word === 'not' || !neverGlued.has(wordClass)
}

function isBetter(way: readonly string[], other: readonly string[], language: Language): boolean {
  const [doubt, otherDoubt] = [doubtOf(way, language), doubtOf(other, language)]
  return doubt === otherDoubt ? way.length < other.length : doubt > otherDoubt
}

function doubtOf(way: readonly string[], { classOf }: Language): number {
  return Math.max(0, ...way.map((word) => wordClasses.indexOf(classOf.get(word) ?? 'count'))) >= wordClasses.indexOf('otherChannel') ? 1 : 0
}
