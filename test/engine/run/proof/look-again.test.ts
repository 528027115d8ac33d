import { describe, expect, test } from 'vitest'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import { createFieldLabels } from '../../../../src-main/engine/model/contacts/field-labels.ts'
import type { ServiceCall } from '../../../../src-main/engine/model/runs/service-call.ts'
import type { DoubtedRow } from '../../../../src-main/engine/run/answer/canary.ts'
import { notCreated } from '../../../../src-main/engine/run/answer/echo.ts'
import type { ReadAnswer } from '../../../../src-main/engine/run/answer/read-answer.ts'
import type { RunItem } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import { emptyEntries } from '../../../../src-main/engine/run/journal/journal-writer.ts'
import { unknownService } from '../../../../src-main/engine/run/late/service-profile.ts'
import { changedBeforeReason, doubtfulNote } from '../../../../src-main/engine/run/proof/change-reason.ts'
import { createLookAgain, type LookAgainState } from '../../../../src-main/engine/run/proof/look-again.ts'
import type { UnaskedChange } from '../../../../src-main/engine/run/proof/unasked-changes.ts'
import { consent, itemWith, message, toVerify, update } from '../answer/items.ts'
import { proofState, verified } from './proof-state.ts'

const known: CustomerRecord = { uuid: 'u1', name: 'Old', notes: 'N' }
const shown: CustomerRecord = { uuid: 'u1', name: 'New', notes: null }
const seen = { record: shown, extra: null }
const notes: UnaskedChange = { field: 'notes', before: 'N', after: null }
const blocked: UnaskedChange = { field: 'blocked', before: false, after: true }
const lostName = [{ field: 'name', asked: 'New', answered: 'Old' }]
const reason = { code: 'run.changed_more', message: 'M.', hint: 'H.' }
const undo = { uuid: 'u1', written: [], sent: new Set<string>(), done: new Set<never>(), shownFromMs: 0, decided: [] }
const putBack = { target: known, changes: [], rounds: 1, isCutShort: false }
const beganMs = 1_000

/** A row whose only call is answered. */
const isDone = { ordinal: 1, ended: 'done' } as const
/** One with another call to make. */
const goesOn = { ordinal: 1, calls: [update, consent] }

interface Sent {
  /** Done, unless given. */
  item?: Partial<RunItem>
  call?: ServiceCall
  known?: CustomerRecord | null
}

/** A run that is to stop, and in which these were sent since the last call that was seen to go well: rows 3, 4 and so on. */
function station(sent: readonly Sent[] = [], parts: Partial<LookAgainState> = {}) {
  const { state, stops } = proofState(parts)
  const again = createLookAgain(state, createFieldLabels([]))
  sent.forEach(({ item = isDone, call = update, known: was = known }, at) =>
    state.canary.noteSent(call, itemWith({ row: 3 + at, ...item }), was),
  )
  const entries = emptyEntries()
  const kinds = ['updateCustomer', 'setConsent', 'importMessage'] as const
  const stop = (mended: readonly UnaskedChange[] | null = [notes], ofRows: readonly RunItem[] = []) =>
    again.stop({ reason, kinds, known: ofRows, mended })
  const said = () => stops[0]?.reason.message ?? null
  return { again, state, stops, entries, stop, said, begin: () => again.begin(entries, beganMs) }
}

/** One such row that is read again. */
function lookedAt(
  { mended = [notes], ...sent }: Sent & { mended?: readonly UnaskedChange[] | null } = {},
  parts: Partial<LookAgainState> = {},
) {
  const here = station([sent], parts)
  here.stop(mended)
  here.begin()
  const item = here.state.lanes.take(beganMs)
  if (item === null) throw new Error('Nothing is read again.')
  const answer = (one: ReadAnswer | null, sentAtMs = beganMs) => here.again.answered(item, one, sentAtMs, here.entries, sentAtMs + 10)
  return { ...here, item, answer }
}

describe('in doubt is', () => {
  test.each<[string, boolean, Sent]>([
    ['a row that is done', true, {}],
    ['one of which the call is answered', true, { item: { ...goesOn } }],
    ['the same, after another call', true, { item: { calls: [consent, update], ordinal: 2 } }],
    ['not one whose call is under way', false, { item: { ordinal: 0 } }],
    ['not one of which only the call before is answered', false, { item: { calls: [consent, update], ordinal: 1 } }],
    ['not one that has failed', false, { item: { ended: 'failed', ordinal: 1 } }],
    ['not one that is looked up already', false, { item: { phase: toVerify(update), ordinal: 1 } }],
    ['not one that is put back', false, { item: { putBack, ordinal: 1 } }],
    ['not one that is taken back', false, { item: { undo, ordinal: 1 } }],
  ])('%s: %s', (_what, isDoubted, sent) => {
    const { stop, stops } = station([sent])
    stop()
    expect(stops.length === 0).toBe(isDoubted)
  })

  test.each([
    [1, true],
    [0, false],
  ])('one that an earlier process has sent, once %i of its calls is answered: %s', (ordinal, isDoubted) => {
    const { stop, stops, state } = station()
    state.canary.noteEarlier('updateCustomer', 3, false)
    state.canary.noteTaken(itemWith({ row: 3, ordinal }))
    stop()
    expect(stops.length === 0).toBe(isDoubted)
  })

  test('not one that says itself what became of it', () => {
    const { stop, said, state } = station([{}])
    stop([notes], [itemWith({ row: 3 })])
    expect([said(), state.lanes.size()]).toEqual(['M.', 0])
  })
})

describe('the run stops only later', () => {
  test('where a contact is still to be looked at beside', () => {
    const { stop, stops, state, begin } = station()
    const waiting = itemWith()
    state.canary.mayWaitBeside(waiting, { call: update, before: null })
    stop()
    expect([stops, begin()]).toEqual([[], false])
    state.canary.endWaiting(waiting)
    expect(begin()).toBe(true)
    expect(stops).toHaveLength(1)
  })

  test('where the journal keeps a row in doubt that says itself what became of it: it is in doubt no more', () => {
    const { again, stop, stops, begin, entries } = station()
    const item = itemWith({ row: 3, ...isDone })
    const other = itemWith({ row: 4, ...isDone, ordinal: 2 })
    const doubted = { call: update, known, mended: [] }
    again.resume(
      [item, other].map((one) => ({ ...doubted, row: one.row, item: one })),
      false,
    )
    stop([notes], [item])
    expect(stops).toEqual([])
    expect(begin()).toBe(false)
    expect(entries.proofs.filter(({ state }) => state === 'over')).toEqual([{ row: 3, ordinal: 0, state: 'over' }])
  })

  test('where rows that an earlier process had found in doubt are read again first', () => {
    const { again, said } = station()
    again.resume([], true)
    expect(again.isStopping()).toBe(false)
    again.resume([{ row: 3, item: null, call: update, known, mended: [] }], true)
    expect([again.isStopping(), again.reason(), said()]).toEqual([true, changedBeforeReason, null])
  })

  test('where calls are under way', () => {
    const { again, stop, begin, state } = station([{}])
    expect([begin(), again.isStopping(), again.reason()]).toEqual([false, false, null])
    stop()
    expect([again.isStopping(), again.reason()]).toEqual([true, reason])
    state.inFlight = 1
    expect([begin(), state.lanes.size()]).toEqual([false, 0])
    state.inFlight = 0
    expect([begin(), state.lanes.size()]).toEqual([false, 1])
  })
})

test('a process that ends before they are read again leaves the rows that are done to the next one', () => {
  const { again, entries } = station([{}, { item: { ...goesOn } }, { known: null }])
  again.keep(['updateCustomer'], [], entries)
  expect(entries.proofs).toMatchObject([
    { row: 3, ordinal: 0, state: 'open', proof: { call: update, before: { record: known }, doubt: [] } },
  ])
})

test('a row that is done says that it is in doubt, should the process end before it is read again', () => {
  expect(lookedAt().entries.rows).toEqual([{ row: 3, outcome: 'done', failure: doubtfulNote }])
  expect(lookedAt({ item: goesOn }).entries.rows).toEqual([])
})

describe('what the journal is told of a row that is read again', () => {
  test.each<[string, Sent & { mended?: readonly UnaskedChange[] | null }, unknown[]]>([
    ['what its contact was like, and what can be put back', {}, [{ row: 3, ordinal: 0, state: 'open', proof: { doubt: [notes] } }]],
    ['nothing where that was not known', { known: null }, []],
    ['nothing where there is nothing to put back', { mended: null }, []],
    ['nothing of one that goes on: it is done over', { item: { ...goesOn } }, []],
  ])('%s', (_what, sent, proofs) => {
    expect(lookedAt(sent).entries.proofs).toMatchObject(proofs)
    expect(lookedAt(sent).item.proving).toBe(proofs.length > 0 ? 0 : undefined)
  })
})

describe('a row that an earlier process has sent', () => {
  const earlier = (row: Partial<DoubtedRow>, stored: RunItem | null) => {
    const here = station([], { pendingRows: { line: (one) => one + 1, sentBefore: () => stored } })
    here.again.resume([{ row: 3, item: null, call: null, known: null, mended: [], ...row }], false)
    here.stop()
    return { ...here, isOver: here.begin() }
  }
  const stored = itemWith({ row: 3, ordinal: 1 })

  test.each<[string, Partial<DoubtedRow>, RunItem | null]>([
    ['is not there any more', {}, null],
    ['is not there any more, though its call is', { call: update }, null],
    ['was sent what the plan does not say', {}, itemWith({ row: 3, calls: [{ kind: 'resolveConversation', phone: '+12025550100' }] })],
  ])('cannot be told where it %s', (_what, row, item) => {
    const { isOver, said } = earlier(row, item)
    expect(isOver).toBe(true)
    expect(said()).toContain('row 4 could not be told.')
  })

  test.each<[string, true | undefined, object]>([
    ['is done, and counted so', undefined, { done: 4, failed: 1, pending: 4 }],
    ['had not ended', true, { done: 5, failed: 1, pending: 3 }],
  ])('has failed where what it asked for is not there: one that %s', (_what, isUnended, counts) => {
    const { again, state, entries } = earlier(isUnended === undefined ? {} : { isUnended }, stored)
    expect(entries.rows.map(({ failure }) => failure)).toEqual(isUnended === undefined ? [doubtfulNote] : [])
    const item = state.lanes.take(beganMs)
    if (item !== null) again.answered(item, verified({ lost: lostName, isShown: false }), beganMs, entries, beganMs)
    expect(state.counts).toMatchObject(counts)
    expect(entries.rows.at(-1)).toMatchObject({ row: 3, outcome: 'failed' })
  })

  test('is read again by what the journal has kept of it, and kept once', () => {
    const { isOver, state, entries } = earlier({ call: update, known }, stored)
    expect([isOver, state.lanes.size(), entries.proofs]).toEqual([false, 1, []])
  })
})

describe('a row that was read again', () => {
  test('is as it should be where it is shown, and nothing else has changed', () => {
    const { answer, said, entries } = lookedAt()
    answer(verified({ seen, isLate: true }))
    expect(said()).toContain('all is as it should be.')
    expect(entries.rows.at(-1)).toEqual({ row: 3, outcome: 'done', failure: null })
    expect(entries.seen).toMatchObject([seen])
  })

  test.each<[string, Sent & { mended?: null }]>([
    ['it is not shown', {}],
    ['nobody knows what its contact was like', { known: null }],
  ])('cannot be told where %s', (_what, sent) => {
    const { answer, said } = lookedAt(sent)
    answer(verified({ isShown: sent.known === null }))
    expect(said()).toContain('row 4 could not be told.')
  })

  test('is told where its contact was not known, and the service only does too little', () => {
    const { answer, said } = lookedAt({ known: null, mended: null })
    answer(verified())
    expect(said()).toContain('all is as it should be.')
  })

  test('is there where its text was stored as somebody lives with it', () => {
    const profile = { ...unknownService, livesWith: new Set(['altered-texts'] as const), cuts: { name: 2 } }
    const { answer, said } = lookedAt({}, { profile })
    answer(verified({ isShown: false, lost: [{ field: 'name', asked: 'New', answered: 'Ne' }] }))
    expect(said()).toContain('all is as it should be.')
  })

  test('is read three times before that is given up', () => {
    const { answer, said, state } = lookedAt()
    answer(null)
    answer(null)
    expect([said(), state.lanes.hasDelayed()]).toEqual([null, true])
    answer(null)
    expect(said()).toContain('row 4 could not be told.')
  })

  test.each([
    ['is read once more as long as it may be shown late', true, 59_999, null],
    ['has failed after that', true, 60_000, 'row 4 was not done as asked.'],
    ['has failed at once where it shows something else', false, 0, 'row 4 was not done as asked.'],
  ])('%s', (_what, isLate, afterMs, words) => {
    const { answer, said, item } = lookedAt()
    answer(verified({ lost: lostName, isShown: false, isLate }), beganMs + afterMs)
    if (words === null) expect([said(), item.phase]).toMatchObject([null, { looks: 1 }])
    else expect(said()).toContain(words)
  })

  test('has failed where what it asked for is not there, whatever is known of its contact', () => {
    const { answer, said, state, entries } = lookedAt()
    answer(verified({ lost: lostName, isShown: false, seen }))
    expect(entries.rows.at(-1)).toMatchObject({ row: 3, outcome: 'failed', failure: { code: 'service.not_applied' } })
    expect(state.counts).toMatchObject({ done: 4, failed: 1, pending: 4 })
    expect(said()).toContain('row 4 was not done as asked.')
  })

  test.each<[string, typeof update | typeof message, boolean, number]>([
    ['a message that is not there', message, true, 1],
    ['not one that is there with another text', message, false, 0],
    ['not one beside which only a change of its row is not there', update, true, 0],
  ])('can be imported again: %s', (_what, call, isLate, count) => {
    const { answer, entries } = lookedAt({ call, item: { ...isDone, calls: [call, message], ordinal: 2, fingerprint: 'f' } })
    answer(verified({ lost: lostName, isShown: false, isLate }), beganMs + 60_000)
    expect(entries.missing).toHaveLength(count)
  })

  test.each([
    ['is gone that was said to be created, and was not', notCreated, ['u9']],
    ['stays of which something else is not there', lostName[0], []],
  ])('a contact %s', (_what, lost, gone) => {
    const { answer, entries } = lookedAt({ item: { ...isDone, made: { contactUuid: 'u9', conversationUuid: null } } })
    answer(verified({ lost: lost === undefined ? [] : [lost], isShown: false }))
    expect(entries.gone).toEqual(gone)
  })

  test.each<[ServiceCall, unknown[]]>([
    [consent, [{ row: 3, found: 'missing' }]],
    [update, []],
  ])('that asked for %j tells the ledger where that is not there', (call, consents) => {
    const { answer, entries } = lookedAt({ call })
    answer(verified({ lost: lostName, isShown: false }))
    expect(entries.consents).toEqual(consents)
  })
})

describe('a contact that is different from what was known of it', () => {
  test('is put back as far as the service was seen to change others, and the row is not done yet', () => {
    const { answer, item, entries, state, stops } = lookedAt()
    answer(verified({ seen, changes: [notes, blocked] }))
    expect(item).toMatchObject({
      putBack: { changes: [notes], left: [blocked], lost: [], isCutShort: false, target: { ...shown, notes: 'N' } },
      calls: [update, { kind: 'updateCustomer', uuid: 'u1', customer: { name: 'New', notes: 'N' } }],
      phase: { kind: 'call' },
    })
    expect(entries.reopened).toEqual([3])
    expect(entries.proofs.at(-1)).toMatchObject({ row: 3, ordinal: 0, state: 'found' })
    expect(state.counts).toMatchObject({ done: 4, pending: 5 })
    expect(stops).toEqual([])
  })

  test('is put back with what the row asked for, where that got lost too', () => {
    const { answer, item } = lookedAt()
    answer(verified({ seen: { record: { ...shown, name: 'Old' }, extra: null }, isShown: false, lost: lostName, changes: [notes] }))
    expect(item.putBack).toMatchObject({ lost: [{ field: 'name', label: 'Name' }], target: { name: 'New', notes: 'N' } })
  })

  test('is put back before the row goes on: its other calls are left out', () => {
    const { answer, item, entries, state } = lookedAt({ item: { ...goesOn } })
    answer(verified({ seen, changes: [notes] }))
    expect(item.putBack).toMatchObject({ isCutShort: true })
    expect([entries.reopened, state.counts.pending]).toEqual([[], 4])
  })

  test.each<[string, Parameters<typeof verified>[0]]>([
    ['where nothing of it can be put back', { seen, changes: [blocked] }],
    ['where it is not shown as it is now', { seen: null, changes: [notes] }],
  ])('is told beside its row %s', (_what, parts) => {
    const { answer, item, entries, said } = lookedAt()
    answer(verified(parts))
    expect(item.putBack).toBeUndefined()
    expect(entries.rows.at(-1)).toMatchObject({ row: 3, outcome: 'done', failure: { code: 'service.doubtful' } })
    expect(said()).toContain('row 4 has other changes than were asked for.')
  })

  test('ends its row as failed where that was to go on', () => {
    const { answer, entries, said } = lookedAt({ item: { ...goesOn } })
    answer(verified({ seen, changes: [blocked] }))
    expect(entries.rows.at(-1)).toMatchObject({ row: 3, outcome: 'failed', failure: { code: 'service.changed_more' } })
    expect(said()).toContain('row 4 has other changes than were asked for.')
  })

  test('is not different in what the row itself has changed', () => {
    const { answer, said } = lookedAt()
    answer(verified({ changes: [{ field: 'name', before: 'Old', after: 'New' }] }))
    expect(said()).toContain('all is as it should be.')
    const other = lookedAt()
    other.answer(verified({ changes: [{ field: 'name', before: 'Old', after: 'Hers' }] }))
    expect(other.said()).toContain('row 4 has other changes')
  })

  test.each([
    ['all of it', [], 'row 4 had other changes than were asked for and was put back as it was.', 'done'],
    ['not all of it', [notes], 'row 4 has other changes than were asked for.', 'failed'],
  ] as const)('has ended where %s is there again', (_what, notBack, words, outcome) => {
    const { answer, again, item, entries, said } = lookedAt()
    answer(verified({ seen, changes: [notes] }))
    again.putBackEnded(item, { notBack, notDone: [] }, entries, beganMs)
    expect(said()).toContain(words)
    expect(entries.rows.at(-1)).toMatchObject({ row: 3, outcome })
  })

  test('is told as it is where the run ends before it is put back', () => {
    const { answer, again, entries, said } = lookedAt()
    answer(verified({ seen, changes: [notes] }))
    again.breakOff(entries, beganMs, () => false)
    expect(said()).toBeNull()
    again.breakOff(entries, beganMs, () => true)
    expect(said()).toContain('row 4 has other changes')
  })
})

test('only rows in doubt are read again', () => {
  const { again, entries, state } = station([{}])
  const item = itemWith({ phase: toVerify(update) })
  const read = (one: RunItem) => again.answered(one, null, beganMs, entries, beganMs)
  expect(() => read(item)).toThrow('Row 3 is not looked up again.')
  again.stop({ reason, kinds: [], known: [], mended: [] })
  expect(() => read(itemWith())).toThrow('Row 3 is not looked up again.')
  const other = itemWith({ putBack })
  state.lanes.add(other)
  expect(() => createLookAgain(state, createFieldLabels([])).putBackEnded(other, { notBack: [], notDone: [] }, entries, 1)).toThrow(
    'Row 3 is not looked up again.',
  )
})
