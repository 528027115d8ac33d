import type { CallKind } from '../../../../src-main/engine/model/kinds.ts'
import { describe, expect, test } from 'vitest'
import { AppError, type ErrorCode } from '../../../../src-main/engine/model/errors.ts'
import { attemptsWhenUnreadable, failedReadStep, mostLosses, readStep as step } from '../../../../src-main/engine/run/answer/read-step.ts'
import type { Situation } from '../../../../src-main/engine/run/answer/call-step.ts'
import type { ReadAnswer } from '../../../../src-main/engine/run/answer/read-answer.ts'
import type { FieldChange } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import { heldMissingFailure, heldRestoredFailure, otherTextNote } from '../../../../src-main/engine/run/words/row-words.ts'
import type { NotApplied } from '../../../../src-main/engine/run/answer/echo.ts'
import type { RunItem, UndoTask } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import { unknownService } from '../../../../src-main/engine/run/late/service-profile.ts'
import type { UnaskedChange } from '../../../../src-main/engine/run/proof/unasked-changes.ts'
import { consent, creation, done, failure, itemWith, lostUntil, message, situationWith, toVerify, update } from './items.ts'

const readStep = (item: RunItem, answer: ReadAnswer, parts: Partial<Situation> = {}) => step(item, answer, situationWith(parts))

/** The read of the usual situation began at 1,500. */
const lostMessage = (arrivesByMs = 1_500, parts: Parameters<typeof lostUntil>[1] = {}, losses = 0) =>
  itemWith({ calls: [message], attempts: 2, losses, phase: lostUntil(arrivesByMs, parts) })
const verify = toVerify(update)
const shown: Extract<ReadAnswer, { kind: 'verified' }> = { kind: 'verified', lost: [], isShown: true, isLate: true, seen: null }
const missing = { ...shown, lost: [{ field: 'name', asked: 'New', answered: 'Old' }], isShown: false }
const busy = (without: number, withEffect = 0) => ({
  ...unknownService,
  busy: { without, withEffect },
  isBusyHarmless: without >= 3 && withEffect === 0,
})

describe('what was read for a call', () => {
  test('makes the contact fresh, notes what is not as in the preview, and forgets earlier attempts', () => {
    const seen = { record: { uuid: 'u1', name: 'Other' }, extra: null }
    expect(readStep(itemWith({ attempts: 2 }), { kind: 'found', seen })).toEqual({
      item: {
        attempts: 0,
        contact: { isFresh: true, beforeImage: { name: 'Other' } },
        made: { contactUuid: null, conversationUuid: null },
      },
      next: { kind: 'goes', afterMs: 0 },
      seen,
    })
    const asShown = { record: { uuid: 'u1', name: 'Old' }, extra: null }
    expect(readStep(itemWith(), { kind: 'found', seen: asShown }).item?.contact).toEqual({ isFresh: true, beforeImage: null })
    expect(readStep(itemWith(), { kind: 'found', seen: null }).item?.contact).toEqual({ isFresh: true, beforeImage: null })
  })

  test('lets permission go where the latest posts do not refuse', () => {
    expect(readStep(itemWith({ attempts: 2 }), { kind: 'notRefused' })).toMatchObject({
      item: { attempts: 0, contact: { isFresh: true, beforeImage: null } },
      next: { kind: 'goes', afterMs: 0 },
    })
  })

  test('tells that a call which was in vain is done after all', () => {
    const inVain = { ordinal: 0, times: 2, attempts: 1, refused: null, wantsLook: true }
    expect(readStep(itemWith({ inVain }), { kind: 'endState', call: update, isThere: true, seen: null })).toMatchObject({
      call: { state: 'done' },
      next: { kind: 'ends', outcome: 'done' },
    })
  })

  test('tells what an earlier call of the row had made', () => {
    const item = itemWith({ made: { contactUuid: 'u', conversationUuid: null } })
    expect(readStep(item, { kind: 'found', seen: null, made: { conversationUuid: 'c' } }).item?.made).toEqual({
      contactUuid: 'u',
      conversationUuid: 'c',
    })
  })

  test('ends the row where the contact is gone or was changed by somebody', () => {
    expect(readStep(itemWith(), { kind: 'missing', failure, goneUuid: 'u1' })).toMatchObject({
      goneUuid: 'u1',
      next: { kind: 'ends', outcome: 'failed', failure },
    })
    const seen = { record: { uuid: 'u1' }, extra: null }
    expect(readStep(itemWith(), { kind: 'changed', failure, seen })).toMatchObject({
      seen,
      next: { kind: 'ends', outcome: 'held', failure },
    })
  })
})

describe('what was read for a call that has to prove something', () => {
  const wanted = { kind: 'wanted', how: 'alone', before: null } as const
  const seen = { record: { uuid: 'u1', name: 'Old' }, extra: null }
  const proofOf = (proof: RunItem['proof'], parts: object) =>
    readStep(itemWith({ proof }), { kind: 'found', seen, ...parts } as ReadAnswer).item?.proof

  test('is kept with it, unless an earlier process has kept it', () => {
    const image = { record: { uuid: 'u1' }, posts: { uuids: new Set<string>(), newestSeconds: null } }
    expect(proofOf(wanted, { image })).toEqual({ ...wanted, before: image })
    expect(proofOf(wanted, {})).toEqual({ ...wanted, before: { record: seen.record, posts: null, unwritten: {} } })
    expect(proofOf(wanted, { seen: null })).toEqual({ ...wanted, before: { record: null, posts: null } })
    expect(proofOf({ ...wanted, isKept: true }, { image })).toBeUndefined()
    expect(proofOf({ kind: 'open' }, { image })).toBeUndefined()
  })
})

test('a contact that was changed after a call of the row fails it', () => {
  const step = readStep(itemWith({ ordinal: 1 }), { kind: 'changed', failure, seen: { record: { uuid: 'u1' }, extra: null } })
  expect(step.next).toEqual({ kind: 'ends', outcome: 'failed', failure })
})

describe('a message that was looked for before it is sent', () => {
  const look = (answer: object) => readStep(itemWith({ calls: [message] }), { kind: 'looked', ...answer } as ReadAnswer)

  test.each([
    [null, 0],
    [20_000, 100_000],
    [119_999, 1],
    [120_000, 0],
    // The clock was set back meanwhile.
    [-5_000, 120_000],
  ])('and is not there, though it left %j ms ago, goes in %d ms', (agoMs, afterMs) => {
    const step = look({ look: 'absent', agoMs })
    expect(step.next).toEqual({ kind: 'goes', afterMs })
    expect(step.item?.contact).toEqual(afterMs === 0 ? { isFresh: true, beforeImage: null } : undefined)
  })

  test('and is there was sent before', () => {
    const outcome = done({ postUuid: 'p' })
    expect(look({ look: 'there', call: message, outcome })).toMatchObject({
      isSentBefore: true,
      call: { from: 'sent', state: 'done', httpStatus: null, failure: null, done: { call: message, outcome } },
      item: { ordinal: 1 },
      next: { kind: 'ends', outcome: 'done', failure: null },
    })
  })

  test('and may be there is held, for the reason that there is to look', () => {
    const held = (isRestored: boolean) => look({ look: 'cannotTell', isRestored }).next
    expect([held(true), held(false)]).toEqual([
      { kind: 'ends', outcome: 'held', failure: heldRestoredFailure },
      { kind: 'ends', outcome: 'held', failure: heldMissingFailure },
    ])
  })
})

describe('a lost call that had to prove something', () => {
  const before = { record: { uuid: 'u1' }, posts: null }
  const lost = (how: 'alone' | 'along') => ({ ...lostMessage(), proof: { kind: 'wanted' as const, how, before } })

  test('does so when it is there', () => {
    const arrived: ReadAnswer = { kind: 'reconciled', fate: 'arrived', call: message, outcome: done({ postUuid: 'p' }), lost: [] }
    const written = toVerify(message, { postUuid: 'p', answeredAtMs: 2_000, before })
    expect(readStep(lost('alone'), arrived)).toMatchObject({ call: { state: 'done' }, item: { phase: written }, next: { kind: 'goes' } })
    expect(readStep(lost('along'), arrived)).toMatchObject({ item: { phase: { kind: 'call' } }, next: { kind: 'ends' } })
    expect(readStep(lost('alone'), arrived, { profile: { ...unknownService, lagMs: 700 } }).next).toEqual({ kind: 'goes', afterMs: 700 })
    expect(readStep(lost('alone'), { ...arrived, lost: [{ field: 'name', asked: 'a', answered: 'b' }] }).item?.phase).toEqual({
      kind: 'call',
    })
  })

  test('is read for anew before it is sent again', () => {
    const again = (how: 'alone' | 'along') => readStep(lost(how), { kind: 'reconciled', fate: 'absent' }).item
    expect(again('alone')).toMatchObject({ proof: { kind: 'wanted', how: 'alone', before: null }, contact: { isFresh: false } })
    expect(again('along')).not.toHaveProperty('proof')
    expect(again('along')).not.toHaveProperty('contact')
  })
})

describe('a lost call', () => {
  test('that is there after all is done, and its row goes on', () => {
    const outcome = done({ postUuid: 'p' })
    expect(readStep(lostMessage(), { kind: 'reconciled', fate: 'arrived', call: message, outcome, lost: [] })).toMatchObject({
      call: { from: 'unknown', state: 'done', failure: null, done: { call: message, outcome } },
      countsAsCall: true,
      reopens: true,
      item: { ordinal: 1, attempts: 0, phase: { kind: 'call' } },
      next: { kind: 'ends', outcome: 'done', failure: null },
    })
  })

  test('that is there, but not as asked, fails its row', () => {
    const item = itemWith({ calls: [creation, update], phase: lostUntil(9_000) })
    const step = readStep(item, {
      kind: 'reconciled',
      fate: 'arrived',
      call: creation,
      outcome: done(),
      lost: [{ field: 'name', asked: 'New', answered: 'Theirs' }],
    })
    expect(step).toMatchObject({
      call: { state: 'done' },
      reopens: true,
      next: { kind: 'ends', outcome: 'failed', failure: { code: 'service.not_applied' } },
    })
    expect(step.notApplied).toBeUndefined()
  })

  test('is looked for, less and less often, as long as it may arrive; then it is sent again', () => {
    const absent = { kind: 'reconciled', fate: 'absent' } as const
    const looks = [0, 1, 2, 3, 9].map((looks) => readStep(lostMessage(100_000, { looks }), absent))
    expect(looks.map(({ next }) => next)).toEqual([3_000, 9_000, 27_000, 40_000, 40_000].map((afterMs) => ({ kind: 'goes', afterMs })))
    expect(looks[0]).toEqual({
      item: { attempts: 0, phase: lostUntil(100_000, { looks: 1 }) },
      next: { kind: 'goes', afterMs: 3_000 },
      seen: null,
    })
    // The last look is at the end of the window.
    expect(readStep(lostMessage(2_600, { looks: 4 }), absent).next).toEqual({ kind: 'goes', afterMs: 600 })
    expect(readStep(lostMessage(1_501), absent).next).toMatchObject({ kind: 'goes' })
    expect(readStep(lostMessage(1_500), absent)).toEqual({
      item: { attempts: 0, losses: 1, phase: { kind: 'call' } },
      reopens: true,
      call: { from: 'unknown', state: 'pending', httpStatus: null, failure: null, done: null, fate: 'settled' },
      next: { kind: 'goes', afterMs: 0 },
      seen: null,
    })
  })

  test('that was answered with 429 tells whether that means "turned away"', () => {
    const absent = { kind: 'reconciled', fate: 'absent' } as const
    const arrived: ReadAnswer = { kind: 'reconciled', fate: 'arrived', call: message, outcome: done(), lost: [] }
    expect(readStep(lostMessage(1_500, { status: 429 }), absent).learnt).toEqual({ kind: 'busy', hadEffect: false })
    expect(readStep(lostMessage(9_000, { status: 429 }), absent).learnt).toBeUndefined()
    expect(readStep(lostMessage(9_000, { status: 429 }), arrived).learnt).toEqual({ kind: 'busy', hadEffect: true })
    expect(readStep(lostMessage(1_500, { status: 503 }), absent).learnt).toBeUndefined()
    expect(readStep(lostMessage(1_500, { status: 503 }), arrived).learnt).toBeUndefined()
  })

  test('that was answered with 429 is not waited for any more once that is known to mean "turned away"', () => {
    const absent = { kind: 'reconciled', fate: 'absent' } as const
    const again = { call: { state: 'pending' }, item: { losses: 0, phase: { kind: 'call' } } }
    expect(readStep(lostMessage(9_000, { status: 429 }), absent, { profile: busy(3) })).toMatchObject(again)
    for (const [status, profile] of [
      [429, busy(2)],
      [429, busy(9, 1)],
      [503, busy(3)],
    ] as const)
      expect(readStep(lostMessage(9_000, { status }), absent, { profile })).not.toHaveProperty('call')
    // Whoever cannot tell whether it arrived does not know that it was turned away.
    expect(
      readStep(lostMessage(9_000, { status: 429 }), { kind: 'reconciled', fate: 'cannotTell', why: 'otherPost' }, { profile: busy(3) })
        .next,
    ).toMatchObject({
      kind: 'goes',
      afterMs: 3_000,
    })
  })

  test('that got lost too often is given up: it is not there', () => {
    expect(readStep(lostMessage(0, {}, mostLosses - 2), { kind: 'reconciled', fate: 'absent' })).toMatchObject({
      call: { state: 'pending' },
      item: { losses: mostLosses - 1 },
    })
    const step = readStep(lostMessage(0, {}, mostLosses - 1), { kind: 'reconciled', fate: 'absent' })
    expect(step).toMatchObject({
      call: { from: 'unknown', state: 'failed' },
      countsAsCall: true,
      reopens: true,
      next: { kind: 'ends', outcome: 'failed' },
    })
    expect(step.next.kind === 'ends' && step.next.failure?.message).toContain(`tried ${mostLosses} times`)
  })

  test('of which nothing can be told stays unknown, and says why, but not before it can arrive no more', () => {
    const untold = { kind: 'reconciled', fate: 'cannotTell', why: 'otherPost' } as const
    expect(readStep(lostMessage(1_501), untold).next).toMatchObject({ kind: 'goes' })
    // Where the service refuses to show it, waiting shows no more.
    expect(readStep(lostMessage(9_000), { ...untold, why: 'refused' }).next).toMatchObject({ kind: 'staysUnknown' })
    const step = readStep(lostMessage(), untold)
    expect(step.next).toMatchObject({
      kind: 'staysUnknown',
      failure: {
        code: 'service.no_answer',
        message: expect.stringContaining('No. The conversation holds a message that belongs to no row'),
      },
    })
    expect(step).not.toHaveProperty('call')
    expect(step).not.toHaveProperty('reopens')
  })

  test('that the service refused, as far as it said, is not sent again where it is not there', () => {
    const refusal = { code: 'service.refused', message: 'Not this one.', hint: 'Ask.' } as const
    const step = readStep(lostMessage(0, { refusal }), { kind: 'reconciled', fate: 'absent' })
    expect(step).toMatchObject({ call: { state: 'failed', failure: refusal }, next: { kind: 'ends', outcome: 'failed', failure: refusal } })
  })

  test('is looked for only while it is lost', () => {
    expect(() => readStep(itemWith(), { kind: 'reconciled', fate: 'absent' })).toThrow('not to be looked up')
  })
})

describe('a call that was looked up', () => {
  test('did what it was asked to: the row goes on, or ends with its last call', () => {
    const last = itemWith({ ordinal: 1, phase: verify })
    expect(readStep(last, { ...shown, isShown: false })).toMatchObject({
      item: { attempts: 0, phase: { kind: 'call' } },
      next: { kind: 'ends', outcome: 'done', failure: null },
      seen: null,
    })
    const first = itemWith({ calls: [update, consent], ordinal: 1, phase: verify })
    expect(readStep(first, shown).next).toEqual({ kind: 'goes', afterMs: 0 })
  })

  test('did not: the row has failed, whatever calls it has left', () => {
    const item = itemWith({ calls: [update, consent], ordinal: 1, phase: verify })
    const step = readStep(item, missing, { sentAtMs: 61_000 })
    expect(step).toMatchObject({
      notApplied: ['Name'],
      next: { kind: 'ends', outcome: 'failed', failure: { code: 'service.not_applied' } },
    })
  })
})

describe('a message that was looked up', () => {
  const other = [{ field: 'Message', asked: 'a', answered: 'b' }]
  const looked = (answer: object, situation: Partial<Situation> = {}, parts: Partial<RunItem> = {}) =>
    readStep(
      itemWith({ calls: [message], ordinal: 1, phase: toVerify(message), ...parts }),
      { ...shown, ...answer },
      { sentAtMs: 121_000, ...situation },
    )

  test('and is not there is looked for as long as it may still arrive', () => {
    expect(looked({ lost: missing.lost }, { sentAtMs: 119_000 }).next).toMatchObject({ kind: 'goes' })
    expect(looked({ lost: missing.lost }).next).toMatchObject({ kind: 'ends', outcome: 'failed' })
    expect(looked({ lost: missing.lost }, { sentAtMs: 61_000 }, { calls: [update], phase: verify }).next).toMatchObject({ kind: 'ends' })
  })

  test('and has another text is not lost; the first one is reason to stop', () => {
    expect(looked({ lost: other, isLate: false }, { isProven: true }).next).toEqual({
      kind: 'ends',
      outcome: 'done',
      failure: otherTextNote('import'),
    })
    expect(looked({ isLate: false }, { isProven: true }).next).toEqual({ kind: 'ends', outcome: 'done', failure: null })
    const first = looked({ lost: other, isLate: false }, { isProven: false })
    expect(first).toMatchObject({
      next: { outcome: 'done', failure: otherTextNote('import') },
      notApplied: ['Message'],
      altered: { alters: ['Message'] },
    })
    expect(looked({ lost: other, isLate: false }, { isProven: true }).notApplied).toBeUndefined()
    for (const [answer, isProven] of [
      [{ lost: other, isLate: true }, true],
      [{ lost: [...other, ...missing.lost], isLate: false }, true],
    ] as const)
      expect(looked(answer, { isProven }).next).toMatchObject({ outcome: 'failed' })
  })

  test('and is not there is missing; what is there and different is not, nor a change of a contact', () => {
    expect(looked({ lost: other }).isMissing).toBe(true)
    expect(looked({ lost: other, isLate: false })).not.toHaveProperty('isMissing')
    expect(looked({ lost: missing.lost }, {}, { calls: [update], phase: verify })).not.toHaveProperty('isMissing')
  })

  test('and whose conversation was resolved again is no reason to doubt the service', () => {
    const step = looked({ lost: other }, {}, { resolvesAgain: true })
    expect(step).toMatchObject({ seen: null, item: { phase: { kind: 'call' } }, next: { outcome: 'failed' } })
    for (const key of ['notApplied', 'isMissing', 'learnt']) expect(step).not.toHaveProperty(key)
    expect(looked({ lost: other })).toHaveProperty('notApplied')
  })

  test('has opened its conversation or not, where that was resolved and is shown', () => {
    const opens = (was: boolean | undefined, isResolved: boolean | null) =>
      looked(
        { isResolved },
        {},
        { phase: toVerify(message, { before: { record: null, posts: null, ...(was !== undefined && { isResolved: was }) } }) },
      )
    expect(opens(true, false).opensConversation).toEqual({ by: 'importReopens', does: true })
    expect(opens(true, true).opensConversation).toEqual({ by: 'importReopens', does: false })
    for (const [was, is] of [
      [true, null],
      [false, false],
      [undefined, false],
    ] as const)
      expect(opens(was, is)).not.toHaveProperty('opensConversation')
    expect(looked({ isResolved: false })).not.toHaveProperty('opensConversation')
  })
})

test('a call that was looked up tells what changed beside what the row wrote, and what its contact should be', () => {
  const record = { uuid: 'u1', name: 'Old', notes: 'N' }
  const changes = [
    { field: 'notes', before: 'N', after: null },
    { field: 'name', before: 'Old', after: 'New' },
    { field: 'name', before: 'Old', after: 'Other' },
  ]
  const sent = { ...update, customer: { name: 'New', notes: 'N' } }
  const wrote = (field: string, after: string) => ({ field, label: field, before: null, beforeKnown: true, after })
  const item = itemWith({
    ordinal: 1,
    changes: [wrote('name', 'New'), wrote('email', 'Other')],
    phase: toVerify(sent, { before: { record, posts: null } }),
  })
  expect(readStep(item, { ...shown, changes }).proven).toEqual({
    call: update,
    before: record,
    changes: [changes[0], changes[2]],
    target: { uuid: 'u1', name: 'New', notes: 'N' },
  })
  expect(readStep(itemWith({ ordinal: 1, phase: verify }), shown).proven).toEqual({ call: update, before: null, changes: [], target: null })
  expect(readStep(itemWith({ calls: [], phase: verify }), shown).proven?.call).toEqual(update)
})

describe('a call that is not shown yet', () => {
  const written = (looks = 0) => itemWith({ ordinal: 1, phase: toVerify(update, { looks, answeredAtMs: 1_000 }) })

  test('is looked up again, less and less often, until 60 seconds after its answer; nothing that was read meanwhile is kept', () => {
    const seen = { record: { uuid: 'u1', name: 'Old' }, extra: null }
    expect(readStep(written(), { ...missing, seen })).toEqual({
      seen: null,
      item: { attempts: 0, phase: toVerify(update, { looks: 1, answeredAtMs: 1_000 }) },
      next: { kind: 'goes', afterMs: 500 },
    })
    expect(readStep(written(9), missing).next).toEqual({ kind: 'goes', afterMs: 5_000 })
    expect(readStep(written(9), missing, { nowMs: 60_000 }).next).toEqual({ kind: 'goes', afterMs: 1_000 })
    expect(readStep(written(9), missing, { sentAtMs: 60_999, nowMs: 61_000 }).next.kind).toBe('goes')
    expect(readStep(written(9), missing, { sentAtMs: 61_000, nowMs: 61_000 })).toMatchObject({
      notApplied: ['Name'],
      next: { outcome: 'failed' },
    })
  })

  test('is not looked for where reads show the very loss that the answer told of; what is lost beside it is looked for', () => {
    const [name] = missing.lost
    const notes = { field: 'notes', asked: 'a', answered: '' }
    const answeredWith = (...answered: NotApplied[]) => itemWith({ ordinal: 1, phase: toVerify(update, { answered }) })
    const next = (item: RunItem, ...lost: NotApplied[]) => readStep(item, { ...missing, lost }).next.kind
    if (name === undefined) throw new Error('nothing is lost')
    expect(next(answeredWith(name), name)).toBe('ends')
    expect(next(answeredWith(name, notes), notes, name)).toBe('ends')
    expect(next(answeredWith(name), name, notes)).toBe('goes')
    expect(next(answeredWith(name, notes), name)).toBe('goes')
    expect(next(answeredWith(notes), name)).toBe('goes')
    expect(next(answeredWith({ ...name, answered: 'Another' }), name)).toBe('goes')
  })

  test('says whether what was before was only remembered', () => {
    const before = { record: { uuid: 'u1', name: 'Old' }, posts: null }
    const proven = (isRemembered?: true) =>
      readStep(itemWith({ ordinal: 1, phase: toVerify(update, { before, ...(isRemembered && { isRemembered }) }) }), shown).proven
    expect(proven(true)).toMatchObject({ isRemembered: true })
    expect(proven()).not.toHaveProperty('isRemembered')
  })

  test('tells its row what the contact was told', () => {
    expect(readStep(written(), { ...shown, told: 'They were asked.' }).item).toMatchObject({ told: 'They were asked.' })
    expect(readStep(written(), shown).item).not.toHaveProperty('told')
  })

  test('tells of what changed beside, but for an undo, where nothing was read before, and tags that were asked for and are not all there', () => {
    const before = { record: { uuid: 'u1', name: 'Old', notes: 'N', tags: ['a'] }, posts: null }
    const beside = (changes: UnaskedChange[], parts: Partial<RunItem> = {}, image: typeof before | null = before, lost = missing.lost) =>
      readStep(itemWith({ ordinal: 1, phase: toVerify(update, { before: image }), ...parts }), { ...missing, isLate: false, lost, changes })
        .proven?.changes
    const notes = { field: 'notes', before: 'N', after: null }
    const added = { field: 'tags', before: ['a'], after: ['a', 'b'] }
    const lostTags = [{ field: 'tags', asked: 'b, c', answered: 'a, b' }]
    expect(beside([notes])).toEqual([notes])
    expect(beside([])).toBeUndefined()
    expect(beside([notes], {}, null)).toBeUndefined()
    expect(
      beside([notes], { undo: { uuid: 'u1', written: [], sent: new Set(), done: new Set(), shownFromMs: 0, decided: null } }),
    ).toBeUndefined()
    expect(beside([added])).toEqual([added])
    expect(beside([added], {}, before, lostTags)).toBeUndefined()
    expect(beside([added, notes], {}, before, lostTags)).toEqual([notes])
    const replaced = { field: 'tags', before: ['a'], after: ['b'] }
    expect(beside([replaced], {}, before, lostTags)).toEqual([replaced])
  })

  test('is not stored where it will not change any more', () => {
    expect(readStep(written(), { ...missing, isLate: false })).toMatchObject({ notApplied: ['Name'] })
  })

  test('tells how late reads are by the first that shows it', () => {
    const lagOf = (looks: number, answer: ReadAnswer = shown, lagMs: number | null = null, tookMs = 50) =>
      readStep(itemWith({ ordinal: 1, phase: toVerify(update, { looks, tookMs }) }), answer, {
        sentAtMs: 4_000,
        nowMs: 4_010,
        profile: { ...unknownService, lagMs },
      }).learnt
    expect(lagOf(3)).toEqual({ kind: 'readLag', ms: 3_000 })
    expect(lagOf(3, shown, 500)).toEqual({ kind: 'readLag', ms: 3_000 })
    // The first look, after as long as is known, tells nothing new.
    expect(lagOf(0)).toEqual({ kind: 'readLag', ms: 0 })
    expect(lagOf(0, shown, 500)).toBeUndefined()
    expect(lagOf(3, { ...shown, isShown: false })).toBeUndefined()
    // An answer that took long, or that another process saw, came maybe long after the effect.
    expect(lagOf(0, shown, null, 990)).toEqual({ kind: 'readLag', ms: 0 })
    expect(lagOf(0, shown, null, 991)).toBeUndefined()
    expect(lagOf(3, shown, null, 30_000)).toEqual({ kind: 'readLag', ms: 33_010 })
    expect(readStep(written(0), shown, { sentAtMs: 4_000, nowMs: 4_010 }).learnt).toBeUndefined()
  })

  test('is believed at once only by a read that can tell: where what it wrote was there before, after a while', () => {
    const before = (name: string) => ({ record: { uuid: 'u1', name, notes: 'N' }, posts: null })
    const stepOf = (name: string, sentAtMs: number, lagMs: number | null = null, changes: UnaskedChange[] = []) =>
      readStep(
        itemWith({ ordinal: 1, phase: toVerify(update, { tookMs: 50, before: before(name) }) }),
        { ...shown, changes },
        { sentAtMs, nowMs: sentAtMs + 10, profile: { ...unknownService, lagMs } },
      )
    expect(stepOf('Old', 1_100).proven).toBeDefined()
    expect(stepOf('New', 1_100)).toMatchObject({ item: { phase: { kind: 'verify', looks: 1 } }, next: { kind: 'goes', afterMs: 14_890 } })
    expect(stepOf('New', 15_999).proven).toBeUndefined()
    expect(stepOf('New', 16_000).proven).toBeDefined()
    // It tells nothing of how late reads are.
    expect(stepOf('New', 16_000).learnt).toBeUndefined()
    expect(stepOf('New', 1_899, 300).proven).toBeUndefined()
    expect(stepOf('New', 1_900, 300).proven).toBeDefined()
    expect(stepOf('New', 1_100, null, [{ field: 'notes', before: 'N', after: null }]).proven).toBeDefined()
  })
})

describe('a question for consent that was looked up', () => {
  const asked = { kind: 'requestConsent', uuid: 'u1', phone: message.phone } as const
  const before = { record: { uuid: 'u1', consent: null }, posts: null }
  const stepAt = (sentAtMs: number, showsQuestion: boolean | undefined, profile = unknownService) =>
    readStep(
      itemWith({ calls: [asked], ordinal: 1, phase: toVerify(asked, { before }) }),
      { ...shown, ...(showsQuestion !== undefined && { showsQuestion }) },
      { sentAtMs, nowMs: sentAtMs + 10, profile },
    )
  const unshownOnce = { ...unknownService, questions: { shown: 0, unshown: 1 } }

  test('teaches whether the service shows its questions, and nothing of late reads', () => {
    expect(stepAt(16_000, true).learnt).toEqual({ kind: 'question', isShown: true })
    expect(stepAt(16_000, undefined).learnt).toBeUndefined()
  })

  test('is said not to be shown only when it cannot be that late, unless one was not shown before', () => {
    expect(stepAt(60_999, false)).toMatchObject({ next: { kind: 'goes' }, isUntold: true })
    expect(stepAt(60_999, false)).not.toHaveProperty('learnt')
    expect(stepAt(61_000, false).learnt).toEqual({ kind: 'question', isShown: false })
    expect(stepAt(15_999, false, unshownOnce)).not.toHaveProperty('learnt')
    expect(stepAt(16_000, false, unshownOnce).learnt).toEqual({ kind: 'question', isShown: false })
  })

  test('that was lost is not there where the service is known to have turned it away, whether or not it shows them', () => {
    const unshown = { kind: 'reconciled', fate: 'cannotTell', why: 'unshown' } as const
    expect(readStep(lostMessage(9_000, { status: 429 }), unshown, { profile: busy(3) })).toMatchObject({ call: { state: 'pending' } })
    expect(readStep(lostMessage(9_000), unshown).next).toMatchObject({ kind: 'goes' })
    expect(readStep(lostMessage(), unshown).next).toMatchObject({
      kind: 'staysUnknown',
      failure: { message: expect.stringContaining('not known to show its questions') },
    })
  })
})

describe('a contact that was read to take a row back', () => {
  const undo = {
    uuid: 'u1',
    written: [{ field: 'name', label: 'Name', before: 'Old', beforeKnown: true, after: 'New' }],
    sent: new Set<string>(),
    done: new Set<CallKind>(),
    shownFromMs: 0,
    decided: null,
  }
  const undone = (name: string) => ({ kind: 'undone', seen: { record: { uuid: 'u1', name }, extra: null } }) as const

  test('decides the call, and notes what is about to be restored', () => {
    const step = readStep(itemWith({ undo }), undone('New'))
    expect(step.item).toMatchObject({
      calls: [{ kind: 'updateCustomer', uuid: 'u1', customer: { name: 'Old' } }],
      contact: { isFresh: true, beforeImage: { name: 'New' } },
      undo: { sent: new Set(['name']), decided: [{ fate: 'restore' }] },
    })
    expect(step.next).toEqual({ kind: 'goes', afterMs: 0 })
    expect(undo.sent.size).toBe(0)
  })

  test('is read again while the read may be late: only what the run wrote proves that it is not', () => {
    const early = { ...undo, shownFromMs: 9_000 }
    for (const name of ['Old', 'Edited']) {
      expect(readStep(itemWith({ undo: early }), undone(name), { sentAtMs: 8_999, nowMs: 8_999 })).toEqual({
        seen: null,
        item: { attempts: 0 },
        next: { kind: 'goes', afterMs: 1 },
      })
      expect(readStep(itemWith({ undo: early }), undone(name), { sentAtMs: 1_000 }).next).toEqual({ kind: 'goes', afterMs: 1_000 })
      expect(readStep(itemWith({ undo: early }), undone(name), { sentAtMs: 9_000 }).next).toMatchObject({ kind: 'ends', outcome: 'done' })
    }
    expect(readStep(itemWith({ undo: early }), undone('New')).item).toMatchObject({ undo: { decided: [{ fate: 'restore' }] } })
  })

  test('may need nothing, or may have had its call before a crash', () => {
    expect(readStep(itemWith({ undo }), undone('Edited'))).toMatchObject({
      item: { calls: [], undo: { decided: [{ fate: 'kept' }] } },
      next: { kind: 'ends', outcome: 'done' },
    })
    const sent = { ...undo, sent: new Set(['name']), done: new Set(['updateCustomer' as const]) }
    const step = readStep(itemWith({ undo: sent, ordinal: 1 }), undone('Old'))
    expect(step).toMatchObject({
      item: { calls: [update], undo: { decided: [{ fate: 'already' }] } },
      next: { kind: 'ends', outcome: 'done' },
    })
    // What it wrote before is not there: perhaps not yet.
    const early = { ...sent, shownFromMs: 9_000 }
    expect(readStep(itemWith({ undo: early, ordinal: 1 }), undone('New')).next).toEqual({ kind: 'goes', afterMs: 1_000 })
    expect(readStep(itemWith({ undo: sent, ordinal: 1 }), undone('New'))).toMatchObject({
      next: { kind: 'ends', outcome: 'failed', failure: { code: 'service.not_applied', message: expect.stringContaining('Name') } },
    })
    expect(() => readStep(itemWith(), undone('New'))).toThrow('takes nothing back')
  })
})

describe('a contact that was read to take several changes back', () => {
  const change = (field: string, before: FieldChange['before'], after: FieldChange['after']): FieldChange => ({
    ...{ field, before, after, beforeKnown: true },
    label: { name: 'Name', notes: 'Notes' }[field] ?? field,
  })
  const [name, notes] = [change('name', 'Old', 'New'), change('notes', 'N', 'M')]
  const undone = (written: FieldChange[], now: object, undo: Partial<UndoTask> = {}, parts: Partial<RunItem> = {}) => {
    const task = { uuid: 'u1', written, sent: new Set<string>(), done: new Set<CallKind>(), shownFromMs: 0, decided: null, ...undo }
    return readStep(itemWith({ undo: task, ...parts }), { kind: 'undone', seen: { record: { uuid: 'u1', ...now }, extra: null } })
  }
  const early = { shownFromMs: 9_000 }
  const afterUpdate = { done: new Set<CallKind>(['updateCustomer']) }

  test('is given permission again only where somebody has released that', () => {
    const consentBack = change('consent', true, false)
    expect(undone([consentBack], { consent: false })).toMatchObject({
      item: { calls: [], undo: { decided: [{ fate: 'held' }] }, contact: { isFresh: true, beforeImage: null } },
      next: { kind: 'ends', outcome: 'done', failure: null },
    })
    expect(undone([consentBack], { consent: false }, { isReleased: true }).item?.calls).toEqual([consent])
  })

  test('is told by all of them not to be late, but for what is never shown', () => {
    expect(undone([name, notes], { name: 'New', notes: 'edited' }, early).next).toEqual({ kind: 'goes', afterMs: 1_000 })
    expect(undone([name, notes], { name: 'New', notes: 'M' }, early).next).toEqual({ kind: 'goes', afterMs: 0 })
    expect(undone([name, change('email', 'a@example.com', 'b@example.com')], { name: 'New' }, early).next).toEqual({
      kind: 'goes',
      afterMs: 0,
    })
  })

  test('gets just the calls that are left', () => {
    const step = undone(
      [name, change('consent', false, true)],
      { name: 'Old', consent: true },
      { ...early, ...afterUpdate },
      { ordinal: 1 },
    )
    expect(step.item?.calls).toEqual([update, { ...consent, consent: false }])
    expect(step.next).toEqual({ kind: 'goes', afterMs: 0 })
  })

  test('tells what is not back, and nothing else', () => {
    const { next } = undone([name, notes], { name: 'Old', notes: 'M' }, afterUpdate, { ordinal: 1 })
    expect(next).toMatchObject({ outcome: 'failed', failure: { message: expect.stringContaining('Notes') } })
    expect(next.kind === 'ends' && next.failure?.message).not.toContain('Name')
  })

  test('is what a proof begins with, where one is wanted', () => {
    const wanted = { kind: 'wanted', how: 'alone', before: null } as const
    const now = { name: 'New' }
    expect(undone([name], now, {}, { proof: wanted }).item?.proof).toEqual({
      ...wanted,
      before: { record: { uuid: 'u1', name: 'New' }, posts: null },
    })
    expect(undone([name], now).item).not.toHaveProperty('proof')
  })
})

describe('a read that failed', () => {
  const error = (code: ErrorCode) => new AppError(code, 'No.', 'Ask.')
  const allWell = situationWith()

  test('is tried again, and fails its row when it is in vain too often', () => {
    expect(failedReadStep(itemWith({ attempts: 0 }), error('service.unreachable'), allWell)).toEqual({
      item: { attempts: 1 },
      next: { kind: 'goes', afterMs: 250 },
    })
    expect(failedReadStep(itemWith({ attempts: 5 }), error('service.failed'), allWell).next).toMatchObject({
      kind: 'ends',
      outcome: 'failed',
    })
    expect(failedReadStep(itemWith({ attempts: 5 }), error('service.failed'), situationWith({ isOutage: true })).next).toEqual({
      kind: 'goes',
      afterMs: 0,
    })
    expect(failedReadStep(itemWith(), error('sign_in.needed'), allWell)).toMatchObject({
      next: { kind: 'goes' },
      pauses: { code: 'sign_in.needed' },
    })
  })

  test('because its answer cannot be read is given up after a few tries, also in an outage', () => {
    expect(attemptsWhenUnreadable).toBe(3)
    for (const situation of [allWell, situationWith({ isOutage: true })]) {
      expect(failedReadStep(itemWith({ attempts: 1 }), error('service.shape'), situation)).toMatchObject({
        item: { attempts: 2 },
        next: { kind: 'goes' },
      })
      expect(failedReadStep(itemWith({ attempts: 2 }), error('service.shape'), situation).next).toEqual({
        kind: 'ends',
        outcome: 'failed',
        failure: error('service.shape').toAnswer(),
      })
    }
    expect(failedReadStep(itemWith({ attempts: 2 }), error('service.failed'), allWell).next).toMatchObject({ kind: 'goes' })
  })

  test('leaves what is done done, and what nobody knows unknown', () => {
    expect(failedReadStep(itemWith({ attempts: 2, ordinal: 1, phase: verify }), error('service.shape'), allWell)).toMatchObject({
      item: { phase: { kind: 'call' } },
      next: { kind: 'ends', outcome: 'done', failure: null },
    })
    expect(failedReadStep(itemWith({ attempts: 2, ordinal: 1, phase: verify }), error('service.shape'), allWell)).not.toHaveProperty(
      'learnt',
    )
    expect(failedReadStep({ ...lostMessage(), attempts: 2 }, error('service.shape'), allWell).next).toMatchObject({
      kind: 'staysUnknown',
      failure: { message: expect.stringContaining('cannot be read') },
    })
    // Unless it may still arrive: then it is looked for later, with as many tries.
    expect(failedReadStep({ ...lostMessage(9_000), attempts: 2 }, error('service.shape'), allWell)).toMatchObject({
      item: { attempts: 0, phase: { looks: 1 } },
      next: { kind: 'goes', afterMs: 3_000 },
    })
  })
})
