import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPattern, replacePattern } from '../../../../src-main/engine/mapping/values/pattern.ts'
import { portion } from '../../../helpers/portion.ts'

function replaced(source: string, text: string, replacement: string, matchCase = true): string | null {
  const { pattern, mistake } = readPattern(source, matchCase)
  if (pattern === null) throw new Error(mistake)
  return replacePattern(pattern, text, replacement)
}

describe('a pattern', () => {
  test('replaces what the language itself would', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      String.raw`\d`,
      String.raw`\w`,
      '-',
      String.raw`\.`,
      'é',
      '😀',
      '(a|b)',
      '(?:a-)',
    )
    const times = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '*?')
    const source = fc
      .array(
        fc.tuple(atom, times).map(([one, many]) => one + many),
        { minLength: 1, maxLength: 4 },
      )
      .map((parts) => parts.join(''))
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', '-', '.', ' ', 'é', '😀', 'A'), maxLength: 12 })
    fc.assert(
      fc.property(source, text, fc.boolean(), fc.constantFrom('', 'x', '[$&]', '$$'), (pattern, written, matchCase, replacement) => {
        expect(replaced(pattern, written, replacement, matchCase)).toBe(
          written.replace(new RegExp(pattern, matchCase ? 'gu' : 'giu'), replacement),
        )
      }),
      { numRuns: portion(2_000) },
    )
  })

  test('puts in what its groups found, and leaves what is no group as it is written', () => {
    expect(replaced('^(.+), (.+)$', 'Lee, Anna', '$2 $1')).toBe('Anna Lee')
    expect(replaced('(a)|(b)', 'ab', '<$1$2$3>')).toBe('<a$3><b$3>')
  })

  test.each(['(a+)+$', '(a|a)*$', '(.*)*x', String.raw`^(\w+\s?)*$`, '(a?){30}a{30}', '(x+x+)+y'])('%s ends on a long text', (source) => {
    expect(typeof replaced(source, `${'a'.repeat(3_000)}!`, '')).toBe('string')
  })

  test('that is looked for again and again in a long text is given up', () => {
    expect(replaced('a.*b|a', 'a'.repeat(40_000), '')).toBeNull()
    const once = (length: number) => replaced('^a', 'a'.padEnd(length, 'b'), '')?.length
    expect([once(10_000_000), once(10_000_001)]).toEqual([9_999_999, undefined])
  })
})

test.each([
  ['(?=a)b', 'looks around'],
  ['(?<!a)b', 'looks around'],
  [String.raw`(a)\1`, 'refers back'],
  ['a{2000}', 'repeats too often'],
  ['(a', 'not a pattern'],
  ['', 'must not be empty'],
])('%s is refused, and it is said why', (source, why) => {
  expect(readPattern(source, true).mistake).toContain(why)
})
