import { describe, expect, test } from 'vitest'
import {
  attemptsWhenFailed,
  attemptsWhenUnreachable,
  decideCall,
  type NotDone,
  troubleOf,
} from '../../../../src-main/engine/run/answer/decide-call.ts'
import type { CallError } from '../../../../src-main/engine/model/runs/service-call.ts'

const error: CallError = { code: 'service.refused', message: 'No.', hint: 'Ask.', serviceText: 'name is too long' }
const retry = (reason: 'rate_limited' | 'failed' | 'unreachable', afterMs: number | null = null): NotDone => ({
  kind: 'retry',
  status: null,
  afterMs,
  reason,
  mayArrive: true,
  error,
})
const fresh = { attempts: 0, isOutage: false }

describe('a call', () => {
  test('that was refused, lost or not signed in keeps what the service said', () => {
    const failure = { code: 'service.refused', message: 'No. The service says: name is too long.', hint: 'Ask.' }
    expect(decideCall({ kind: 'failed', status: 422, error }, fresh, 0)).toEqual({ kind: 'failed', failure })
    expect(decideCall({ kind: 'unknown', status: null, busy: null, error }, fresh, 0)).toEqual({ kind: 'unknown', failure })
    expect(decideCall({ kind: 'signIn', status: 401, error }, fresh, 0)).toEqual({ kind: 'signIn', failure })
  })

  test('is tried a few times when the service fails, more often when it cannot be reached', () => {
    for (const [reason, limit] of [
      ['failed', attemptsWhenFailed],
      ['unreachable', attemptsWhenUnreachable],
    ] as const) {
      expect(decideCall(retry(reason), { attempts: limit - 2, isOutage: false }, 0)).toMatchObject({ kind: 'again', countsAsAttempt: true })
      expect(decideCall(retry(reason), { attempts: limit - 1, isOutage: false }, 0)).toMatchObject({ kind: 'failed' })
    }
  })

  test('is never given up for an outage or for being asked to wait', () => {
    for (const outcome of [retry('failed'), retry('unreachable')]) {
      expect(decideCall(outcome, { attempts: 1_000, isOutage: true }, 0)).toMatchObject({ kind: 'again', countsAsAttempt: false })
    }
    expect(decideCall(retry('rate_limited'), { attempts: 1_000, isOutage: false }, 0)).toMatchObject({
      kind: 'again',
      countsAsAttempt: false,
    })
  })

  test('waits longer from attempt to attempt, or as long as the service says', () => {
    const waitsMs = [0, 1, 2]
      .map((attempts) => decideCall(retry('failed'), { attempts, isOutage: false }, 0))
      .map((decision) => (decision.kind === 'again' ? decision.afterMs : -1))
    expect(waitsMs).toEqual([250, 500, 1_000])
    expect(decideCall(retry('failed', 7_000), fresh, 0)).toMatchObject({ afterMs: 7_000 })
  })
})

test('a refusal says nothing bad about the service', () => {
  expect(troubleOf({ kind: 'failed', status: 404, error })).toBeNull()
  expect(troubleOf(retry('unreachable'))).toBe('unreachable')
  expect(troubleOf({ kind: 'unknown', status: 200, busy: null, error })).toBe('lost')
  expect(troubleOf({ kind: 'unknown', status: 503, busy: { afterMs: 1 }, error })).toBe('rate_limited')
})
