import { wordKey } from '../cell-text.ts'

/** A column's (or field's) name for comparison: case, surrounding and repeated spaces do not matter. */
export function nameKey(name: string): string {
  return wordKey(name)
}

/** Letters and digits only, lower case, accents dropped: `E-mail 1 - Value` is `email1value`. */
export function compactKey(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** The one of `items` that `name` means: the same name exactly, else the only one that differs in case and spaces. */
export function findByName<T>(items: readonly T[], nameOf: (item: T) => string, name: string): { found: T | null; ambiguous: boolean } {
  const exact = items.filter((item) => nameOf(item) === name)
  const candidates = exact.length > 0 ? exact : items.filter((item) => nameKey(nameOf(item)) === nameKey(name))
  return { found: candidates.length === 1 ? (candidates[0] ?? null) : null, ambiguous: candidates.length > 1 }
}

/** Names that a person may have meant instead of `name`, nearest first, at most three. */
export function nearNames(name: string, names: Iterable<string>): string[] {
  const wanted = compactKey(name)
  const near: { name: string; distance: number }[] = []
  for (const candidate of new Set(names)) {
    const key = compactKey(candidate)
    if (key === '' || wanted === '') continue
    const limit = Math.max(1, Math.floor(Math.max(key.length, wanted.length) / 3))
    const contains = Math.min(key.length, wanted.length) >= 4 && (key.includes(wanted) || wanted.includes(key))
    const isSwapped = sortedLetters(key) === sortedLetters(wanted)
    const distance = isSwapped ? 1 : contains ? Math.min(limit, Math.abs(key.length - wanted.length)) : editDistance(wanted, key)
    if (distance <= limit) near.push({ name: candidate, distance })
  }
  return near
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map((item) => item.name)
}

function sortedLetters(text: string): string {
  return [...text].sort().join('')
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      current.push(Math.min(change, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
