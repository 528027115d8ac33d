import { describe, expect, test } from 'vitest'
import type { CallOutcome } from '../../../../src-main/engine/model/runs/service-call.ts'
import { createRefusalWatch } from '../../../../src-main/engine/run/answer/refusal-watch.ts'

const consent = { kind: 'setConsent' } as const
const update = { kind: 'updateCustomer' } as const
const done: CallOutcome = { kind: 'done', status: 200, record: null, postUuid: null, conversationUuid: null }
const refused = (status: number | null): CallOutcome => ({
  kind: 'failed',
  status,
  error: { code: 'service.forbidden', message: 'Not allowed.', hint: 'Ask somebody.', serviceText: 'No.' },
})
/** How many of these calls are made before the watch stops the run; null where it lets all of them pass. */
function stopsAfter(calls: readonly (readonly [call: typeof consent | typeof update, outcome: CallOutcome])[]): number | null {
  const watch = createRefusalWatch()
  const at = calls.findIndex(([call, outcome]) => watch.note(call, outcome) !== null)
  return at === -1 ? null : at + 1
}
const times = (count: number, outcome: CallOutcome, call: typeof consent | typeof update = consent) =>
  Array.from({ length: count }, () => [call, outcome] as const)

describe('refusals that would meet every row', () => {
  test.each([402, 403, 405, 501, 505, 302])('with status %i stop the run at the third in a row', (status) => {
    expect(stopsAfter(times(20, refused(status)))).toBe(3)
    expect(stopsAfter([...times(50, done), ...times(20, refused(status))])).toBe(53)
    expect(stopsAfter([...times(2, refused(status)), ...times(1, done), ...times(2, refused(status))])).toBeNull()
  })

  test('count also where it cannot be told whether the call was carried out', () => {
    const untold = (status: number | null): CallOutcome => ({
      kind: 'unknown',
      status,
      busy: null,
      error: { code: 'service.no_answer', message: 'No.', hint: 'Ask.', serviceText: null },
    })
    expect(stopsAfter(times(20, untold(501)))).toBe(3)
    for (const status of [500, 503, 429, 200, null]) expect(stopsAfter(times(20, untold(status)))).toBeNull()
  })

  test.each([400, 404, 422])(
    'with status %i, which may be about the row, stop it where the first ten are refused, or thirty later',
    (status) => {
      expect(stopsAfter(times(20, refused(status)))).toBe(10)
      expect(stopsAfter([...times(1, done), ...times(29, refused(status)), ...times(1, done), ...times(10, refused(status))])).toBeNull()
      expect(stopsAfter([...times(1, done), ...times(100, refused(status))])).toBe(31)
      expect(stopsAfter(times(9, refused(status)))).toBeNull()
    },
  )

  const mixed = (rounds: number, ...round: (readonly [CallOutcome, number])[]) =>
    Array.from({ length: rounds }, () => round.flatMap(([outcome, count]) => times(count, outcome))).flat()
  test('stop it also with good answers between them, where they are most of the last fifty', () => {
    expect(stopsAfter(mixed(50, [refused(422), 9], [done, 1]))).toBe(44)
    expect(stopsAfter([...times(200, done), ...mixed(50, [refused(422), 9], [done, 1])])).toBe(200 + 44)
    expect(stopsAfter(mixed(50, [refused(422), 4], [done, 1]))).toBe(49)
    expect(stopsAfter(mixed(50, [refused(422), 3], [done, 1]))).toBeNull()
    expect(stopsAfter(mixed(225, [refused(403), 1], [done, 1]))).toBe(49)
    expect(stopsAfter(mixed(225, [refused(403), 1], [done, 2]))).toBeNull()
    const watch = createRefusalWatch()
    const reasons = mixed(10, [refused(422), 9], [done, 1]).map(([call, outcome]) => watch.note(call, outcome))
    expect(reasons.find((one) => one !== null)).toMatchObject({ message: expect.stringContaining('40 of the last 44 calls were refused') })
  })

  test('count for each kind of call, and only where the service says the same each time', () => {
    const turns = Array.from({ length: 5 }, () => [...times(1, refused(403)), ...times(1, done, update)]).flat()
    expect(stopsAfter(turns)).toBe(5)
    expect(stopsAfter([...times(2, refused(403)), ...times(2, refused(402)), ...times(2, refused(403))])).toBeNull()
  })

  test('are not calls that were never sent, nor answers that took nothing on', () => {
    expect(stopsAfter(times(30, refused(null)))).toBeNull()
    expect(stopsAfter(times(30, refused(200)))).toBeNull()
  })

  test('say what was refused, and what to do then', () => {
    const watch = createRefusalWatch()
    const reason = [1, 2, 3].map(() => watch.note(consent, refused(403))).at(-1)
    expect(reason).toEqual({
      code: 'run.refused',
      message:
        'Not allowed. The service says: No. That was the answer to 3 calls in a row, so the run stopped before asking the same for more rows.',
      hint: 'Ask somebody. Then resume the run, and try its failed rows again; or cancel it.',
    })
  })
})

test('answers that are no refusals count as none, whatever their status', () => {
  const { error } = refused(403) as Extract<CallOutcome, { kind: 'failed' }>
  const retried: CallOutcome = { kind: 'retry', status: 403, afterMs: null, reason: 'failed', mayArrive: false, error }
  for (const outcome of [retried, { kind: 'signIn', status: 403, error } as const, refused(200), refused(299), refused(null)])
    expect(stopsAfter(times(60, outcome))).toBeNull()
  expect(stopsAfter(times(60, refused(300)))).toBe(3)
})

test('a refusal of which nobody knows whether it had an effect counts, and is told in its own words', () => {
  const own = { code: 'service.refused', message: 'Not allowed here.', hint: 'Ask.', serviceText: null } as const
  const { error } = refused(403) as Extract<CallOutcome, { kind: 'failed' }>
  const watch = createRefusalWatch()
  const outcomes: CallOutcome[] = Array.from({ length: 10 }, () => ({ kind: 'unknown', status: 422, busy: null, refusal: own, error }))
  const reasons = outcomes.map((outcome) => watch.note(consent, outcome))
  expect(reasons.findIndex((reason) => reason !== null)).toBe(9)
  expect(JSON.stringify(reasons.at(-1))).toContain('Not allowed here.')
  const other = createRefusalWatch()
  const plain = times(10, refused(422)).map(([call, outcome]) => other.note(call, outcome))
  expect(JSON.stringify(plain.at(-1))).toContain('No.')
  expect(JSON.stringify(plain.at(-1))).not.toContain('allowed here')
})
