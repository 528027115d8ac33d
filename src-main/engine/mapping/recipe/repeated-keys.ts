import type { RecipeMistake } from './recipe-mistake.ts'
import { pathText } from './recipe-path.ts'

interface Open {
  /** The names so far of an object; null for a list. */
  names: Set<string> | null
  /** Where the text is in it: a name, or a place from 0. */
  at: string | number
  /** In an object: a text that comes next is a name. */
  isNameNext: boolean
}

/** Names that occur twice in one object of a JSON text: parsing silently keeps only the last one. */
export function repeatedKeys(json: string): RecipeMistake[] {
  return keysOf(json).flatMap(({ path, isRepeated }) => (isRepeated ? [{ path, message: 'stands here more than once' }] : []))
}

/** Names that no object of JavaScript can have as its own without harm: what they stand for would be lost without a word. */
export function impossibleKeys(json: string): RecipeMistake[] {
  return keysOf(json).flatMap(({ path, name }) => (name === '__proto__' ? [{ path, message: 'is no name that a recipe can have' }] : []))
}

interface Key {
  path: string
  name: string
  isRepeated: boolean
}

/** The names that stand twice, and those that are impossible. */
function keysOf(json: string): Key[] {
  const keys: Key[] = []
  const open: Open[] = []
  for (const text of tokens(json)) {
    const inner = open.at(-1)
    if (text === '{') open.push({ names: new Set(), at: '', isNameNext: true })
    else if (text === '[') open.push({ names: null, at: 0, isNameNext: false })
    else if (text === '}' || text === ']') open.pop()
    else if (inner === undefined) continue
    else if (text === ',') {
      inner.isNameNext = inner.names !== null
      if (typeof inner.at === 'number') inner.at += 1
    } else if (inner.isNameNext && inner.names !== null) {
      const name = String(JSON.parse(text))
      inner.at = name
      inner.isNameNext = false
      const isRepeated = inner.names.has(name)
      if (isRepeated || name === '__proto__') keys.push({ path: pathText(open.map(({ at }) => at)), name, isRepeated })
      inner.names.add(name)
    }
  }
  return keys
}

/** Brackets, commas and texts with their quotes. No expression for the texts: one as long as a file would be too much for it. */
function* tokens(json: string): Generator<string> {
  for (let start = 0; start < json.length; start += 1) {
    const first = json.charAt(start)
    if ('{}[],'.includes(first)) yield first
    if (first !== '"') continue
    let end = start + 1
    while (end < json.length && json.charAt(end) !== '"') end += json.charAt(end) === '\\' ? 2 : 1
    yield json.slice(start, end + 1)
    start = end
  }
}
