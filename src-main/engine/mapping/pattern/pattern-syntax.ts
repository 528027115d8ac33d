/** Whether a character, given by its code point, is one of a class. */
export type CharacterTest = (code: number) => boolean

/** A pattern as a tree. Groups are numbered from 1; `min` to `max` times, `max` null for any number. */
export type PatternNode =
  | { kind: 'character'; test: CharacterTest }
  | { kind: 'assertion'; of: 'start' | 'end' | 'boundary' | 'noBoundary' }
  | { kind: 'group'; number: number | null; node: PatternNode }
  | { kind: 'sequence'; nodes: PatternNode[] }
  | { kind: 'either'; nodes: PatternNode[] }
  | { kind: 'repeat'; node: PatternNode; min: number; max: number | null; isLazy: boolean; groups: [from: number, to: number] }

export type PatternReading = { node: PatternNode; groups: number; mistake: null } | { node: null; mistake: string }

const longest = 500
const mostTimes = 100

class Refused extends Error {}

/**
 * Reads a regular expression of the kind that can be matched in time in proportion to the text: no looking around, no back
 * references. Syntax and meaning are those of JavaScript's with the flags `u`, and `i` unless `matchCase`; only a repetition
 * that can find nothing at all, such as `(a??)?`, is not held to finding something.
 */
export function readPattern(source: string, matchCase: boolean): PatternReading {
  if (source === '') return { node: null, mistake: 'must not be empty' }
  if (source.length > longest) return { node: null, mistake: `is longer than ${longest} characters` }
  try {
    new RegExp(source, 'u')
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^.*: /, '').toLowerCase() : ''
    return { node: null, mistake: `is not a pattern that can be read: ${why}` }
  }
  try {
    return { ...parse(source, matchCase ? 'u' : 'iu'), mistake: null }
  } catch (error) {
    if (error instanceof Refused) return { node: null, mistake: error.message }
    throw error
  }
}

function parse(source: string, flags: string): { node: PatternNode; groups: number } {
  let at = 0
  let groups = 0

  function either(): PatternNode {
    const nodes = [sequence()]
    while (source[at] === '|') {
      at += 1
      nodes.push(sequence())
    }
    const [only] = nodes
    return nodes.length === 1 && only !== undefined ? only : { kind: 'either', nodes }
  }

  function sequence(): PatternNode {
    const nodes: PatternNode[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') nodes.push(repeated())
    return { kind: 'sequence', nodes }
  }

  function repeated(): PatternNode {
    const before = groups
    const node = single()
    const times = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\??)/.exec(source.slice(at))
    if (times === null) return node
    at += times[0].length
    const [, sign, least, comma, most] = times
    const min = sign === undefined ? Number(least) : sign === '+' ? 1 : 0
    const max = sign === undefined ? (comma === undefined ? min : most === '' ? null : Number(most)) : sign === '?' ? 1 : null
    if (min > mostTimes || (max ?? 0) > mostTimes) throw new Refused(`repeats more than ${mostTimes} times`)
    return { kind: 'repeat', node, min, max, isLazy: times[5] === '?', groups: [before + 1, groups] }
  }

  function single(): PatternNode {
    const rest = source.slice(at)
    if (rest.startsWith('(')) return group(rest)
    if (rest.startsWith('^')) return step(1, { kind: 'assertion', of: 'start' })
    if (rest.startsWith('$')) return step(1, { kind: 'assertion', of: 'end' })
    if (/^\\b/.test(rest)) return step(2, { kind: 'assertion', of: 'boundary' })
    if (/^\\B/.test(rest)) return step(2, { kind: 'assertion', of: 'noBoundary' })
    if (/^\\(?:[1-9]|k)/.test(rest)) throw new Refused('refers back to what a group found, which is not possible here')
    const unit = /^(?:\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[0-9a-fA-F]+\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|u....|x..|c.|.)|.)/su.exec(rest)
    const text = unit?.[0] ?? ''
    return step(text.length, { kind: 'character', test: characterTest(text, flags) })
  }

  function group(rest: string): PatternNode {
    if (/^\(\?<?[=!]/.test(rest)) throw new Refused('looks around, which is not possible here')
    const opening = /^\((?:\?:|\?<[^>]*>)?/.exec(rest)?.[0] ?? '('
    if (/^\(\?[^:<]/.test(rest)) throw new Refused(`has "${rest.slice(0, 3)}" in it, which is not possible here`)
    const number = opening === '(?:' ? null : (groups += 1)
    at += opening.length
    const node = either()
    at += 1
    return { kind: 'group', number, node }
  }

  function step(length: number, node: PatternNode): PatternNode {
    at += length
    return node
  }

  const node = either()
  return { node, groups }
}

/** The language's own engine looks at one character; those of the usual alphabets are looked up. */
function characterTest(text: string, flags: string): CharacterTest {
  const like = new RegExp(`^${text}$`, flags)
  const isLike = (code: number) => like.test(String.fromCodePoint(code))
  const known = Uint8Array.from({ length: 0x180 }, (_, code) => (isLike(code) ? 1 : 0))
  return (code) => (code < known.length ? known[code] === 1 : isLike(code))
}
