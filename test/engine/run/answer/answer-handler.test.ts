import { describe, expect, test } from 'vitest'
import type { CallOutcome, ServiceCall } from '../../../../src-main/engine/model/runs/service-call.ts'
import type { ReadAnswer } from '../../../../src-main/engine/run/answer/read-answer.ts'
import type { InVain, RunItem } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import { emptyEntries } from '../../../../src-main/engine/run/journal/journal-writer.ts'
import { counts, handledRows, lostName, nowMs, otherName, startMs, unseen } from './handled-row.ts'
import { callError, consent, creation, done, failure, itemWith, lostUntil, message, toVerify, update } from './items.ts'

const running = handledRows()
const refused = (status = 422): CallOutcome => ({ kind: 'failed', status, error: callError })
const retry = (
  reason: 'failed' | 'rate_limited' | 'unreachable',
  afterMs: number | null = null,
  status: number | null = 500,
): CallOutcome => ({
  kind: 'retry',
  status,
  afterMs,
  reason,
  mayArrive: true,
  error: callError,
})
const unknown: CallOutcome = { kind: 'unknown', status: null, busy: null, error: callError }
const lostMessage = (parts: Partial<RunItem> = {}) => itemWith({ calls: [message], fingerprint: 'f', phase: lostUntil(9_000), ...parts })

describe('a call that is answered', () => {
  test('well ends its row, in the journal and in the counts', () => {
    const run = running(itemWith())
    run.state.canary.pass(update)
    const outcome = done()
    run.call(outcome)
    expect(run.entries).toEqual({
      ...emptyEntries(),
      calls: [
        {
          row: 3,
          ordinal: 0,
          fingerprint: null,
          creates: null,
          contacts: ['u1'],
          from: 'sent',
          state: 'done',
          httpStatus: 200,
          failure: null,
          done: { call: update, outcome, isLookedUp: false },
        },
      ],
      rows: [{ row: 3, outcome: 'done', failure: null, undone: null }],
    })
    expect(run.state.counts).toEqual({ ...counts, done: 2, pending: 3, calls: 6 })
    expect(run.goesAt()).toBeNull()
    expect(run.stops).toEqual([])
  })

  test('well lets the next call of the row go at once, under its own number', () => {
    const run = running(itemWith({ calls: [creation, update] }))
    run.call(done({ record: { uuid: 'new', name: 'New' } }), { call: creation })
    expect(run.entries.calls).toMatchObject([{ ordinal: 0, creates: creation.customer.phone, state: 'done' }])
    expect(run.entries.rows).toEqual([])
    expect(run.item).toMatchObject({ ordinal: 1, made: { contactUuid: 'new' } })
    expect(run.state.counts).toEqual({ ...counts, calls: 6 })
    expect(run.goesAt()).toBe(nowMs)
  })

  test('with a refusal fails its row, and the next row of the contact may go', () => {
    const next = itemWith({ row: 4 })
    const run = running(itemWith(), { next })
    run.call(refused())
    expect(run.entries.rows).toEqual([{ row: 3, outcome: 'failed', failure, undone: null }])
    expect(run.state.counts).toEqual({ ...counts, failed: 2, pending: 3, calls: 6 })
    expect(run.goesAt()).toBe(nowMs)
  })

  test('with trouble goes again later; it does not count as answered', () => {
    const run = running(itemWith({ attempts: 1 }))
    run.call(retry('failed'))
    expect(run.entries.calls).toMatchObject([{ state: 'pending', failure: null }])
    expect(run.item.attempts).toBe(2)
    expect(run.state.counts).toEqual(counts)
    expect(run.goesAt()).toBe(nowMs + 500)
  })

  test('with a need to sign in pauses the run, and nothing is held against the row', () => {
    const run = running(itemWith({ attempts: 1 }))
    run.call({ kind: 'signIn', status: 401, error: callError })
    expect(run.stops).toEqual([{ state: 'paused', reason: failure }])
    expect(run.item.attempts).toBe(1)
    expect(run.entries.rows).toEqual([])
  })

  test('is part of the rate once it has an end', () => {
    const rateAfter = (outcome: CallOutcome) => {
      const run = running(itemWith())
      run.call(outcome)
      return run.state.rate.callsPerSecond(startMs + 1_000)
    }
    expect([rateAfter(done()), rateAfter(refused()), rateAfter(unknown), rateAfter(retry('failed'))]).toEqual([1, 1, 1, 0])
  })
})

describe('a message of which nobody knows whether it arrived', () => {
  test('counts as unknown, and is looked for after a while', () => {
    const run = running(itemWith({ calls: [message], fingerprint: 'f' }))
    run.call(unknown, { call: message })
    expect(run.entries.calls).toMatchObject([{ fingerprint: 'f', state: 'unknown', failure }])
    expect(run.entries.rows).toEqual([{ row: 3, outcome: 'unknown', failure }])
    expect(run.state.counts).toEqual({ ...counts, unknown: 3, pending: 3 })
    expect(run.goesAt()).toBe(nowMs + 1_000)
  })

  test('that turns out to have arrived is done', () => {
    const run = running(lostMessage())
    run.read({ kind: 'reconciled', fate: 'arrived', call: message, outcome: done({ postUuid: 'p' }), lost: [] })
    expect(run.entries).toMatchObject({
      reopened: [3],
      calls: [{ from: 'unknown', state: 'done', fingerprint: 'f' }],
      rows: [{ outcome: 'done' }],
    })
    expect(run.state.counts).toEqual({ ...counts, unknown: 1, done: 2, calls: 6 })
  })

  test('that turns out not to have arrived is pending again', () => {
    const run = running(lostMessage({ phase: lostUntil(1_900) }))
    run.read({ kind: 'reconciled', fate: 'absent' })
    expect(run.entries).toMatchObject({ reopened: [3], calls: [{ from: 'unknown', state: 'pending' }], rows: [] })
    expect(run.state.counts).toEqual({ ...counts, unknown: 1, pending: 5 })
    expect(run.goesAt()).toBe(nowMs)
  })

  test('that is not found is looked for as long as it may arrive, and still counts as unknown', () => {
    const run = running(lostMessage())
    run.read({ kind: 'reconciled', fate: 'absent' })
    expect(run.entries).toEqual(emptyEntries())
    expect(run.state.counts).toEqual(counts)
    expect(run.goesAt()).toBe(nowMs + 3_000)
  })

  test('that cannot be told stays unknown, counted once, and lets go of its lane', () => {
    const run = running(lostMessage({ phase: lostUntil(1_900) }), { next: itemWith({ row: 4 }) })
    run.read({ kind: 'reconciled', fate: 'cannotTell', why: 'otherPost' })
    expect(run.entries.rows).toMatchObject([{ row: 3, outcome: 'unknown', failure: { code: 'service.no_answer' } }])
    expect(run.state.counts).toEqual(counts)
    expect(run.goesAt()).toBe(nowMs)
  })
})

describe('what a read brings', () => {
  test('goes into the cache, and the row goes on', () => {
    const run = running(itemWith())
    const customer = { record: { uuid: 'u1', name: 'Old' }, extra: null }
    run.read({ kind: 'found', seen: customer })
    expect(run.entries).toEqual({ ...emptyEntries(), seen: [{ ...customer, agoMs: expect.any(Number) }] })
    expect(run.goesAt()).toBe(nowMs)
    expect(run.item.contact).toMatchObject({ isFresh: true })
  })

  test('may be that the contact is gone: the cache forgets it, and the row has failed', () => {
    const run = running(itemWith())
    run.read({ kind: 'missing', failure, goneUuid: 'u1' })
    expect(run.entries).toMatchObject({ gone: ['u1'], seen: [], rows: [{ outcome: 'failed' }] })
  })

  test('may be that somebody changed the contact: the row is held', () => {
    const run = running(itemWith())
    run.read({ kind: 'changed', failure, seen: { record: { uuid: 'u1' }, extra: null } })
    expect(run.entries).toMatchObject({ seen: [{ record: { uuid: 'u1' } }], rows: [{ outcome: 'held' }] })
    expect(run.state.counts).toEqual({ ...counts, held: 2, pending: 3 })
  })

  test('may be nothing but trouble: it is read again', () => {
    const run = running(itemWith())
    run.readFailed('service.failed')
    expect(run.entries).toEqual(emptyEntries())
    expect(run.item.attempts).toBe(1)
    expect(run.goesAt()).toBe(nowMs + 250)
  })
})

describe('how the service stands', () => {
  /** A run in an outage of the network. */
  const outage = (item = itemWith()) => {
    const run = running(item)
    for (let at = 0; at < 20; at += 1)
      run.state.pacing.onTrouble({ trouble: 'unreachable', status: null, afterMs: null, sentAtMs: at * 100 }, at * 100 + 50, 0)
    expect(run.state.pacing.isOutage).toBe(true)
    return run
  }

  test('is worse after trouble, and by as much as the service asks for', () => {
    const run = running(itemWith())
    run.call(retry('rate_limited', 7_000, 429))
    expect(run.state.pacing.concurrency).toBe(4)
    expect(run.state.pacing.holdAt(nowMs)).toEqual({ kind: 'retry_after', untilMs: nowMs + 7_000 })
  })

  test('is not what a failing service says how long to wait for one call', () => {
    const run = running(itemWith())
    run.call(retry('failed', 7_000))
    expect(run.state.pacing.holdAt(nowMs)).toBeNull()
    expect(run.goesAt()).toBe(nowMs + 7_000)
  })

  test('is good again after an answer, be it a refusal, also of a call that had got lost before', () => {
    for (const outcome of [done(), refused()]) {
      for (const losses of [0, 2]) {
        const run = outage(itemWith({ losses }))
        run.call(outcome)
        expect(run.state.pacing.isOutage).toBe(false)
      }
    }
  })

  test('is an outage when many calls in a row fail: then nothing is held against a row', () => {
    const run = running(itemWith({ attempts: 4 }))
    for (let at = 0; at < 20; at += 1)
      run.state.pacing.onTrouble({ trouble: 'failed', status: 500, afterMs: null, sentAtMs: at * 100 }, at * 100 + 50, 0)
    expect(run.state.pacing.isOutage).toBe(true)
    run.call(retry('failed'))
    expect(run.item.attempts).toBe(4)
    expect(run.entries.rows).toEqual([])
    run.readFailed('service.failed')
    expect(run.item.attempts).toBe(4)
  })

  test('is told by a read that goes well, by one that fails, but not by one that cannot be understood', () => {
    const well = outage()
    well.read({ kind: 'found', seen: null })
    expect(well.state.pacing.isOutage).toBe(false)
    const unreadable = outage()
    unreadable.readFailed('service.shape')
    expect(unreadable.state.pacing.isOutage).toBe(true)
    const odd = running(itemWith())
    for (let at = 0; at < 20; at += 1) {
      odd.item.attempts = 0
      odd.readFailed('service.shape', at * 100)
    }
    expect(odd.state.pacing.isOutage).toBe(false)
    const busy = running(itemWith())
    busy.readFailed('service.rate_limited')
    expect(busy.state.pacing.holdAt(nowMs)).toMatchObject({ kind: 'backoff' })
  })

  test('is not told by a need to sign in', () => {
    const run = outage()
    run.call({ kind: 'signIn', status: 401, error: callError })
    expect(run.state.pacing.isOutage).toBe(true)
  })

  test('is not told by a message that gets lost again: that says more about itself', () => {
    const lostInARow = (losses: number) => {
      const run = running(itemWith({ calls: [message], losses }))
      for (let at = 0; at < 200 && run.state.pacing.givesUp() === null; at += 1) {
        run.item.phase = { kind: 'call' }
        run.item.losses = losses
        run.call(unknown, { call: message, sentAtMs: nowMs })
        run.state.lanes.takeThis(run.item, nowMs + 1_000)
      }
      return run.state.pacing.givesUp()
    }
    expect([lostInARow(0), lostInARow(1)]).toEqual(['lost', null])
  })

  test('has its share of chance in how long is waited', () => {
    const run = running(itemWith(), { random: 0.5 })
    run.call(retry('failed'))
    expect(run.goesAt()).toBe(nowMs + 375)
    const limited = running(itemWith(), { random: 0.5 })
    limited.call(retry('rate_limited', null, 429))
    expect(limited.state.pacing.holdAt(nowMs)).toEqual({ kind: 'backoff', untilMs: nowMs + 375 })
  })
})

const blocked = { field: 'blocked', asked: 'yes', answered: 'no' }

describe('a change that was accepted and not applied', () => {
  test('stops the run where more than a text got lost, and offers nothing', () => {
    const run = running(itemWith())
    run.call(done({ record: { uuid: 'u1', name: 'Other' } }), { echo: { lost: [...otherName.lost, blocked], isSeen: true } })
    expect(run.stops).toMatchObject([{ reason: { message: expect.stringContaining('Name, blocked (row 4)') } }])
    expect(run.stops[0]?.reason.offers).toBeUndefined()
  })

  test('stops the run at the first call of its kind, with the line of the row', () => {
    const run = running(itemWith())
    run.call(done({ record: { uuid: 'u1', name: 'Other' } }), { echo: otherName })
    expect(run.stops).toMatchObject([
      {
        state: 'paused',
        reason: { code: 'run.not_applied', message: expect.stringContaining('alters texts: Name (row 4)'), offers: ['altered-texts'] },
      },
    ])
    expect(run.entries.rows).toMatchObject([{ outcome: 'failed', failure: { code: 'service.not_applied' } }])
  })

  test('does not stop it once calls of the kind were seen to work, unless there are three in a row', () => {
    const run = running(itemWith())
    run.state.canary.pass(update)
    const lose = () => {
      // The answer showed it as it was, and so do reads after a minute.
      Object.assign(run.item, { ordinal: 1, phase: toVerify(update, { answeredAtMs: -60_000, isDoubted: true }) })
      run.read({ kind: 'verified', lost: lostName.lost, isShown: false, isLate: true, seen: null })
      run.state.lanes.add(run.item)
      run.state.lanes.take(nowMs)
      return run.stops.length
    }
    expect([lose(), lose(), lose()]).toEqual([0, 0, 1])
  })

  test('stops it also where only looking it up shows that, not where a lost call shows it', () => {
    const verifying = running(itemWith({ ordinal: 1, phase: toVerify(update, { answeredAtMs: -60_000 }) }))
    verifying.read({ kind: 'verified', lost: lostName.lost, isShown: false, isLate: true, seen: null })
    expect(verifying.stops).toMatchObject([{ reason: { code: 'run.not_applied' } }])
    const reconciled = running(itemWith({ calls: [creation], phase: lostUntil(9_000) }))
    reconciled.read({ kind: 'reconciled', fate: 'arrived', call: creation, outcome: done(), lost: lostName.lost })
    expect(reconciled.entries.rows).toMatchObject([{ outcome: 'failed' }])
    expect(reconciled.stops).toEqual([])
  })
})

describe('the first call of a kind', () => {
  test('has passed where looking it up shows that it was applied, and not before', () => {
    const run = running(itemWith({ calls: [consent] }))
    run.state.canary.begin(run.item)
    run.call(done(), { call: consent, echo: unseen })
    expect(run.item.phase).toEqual(toVerify(consent, { answeredAtMs: nowMs, tookMs: 500 }))
    expect(run.state.canary.hasPassed(consent)).toBe(false)
    expect(run.state.canary.current()).toBe(run.item)
    run.read({ kind: 'verified', lost: [], isShown: true, isLate: true, seen: null })
    expect(run.state.canary.hasPassed(consent)).toBe(true)
    expect(run.state.canary.current()).toBeNull()
  })

  test('that was not applied has not passed', () => {
    const run = running(itemWith({ calls: [update], ordinal: 1, phase: toVerify(update, { answeredAtMs: -60_000 }) }))
    run.read({ kind: 'verified', lost: lostName.lost, isShown: false, isLate: true, seen: null })
    expect(run.state.canary.hasPassed(update)).toBe(false)
  })

  test('has not passed while looking it up fails', () => {
    const run = running(itemWith({ calls: [update], ordinal: 1, phase: toVerify(update, { answeredAtMs: -60_000 }) }))
    run.state.canary.begin(run.item)
    run.readFailed('service.unreachable')
    expect(run.state.canary.hasPassed(update)).toBe(false)
    expect(run.state.canary.current()).toBe(run.item)
  })

  test('keeps the others waiting while its contact is read for it', () => {
    for (const answer of [{ kind: 'found', seen: null }] satisfies ReadAnswer[]) {
      const run = running(itemWith())
      run.state.canary.begin(run.item)
      run.read(answer)
      expect(run.state.canary.current()).toBe(run.item)
    }
    const undone = running(
      itemWith({
        undo: {
          uuid: 'u1',
          written: [{ field: 'name', label: 'Name', before: 'Old', beforeKnown: true, after: 'New' }],
          sent: new Set(),
          done: new Set(),
          shownFromMs: 0,
          decided: null,
        },
      }),
    )
    undone.state.canary.begin(undone.item)
    undone.read({ kind: 'undone', seen: { record: { uuid: 'u1', name: 'New' }, extra: null } })
    expect(undone.state.canary.current()).toBe(undone.item)
  })

  test.each<[string, (run: ReturnType<typeof running>) => void]>([
    [
      'is done, once its kind has passed',
      (run) => {
        run.state.canary.pass(update)
        run.call(done())
      },
    ],
    ['is refused', (run) => run.call(refused())],
    ['goes again', (run) => run.call(retry('failed'))],
    ['got lost', (run) => run.call(unknown)],
    ['needs a contact that is gone', (run) => run.read({ kind: 'missing', failure, goneUuid: null })],
    ['needs a contact that cannot be read now', (run) => run.readFailed('service.unreachable')],
  ])('no longer keeps them waiting when it %s', (_name, answer) => {
    const run = running(itemWith())
    run.state.canary.begin(run.item)
    answer(run)
    expect(run.state.canary.current()).toBeNull()
  })

  test('no longer keeps them waiting when there is nothing to take back, or when a lost one is looked for again', () => {
    const undone = running(
      itemWith({
        undo: {
          uuid: 'u1',
          written: [{ field: 'name', label: 'Name', before: 'Old', beforeKnown: true, after: 'New' }],
          sent: new Set(),
          done: new Set(),
          shownFromMs: 0,
          decided: null,
        },
      }),
    )
    undone.state.canary.begin(undone.item)
    undone.read({ kind: 'undone', seen: { record: { uuid: 'u1', name: 'Edited' }, extra: null } })
    expect(undone.state.canary.current()).toBeNull()
    const lost = running(lostMessage())
    lost.state.canary.begin(lost.item)
    lost.read({ kind: 'reconciled', fate: 'absent' })
    expect(lost.state.canary.current()).toBeNull()
  })

  test('goes on keeping them waiting, whatever becomes of another row', () => {
    const run = running(itemWith())
    const first = itemWith({ row: 1 })
    run.state.canary.begin(first)
    run.call(done())
    expect(run.state.canary.current()).toBe(first)
  })
})

test('refusals that every further row would meet too pause the run', () => {
  const run = running(itemWith())
  const refuse = () => {
    run.call(refused(403))
    run.state.lanes.add(run.item)
    run.state.lanes.take(nowMs)
    return run.stops.length
  }
  expect([refuse(), refuse(), refuse()]).toEqual([0, 0, 1])
  expect(run.stops[0]?.state).toBe('paused')
})

test('of the last row there is nothing left to stop', () => {
  const run = running(itemWith())
  run.state.counts = { ...counts, pending: 3 }
  for (let at = 0; at < 3; at += 1) {
    run.call(refused(403))
    run.state.lanes.add(run.item)
    run.state.lanes.take(nowMs)
  }
  expect(run.state.counts.pending).toBe(0)
  expect(run.stops).toEqual([])
})

describe('a call that had no good answer', () => {
  const vain = (refusal: InVain['refused'] = null): InVain => ({ ordinal: 0, times: 1, attempts: 1, refused: refusal, wantsLook: true })
  const shown = { record: { uuid: 'u1', name: 'New' }, extra: null }
  const endState = (call: ServiceCall, isThere: boolean) => ({ kind: 'endState', call, isThere, seen: shown }) as const
  const forbidden = { outcome: { kind: 'failed', status: 403, error: callError }, failure, arrivesByMs: 0, looks: 0 } as const

  test('is told to the consent ledger where its contact shows a consent, once that is certain', () => {
    const told = (call: typeof consent | typeof update, isThere: boolean, parts: Partial<RunItem> = {}) => {
      const run = running(itemWith({ calls: [call], inVain: vain(), ...parts }))
      run.read(endState(call, isThere))
      return run.entries.consents
    }
    expect(told(consent, true)).toEqual([{ row: 3, found: 'shown' }])
    expect(told(consent, false)).toEqual([])
    expect(told(update, true)).toEqual([])
    // One that has to prove something is looked up first.
    const before = { record: { uuid: 'u1' }, posts: null }
    expect(told(consent, true, { proof: { kind: 'wanted', how: 'sample', before } as RunItem['proof'] })).toEqual([])
  })

  test('and was refused, as its contact shows, counts among the refusals that every further row would meet', () => {
    const run = running(itemWith({ calls: [consent] }))
    const refuse = (refusal: InVain['refused']) => {
      Object.assign(run.item, { phase: { kind: 'call' }, inVain: vain(refusal) })
      run.read(endState(consent, false))
      run.state.lanes.add(run.item)
      run.state.lanes.take(nowMs)
      return run.stops.length
    }
    expect([refuse(forbidden), refuse(forbidden), refuse(forbidden)]).toEqual([0, 0, 1])
    const again = running(itemWith({ calls: [consent], inVain: vain() }))
    for (let at = 0; at < 4; at += 1) again.read(endState(consent, false))
    expect(again.stops).toEqual([])
    // One that may still show is not refused yet.
    const early = running(itemWith({ calls: [consent], inVain: vain({ ...forbidden, arrivesByMs: 99_000 }) }))
    for (let at = 0; at < 4; at += 1) early.read(endState(consent, false))
    expect(early.stops).toEqual([])
    // What was refused of another call of the row says nothing of this one.
    const other = running(itemWith({ calls: [consent], inVain: { ...vain(forbidden), ordinal: 1 } }))
    for (let at = 0; at < 4; at += 1) {
      other.item.attempts = 9
      other.readFailed('service.refused')
      other.state.lanes.add(other.item)
      other.state.lanes.take(nowMs)
    }
    expect(other.stops).toEqual([])
  })
})

describe('what is read of a contact', () => {
  test('is what was known before its call, unless that call may have changed it', () => {
    const known = (parts: Partial<RunItem>) => {
      const run = running(itemWith(parts))
      run.read({ kind: 'found', seen: { record: { uuid: 'u1', name: 'Now' }, extra: null } })
      return run.item.known?.name
    }
    expect(known({})).toBe('Now')
    const vain: InVain = { ordinal: 0, times: 1, attempts: 0, refused: null, wantsLook: false }
    expect(known({ inVain: vain })).toBeUndefined()
    expect(known({ inVain: { ...vain, ordinal: 1 } })).toBe('Now')
    expect(known({ attempts: 1 })).toBeUndefined()
  })

  test('once more, later, says nothing good of the service where it failed', () => {
    const watching = (parts: Partial<RunItem>) => {
      const run = running(itemWith({ phase: toVerify(message), ...parts }))
      for (let at = 0; at < 20; at += 1)
        run.state.pacing.onTrouble({ trouble: 'unreachable', status: null, afterMs: null, sentAtMs: at * 100 }, at * 100 + 50, 0)
      return run
    }
    const failed = watching({ isWatched: true })
    failed.readFailed('service.unreachable')
    expect(failed.state.pacing.isOutage).toBe(true)
    const well = watching({ isWatched: true })
    well.read({ kind: 'verified', lost: [], isShown: true, isLate: false, seen: null })
    expect(well.state.pacing.isOutage).toBe(false)
  })
})

describe('a change that an undo, or looking again, does not find', () => {
  const lost = { kind: 'verified', lost: lostName.lost, isShown: false, isLate: true, seen: null } as const
  const stopsAt = (parts: Partial<RunItem>, phase: Partial<Parameters<typeof toVerify>[1]> = {}) => {
    const run = running(itemWith({ ordinal: 1, phase: toVerify(update, { answeredAtMs: -60_000, ...phase }), ...parts }))
    run.state.canary.pass(update)
    run.read(lost)
    return run.stops.length
  }
  const undo = { uuid: 'u1', written: [], sent: new Set<never>(), done: new Set<never>(), shownFromMs: 0, decided: null }

  test('stops nothing once calls of its kind were seen to work: somebody may have edited the contact', () => {
    expect(stopsAt({})).toBe(1)
    expect(stopsAt({ undo })).toBe(0)
    expect(stopsAt({}, { isDoubted: true })).toBe(0)
    expect(stopsAt({}, { isRemembered: true })).toBe(0)
  })
})

test('a row that is done says what its contact was told, before what else there is to say', () => {
  const noteOf = (parts: Partial<RunItem>) => {
    const run = running(itemWith(parts))
    run.state.canary.pass(update)
    run.call(done())
    return run.entries.rows[0]?.failure
  }
  expect(noteOf({ told: 'They were asked.', otherTexts: ['Name'], wasTexted: true })).toMatchObject({ message: 'They were asked.' })
  expect(noteOf({ otherTexts: ['Name'], wasTexted: true })).toMatchObject({ message: expect.stringContaining('Name') })
  expect(noteOf({ wasTexted: true })).not.toBeNull()
  expect(noteOf({})).toBeNull()
})
