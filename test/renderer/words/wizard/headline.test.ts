import { describe, expect, test } from 'vitest'
import type { RunSummary } from '../../../../src-main/engine/contract.ts'
import { headlineOf, whenceText } from '../../../../src-renderer/words/wizard/headline.ts'
import { finishedCounts } from '../../../helpers/finished-counts.ts'

const finished: RunSummary = {
  id: 'r',
  planId: 'p',
  kind: 'contacts',
  fileName: 'list.csv',
  state: 'finished',
  reason: null,
  operator: 'Kim',
  ...finishedCounts(210, { done: 0, calls: 0 }),
  startedAtSeconds: 0,
  finishedAtSeconds: 1,
  failures: [],
  attention: [],
  undo: null,
  undoneByRunId: null,
  retriesRunId: null,
  releasedByRunId: null,
  forgottenAtSeconds: null,
}
const waits = (code: string, rows: number) => ({ code, rows, message: `${code} in a sentence.` })

describe('the headline of a run', () => {
  test('is green for what is done, and for what the service said already', () => {
    expect(headlineOf({ ...finished, unchanged: 210 })).toEqual({
      tone: 'good',
      title: 'Nothing had to change: your account said all of this already.',
      waiting: [],
    })
    expect(headlineOf({ ...finished, done: 200, unchanged: 10 })).toMatchObject({
      tone: 'good',
      title: '200 contacts are in.',
    })
  })

  test('says what did not happen to rows of a run that was canceled in the words of its kind', () => {
    const title = (kind: RunSummary['kind']) => headlineOf({ ...finished, kind, state: 'cancelled', done: 2, pending: 3 }).title
    expect(title('groupSend')).toBe('2 of 5 groups were texted. Canceled: 3 rows not sent.')
    expect(title('contacts')).toBe('2 of 5 contacts are in. Canceled: 3 rows not imported.')
  })

  test('tells whispers from messages where both came in', () => {
    const title = (counts: Partial<RunSummary>, whispers?: number) =>
      headlineOf({ ...finished, kind: 'messages', ...counts }, whispers === undefined ? {} : { whispers }).title
    expect(title({ done: 60 }, 20)).toBe('40 messages and 20 whispers are in.')
    expect(title({ done: 60, failed: 2 }, 20)).toMatch(/^60 of 62 messages and whispers are in; /)
    expect(title({ done: 1 }, 1)).toBe('1 whisper is in.')
    expect(title({ done: 60 })).toBe('60 messages are in.')
    expect(headlineOf({ ...finished, kind: 'messages', done: 60 }).title).toBe('60 messages are in.')
  })

  test('never claims that the service said what was left out', () => {
    expect(headlineOf({ ...finished, unchanged: 150, skipped: 59, invalid: 1 })).toMatchObject({
      tone: 'good',
      title: 'Nothing had to change: your account said 150 rows already, 59 rows were left out, as you chose, 1 row could not be used.',
    })
  })

  test.each([
    [
      'every row unusable',
      { invalid: 210, attention: [waits('rows.invalid', 210)] },
      'Nothing was imported; 210 of 210 rows cannot be used.',
    ],
    [
      'refusals alone',
      { unchanged: 208, done: 2, refusalOnly: 20, attention: [waits('rows.refusal_only', 20)] },
      '2 contacts are in; 20 rows used for their refusal only.',
    ],
    [
      'a refusal of somebody unknown',
      { unchanged: 1, skipped: 209, attention: [waits('refusals.unreached', 1)] },
      'Nothing was imported; 1 row refuses texts for somebody who could not be found.',
    ],
    [
      "another practice's list",
      { unchanged: 1, skipped: 209, attention: [waits('rows.not_found', 209)] },
      'Nothing was imported; 209 of 210 rows are about contacts that are not in this account.',
    ],
    [
      'no column mapped',
      { unchanged: 210, attention: [waits('rows.unmapped', 210)] },
      'Nothing was imported; no column is mapped to a field.',
    ],
    [
      'every changing row held',
      { held: 40, unchanged: 170, attention: [waits('held.withdraw', 40)] },
      'Nothing was imported; 40 rows need your OK.',
    ],
    [
      'some of each',
      { done: 100, held: 1, invalid: 109, attention: [waits('held.consent', 1), waits('rows.invalid', 109)] },
      '100 contacts are in; 1 row needs your OK, and 109 of 210 rows cannot be used.',
    ],
  ])('is amber for %s, and says what waits', (_name, fields, title) => {
    const head = headlineOf({ ...finished, ...fields })
    expect(head).toMatchObject({ tone: 'warn', title })
    expect(head.waiting.map(({ message }) => message)).toEqual(fields.attention.map(({ message }) => message))
  })

  test.each([
    ['resolve', 'No conversation was resolved'],
    ['whispers', 'No whisper was written'],
    ['consent', 'Nothing was imported'],
    ['messages', 'Nothing was imported'],
  ] as const)('says of %s in its own words that nothing was done', (kind, title) => {
    const head = headlineOf({ ...finished, kind, invalid: 210, attention: [waits('rows.invalid', 210)] })
    expect(head.title).toBe(`${title}; 210 of 210 rows cannot be used.`)
  })

  test('is amber for what failed, and says what waits besides', () => {
    const attention = [waits('rows.failed', 2), waits('held.changed', 3)]
    expect(headlineOf({ ...finished, done: 5, failed: 2, held: 3, attention })).toEqual({
      tone: 'warn',
      title: '5 of 7 contacts are in; 2 rows could not be finished.',
      waiting: [{ message: 'held.changed in a sentence.', rows: 'held' }],
    })
  })
})

test('what waits says of which rows it speaks, where they are a group of the results', () => {
  const attention = [waits('held.consent', 1), waits('rows.invalid', 2), waits('rows.not_found', 3)]
  expect(headlineOf({ ...finished, held: 1, invalid: 2, skipped: 3, attention }).waiting.map(({ rows }) => rows)).toEqual([
    'held',
    'invalid',
    null,
  ])
})

test('above the headline stands what was imported where, when and by whom', () => {
  const text = (part: Partial<RunSummary>) => whenceText({ ...finished, startedAtSeconds: 1_795_000_000, ...part }, 'Main office')
  expect(text({ finishedAtSeconds: 1_795_000_000 })).toMatch(/^list\.csv into Main office · \w{3} \d+, 2026, .+ · by Kim$/)
  expect(text({ finishedAtSeconds: null, operator: '' })).toMatch(/ · started \w{3} \d+, 2026, .+ · by an unnamed person$/)
})
