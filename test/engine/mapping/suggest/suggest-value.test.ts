import { describe, expect, test } from 'vitest'
import { flagMeaning, isMark, suggestFlagValues } from '../../../../src-main/engine/mapping/suggest/suggest-value.ts'
import type { FlagTarget } from '../../../../src-main/engine/text/boolean-words.ts'

const suggested = (target: FlagTarget, column: string, ...values: string[]) => suggestFlagValues(target, [column], values)
const meant = (target: FlagTarget, column: string, ...values: string[]) =>
  suggested(target, column, ...values).map((suggestion) => suggestion?.value)
const reasons = (target: FlagTarget, column: string, ...values: string[]) =>
  suggested(target, column, ...values).map((suggestion) => suggestion?.reason)

describe('what a word means for a flag', () => {
  test.each<[FlagTarget, string, string, boolean | null | undefined]>([
    ['consent', 'plain', 'yes', true],
    ['consent', 'plain', 'no', false],
    ['consent', 'plain', 'never subscribed', null],
    ['consent', 'plain', 'perhaps', undefined],
    ['consent', 'opposite', 'yes', false],
    ['consent', 'opposite', 'no', null],
    ['consent', 'opposite', 'never subscribed', null],
    ['unreachable', 'plain', 'yes', true],
    ['unreachable', 'plain', 'no', null],
    ['unreachable', 'opposite', 'yes', null],
    ['unreachable', 'opposite', 'no', null],
    ['unreachable', 'opposite', 'never subscribed', null],
    ['unreachable', 'plain', 'perhaps', undefined],
    ['unreachable', 'opposite', 'perhaps', undefined],
    ['unreachable', 'plain', 'unsubscribed', true],
    ['unreachable', 'plain', 'subscribed', null],
    ['unreachable', 'opposite', 'subscribed', null],
    ['blocked', 'plain', 'yes', true],
    ['blocked', 'plain', 'no', false],
    ['blocked', 'opposite', 'yes', false],
    ['blocked', 'opposite', 'no', true],
    ['blocked', 'opposite', 'blocked', true],
    ['blocked', 'plain', 'perhaps', undefined],
  ])('%s, %s column: "%s"', (target, way, word, meaning) => {
    expect(flagMeaning(target, way === 'opposite', word)).toBe(meaning)
  })
})

describe('why a value is suggested', () => {
  test('a known word is named with what it means', () => {
    expect(reasons('consent', 'SMS consent', 'Yes', 'No')).toEqual([
      '"Yes" is a known word for: has agreed.',
      '"No" is a known word for: has not agreed.',
    ])
    expect(reasons('blocked', 'Blocked', 'blocked')).toEqual(['"blocked" is a known word for: blocked.'])
  })

  test('a column that says the opposite turns plain words round, and says so', () => {
    expect(reasons('archived', 'Active', 'Yes', 'No')).toEqual([
      'The column "Active" says the opposite, so "Yes" means: not archived.',
      'The column "Active" says the opposite, so "No" means: archived.',
    ])
    expect(reasons('consent', 'Opted out', 'Yes')).toEqual(['The column "Opted out" says the opposite, so "Yes" means: has not agreed.'])
    // A word that says itself what it means is not turned round.
    expect(reasons('consent', 'Opted out', 'unsubscribed')).toEqual(['"unsubscribed" is a known word for: has not agreed.'])
  })

  test('what is better left says why', () => {
    expect(reasons('consent', 'SMS consent', 'never subscribed')).toEqual([
      '"never subscribed" says that somebody was never asked, which is no refusal: better left as it is.',
    ])
    expect(reasons('consent', 'Opted out', 'No')).toEqual(['Not having opted out is no consent: better left as it is.'])
    expect(reasons('unreachable', 'Unsubscribed', 'No')).toEqual([
      'Not having unsubscribed does not bring back somebody who did so by text: better left as it is.',
    ])
    expect(reasons('unreachable', 'Subscribed', 'Yes')).toEqual(['Consent is an import of its own: better left as it is.'])
  })

  test('a lone mark stands for yes, and letters that a language pairs for yes and no', () => {
    expect(suggested('blocked', 'Blocked', 'x')).toEqual([
      { value: true, confidence: 'likely', reason: expect.stringContaining('the only mark') },
    ])
    expect(meant('blocked', 'Blocked', 'x', '•')).toEqual([undefined, undefined])
    expect(meant('blocked', 'Blocked', 'O', 'N')).toEqual([true, false])
    expect(meant('blocked', 'Blocked', 'S', 'N')).toEqual([true, false])
    expect(reasons('blocked', 'Blocked', 'S', 'N')[0]).toContain('as Spanish lists write yes and no')
    expect(meant('blocked', 'Blocked', 'O', 'S')).toEqual([undefined, undefined])
  })

  test('figures say nothing where there are more than two', () => {
    expect(meant('blocked', 'Blocked', '1', '0')).toEqual([true, false])
    expect(meant('blocked', 'Blocked', '1', '0', '2')).toEqual([undefined, undefined, undefined])
  })

  test('a tick by hand is a mark, in whatever case', () => {
    expect(['x', 'X', ' xx ', '•', 'yes', ''].map(isMark)).toEqual([true, true, true, true, false, false])
  })
})
