import { describe, expect, test } from 'vitest'
import { quietNow, waitNow } from '../../../../../src-main/engine/run/dispatch/wait/current-wait.ts'
import type { Course } from '../../../../../src-main/engine/run/dispatch/course.ts'
import type { ExecutionState } from '../../../../../src-main/engine/run/dispatch/execution-state.ts'
import type { RunItem } from '../../../../../src-main/engine/run/dispatch/run-item.ts'
import { itemWith, toVerify, update } from '../../answer/items.ts'

const wallMs = 1_000_000
const texting = { hours: { from: '08:00', to: '20:00' }, dailyCap: 10, until: '9999-12-31', zone: 'UTC' }

describe('until when nobody may be texted', () => {
  test('is when the first of those may who wait', () => {
    const wait = (kind: 'quiet_hours' | 'daily_cap', untilMs: number) => ({ kind, untilMs, zone: 'UTC' })
    const waits = [wait('quiet_hours', 3_000_000), wait('daily_cap', 2_000_000), wait('quiet_hours', 4_000_000)]
    expect(quietNow(waits, texting, wallMs)).toMatchObject({ kind: 'daily_cap', untilMs: 2_000_000, message: expect.stringMatching(/./) })
  })

  test('is told of the one that has waited longest where several may at the same time', () => {
    const until = (kind: 'quiet_hours' | 'daily_cap') => ({ kind, untilMs: 2_000_000, zone: 'UTC' })
    for (const waits of [
      [until('quiet_hours'), until('daily_cap')],
      [until('daily_cap'), until('quiet_hours')],
    ])
      expect(quietNow(waits, texting, wallMs)?.kind).toBe(waits[0]?.kind)
  })

  test('is not where nobody waits for that', () => {
    expect(quietNow([], texting, wallMs)).toBeNull()
  })
})

describe('what a run waits for', () => {
  const quiet = { kind: 'quiet_hours', untilMs: wallMs + 500, message: 'Until morning.' } as const
  const looking = itemWith({ phase: toVerify(update) })
  const watching = { ...looking, isWatched: true as const }

  /** What is said at 0 of a run whose only delayed row may go in a second. */
  function said(parts: {
    inFlight?: number
    late?: number[]
    ready?: number
    alone?: boolean
    delayed?: RunItem[]
    isQuiet?: boolean
    course?: Course
  }) {
    const { inFlight = 0, late = [], ready = 0, alone = false, delayed = [itemWith()], isQuiet = false } = parts
    const { course = { kind: 'running' } } = parts
    const state = {
      inFlight,
      late: new Map(late.map((untilMs, row) => [row, untilMs])),
      canary: { current: () => (alone ? itemWith() : null) },
      pacing: { holdAt: () => null },
      lanes: {
        readyCount: () => ready,
        nextDueMs: () => 1_000,
        isEachDelayed: (fits: (item: RunItem) => boolean) => delayed.every(fits),
      },
    }
    return waitNow(state as unknown as ExecutionState, course, 0, wallMs, () => (isQuiet ? quiet : null))
  }

  test('is the row that is tried again later; nothing while a call is under way or a row could go', () => {
    expect(said({})).toMatchObject({ kind: 'backoff', untilMs: wallMs + 1_000 })
    expect(said({ inFlight: 1 })).toBeNull()
    expect(said({ ready: 1 })).toBeNull()
  })

  test('is nothing where the run is about to stop', () => {
    const stop = { state: 'paused', reason: { code: 'run.paused', message: 'Paused.', hint: 'Resume.' } } as const
    expect(said({ course: { kind: 'stopping', stop } })).toBeNull()
  })

  test('is that too where rows could go, were it not for the call that goes alone', () => {
    expect(said({ ready: 1, alone: true })).toMatchObject({ kind: 'backoff' })
    expect(said({ ready: 1, alone: true, inFlight: 1 })).toBeNull()
  })

  test('is the last late call, while nothing but the looking for late calls is under way', () => {
    expect(said({ late: [3_000, 5_000, 4_000] })).toMatchObject({ kind: 'late_calls', untilMs: wallMs + 5_000 })
    expect(said({ late: [3_000, 5_000], inFlight: 2 })).toMatchObject({ kind: 'late_calls' })
    expect(said({ late: [3_000, 5_000], inFlight: 3 })).toBeNull()
  })

  test('are reads, where each delayed row is only looked up or its undo not yet decided; answers where each is only watched', () => {
    const undecided = itemWith({ undo: { decided: null } as RunItem['undo'] })
    const words = (delayed: RunItem[]) => said({ delayed })
    expect(words([looking, undecided])).toMatchObject({ kind: 'late_reads', message: words([looking])?.message })
    expect(words([watching, watching])?.message).not.toBe(words([looking])?.message)
    expect(words([watching, looking])?.message).toBe(words([looking])?.message)
    expect(words([looking, itemWith()])).toMatchObject({ kind: 'backoff' })
    expect(words([{ ...itemWith(), isWatched: true }])).toMatchObject({ kind: 'backoff' })
  })

  test('is the morning where all wait for it, and nothing else is under way', () => {
    expect(said({ isQuiet: true })).toEqual(quiet)
    expect(said({ isQuiet: true, late: [2_000], inFlight: 1 })).toMatchObject({ kind: 'late_calls' })
    expect(said({ isQuiet: true, ready: 1 })).toBeNull()
  })
})
