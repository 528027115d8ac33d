import { expect, test } from 'vitest'
import { pauseReason } from '../../../../../src-main/engine/run/dispatch/end/pause-reason.ts'
import { stopReasons } from '../../../../../src-main/engine/run/words/pause-words.ts'

const undecided = { code: 'run.changed_more', message: 'More changed.', hint: 'Look.' }
const wait = { kind: 'quiet_hours' as const, untilMs: 5, message: 'Nobody is texted before 8:00.' }
const refused = { code: 'service.refused', message: 'No.', hint: 'Ask.' }
const busy = (parts: Partial<Parameters<typeof pauseReason>[1]> = {}) => ({
  askedUntilMs: null,
  undecided: () => null,
  quiet: () => null,
  ...parts,
})
const all = busy({ askedUntilMs: 1_700_000_000_000, undecided: () => undecided, quiet: () => wait })

test.each([stopReasons.paused, stopReasons.closed])('what a run was busy with counts more than that somebody did this: $code', (reason) => {
  expect(pauseReason(reason, busy())).toBe(reason)
  expect(pauseReason(reason, busy({ quiet: () => wait })).message).toContain(wait.message)
  expect(pauseReason(reason, busy({ quiet: () => wait, undecided: () => undecided }))).toBe(undecided)
  expect(pauseReason(reason, all).code).toBe('service.asked_to_wait')
})

test('any other reason stays', () => {
  expect(pauseReason(refused, all)).toBe(refused)
  expect(pauseReason(stopReasons.cancelled, all)).toBe(stopReasons.cancelled)
})
