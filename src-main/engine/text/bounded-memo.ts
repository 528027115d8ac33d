/** Longer texts do not repeat, and would be kept whole: a file of enormous cells must not fill the memory. */
export const longestRemembered = 1000

/** Caches the results of a pure function, at most `size` of them: columns of flags and tags repeat a few texts, and short ones. */
export function boundedMemo<T>(size: number, answer: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    if (text.length > longestRemembered) return answer(text)
    const before = known.get(text)
    if (before !== undefined) return before
    const made = answer(text)
    if (known.size >= size) known.clear()
    known.set(text, made)
    return made
  }
}
