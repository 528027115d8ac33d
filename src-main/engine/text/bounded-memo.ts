/** Remembers the answers of a pure function, at most `size` of them: columns of flags and tags repeat a few texts. */
export function boundedMemo<T>(size: number, answer: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const made = answer(text)
    if (known.size >= size) known.clear()
    known.set(text, made)
    return made
  }
}
