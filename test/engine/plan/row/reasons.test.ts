import { describe, expect, test } from 'vitest'
import type { RowDetail } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import { reasons, reasonWords, rowReason, skipWords } from '../../../../src-main/engine/plan/row/reasons.ts'

test('each reason has words of its own; one of a later version is shown as it is', () => {
  const said = reasons.map(reasonWords)
  expect(new Set([...said, ...reasons]).size).toBe(2 * reasons.length)
  expect(reasonWords('new_reason')).toBe('new_reason')
})

test("the rows that a recipe's filter leaves out are explained by the filter, others not", () => {
  const only = { column: 'State', is: ['CA'] }
  expect(skipWords('filtered', { kind: 'contacts', only })).toBe('The recipe leaves out rows whose "State" is not "CA".')
  expect(skipWords('filtered', { kind: 'contacts' })).toBe(reasonWords('filtered'))
  expect(skipWords('blank', { kind: 'groupSend', only })).toBe(reasonWords('blank'))
})

test('of groups it is said that all of each is left out, and because of whom', () => {
  expect(skipWords('not_found', { kind: 'groupSend' })).toBe('Whole groups are left out: somebody in each is not in the account.')
  expect(skipWords('do_not_text', { kind: 'groupSend' })).toBe('Whole groups are left out: somebody in each is on the do-not-text list.')
  expect(skipWords('duplicate', { kind: 'groupSend' })).toBe('Another row of this file is about the same people.')
  expect(skipWords('not_found', { kind: 'contacts' })).toBe(reasonWords('not_found'))
})

describe('the reason of a row', () => {
  const lost = {
    code: 'duplicate.number',
    severity: 'warning',
    line: 2,
    column: null,
    value: null,
    message: 'Its number is lost.',
    hint: '',
  } as const
  const other = { ...lost, code: 'other', message: 'Other.' }

  test.each<[string, RowDetail, string]>([
    ['duplicate', { winnerLine: 9 }, 'Row 9 of this file is about the same contact and counts instead.'],
    ['merged', { winnerLine: 9 }, 'Merged into row 9 of this file, which is about the same contact.'],
    [
      'merged',
      { winnerLine: 9, issues: [other, lost] },
      'Merged into row 9 of this file, which is about the same contact. Its number is lost.',
    ],
    ['merged', { winnerLine: 9, issues: [other] }, 'Merged into row 9 of this file, which is about the same contact.'],
    ['duplicate', {}, 'Another row of this file is about the same contact.'],
    ['merged', {}, 'Merged into another row of this file about the same contact.'],
    ['blank', { winnerLine: 9 }, 'All cells of the row are blank.'],
    ['filtered', { filtered: { column: 'State', value: 'NY' } }, 'The recipe leaves out rows whose "State" is "NY".'],
    ['filtered', {}, 'The recipe leaves out rows like this one.'],
    ['blank', { filtered: { column: 'State', value: 'NY' } }, 'All cells of the row are blank.'],
  ])('that is skipped as %s with %j', (code, detail, words) => {
    expect(rowReason('skipped', code, detail)).toBe(words)
  })

  test('that is held names each guard, and for a withdrawal the day by which it must be honored', () => {
    const clear = 'The row empties a field, and this file does that to many contacts.'
    expect(rowReason('held', 'clear', {})).toBe(clear)
    expect(rowReason('held', 'consent clear', { optOut: 'blocked' })).toBe(`The row gives consent, but the contact is blocked. ${clear}`)
    expect(rowReason('held', 'consent', {})).toBe('The row gives consent, but the contact has refused it.')
    expect(rowReason('held', 'withdraw', {}, new Date(2025, 0, 20))).toContain('must be honored by')
    expect(rowReason('held', 'withdraw', {})).not.toContain('must be honored by')
  })

  test('that is held because of people in a group names them, as long as it waits for them', () => {
    const waits = { ...lost, code: 'group.waits' }
    const issues = [
      { ...waits, message: 'Nothing shows that +12125550101 agreed to texts.' },
      { ...waits, message: '+12125550102 cannot be reached by SMS, as the service says.' },
    ]
    const sending = rowReason('held', 'sending', {}) ?? ''
    expect(rowReason('held', 'noConsent notReachable sending', { issues })).toBe(
      `${issues.map(({ message }) => message).join(' ')} ${sending}`,
    )
    expect(rowReason('held', 'sending', { issues })).toBe(sending)
  })

  test('that is not held has nothing to do with guards, whatever its code', () => {
    expect(rowReason('skipped', 'clear', {})).toBe('clear')
    expect(rowReason('held', null, {})).toBeNull()
  })

  test('without a code is told for unchanged rows only', () => {
    expect(rowReason('unchanged', null, {})).toBe('The service already says so.')
    for (const rowClass of ['send', 'invalid', 'skipped'] as const) expect(rowReason(rowClass, null, {})).toBeNull()
    expect(rowReason('unchanged', 'already_imported', {})).toBe('This message was imported before.')
  })
})

test('a group that is left out says who of it is the reason; another row never does', () => {
  const left = {
    code: 'group.left_out',
    severity: 'warning' as const,
    line: 2,
    column: null,
    value: null,
    message: '+1 has refused.',
    hint: 'h',
  }
  const other = { ...left, code: 'name.odd', message: 'Odd.' }
  expect(rowReason('skipped', 'not_found', { issues: [other, left] })).toBe('The whole group is left out: +1 has refused.')
  expect(rowReason('skipped', 'blank', { issues: [other] })).toBe('All cells of the row are blank.')
  expect(rowReason('unchanged', null, { issues: [left] })).toBe('The service already says so.')
})
