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

  test.each([400, 404, 422])('with status %i, which may be about the row, stop it only where the first ten are refused', (status) => {
    expect(stopsAfter(times(20, refused(status)))).toBe(10)
    expect(stopsAfter([...times(1, done), ...times(100, refused(status))])).toBeNull()
    expect(stopsAfter(times(9, refused(status)))).toBeNull()
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
