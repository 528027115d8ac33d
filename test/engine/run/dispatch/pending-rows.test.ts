import { beforeEach, describe, expect, test } from 'vitest'
import type { OpenProof } from '../../../../src-main/engine/model/runs/open-proof.ts'
import type { RowDetail } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import { createPendingRows } from '../../../../src-main/engine/run/dispatch/pending-rows.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import type { CallEnd } from '../../../../src-main/engine/store/runs/calls.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { addFile, columns, dialect, recipe } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { consent, creation, failure, message, update } from '../answer/items.ts'

const newStore = tempStores()
let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
})
const tables = () => tablesOf(store)
const [wallMs, monoMs] = [1_000_000, 5_000]
const clock = { nowMs: () => wallMs, monotonicMs: () => monoMs }

interface Row {
  detail?: RowDetail
  contactUuid?: string | null
  phone?: string | null
  lane?: string | null
  laneOrder?: number | null
}

/** A plan with these rows to send, and its run, which has just begun. */
function planned(rows: readonly Row[], { id = 'run', undoes = null as string | null } = {}) {
  const planId = `plan of ${id}`
  const { plans, planRows, runs } = tables()
  plans.add({ id: planId, fileId: 'file', dialect, columns, recipe: recipe(), lookup: 'never', createdAtMs: 1, undoesRunId: undoes })
  const stored = rows.map(({ detail, contactUuid = 'u1', phone = '+12025550100', lane = 'lane', laneOrder = null }, at) => ({
    row: at + 1,
    line: at + 2,
    class: 'send' as const,
    reason: null,
    lane,
    laneOrder,
    contactUuid,
    contactId: null,
    phone,
    detail: detail === undefined ? null : JSON.stringify(detail),
  }))
  planRows.insert(planId, stored)
  runs.add({ id, planId, kind: undoes === null ? 'contacts' : 'undo', undoesRunId: undoes, operator: 'Pat', settings: {}, startedAtMs: 1 })
  return (parts: { isResumed?: boolean; isUndo?: boolean } = {}) =>
    createPendingRows(store, planId, id, {
      isResumed: false,
      isUndo: undoes !== null,
      clock,
      arrivalMs: 120_000,
      believableMs: 60_000,
      ...parts,
    })
}

function left(
  row: number,
  ordinal: number,
  kind: 'updateCustomer' | 'createCustomer' | 'importMessage' | 'setConsent',
  end: Partial<CallEnd> | null,
  { image = null as object | null, runId = 'run', atMs = 10 } = {},
) {
  const { calls } = tables()
  calls.writeSent(runId, { row, ordinal, kind, sentAtMs: atMs, beforeImage: image === null ? null : JSON.stringify(image) })
  if (end !== null)
    calls.writeEnd(runId, { row, ordinal, state: 'done', httpStatus: 200, error: null, afterImage: null, ...end }, 'sent', atMs)
}
const many = (count: number) => Array.from({ length: count }, (): Row => ({ detail: { calls: [update] } }))

describe('the rows of a run', () => {
  test('come piece by piece, until there are no more', () => {
    const rows = planned(many(5))()
    expect(rows.isExhausted()).toBe(false)
    expect(rows.next(2).map(({ row }) => row)).toEqual([1, 2])
    expect(rows.isExhausted()).toBe(false)
    expect(rows.next(3).map(({ row }) => row)).toEqual([3, 4, 5])
    expect(rows.isExhausted()).toBe(false)
    expect(rows.next(3)).toEqual([])
    expect(rows.isExhausted()).toBe(true)
    expect(rows.line(2)).toBe(3)
  })

  test('come by the time of their messages where they have any, after the others', () => {
    const rows = planned([{ laneOrder: 20 }, { laneOrder: 10 }, {}, { laneOrder: 10 }])()
    expect(rows.next(2).map(({ row }) => row)).toEqual([3, 2])
    expect(rows.next(9).map(({ row }) => row)).toEqual([4, 1])
    expect(rows.isExhausted()).toBe(true)
  })

  test('are passed over where they have ended', () => {
    const rows = planned(many(3))
    tables().runRows.write('run', 2, 'done', null)
    expect(
      rows()
        .next(9)
        .map(({ row }) => row),
    ).toEqual([1, 3])
  })

  test('are on their way as they were planned', () => {
    const changes = [{ field: 'name', label: 'Name', before: 'Old', beforeKnown: true, after: 'New' }]
    const rows = planned([
      { detail: { calls: [update, consent], changes, fingerprint: 'f', released: { guards: ['consent'], agreedAtMs: 7 } } },
      { contactUuid: null, lane: null, detail: { calls: [creation], released: { guards: ['keyword'], agreedAtMs: null } } },
      { phone: null },
    ])()
    const [first, second, third] = rows.next(9)
    expect(first).toEqual({
      row: 1,
      lane: 'lane',
      contacts: ['u1', '+12025550100'],
      calls: [update, consent],
      fingerprint: 'f',
      changes,
      ordinal: 0,
      attempts: 0,
      losses: 0,
      phase: { kind: 'call' },
      proof: { kind: 'open' },
      contact: { isFresh: false },
      made: { contactUuid: null, conversationUuid: null },
      agreedAtMs: 7,
      released: ['consent'],
      undo: null,
    })
    expect(second).toMatchObject({ lane: 'row 2', contacts: ['+12025550100'], calls: [creation], fingerprint: null, changes: [] })
    expect(second).not.toHaveProperty('agreedAtMs')
    expect(third).toMatchObject({ contacts: ['u1'], calls: [] })
  })

  test('tell whether one of them must not happen twice', () => {
    const rows = planned([
      { detail: { calls: [update] } },
      {},
      { detail: { calls: [update, message] } },
      { detail: { calls: [consent] } },
    ])()
    expect(rows.sendOnce()).toBe(false)
    rows.next(2)
    expect(rows.sendOnce()).toBe(false)
    rows.next(1)
    expect(rows.sendOnce()).toBe(true)
    rows.next(1)
    expect(rows.sendOnce()).toBe(true)
  })
})

describe('a row of a run that is resumed', () => {
  test('goes on with the call after those that are done, and counts the attempts of that one', () => {
    const rows = planned([{ detail: { calls: [update, consent, update] } }, { detail: { calls: [update] } }])
    left(1, 0, 'updateCustomer', {})
    left(1, 1, 'setConsent', { state: 'pending' })
    left(1, 1, 'setConsent', { state: 'pending' })
    expect(rows({ isResumed: true }).next(9)).toMatchObject([
      { row: 1, ordinal: 1, attempts: 2, resent: 1 },
      { row: 2, ordinal: 0, attempts: 0 },
    ])
    expect(rows().next(9)[0]).toMatchObject({ ordinal: 0, attempts: 0 })
  })

  test('knows which call is sent once more: none where all that left are done', () => {
    const rows = planned([{ detail: { calls: [update, consent] } }, { detail: { calls: [update] } }])
    left(1, 0, 'updateCustomer', {})
    left(2, 0, 'updateCustomer', { state: 'pending' })
    const [first, second] = rows({ isResumed: true }).next(9)
    expect(first).not.toHaveProperty('resent')
    expect(second?.resent).toBe(0)
  })

  test('knows the contact that it has created', () => {
    const rows = planned([
      { detail: { calls: [creation, { ...update, uuid: null }] } },
      { detail: { calls: [creation, update] } },
      { detail: { calls: [creation] } },
    ])
    const afterImage = JSON.stringify({ uuid: 'u9', name: 'New' })
    left(1, 0, 'createCustomer', { afterImage })
    left(2, 0, 'createCustomer', {})
    left(3, 0, 'createCustomer', { state: 'pending', afterImage })
    expect(rows({ isResumed: true }).next(9)).toMatchObject([
      { ordinal: 1, made: { contactUuid: 'u9', conversationUuid: null } },
      { ordinal: 1, made: { contactUuid: null } },
      { ordinal: 0, attempts: 1, made: { contactUuid: null } },
    ])
  })

  test('has no contact by a call that creates none', () => {
    const rows = planned([{ detail: { calls: [update, consent] } }])
    left(1, 0, 'updateCustomer', { afterImage: JSON.stringify({ uuid: 'u9' }) })
    expect(rows({ isResumed: true }).next(9)).toMatchObject([{ ordinal: 1, made: { contactUuid: null } }])
  })
})

describe('rows of which a call may or may not have arrived', () => {
  test('come first, once, to be looked for as long as it may arrive', () => {
    const rows = planned(many(5).map(() => ({ detail: { calls: [message] } })))
    left(2, 0, 'importMessage', { state: 'unknown' }, { atMs: wallMs - 20_000 })
    left(4, 0, 'importMessage', { state: 'unknown', httpStatus: 500 }, { atMs: wallMs - 500_000 })
    left(5, 0, 'importMessage', { state: 'unknown' }, { atMs: wallMs })
    tables().runRows.write('run', 2, 'unknown', failure)
    const pending = rows({ isResumed: true })
    expect(pending.lost(2)).toMatchObject([
      { row: 2, attempts: 0, ordinal: 0, phase: { kind: 'lost', looks: 0, arrivesByMs: monoMs + 100_000, status: 200, failure } },
      { row: 4, phase: { arrivesByMs: monoMs, status: 500, failure: null } },
    ])
    expect(pending.sendOnce()).toBe(true)
    // Row 2 has ended as unknown; row 4 was handed out.
    expect(pending.next(9).map(({ row }) => row)).toEqual([1, 3, 5])
  })

  test('go on where their other calls are done', () => {
    const rows = planned([{ detail: { calls: [update, message] } }])
    left(1, 0, 'updateCustomer', {})
    left(1, 1, 'importMessage', { state: 'unknown' })
    expect(rows({ isResumed: true }).lost(9)).toMatchObject([{ row: 1, ordinal: 1, attempts: 0 }])
  })

  test('are left out where the plan has them no more', () => {
    const rows = planned(many(1))
    left(9, 0, 'importMessage', { state: 'unknown' })
    expect(rows({ isResumed: true }).lost(9)).toEqual([])
  })
})

describe('rows with a call that is still to prove what the service does', () => {
  const record = { uuid: 'u1', name: 'Old', notes: 'N' }
  const proofOf = (call: OpenProof['call'], parts: Partial<OpenProof> = {}): OpenProof => ({
    call,
    before: { record, posts: { uuids: ['p1'], newestSeconds: 5 }, isResolved: true },
    postUuid: 'p2',
    ...parts,
  })
  /** As it was read. */
  const before = { record, posts: { uuids: new Set(['p1']), newestSeconds: 5 }, isResolved: true }
  const open = (proof: OpenProof, ordinal = 0) => tables().proofs.open('run', { row: 1, ordinal }, proof)
  const wanted = { kind: 'wanted', how: 'alone', before, isKept: true }

  test('come once, with what the contact was like; not where they have ended, or the plan has them no more', () => {
    const rows = planned(many(3))
    open(proofOf(update))
    for (const row of [2, 9]) tables().proofs.open('run', { row, ordinal: 0 }, proofOf(update))
    tables().runRows.write('run', 2, 'done', null)
    left(1, 0, 'updateCustomer', {})
    const pending = rows({ isResumed: true })
    const phase = { kind: 'verify', call: update, postUuid: 'p2', answeredAtMs: monoMs, looks: 0, before }
    expect(pending.unproven()).toMatchObject([{ item: { row: 1, proving: 0, phase, ordinal: 1 }, call: update }])
    expect(pending.next(9).map(({ row }) => row)).toEqual([3])
  })

  test.each([
    ['updateCustomer', 'pending', update, { proving: 0, proof: wanted }],
    ['updateCustomer', 'unknown', update, { proving: 0, proof: wanted }],
    ['updateCustomer', 'failed', update, { proof: { kind: 'open' } }],
    ['importMessage', 'unknown', message, { proving: 0, proof: wanted }],
    ['importMessage', 'pending', message, { proof: { kind: 'open' } }],
    ['importMessage', null, message, { proof: { kind: 'open' } }],
  ] as const)('%s: goes on as its call was left: %s', (kind, state, call, parts) => {
    const rows = planned([{ detail: { calls: [call] } }])
    open(proofOf(call))
    if (state !== null) left(1, 0, kind, { state })
    const [first] = rows({ isResumed: true }).unproven()
    expect(first?.item).toMatchObject({ phase: { kind: 'call' }, ordinal: 0, ...parts })
    expect(first?.item.proving).toBe('proving' in parts ? 0 : undefined)
    // What goes on proving is compared as if it left for the first time.
    expect(first?.item.resent).toBe('proving' in parts || state === null ? undefined : 0)
    expect(first?.found).toBeUndefined()
  })

  test.each([[{ isRemembered: true as const }], [{}]])(
    'know whether their contact was read right before, or only remembered: %j',
    (parts) => {
      const rows = planned(many(1))
      open(proofOf(update, parts))
      left(1, 0, 'updateCustomer', {})
      const phase = { kind: 'verify', call: update, postUuid: 'p2', answeredAtMs: monoMs, looks: 0, before, ...parts }
      expect(rows({ isResumed: true }).unproven()[0]?.item.phase).toStrictEqual(phase)
    },
  )

  test('are looked for first where their call may have arrived, and prove what they were to prove', () => {
    const rows = planned(many(2))
    open(proofOf(update))
    for (const row of [1, 2]) left(row, 0, 'updateCustomer', { state: 'unknown' })
    expect(rows({ isResumed: true }).lost(9)).toMatchObject([
      { row: 1, attempts: 0, phase: { kind: 'lost' }, proving: 0, proof: wanted },
      { row: 2, attempts: 0, phase: { kind: 'lost' }, proof: { kind: 'open' } },
    ])
  })

  test('goes on as just that call was left, whatever the others of the row were', () => {
    const rows = planned([{ detail: { calls: [consent, update] } }])
    open(proofOf(update), 1)
    left(1, 0, 'setConsent', {})
    left(1, 1, 'updateCustomer', { state: 'unknown' })
    expect(rows({ isResumed: true }).unproven()).toMatchObject([
      { item: { ordinal: 1, phase: { kind: 'call' }, proving: 1, proof: wanted } },
    ])
  })

  test('that were about to be read again come with what was known of them, where they are done', () => {
    const rows = planned(many(4))
    const doubt = [{ field: 'notes', before: 'N', after: null }]
    for (const row of [1, 2, 3, 9]) {
      tables().proofs.open('run', { row, ordinal: 0 }, proofOf(update, row === 3 ? {} : { doubt }))
      left(row, 0, 'updateCustomer', {})
    }
    for (const row of [1, 3, 9]) tables().runRows.write('run', row, 'done', null)
    tables().runRows.write('run', 2, 'failed', failure)
    const doubted = rows({ isResumed: true }).doubted()
    expect(doubted).toMatchObject([{ row: 1, item: { row: 1, ordinal: 1, ended: 'done' }, call: update, known: record, mended: doubt }])
    expect(doubted).toHaveLength(1)
  })

  describe('that found something, which is being put back', () => {
    const changes = [
      { field: 'notes', before: 'N', after: null },
      { field: 'consent', before: false, after: null },
    ]
    const found = { changes, target: { ...record, name: 'New' }, isCutShort: false }
    const back = { kind: 'updateCustomer', uuid: 'u1', customer: { name: 'New', notes: 'N' } }
    const refusal = { kind: 'setConsent', uuid: 'u1', phone: null, consent: false }

    test.each<[string, (CallEnd['state'] | null)[], number, object[]]>([
      ['nothing was sent for it', [], 1, []],
      ['something is to be sent again', ['pending'], 1, []],
      ['something was sent for it', ['done'], 2, [back]],
      ['more is to be sent again', ['done', 'pending'], 2, [back]],
      ['all was sent for it, and again', ['done', 'done', 'done'], 4, [back, refusal, back]],
    ])('goes on behind what the journal has, where %s', (_what, states, ordinal, taken) => {
      const rows = planned([{ detail: { calls: [update, consent] } }])
      open(proofOf(update, { found }))
      left(1, 0, 'updateCustomer', {})
      for (const [at, state] of states.entries()) left(1, at + 1, 'updateCustomer', state === null ? null : { state })
      const [first] = rows({ isResumed: true }).unproven()
      expect(first).toMatchObject({ call: update, found, item: { proving: 0, attempts: 0, ordinal, phase: { kind: 'verify', before } } })
      expect(first?.item.calls).toEqual([update, ...taken])
    })

    test('is the call after the one that found it, too, where the journal has that one as still to be sent', () => {
      const rows = planned([{ detail: { calls: [update, consent] } }])
      open(proofOf(update, { found }))
      left(1, 0, 'updateCustomer', { state: 'pending' })
      expect(rows({ isResumed: true }).unproven()[0]?.item).toMatchObject({ ordinal: 1, calls: [update], proving: 0 })
    })

    test('has no calls of its own where nothing of it can be put back', () => {
      const rows = planned([{ detail: { calls: [update] } }])
      open(proofOf(update, { found: { ...found, changes: [{ field: 'consent', before: true, after: false }] } }))
      for (const ordinal of [0, 1, 2]) left(1, ordinal, 'updateCustomer', {})
      expect(rows({ isResumed: true }).unproven()[0]?.item).toMatchObject({ ordinal: 3, calls: [update] })
    })

    test('is the call after the one that found it where the journal has lost that', () => {
      const rows = planned([{ detail: { calls: [update, update, consent] } }])
      open(proofOf(update, { found }), 1)
      const [first] = rows({ isResumed: true }).unproven()
      expect(first?.item).toMatchObject({ ordinal: 2, calls: [update, update], proving: 1 })
    })
  })

  test('that were sent before are told by their row', () => {
    const rows = planned([{ detail: { calls: [update, consent] } }])({ isResumed: true })
    left(1, 0, 'updateCustomer', {})
    expect(rows.sentBefore(1)).toMatchObject({ row: 1, ordinal: 1 })
    expect(rows.sentBefore(2)).toBeNull()
  })
})

describe('a row of an undo', () => {
  const changes = [{ field: 'name', label: 'Name', before: 'New', beforeKnown: false, after: 'Old' }]
  const detail = { calls: [update], changes }
  /** The undo of a run that was over so long ago; null where it is not. */
  function undoOf(overMs: number | null, rows: readonly Row[] = [{ detail }]) {
    planned([{}], { id: 'first' })
    const counts = { rows: 1, done: 1, failed: 0, unknown: 0, pending: 0, unchanged: 0, held: 0, skipped: 0, invalid: 0, calls: 1 }
    const finishedAtMs = overMs === null ? null : wallMs - overMs
    if (finishedAtMs !== null) tables().runs.recordStop('first', { state: 'finished', reason: null, finishedAtMs, counts })
    return planned(rows, { undoes: 'first' })
  }

  test('knows what the other run wrote, and from when on that is shown', () => {
    expect(undoOf(20_000)().next(9)[0]?.undo).toEqual({
      uuid: 'u1',
      written: [{ field: 'name', label: 'Name', before: 'Old', beforeKnown: true, after: 'New' }],
      sent: new Set(),
      done: new Set(),
      shownFromMs: monoMs + 40_000,
      decided: null,
    })
  })

  test.each([
    ['as the service made of it, where somebody lives with that', 'A &amp; B', 'A &amp; B'],
    ['as it was asked for, where somebody has edited it since', 'A and C', 'A & B'],
    ['as it was asked for, where the contact is not known', null, 'A & B'],
  ])('knows what the other run wrote: %s', (_what, name, after) => {
    const { contacts, learntTraits } = tables()
    learntTraits.set('livesWithAlteredTexts', 1, wallMs)
    learntTraits.set('escapes:name', 1, wallMs)
    if (name !== null) contacts.putRead({ record: { uuid: 'u1', name }, extra: null }, wallMs)
    // What is taken back of notes is not known of the contact at all.
    const notes = { field: 'notes', label: 'Notes', before: 'Mine', beforeKnown: true, after: null }
    const row = {
      detail: { calls: [update], changes: [{ field: 'name', label: 'Name', before: 'A & B', beforeKnown: true, after: 'Old' }, notes] },
    }
    expect(undoOf(0, [row])().next(9)[0]?.undo?.written).toMatchObject([
      { field: 'name', after },
      { field: 'notes', after: 'Mine' },
    ])
  })

  test('knows what the other run wrote as it was asked for, where nobody lives with altered texts', () => {
    tables().learntTraits.set('escapes:name', 1, wallMs)
    tables().contacts.putRead({ record: { uuid: 'u1', name: 'A &amp; B' }, extra: null }, wallMs)
    const change = { field: 'name', label: 'Name', before: 'A & B', beforeKnown: true, after: 'Old' }
    expect(undoOf(0, [{ detail: { calls: [update], changes: [change] } }])().next(9)[0]?.undo?.written).toMatchObject([{ after: 'A & B' }])
  })

  test.each([
    [60_000, 0],
    [500_000, 0],
    [null, 0],
    [0, 60_000],
  ])('is shown, where the other run was over %d ms ago, in %d ms', (overMs, inMs) => {
    expect(undoOf(overMs)().next(9)[0]?.undo?.shownFromMs).toBe(monoMs + inMs)
  })

  test('is released where somebody has released it', () => {
    const released = { guards: ['consent' as const], agreedAtMs: null }
    expect(undoOf(0, [{ detail: { ...detail, released } }])().next(9)[0]?.undo?.isReleased).toBe(true)
  })

  test('needs a contact, and may have written nothing', () => {
    expect(() => undoOf(0, [{ detail, contactUuid: null }])().next(9)).toThrow('Row 1 takes back what has no contact.')
    store = newStore()
    addFile(store)
    expect(undoOf(0, [{}])().next(9)[0]?.undo?.written).toEqual([])
  })

  test('that is resumed knows what it has sent and done: that is not shown earlier than if it had been sent just now', () => {
    const rows = undoOf(20_000, [{ detail: { ...detail, calls: [update, consent] } }, { detail }, { detail }])
    left(1, 0, 'updateCustomer', {}, { image: { name: 'New', notes: 'x' } })
    left(1, 1, 'setConsent', { state: 'pending' }, { image: { consent: true } })
    left(2, 0, 'updateCustomer', { state: 'pending' }, { image: { name: 'New' } })
    const [first, second, third] = rows({ isResumed: true })
      .next(9)
      .map(({ undo }) => undo)
    expect(first).toMatchObject({
      sent: new Set(['name', 'notes', 'consent']),
      done: new Set(['updateCustomer']),
      shownFromMs: monoMs + 60_000,
    })
    expect(second).toMatchObject({ sent: new Set(['name']), done: new Set(), shownFromMs: monoMs + 40_000 })
    expect(third).toMatchObject({ sent: new Set(), done: new Set(), shownFromMs: monoMs + 40_000 })
  })
})
