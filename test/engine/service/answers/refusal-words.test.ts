import { describe, expect, test } from 'vitest'
import { callDescriptors } from '../../../../src-main/engine/kinds/calls/all-calls.ts'
import { refusalWords, type Subject } from '../../../../src-main/engine/service/answers/refusal-words.ts'
import { shapeError } from '../../../../src-main/engine/service/answers/shape-error.ts'

const calls = Object.keys(callDescriptors) as Exclude<Subject, 'read'>[]
const subjects: Subject[] = [...calls, 'read']

/** Whatever was refused, in the same words. */
test.each<[number[], string, RegExp]>([
  [[402], 'service.forbidden', /plan of the account/],
  [[405, 501, 505], 'service.refused', /does not offer this at its address/],
  [[413, 414, 431], 'service.refused', /too long/],
  [[423], 'service.refused', /locked this record/],
  [[300, 301, 302, 304, 307, 399], 'service.refused', /points to another address/],
])('%j is %s for calls and reads: %s', (statuses, code, message) => {
  for (const status of statuses) {
    for (const subject of subjects) {
      const words = refusalWords(subject, status)
      expect([status, subject, words.code]).toEqual([status, subject, code])
      expect(words.message).toMatch(message)
      expect(words.hint).not.toBe('')
    }
  }
})

test.each<[number[], string]>([
  [[403], 'service.forbidden'],
  [[404, 410], 'service.not_found'],
])('%j is %s, in words of its own for each call', (statuses, code) => {
  for (const subject of subjects) {
    for (const status of statuses) {
      const words = refusalWords(subject, status)
      expect(words).toEqual({ code, message: expect.stringMatching(/\.$/), hint: expect.stringMatching(/\.$/) })
      expect(words).toEqual(refusalWords(subject, statuses[0] ?? 0))
    }
  }
  const said = (subject: Subject) => refusalWords(subject, statuses[0] ?? 0).message
  expect(
    new Set([said('updateCustomer'), said('createCustomer'), said('importMessage'), said('resolveConversation'), said('read')]).size,
  ).toBe(5)
})

describe('a value that is refused', () => {
  test.each<[number, string, RegExp]>([
    [400, 'service.refused', /does not accept a value of this row/],
    [422, 'service.refused', /does not accept a value of this row/],
    [409, 'service.conflict', /conflicts with what it holds/],
    [418, 'service.refused', /The service refused this\./],
    [400 + 51, 'service.refused', /The service refused this\./],
  ])('of a call, with %i, is %s, and what the service said is shown', (status, code, message) => {
    for (const subject of calls) {
      const words = refusalWords(subject, status)
      expect(words.code).toBe(code)
      expect(words.message).toMatch(message)
      expect(words.hint).toContain('What the service said is shown with the row.')
    }
  })

  test.each([400, 409, 418, 422])('of a read, with %i, is nothing that a row could mend', (status) => {
    expect(refusalWords('read', status)).toEqual({
      code: 'service.refused',
      message: 'The service refused to answer this.',
      hint: expect.stringContaining('Try again'),
    })
  })
})

test('an answer that cannot be read names what was asked for, and what to do', () => {
  expect(shapeError('the list of contacts')).toMatchObject({
    code: 'service.shape',
    message: "The service's answer for the list of contacts cannot be read.",
    hint: expect.stringContaining('Check the address of the service'),
  })
  expect(shapeError('a conversation', 'Wait.').hint).toBe('Wait.')
})
