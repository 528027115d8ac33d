import { describe, expect, test } from 'vitest'
import type { CallOutcome, ServiceCall } from '../../../../src-main/engine/model/runs/service-call.ts'
import { AppError, type ErrorCode } from '../../../../src-main/engine/model/errors.ts'
import type { Answer } from '../../../../src-main/engine/run/answer/answer-meaning.ts'
import type { ReadAnswer } from '../../../../src-main/engine/run/answer/read-answer.ts'
import type { InVain, RunItem, WrittenCall } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import type { ProofTask } from '../../../../src-main/engine/run/proof/proof-task.ts'
import { handledRows, lostName, nowMs, otherName, seen, unseen } from './handled-row.ts'
import { callError, consent, creation, done, failure, itemWith, message, toVerify, update } from './items.ts'

const running = handledRows()
const before = { record: { uuid: 'u1', name: 'Old', notes: 'N' }, posts: null }
const shown = { record: { uuid: 'u1', name: 'New', notes: 'N' }, extra: null }
const good = { kind: 'verified', lost: [], isShown: true, isLate: true, seen: shown } as const satisfies ReadAnswer
const late = { kind: 'verified', lost: lostName.lost, isShown: false, isLate: true, seen: null } as const satisfies ReadAnswer
const wanted = (how: 'alone' | 'sample' | 'along', image: Extract<ProofTask, { kind: 'wanted' }>['before'] = before): ProofTask => ({
  kind: 'wanted',
  how,
  before: image,
})
const undo = { uuid: 'u1', written: [], sent: new Set<never>(), done: new Set<never>(), shownFromMs: 0, decided: null }
const putBack = { target: before.record, changes: [], rounds: 1, isCutShort: false }

/** A row whose call is done and is looked up, with an open proof of it in the journal. */
function lookedUp(parts: Partial<RunItem> = {}, phase: Partial<WrittenCall> = {}, answer: ReadAnswer = good) {
  const run = running(itemWith({ ordinal: 1, proving: 0, phase: toVerify(update, { before, ...phase }), ...parts }))
  run.read(answer)
  return run
}

describe('a call that is looked up and is as it should be', () => {
  const passed = { row: 3, ordinal: 0, state: 'passed', kind: 'updateCustomer' }

  test('proves its kind, and ends the open proof of its row', () => {
    const run = lookedUp()
    expect(run.state.canary.hasPassed(update)).toBe(true)
    expect(run.entries.proofs).toEqual([passed])
    expect(lookedUp({ proving: undefined }).entries.proofs).toEqual([])
  })

  test('proves nothing where an earlier process had sent it, or what was before is only remembered', () => {
    for (const run of [lookedUp({ resent: 0 }), lookedUp({}, { isRemembered: true })]) {
      expect(run.state.canary.hasPassed(update)).toBe(false)
      expect(run.entries.proofs).toEqual([{ row: 3, ordinal: 0, state: 'over' }])
    }
    // What had been sent was another call of the row.
    expect(lookedUp({ resent: 5 }).entries.proofs).toEqual([passed])
  })

  test('leaves open what its contact would have shown, had it been read before', () => {
    expect(lookedUp({}, { before: null }).entries.proofs).toEqual([{ row: 3, ordinal: 0, state: 'over' }])
  })

  test('proves what was planned, too, where more was sent along with it', () => {
    const run = lookedUp({}, { call: { ...update, customer: { name: 'New', notes: 'N' } } })
    expect(run.state.canary.hasPassed(update, before.record)).toBe(true)
  })

  test('was read after it, however soon; what is read before a call may be as old as the request', () => {
    const ages = (parts: Partial<RunItem>, answer: ReadAnswer) => {
      const run = running(itemWith(parts))
      run.read(answer, nowMs - 300)
      return run.entries.seen.map(({ agoMs }) => agoMs)
    }
    expect(ages({ ordinal: 1, phase: toVerify(update, { before }) }, good)).toEqual([0])
    // Less what the reading of two clocks may differ by.
    expect(ages({}, { kind: 'found', seen: shown })).toEqual([290])
    const lost = running(itemWith())
    lost.state.canary.pass(update)
    lost.call(done({ record: { uuid: 'u1', name: 'Other' } }), { echo: { lost: otherName.lost, isSeen: true }, sentAtMs: nowMs - 300 })
    expect(lost.entries.seen.map(({ agoMs }) => agoMs)).toEqual([0])
  })

  test('is told to the consent ledger where it was about consent', () => {
    const told = (call: typeof consent | typeof update) => lookedUp({ calls: [call] }, { call, before: null }).entries.consents
    expect(told(consent)).toEqual([{ row: 3, found: 'shown' }])
    expect(told(update)).toEqual([])
  })

  test('says when the service opens the conversation of a post, and says it once', () => {
    const image = { record: null, posts: null, isResolved: true }
    const run = lookedUp({ calls: [message, message] }, { call: message, before: image }, { ...good, seen: null, isResolved: false })
    expect(run.entries.learnt).toContainEqual({ kind: 'reopens', by: 'importReopens', does: true })
    expect(run.state.profile.importReopens).toBe(true)
    Object.assign(run.item, { ordinal: 1, phase: toVerify(message, { before: image }) })
    run.entries.learnt.length = 0
    run.read({ ...good, seen: null, isResolved: false })
    expect(run.entries.learnt).not.toContainEqual(expect.objectContaining({ kind: 'reopens' }))
  })
})

describe('what has not been shown yet', () => {
  test('keeps everything else waiting, unless it is a change that may be late, or one of an undo', () => {
    const isAlone = (parts: Partial<RunItem>, phase: Partial<WrittenCall> = {}) => {
      const run = lookedUp(parts, phase, late)
      expect(run.item.phase.kind).toBe('verify')
      return run.state.canary.current() === run.item
    }
    expect(isAlone({})).toBe(true)
    expect(isAlone({}, { isDoubted: true })).toBe(false)
    expect(isAlone({ undo })).toBe(false)
  })

  test('is no reason to wait where a contact was only read for a call', () => {
    const run = running(itemWith())
    run.read({ kind: 'found', seen: shown })
    expect(run.state.canary.current()).toBeNull()
  })

  const untold = { before: { record: { ...before.record, name: 'New' }, posts: null }, answeredAtMs: 1_800 }

  test('lets others go where the contact looked the same before, until it is read again', () => {
    const run = lookedUp({}, untold)
    expect([run.state.canary.current(), run.state.canary.isAnyBeside()]).toEqual([null, true])
    run.item.phase = toVerify(update, { before })
    run.read(good)
    expect(run.state.canary.isAnyBeside()).toBe(false)
  })

  test('lets none go while it is looked into whether the service changes more than it is asked to', () => {
    const run = running(itemWith({ ordinal: 1, phase: toVerify(update, untold) }))
    const suspect = itemWith({ row: 4, ordinal: 1 })
    const changes = [{ field: 'notes', before: 'N', after: null }]
    const proven = { call: update, before: before.record, changes, target: null }
    run.sideEffects.suspect({ item: suspect, proven, next: { kind: 'ends', outcome: 'done', failure: null }, done: 1 }, run.entries, nowMs)
    run.read(good)
    expect([run.state.canary.current(), run.state.canary.isAnyBeside()]).toEqual([run.item, false])
  })
})

describe('a contact that changed beside what was asked', () => {
  const changes = [{ field: 'notes', before: 'N', after: null }]

  test('is looked into before anything is said, also where what was asked got lost', () => {
    const run = lookedUp({}, { answeredAtMs: -90_000 }, { ...late, changes, isLate: false })
    expect(run.sideEffects.isOpen()).toBe(true)
    expect([run.stops, run.entries.rows]).toEqual([[], []])
    // Without the change, what got lost stops the run.
    expect(lookedUp({}, { answeredAtMs: -90_000 }, { ...late, isLate: false }).stops).toHaveLength(1)
  })

  test('ends its row where nothing of that is so', () => {
    const run = lookedUp()
    expect(run.sideEffects.isOpen()).toBe(false)
    expect(run.entries.rows).toMatchObject([{ row: 3, outcome: 'done' }])
  })
})

describe('an answer that shows what was not applied', () => {
  /** What becomes of a row: looked up, or failed at once. */
  const becomes = (parts: Partial<RunItem>, lost = otherName.lost, call: ServiceCall = update) => {
    const run = running(itemWith({ calls: [call as typeof update], ...parts }))
    run.state.canary.pass(call)
    run.call(done({ record: { uuid: 'u1', name: 'Other', notes: 'N' } }), { call, echo: { lost, isSeen: true } })
    return { run, kind: run.item.phase.kind === 'verify' ? 'lookedUp' : (run.entries.rows[0]?.outcome ?? 'goes') }
  }

  test('is looked at once more where the contact was read right before, and keeps others waiting', () => {
    for (const how of ['alone', 'sample'] as const) {
      const { run, kind } = becomes({ proof: wanted(how), known: before.record })
      expect([kind, run.state.canary.current()]).toEqual(['lookedUp', run.item])
      expect(run.entries.proofs).toMatchObject([{ row: 3, ordinal: 0, state: 'open' }])
    }
  })

  test('fails its row at once where there is nothing to compare with', () => {
    expect(becomes({}).kind).toBe('failed')
    expect(becomes({ proof: wanted('along') }).kind).toBe('failed')
    expect(becomes({ proof: wanted('sample', { record: null, posts: null }) }).kind).toBe('failed')
    expect(becomes({ proof: wanted('sample', null) }).kind).toBe('failed')
    expect(becomes({ undo, proof: wanted('sample') }).kind).toBe('failed')
  })

  test('may be late where it shows what was there before; a creation is not', () => {
    const { run, kind } = becomes({}, lostName.lost)
    expect(kind).toBe('lookedUp')
    expect(run.item.phase).toMatchObject({ isDoubted: true })
    expect(run.state.canary.current()).toBeNull()
    expect(becomes({}, [{ field: 'notes', asked: 'x', answered: 'nothing' }], creation).kind).toBe('failed')
  })

  test('is no surprise where the service is known to cut such texts: nothing is looked at', () => {
    const cut = [{ field: 'notes', asked: 'x'.repeat(100), answered: 'x'.repeat(70) }]
    for (const proof of [wanted('sample'), { kind: 'open' } as const]) {
      const run = running(itemWith({ proof }))
      run.state.canary.pass(update)
      run.state.profile = { ...run.state.profile, cuts: { notes: 70 } }
      run.call(done(), { echo: { lost: cut, isSeen: true } })
      expect([run.item.phase.kind, run.entries.rows[0]?.outcome, run.stops]).toEqual(['call', 'failed', []])
    }
  })
})

describe('a call that is answered well', () => {
  const answered = (parts: Partial<RunItem>, echo = seen) => {
    const run = running(itemWith(parts))
    run.state.canary.pass(update)
    run.call(done(), { echo })
    return run
  }

  test('is looked up as a sample though its kind has passed, and so is what an undo takes back', () => {
    for (const parts of [{ proof: wanted('sample') }, { proof: wanted('alone') }, { undo: { ...undo, decided: [] } }])
      expect(answered(parts).item.phase.kind).toBe('verify')
    for (const parts of [{ proof: wanted('along') }, { proof: { kind: 'none' } as const }, {}])
      expect(answered(parts).item.phase.kind).toBe('call')
    // Others go on meanwhile.
    expect(answered({ proof: wanted('sample') }).state.canary.current()).toBeNull()
  })

  test('is kept with what was read before it where the journal has an open proof of it', () => {
    const run = answered({ proof: wanted('sample'), proving: 0 })
    expect(run.entries.proofs).toEqual([
      { row: 3, ordinal: 0, state: 'open', proof: expect.objectContaining({ before: { record: before.record, posts: null } }) },
    ])
    expect(run.entries.proofs[0]).not.toHaveProperty('proof.isRemembered')
    expect(answered({ proof: wanted('sample') }).entries.proofs).toEqual([])
    expect(answered({ proof: wanted('sample', null), proving: 0 }).entries.proofs).toEqual([])
    // Looked up in vain, it is not kept once more, nor begun to be.
    const again = lookedUp({}, {}, late)
    expect(again.entries.proofs).toEqual([])
    const shownOtherwise = lookedUp({ proving: undefined }, { answered: otherName.lost }, late)
    expect([shownOtherwise.item.phase.kind, shownOtherwise.item.proving]).toEqual(['verify', undefined])
  })

  test('is among those whose end nobody has seen where it was the last one of its row', () => {
    const run = answered({ proof: wanted('sample') })
    expect([...run.state.unseen]).toEqual([run.item])
    expect([...answered({ proof: wanted('sample'), calls: [update, consent] }).state.unseen]).toEqual([])
    expect([...answered({ proof: { kind: 'none' } }).state.unseen]).toEqual([])
  })
})

test('of a row of two calls, the one that was looked up and is not there is not told as done', () => {
  const told = (isLast: boolean) => {
    const calls = [update, consent]
    const consentChange = { field: 'consent', label: 'Consent', before: false, beforeKnown: true, after: true }
    const name = { field: 'name', label: 'Name', before: 'Old', beforeKnown: true, after: 'New' }
    const lost = isLast ? [{ field: 'consent', asked: 'yes', answered: 'no' }] : lostName.lost
    const phase = toVerify(isLast ? consent : update, { answeredAtMs: -90_000, before: null })
    const run = running(itemWith({ calls, changes: [name, consentChange], ordinal: isLast ? 2 : 1, phase }))
    run.read({ ...late, lost, isLate: false })
    return run.entries.rows[0]?.failure?.message
  }
  expect(told(true)).toContain('done before that: Name.')
  expect(told(false)).not.toContain('done before that')
})

describe('a row that is looked up once more before the run stops', () => {
  const outage = (answer: (item: RunItem) => Answer) => {
    const run = running(itemWith({ ended: 'done', ordinal: 1 }))
    run.state.canary.noteSent(update, run.item, before.record)
    run.state.lanes.finish(run.item, nowMs)
    run.state.inFlight = 0
    run.sideEffects.stopForLoss(failure, itemWith({ row: 4 }), 'updateCustomer')
    run.sideEffects.beginToStop(run.entries, nowMs)
    const again = run.state.lanes.take(nowMs)
    if (again?.isLookedUpAgain !== true) throw new Error('it is not looked up again')
    for (let at = 0; at < 20; at += 1)
      run.state.pacing.onTrouble({ trouble: 'unreachable', status: null, afterMs: null, sentAtMs: at * 100 }, at * 100 + 50, 0)
    run.handle(answer(again))
    return run.state.pacing.isOutage
  }
  const fails = (code: ErrorCode) => (item: RunItem) =>
    ({ kind: 'readFailed', item, error: new AppError(code, 'No.', 'Ask.'), sentAtMs: 1_900 }) as const

  test('says that the service is back where it is read, or answers what cannot be read, and not where it fails', () => {
    expect(outage((item) => ({ kind: 'read', item, answer: good, sentAtMs: 1_900 }))).toBe(false)
    expect(outage(fails('service.shape'))).toBe(false)
    expect(outage(fails('service.unreachable'))).toBe(true)
  })
})

describe('a row goes on', () => {
  const vain = (parts: Partial<InVain> = {}): InVain => ({
    ordinal: 0,
    times: 1,
    attempts: 1,
    refused: { outcome: { kind: 'failed', status: 422, error: callError }, failure, arrivesByMs: 7_000, looks: 0 },
    wantsLook: true,
    ...parts,
  })
  const lateAfter = (parts: Partial<RunItem>) => {
    const run = running(itemWith({ calls: [update, consent], ...parts }))
    run.state.late.set(run.item, 9)
    run.read({ kind: 'found', seen: shown })
    return run.state.late.get(run.item)
  }

  test('and is told as waiting as long as its refused call may show, and no longer', () => {
    expect(lateAfter({ inVain: vain() })).toBe(7_000)
    expect(lateAfter({ inVain: vain({ ordinal: 1 }) })).toBeUndefined()
    expect(lateAfter({ inVain: vain({ refused: null }) })).toBeUndefined()
    expect(lateAfter({})).toBeUndefined()
  })

  test('past a call that proved nothing, whose proof is over then', () => {
    const proofs = (parts: Partial<RunItem>) => {
      const run = running(itemWith({ calls: [update, consent, update], proving: 0, ...parts }))
      run.read({ kind: 'found', seen: shown })
      return run.entries.proofs
    }
    const over = [{ row: 3, ordinal: 0, state: 'over' }]
    expect(proofs({ ordinal: 1 })).toEqual(over)
    expect(proofs({ ordinal: 0 })).toEqual([])
    expect(proofs({ ordinal: 1, proving: undefined })).toEqual([])
    expect(proofs({ ordinal: 1, putBack })).toEqual([])
    // What is still to be looked up has not been passed.
    const untilShown = running(itemWith({ calls: [update, consent], ordinal: 1, proving: 0, phase: toVerify(update, { before }) }))
    untilShown.read(late)
    expect(untilShown.entries.proofs).toEqual([])
  })
})

describe('a call that was to prove something and does not leave', () => {
  /** How the next call of its kind goes, the tenth of which is a sample in any case. */
  const nextOf = (parts: Partial<RunItem>, answer: ReadAnswer = { kind: 'changed', failure, seen: shown }) => {
    const run = running(itemWith({ proof: wanted('alone', null), ...parts }))
    run.state.canary.pass(update)
    run.state.canary.nextProof(update, null)
    run.read(answer)
    return run.state.canary.nextProof(update, null)
  }

  test('leaves that to the next one', () => {
    expect(nextOf({})).toBe('sample')
    expect(nextOf({ proof: wanted('along', null) })).toBeNull()
    expect(nextOf({ proof: { kind: 'none' } })).toBeNull()
    expect(nextOf({}, { kind: 'found', seen: shown })).toBeNull()
  })

  test('is not one that was sent and refused', () => {
    const run = running(itemWith({ proof: wanted('alone') }))
    run.state.canary.pass(update)
    run.state.canary.nextProof(update, null)
    run.call({ kind: 'failed', status: 422, error: callError })
    expect(run.state.canary.nextProof(update, null)).toBeNull()
  })
})

test('a text that was found before it was sent is taken into the journal', () => {
  const run = running(itemWith({ calls: [message], fingerprint: 'f' }))
  run.read({ kind: 'looked', look: 'there', call: message, outcome: done({ postUuid: 'p' }) } as ReadAnswer)
  expect(run.entries.sentBefore).toEqual([
    { row: 3, ordinal: 0, kind: 'importMessage', fingerprint: 'f', creates: null, beforeImage: null },
  ])
})

test('a message that gets lost again says how long to wait where the service told that', () => {
  const run = running(itemWith({ calls: [message], losses: 1 }))
  const busy: CallOutcome = { kind: 'unknown', status: 429, busy: { afterMs: 7_000 }, error: callError }
  run.call(busy, { call: message, echo: unseen })
  expect(run.state.pacing.holdAt(nowMs)).toEqual({ kind: 'retry_after', untilMs: nowMs + 7_000 })
})

describe('a conversation that was resolved before its message came', () => {
  const image = (isResolved: boolean | null | undefined) => ({ record: null, posts: null, ...(isResolved !== undefined && { isResolved }) })
  const noted = (isResolved: boolean | null | undefined, parts: Partial<RunItem> = {}, how: 'along' | 'sample' = 'along') => {
    const run = running(itemWith({ calls: [message], fingerprint: 'f', proof: wanted(how, null), ...parts }))
    return { run, read: () => run.read({ kind: 'found', seen: null, image: image(isResolved) }) }
  }

  test('is looked at afterwards, the first time, where nothing is known of what the service does then', () => {
    const howAfter = (isResolved: boolean | null | undefined, parts: Partial<RunItem> = {}, known: boolean | null = null) => {
      const { run, read } = noted(isResolved, parts)
      run.state.profile = { ...run.state.profile, importReopens: known }
      read()
      return [run.item.proof.kind === 'wanted' && run.item.proof.how, run.state.resolved.hasAny()]
    }
    expect(howAfter(true)).toEqual(['sample', true])
    expect(howAfter(false)).toEqual(['along', false])
    expect(howAfter(null)).toEqual(['along', false])
    expect(howAfter(undefined)).toEqual(['along', false])
    expect(howAfter(true, {}, true)).toEqual(['along', true])
    expect(howAfter(true, { calls: [update] })).toEqual(['along', true])
    const alone = noted(true, {}, 'sample')
    alone.read()
    expect(alone.run.item.proof).toMatchObject({ how: 'sample' })
    // What no proof is wanted of was not asked for.
    const none = noted(true, { proof: { kind: 'none' } })
    none.read()
    expect(none.run.state.resolved.hasAny()).toBe(false)
  })

  /** A message that is done, after which its conversation, which was resolved, is open. */
  const opened = (outcome: CallOutcome, parts: Partial<RunItem> = {}) => {
    const { run } = noted(true, { proof: wanted('along', image(true)), ...parts })
    run.state.canary.pass(message)
    run.state.profile = { ...run.state.profile, importReopens: true }
    run.state.resolved.note(run.item, true)
    run.call(outcome, { call: message, echo: unseen })
    return run
  }
  const refused: CallOutcome = { kind: 'failed', status: 422, error: callError }

  test('is resolved again before its row is done', () => {
    const run = opened(done())
    expect(run.entries.rows).toEqual([])
    expect(run.item).toMatchObject({ resolvesAgain: true, ordinal: 1, calls: [message, { kind: 'resolveConversation' }] })
    // Whatever becomes of that, the message is there.
    run.call(refused, { call: { kind: 'resolveConversation', conversationUuid: 'c', disposition: null } })
    expect(run.entries.rows).toMatchObject([{ outcome: 'done', failure: { message: expect.stringContaining('again') } }])
    const well = opened(done())
    const resolving = { kind: 'resolveConversation', conversationUuid: 'c', disposition: null } as const
    well.state.canary.pass(resolving)
    well.call(done(), { call: resolving })
    expect(well.entries.rows).toMatchObject([{ outcome: 'done' }])
    expect(well.entries.rows[0]?.failure).not.toEqual(run.entries.rows[0]?.failure)
  })

  test('is left as it is where the message failed, or is taken back', () => {
    expect(opened(refused).entries.rows).toMatchObject([{ outcome: 'failed' }])
    const takenBack = opened(done({ postUuid: 'p' }), { undo: { ...undo, decided: [] }, proof: { kind: 'none' } })
    takenBack.item.phase = toVerify(message, { answeredAtMs: -500_000 })
    takenBack.read({ ...good, seen: null })
    expect(takenBack.entries.rows).toHaveLength(1)
    expect(takenBack.item.resolvesAgain).toBeUndefined()
  })
})

describe('a contact that is put back', () => {
  const mending = { ...putBack, target: before.record, changes: [{ field: 'notes', before: 'N', after: null }] }
  const phase = toVerify(update, { before, answeredAtMs: -500_000 })

  test('is looked at for what was taken from it, not for what its row had asked for', () => {
    const run = running(itemWith({ ordinal: 1, putBack: mending, phase }))
    run.sideEffects.resume(run.item, update, { changes: mending.changes, target: before.record, isCutShort: false })
    run.read({ ...good, seen: { record: before.record, extra: null } })
    expect(run.entries.rows).toMatchObject([
      { row: 3, failure: { code: 'service.changed_more', message: expect.stringContaining('Put back as it was') } },
    ])
  })

  test('is looked at after the last of the calls that put it back, and not after those before it', () => {
    const kinds = (calls: RunItem['calls']) => {
      const run = running(itemWith({ calls, putBack: mending }))
      run.call(done({ record: { ...before.record } }))
      return run.item.phase.kind
    }
    expect(kinds([update])).toBe('verify')
    expect(kinds([update, update])).toBe('call')
  })

  test('waits for its contact to be read before it is put back', () => {
    const run = running(itemWith({ putBack: mending }))
    run.read({ kind: 'found', seen: shown })
    expect(run.item.contact).toMatchObject({ isFresh: true })
  })
})

test('a call that never reached the service is not what holds it up: a read that goes well ends the trouble', () => {
  const isTroubled = (mayArrive: boolean) => {
    const run = running(itemWith())
    for (let at = 0; at < 20; at += 1) {
      run.item.attempts = 0
      run.item.phase = { kind: 'call' }
      run.call({ kind: 'retry', status: null, afterMs: null, reason: 'unreachable', mayArrive, error: callError }, { sentAtMs: at * 100 })
    }
    run.read({ kind: 'found', seen: shown })
    return run.state.pacing.isOutage
  }
  expect([isTroubled(true), isTroubled(false)]).toEqual([true, false])
})

test('what the service stores of a text as somebody lives with it is learnt of a contact, and of no message', () => {
  const learnt = (call: ServiceCall & RunItem['calls'][number], field: string) => {
    const run = running(itemWith({ calls: [call] }))
    run.state.canary.pass(call)
    run.state.profile = { ...run.state.profile, livesWith: new Set(['altered-texts']), alters: new Set([field]) }
    run.call(done(), { call, echo: { lost: [{ field, asked: 'Damn', answered: '****' }], isSeen: true } })
    expect(run.item.otherTexts).toEqual([field])
    return run.entries.learnt.map(({ kind }) => kind)
  }
  expect(learnt({ ...update, customer: { notes: 'Damn' } } as never, 'notes')).toEqual(['storedAs'])
  expect(learnt(message, 'Message')).toEqual([])
})

test('a row whose message is lost is told as waiting until that cannot arrive any more', () => {
  const run = running(itemWith({ calls: [message], fingerprint: 'f' }))
  run.call({ kind: 'unknown', status: null, busy: null, error: callError }, { call: message, echo: unseen })
  expect([...run.state.late]).toEqual([[run.item, expect.any(Number)]])
})

test('a row that is watched after its end is handed what is read of it, and nothing where reading fails', () => {
  const run = running(
    itemWith({ ordinal: 1, phase: toVerify(message, { before: { record: null, posts: null } }), isWatched: true, ended: 'done' }),
  )
  const told: unknown[] = []
  run.sideEffects.later.answered = ((_item: unknown, answer: unknown) => void told.push(answer)) as never
  run.read(good)
  run.readFailed('service.unreachable')
  expect(told).toEqual([good, null])
})
