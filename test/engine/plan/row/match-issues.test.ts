import { describe, expect, test } from 'vitest'
import {
  ambiguousIssue,
  duplicateIssue,
  keptIssue,
  keyText,
  memberIssue,
  mismatchIssue,
  namesNobody,
  neverDayIssue,
  noKeyIssue,
  noPhoneIssue,
  notReadIssue,
  numberChangedIssue,
} from '../../../../src-main/engine/plan/row/match-issues.ts'

const place = { line: 7, column: 'Mobile' }
const key = { by: 'phone', phone: '+12025550100' } as const
const named = (...names: (string | null)[]) => names.map((name, id) => ({ id, record: { uuid: `u${id}`, name }, seenAtMs: 0 }))

test('a key is shown as its number or its uuid', () => {
  expect(keyText(key)).toBe('+12025550100')
  expect(keyText({ by: 'uuid', uuid: 'u1' })).toBe('u1')
})

test.each([
  ['match.blank', null, noKeyIssue(place)],
  ['match.ambiguous', '+12025550100', ambiguousIssue(place, key, named('Ann', 'Bob'))],
  ['match.mismatch', '+12025550100', mismatchIssue(place, key)],
  ['match.no_phone', '+12025550100', noPhoneIssue(place, key)],
  ['match.duplicate', 'x', duplicateIssue(place, 'x', 9)],
])('%s is an error of the key column', (code, value, issue) => {
  expect(issue).toMatchObject({ code, severity: 'error', ...place, value })
})

describe('several contacts with one number', () => {
  test.each([
    [named('Ann', 'Bob'), '2 contacts have the number +12025550100: Ann, Bob.'],
    [named('Ann', null, ''), '3 contacts have the number +12025550100: Ann, a contact without a name, a contact without a name.'],
    [named('Ann', 'Bob', 'Cem', 'Dee'), '4 contacts have the number +12025550100: Ann, Bob, Cem and 1 more.'],
  ])('are named, at most three of them', (contacts, message) => {
    expect(ambiguousIssue(place, key, contacts).message).toBe(message)
  })
})

test('another row is named by its line', () => {
  expect(duplicateIssue(place, null, 9).message).toBe('Row 9 of this file is about the same contact.')
})

test('what is not known is a warning of the row, not of a column', () => {
  expect(notReadIssue(place)).toMatchObject({ code: 'contact.not_read', severity: 'warning', line: 7, column: null, value: null })
  const clear = keptIssue(place, 'Email', 'clear')
  expect(clear).toMatchObject({ code: 'clear.unknown', severity: 'warning', line: 7, column: null, value: null })
  expect(clear.message).toContain('so the blank cell leaves it as it is')
  expect(clear.hint).toContain('map a word to an empty value')
  const filled = keptIssue(place, 'Email', 'ifEmpty')
  expect(filled).toMatchObject({ code: 'overwrite.unknown', severity: 'warning', line: 7, column: null, value: null })
  expect(filled.message).toContain('not known to be empty')
  expect(filled.hint).toContain('always overwritten')
})

describe('a row names nobody', () => {
  const of = (code: string, severity: 'error' | 'warning' = 'error') => ({ ...noKeyIssue(place), code, severity })
  test.each([
    [[], true],
    [[of('match.blank')], true],
    [[of('phone.blank')], true],
    [[of('uuid.blank')], true],
    [[of('match.blank'), of('name.odd', 'warning')], true],
    [[of('phone.invalid')], false],
    [[of('match.blank'), of('email.invalid')], false],
    [[of('name.odd', 'warning'), of('phone.invalid')], false],
  ])('%#: where its only errors are that the key is blank', (issues, answer) => {
    expect(namesNobody(issues)).toBe(answer)
  })
})

describe('of a group is said', () => {
  const phone = '+12025550100'
  test.each([
    ['noConsent', 'group.waits', `Nothing shows that ${phone} agreed to texts.`],
    ['notReachable', 'group.waits', phone],
    ['refused', 'group.left_out', `${phone} has refused texts.`],
    ['blocked', 'group.left_out', `${phone} is blocked.`],
  ] as const)('because of whom it waits, or is left out: %s', (why, code, words) => {
    const issue = memberIssue(place, { phone, why })
    expect(issue).toMatchObject({ code, severity: 'warning', ...place, value: phone })
    expect(issue.message).toContain(words)
    expect(issue.hint).toContain(code === 'group.waits' ? 'Release the row' : 'all of it is left out')
  })

  test('that no hour suits all of its people, and of one person that none does', () => {
    expect(neverDayIssue(place, key, 1).message).toContain('where this person may be')
    expect(neverDayIssue(place, key, 2).message).toContain('where the people of this group may be')
  })
})

test.each([
  [null, 'This contact has no number in the service', 'Clear "Mobile" again'],
  ['+12025550100', 'has the number +12025550100 in the service', 'Write +12025550100 in "Mobile" again'],
])('where a number was changed in an export, the one of the contact is asked for again: %j', (phone, message, hint) => {
  const issue = numberChangedIssue(place, '12', phone)
  expect(issue).toMatchObject({ code: 'phone.changed', value: '12' })
  expect([issue.message, issue.hint]).toEqual([expect.stringContaining(message), expect.stringContaining(hint)])
})
