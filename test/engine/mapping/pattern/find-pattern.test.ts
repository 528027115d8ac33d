import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { budgetFor, findPattern } from '../../../../src-main/engine/mapping/pattern/find-pattern.ts'
import { compilePattern } from '../../../../src-main/engine/mapping/pattern/pattern-program.ts'

function found(pattern: string, text: string, matchCase = true) {
  const { program, mistake } = compilePattern(pattern, matchCase)
  if (program === null) throw new Error(mistake)
  return findPattern(program, text, 0, budgetFor(text))
}

/** The place and the texts of the whole and of each group; a group that found nothing and one that was not tried are alike. */
function shown(text: string, places: readonly number[] | null | undefined) {
  if (!places) return null
  return { at: places[0], texts: Array.from({ length: places.length / 2 }, (_, group) => text.slice(Math.max(0, places[2 * group] ?? 0), Math.max(0, places[2 * group + 1] ?? 0))) }
}

/** What the language's own engine finds. */
function ownFound(pattern: string, text: string, flags: string) {
  const match = new RegExp(pattern, flags).exec(text)
  return match === null ? null : { at: match.index, texts: [...match].map((group: string | undefined) => group ?? '') }
}

const atom = fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', String.raw`\d`, String.raw`\w`, String.raw`\s`, '-', String.raw`\.`, 'é', '😀')
const times = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '{1,}', '*?', '+?', '??')
const pattern = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.tuple(atom, times).map(([one, many]) => one + many),
    fc.array(tie('node'), { minLength: 1, maxLength: 4 }).map((nodes) => nodes.join('')),
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(?:${a}|${b})`),
    fc.tuple(tie('node'), fc.constantFrom('', '{2}')).map(([node, many]) => `(${node})${many}`),
    // Of a repetition that may find nothing at all the language has rules of its own.
    fc.tuple(atom, tie('node'), times).map(([one, node, many]) => `(${one}${node})${many}`),
    tie('node').map((node) => `^${node}`),
    tie('node').map((node) => `${node}$`),
    tie('node').map((node) => String.raw`\b${node}`),
  ),
})).node

describe('a pattern', () => {
  test('finds the same place and the same groups as the language does itself', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', '-', '.', ' ', 'é', '😀', 'A'), maxLength: 12 })
    fc.assert(
      fc.property(pattern, text, fc.boolean(), (source, written, matchCase) => {
        expect(shown(written, found(source, written, matchCase))).toEqual(ownFound(source, written, matchCase ? 'u' : 'iu'))
      }),
      { numRuns: 3_000 },
    )
  })

  test.each(['(a+)+$', '(a|a)*$', '(.*)*x', String.raw`^(\w+\s?)*$`, '(a?){30}a{30}', '(x+x+)+y'])('%s takes time in proportion to the text', (source) => {
    const text = `${'a'.repeat(3_000)}!`
    const { program } = compilePattern(source, true)
    if (program === null) throw new Error('refused')
    const budget = budgetFor(text)
    expect(findPattern(program, text, 0, budget)).not.toBeUndefined()
    expect(budget.left).toBeGreaterThan(0)
  })

  test('that looks again and again to the end of a long text is given up', () => {
    const text = 'a'.repeat(40_000)
    const { program } = compilePattern('a.*b|a', true)
    if (program === null) throw new Error('refused')
    const budget = budgetFor(text)
    let place = 0
    let result = findPattern(program, text, place, budget)
    while (result !== undefined && result !== null) result = findPattern(program, text, (place += 1), budget)
    expect(result).toBeUndefined()
    expect(place).toBeLessThan(1_000)
  })
})

test.each([
  ['(?=a)b', 'looks around'],
  ['(?<!a)b', 'looks around'],
  [String.raw`(a)\1`, 'refers back'],
  ['a{200}', 'repeats more than 100 times'],
  ['((a{100}){100}){2}', 'too large'],
  ['(a', 'not a pattern'],
  ['', 'must not be empty'],
])('%s is refused, and it is said why', (source, why) => {
  expect(compilePattern(source, true).mistake).toContain(why)
})
