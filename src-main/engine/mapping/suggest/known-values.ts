import { wordKey } from '../../text/cell-text.ts'

/**
 * A column's own words with their meaning and, for rows further down, their opposites. `meaning` answers undefined for
 * unknown words. Null when none is known.
 */
export function knownValues(
  words: readonly string[],
  meaning: (word: string) => boolean | null | undefined,
  opposite: (word: string) => string | null,
): Record<string, boolean | null> | null {
  const values = new Map<string, boolean | null>()
  const taken = new Set<string>()
  const add = (word: string | null) => {
    const flag = word === null ? undefined : meaning(word)
    if (word === null || flag === undefined || taken.has(wordKey(word))) return
    taken.add(wordKey(word))
    values.set(word, flag)
  }
  for (const word of words) add(word)
  if (values.size === 0) return null
  const known = [...values.keys()]
  for (const word of known) add(sameCase(word, opposite(word)))
  return Object.fromEntries(values)
}

/** `Yes` gets `No`, `YES` gets `NO`. */
function sameCase(model: string, word: string | null): string | null {
  if (word === null || model === model.toLowerCase()) return word
  return model === model.toUpperCase() ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)
}
