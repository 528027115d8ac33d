import { beforeEach, describe, expect, test } from 'vitest'
import { planUndo } from '../../../src-main/engine/undo/plan-undo.ts'
import { planRows, planSummary } from '../../../src-main/engine/plan/read/read-plan.ts'
import type { CallKind } from '../../../src-main/engine/model/kinds.ts'
import type { FieldImage } from '../../../src-main/engine/model/contacts/field-image.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { createRuns, type StoredRun } from '../../../src-main/engine/store/runs/runs.ts'
import { AppError } from '../../../src-main/engine/model/errors.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { entry } from '../ledger/ledger-entry.ts'
import { addFile } from '../store/stored-things.ts'
import { tempStores } from '../store/temp-store.ts'
import { cache, clock, nowMs, plan, type RowParts } from '../plan/planning.ts'

const newStore = tempStores()
let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
})

const counts = { rows: 0, done: 0, failed: 0, unknown: 0, pending: 0, unchanged: 0, held: 0, skipped: 0, invalid: 0, calls: 0 }
const phone = (n: number) => `+1555000${String(n).padStart(4, '0')}`
const add = (...tags: string[]) => ({ handling: 'add' as const, tags })

interface Sent {
  row: number
  kind?: CallKind
  ordinal?: number
  state?: 'done' | 'pending' | 'failed'
  error?: string
  times?: number
  image?: FieldImage
}

/** A run that is over, with these calls in its journal; what is done is in the cache. */
function runOf(planId: string, sent: readonly Sent[], parts: Partial<StoredRun> = {}): string {
  const { id = `run of ${planId}`, kind = 'contacts', state = 'finished', undoesRunId = null } = parts
  const [runs, calls, rows] = [createRuns(store), tablesOf(store).calls, tablesOf(store).planRows]
  runs.add({ id, planId, kind, undoesRunId, operator: 'Pat', settings: {}, startedAtMs: 1 })
  for (const { row, kind: call = 'updateCustomer', ordinal = 0, state: end = 'done', error, times = 1, image } of sent) {
    const beforeImage = image === undefined ? null : JSON.stringify(image)
    for (let time = 1; time <= times; time += 1) {
      calls.writeSent(id, { row, ordinal, kind: call, sentAtMs: time, beforeImage })
      const isLast = time === times
      calls.writeEnd(
        id,
        {
          row,
          ordinal,
          state: isLast ? end : 'pending',
          httpStatus: 200,
          error: error === undefined || !isLast ? null : { code: error, message: 'No.', hint: '' },
          afterImage: null,
        },
        'sent',
        time,
      )
    }
    const planned = rows.find(planId, row)?.detail.calls?.[ordinal]
    if (end !== 'done' || planned?.kind !== 'updateCustomer' || planned.uuid === null) continue
    const { tags, ...written } = planned.customer
    const present = tablesOf(store).contacts.findByUuid(planned.uuid)?.record.tags ?? []
    const removed = new Set(tags?.handling === 'remove' ? tags.tags : [])
    const after =
      tags &&
      (tags.handling === 'replace'
        ? tags.tags
        : [...present.filter((tag) => !removed.has(tag)), ...(tags.handling === 'add' ? tags.tags : [])])
    tablesOf(store).contacts.applyWrite(planned.uuid, { ...written, ...(after && { tags: after }) }, nowMs)
  }
  runs.recordStop(id, { state: state === 'running' ? 'paused' : state, reason: null, finishedAtMs: 2, counts })
  return id
}

let undos = 0
async function undo(runId: string) {
  undos += 1
  const planId = `undo-${undos}`
  await planUndo({ store, runId, planId, clock })
  return {
    summary: planSummary(store, planId),
    rows: planRows(store, planId, { offset: 0, limit: 100 }).rows,
    stored: tablesOf(store).planRows.after(planId, 0, 100),
  }
}

test('just the rows that changed something are planned, without gaps, on their lines, with their changes turned round', async () => {
  cache(store, ...[0, 1, 2, 3].map((n) => ({ uuid: `u${n}`, phone: phone(n), name: `Old ${n}`, notes: null, tags: ['a'] })))
  const rows: RowParts[] = [
    { phone: phone(0), contact: { name: 'New 0' } },
    { phone: phone(1), contact: { name: 'Old 1' } },
    { phone: '+15559990000', contact: { name: 'Nobody' } },
    { phone: phone(3), contact: { name: 'New 3', notes: 'Note', tags: add('b') } },
  ]
  const { planId } = await plan(store, rows)
  const { summary, rows: undone, stored } = await undo(runOf(planId, [{ row: 1 }, { row: 4 }]))
  expect(summary).toMatchObject({
    state: 'ready',
    rows: 2,
    send: 2,
    calls: 2,
    contacts: 2,
    undoesRunId: `run of ${planId}`,
    undo: { restorable: 4, kept: 0, already: 0, held: 0, impossible: 0 },
    fileName: 'list.csv',
  })
  expect(undone.map(({ row, line }) => [row, line])).toEqual([
    [1, 2],
    [2, 5],
  ])
  expect(undone[1]?.changes).toMatchObject([
    { field: 'name', before: 'New 3', after: 'Old 3' },
    { field: 'notes', before: 'Note', after: null },
    { field: 'tags', before: ['a', 'b'], after: ['a'] },
  ])
  expect(stored[1]).toMatchObject({
    lane: 'u3',
    detail: {
      calls: [{ kind: 'updateCustomer', uuid: 'u3', customer: { name: 'Old 3', notes: '', tags: { handling: 'remove', tags: ['b'] } } }],
    },
  })
})

test('what cannot be restored is told beforehand, field by field with the reason, and counted', async () => {
  cache(store, { uuid: 'u0', phone: phone(0), name: 'Old' }, { uuid: 'u1', phone: phone(1) })
  const rows: RowParts[] = [
    { phone: phone(0), contact: { name: 'New', email: 'a@example.com', notes: 'x' } },
    { phone: phone(1), contact: { unreachable: true } },
    { phone: phone(7), contact: { name: 'Created', tags: add('t') } },
  ]
  const { planId } = await plan(store, rows, { notFound: 'create' })
  const { summary, rows: undone } = await undo(runOf(planId, [{ row: 1 }, { row: 2 }, { row: 3, kind: 'createCustomer' }]))
  expect(summary).toMatchObject({
    rows: 3,
    send: 1,
    skipped: 2,
    undo: { restorable: 1, impossible: 4 },
    skips: [{ reason: 'Nothing of this row can be taken back.', rows: 2 }],
  })
  expect(summary.issues.map(({ code, column, rows: count }) => [code, column, count]).toSorted()).toEqual([
    ['undo.created', null, 1],
    ['undo.impossible', 'E-mail', 1],
    ['undo.impossible', 'Notes', 1],
    ['undo.impossible', 'Unsubscribed', 1],
  ])
  const messages = Object.fromEntries(summary.issues.map(({ column, message }) => [column, message]))
  expect(messages).toMatchObject({
    Notes: 'The earlier value was never known.',
    'E-mail': expect.stringContaining('does not show'),
    null: expect.stringContaining('cannot be removed'),
  })
  expect(undone.map((row) => row.class)).toEqual(['send', 'skipped', 'skipped'])
})

test('a field that was noted right before the write gets that value, not what the preview showed', async () => {
  cache(store, { uuid: 'u0', phone: phone(0), name: 'Shown', tags: ['a'] })
  const { planId } = await plan(store, [{ phone: phone(0), contact: { name: 'New', notes: 'x', tags: add('b', 'c') } }])
  // Somebody had written the same name, a note and two tags between the preview and the write.
  const { rows } = await undo(runOf(planId, [{ row: 1, image: { name: 'New', notes: 'Theirs', tags: ['a', 'b', 'z'] } }]))
  expect(rows[0]?.changes).toMatchObject([
    { field: 'name', before: 'New', after: 'New' },
    { field: 'notes', before: 'x', after: 'Theirs' },
    { field: 'tags', before: ['a', 'b', 'z', 'c'], after: ['a', 'b', 'z'] },
  ])
})

test('a call that may have arrived is looked at, one that was refused at once is not', async () => {
  cache(store, ...[0, 1, 2, 3].map((n) => ({ uuid: `u${n}`, phone: phone(n), name: 'Old' })))
  const { planId } = await plan(
    store,
    [0, 1, 2, 3].map((n) => ({ phone: phone(n), contact: { name: 'New' } })),
  )
  const runId = runOf(
    planId,
    [
      { row: 1, state: 'pending' },
      { row: 2, state: 'failed', error: 'service.refused' },
      { row: 3, state: 'failed', error: 'service.refused', times: 2 },
      { row: 4, state: 'failed', error: 'service.not_applied' },
    ],
    { state: 'cancelled' },
  )
  const { rows, summary } = await undo(runId)
  expect(rows.map(({ line, class: one }) => [line, one])).toEqual([
    [2, 'send'],
    [4, 'send'],
    [5, 'send'],
  ])
  // As far as Rollcall knows they are as before; the service is asked nevertheless.
  expect(summary).toMatchObject({ calls: 0, undo: { restorable: 0, already: 3 } })
})

test('what is known to be edited since is announced as kept, what is back already is read all the same', async () => {
  cache(store, ...[0, 1].map((n) => ({ uuid: `u${n}`, phone: phone(n), name: 'Old', notes: 'Old' })))
  const { planId } = await plan(
    store,
    [0, 1].map((n) => ({ phone: phone(n), contact: { name: 'New', notes: 'New' } })),
  )
  const runId = runOf(planId, [{ row: 1 }, { row: 2 }])
  tablesOf(store).contacts.putRead({ record: { uuid: 'u0', name: 'Edited' }, extra: null }, nowMs + 1)
  tablesOf(store).contacts.putRead({ record: { uuid: 'u1', name: 'Old', notes: 'Old' }, extra: null }, nowMs + 1)
  const { summary } = await undo(runId)
  expect(summary).toMatchObject({
    send: 2,
    unchanged: 0,
    calls: 1,
    undo: { restorable: 1, kept: 1, already: 2 },
    issues: [{ code: 'undo.kept', column: 'Name', rows: 1 }],
    fields: [{ field: 'notes', rows: 1 }],
  })
})

test('consent that would come back is held, apart from the rest of its row; never asked cannot be restored', async () => {
  cache(store, { uuid: 'u0', phone: phone(0), name: 'Old', consent: true }, { uuid: 'u1', phone: phone(1), consent: null })
  const { planId } = await plan(store, [
    { phone: phone(0), contact: { name: 'New' }, consent: false },
    { phone: phone(1), consent: false },
  ])
  const runId = runOf(planId, [
    { row: 1, kind: 'setConsent' },
    { row: 1, ordinal: 1 },
    { row: 2, kind: 'setConsent' },
  ])
  tablesOf(store).contacts.applyWrite('u0', { consent: false }, nowMs)
  const { summary, stored } = await undo(runId)
  expect(summary).toMatchObject({
    rows: 3,
    send: 1,
    held: 1,
    skipped: 1,
    calls: 1,
    contacts: 1,
    undo: { restorable: 1, kept: 0, already: 0, held: 1, impossible: 1 },
    guards: [{ guard: 'consent', rows: 1, contacts: 1, released: false }],
    attention: [{ code: 'held.consent', rows: 1 }],
  })
  expect(summary.issues.map(({ code }) => code)).toEqual(['undo.not_asked'])
  expect(stored).toMatchObject([
    { line: 2, class: 'send', detail: { calls: [{ kind: 'updateCustomer', customer: { name: 'Old' } }] } },
    {
      line: 2,
      class: 'held',
      reason: 'consent',
      detail: { calls: [{ kind: 'setConsent', uuid: 'u0', consent: true }], evidence: { 'Undo of run': runId }, optOut: 'undo' },
    },
    { line: 3, class: 'skipped' },
  ])
})

test('an undo is taken back by the fields that it wrote alone', async () => {
  cache(store, { uuid: 'u0', phone: phone(0), name: 'Old', notes: 'Old' })
  const { planId } = await plan(store, [{ phone: phone(0), contact: { name: 'New', notes: 'New' } }])
  const runId = runOf(planId, [{ row: 1 }])
  const first = await undo(runId)
  tablesOf(store).contacts.applyWrite('u0', { name: 'Old', notes: 'Edited' }, nowMs)
  const undone = runOf(first.summary.id, [{ row: 1, image: { name: 'New' } }], { id: 'undo', kind: 'undo', undoesRunId: runId })
  const { rows } = await undo(undone)
  expect(rows[0]?.changes).toEqual([{ field: 'name', label: 'Name', before: 'Old', beforeKnown: true, after: 'New' }])
})

test('more rows than are looked at in one go are planned in pieces, with two calls of a row kept together', async () => {
  const many = 700
  const { planId } = await plan(
    store,
    Array.from({ length: many }, (_, n) => ({ phone: phone(n), contact: { name: 'New', archived: true } })),
    { notFound: 'create' },
  )
  const sent = Array.from({ length: many }, (_, at): Sent[] => [
    { row: at + 1, kind: 'createCustomer' },
    { row: at + 1, ordinal: 1 },
  ]).flat()
  const { summary } = await undo(runOf(planId, sent))
  expect(summary).toMatchObject({ rows: many, skipped: many, undo: { impossible: many }, issues: [{ code: 'undo.created', rows: many }] })
})

describe('what would allow texts again', () => {
  /** The held row of the undo of a run that took consent from somebody, or blocked them. */
  async function heldRow(parts: RowParts) {
    cache(store, { uuid: 'u0', phone: phone(0), name: 'Old', consent: true, blocked: false })
    const { planId } = await plan(store, [{ phone: phone(0), ...parts }])
    const runId = runOf(planId, [
      { row: 1, kind: parts.consent === undefined ? 'updateCustomer' : 'setConsent' },
      ...(parts.consent === undefined ? [] : [{ row: 1, ordinal: 1 }]),
    ])
    tablesOf(store).contacts.applyWrite(
      'u0',
      { ...(parts.consent !== undefined && { consent: parts.consent }), ...parts.contact } as never,
      nowMs,
    )
    const { stored, summary } = await undo(runId)
    return { held: stored.filter((row) => row.class === 'held'), others: stored.filter((row) => row.class !== 'held'), summary }
  }

  test('was refused when the run began, or later where the ledger says so', async () => {
    const { held } = await heldRow({ consent: false })
    expect(held).toMatchObject([{ detail: { refusedAtMs: 1, optOut: 'undo' } }])
    store = newStore()
    addFile(store)
    tablesOf(store).consentLedger.append(entry(1, { contact: 'u0', phone: phone(0), from: true, to: false }))
    expect((await heldRow({ consent: false })).held).toMatchObject([{ detail: { refusedAtMs: 1_700_000_000_001 } }])
  })

  test('is to unblock somebody, too; that is no consent, and leaves nothing in the ledger', async () => {
    const { held, others, summary } = await heldRow({ contact: { name: 'New', blocked: true } })
    expect(held).toMatchObject([{ reason: 'consent', lane: 'u0', detail: { optOut: 'undo', calls: [{ customer: { blocked: false } }] } }])
    expect(others).toMatchObject([{ class: 'send', reason: null, lane: 'u0', detail: { calls: [{ customer: { name: 'Old' } }] } }])
    for (const { detail } of [...held, ...others]) expect(detail).not.toHaveProperty('evidence')
    for (const left of ['optOut', 'refusedAtMs', 'issues']) expect(others[0]?.detail).not.toHaveProperty(left)
    expect(summary).toMatchObject({ undo: { held: 1, restorable: 1 }, contacts: 1 })
  })

  test('is not to take consent, or to block: that is done without asking, and written to the ledger as an undo', async () => {
    cache(store, { uuid: 'u0', phone: phone(0), name: 'Old', consent: false, blocked: true })
    const { planId } = await plan(store, [
      { phone: phone(0), contact: { blocked: false }, consent: true, consentAt: { atMs: nowMs, precision: 'moment' } },
    ])
    const runId = runOf(planId, [{ row: 1 }, { row: 1, ordinal: 1, kind: 'setConsent' }])
    tablesOf(store).contacts.applyWrite('u0', { consent: true, blocked: false }, nowMs)
    const { stored } = await undo(runId)
    expect(stored).toMatchObject([
      {
        class: 'send',
        detail: {
          calls: [
            { kind: 'setConsent', consent: false },
            { kind: 'updateCustomer', customer: { blocked: true } },
          ],
          evidence: { 'Undo of run': runId },
        },
      },
    ])
  })
})

describe('while it is worked out', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n): RowParts => ({ phone: phone(n), contact: { name: 'New' } }))
  async function runOfMany(count: number): Promise<string> {
    const { planId } = await plan(store, many(count), { notFound: 'create' })
    return runOf(
      planId,
      Array.from({ length: count }, (_, at): Sent => ({ row: at + 1, kind: 'createCustomer' })),
    )
  }

  test('says how many rows it has come to', async () => {
    const runId = await runOfMany(501)
    const told: [string, number][] = []
    await planUndo({ store, runId, planId: 'undo', clock, onProgress: ({ phase, rowsRead }) => void told.push([phase, rowsRead]) })
    expect(told).toEqual([
      ['comparing', 499],
      ['comparing', 501],
      ['done', 501],
    ])
  })

  test('is stopped when nobody wants it any more, and fails with what went wrong', async () => {
    const runId = await runOfMany(501)
    const abort = new AbortController()
    const stopping = planUndo({ store, runId, planId: 'stopped', clock, signal: abort.signal, onProgress: () => abort.abort() })
    await expect(stopping).rejects.toMatchObject({ code: 'cancelled', message: expect.stringContaining('was canceled') })
    expect(tablesOf(store).plans.find('stopped')?.state).toBe('cancelled')
    const failing = (planId: string, error: Error, signal?: AbortSignal) =>
      planUndo({
        store,
        runId,
        planId,
        clock,
        ...(signal && { signal }),
        onProgress: () => {
          throw error
        },
      })
    await expect(failing('failed', new AppError('store.damaged', 'No.', 'No.'), new AbortController().signal)).rejects.toMatchObject({
      code: 'store.damaged',
    })
    expect(tablesOf(store).plans.find('failed')?.state).toBe('failed')
    await expect(failing('odd', new TypeError('odd'))).rejects.toMatchObject({ code: expect.not.stringMatching('cancelled') })
    expect(tablesOf(store).plans.find('odd')?.state).toBe('failed')
    const said = new AppError('cancelled', 'By somebody else.', 'No.')
    await expect(failing('said', said, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('refuses, and says why', () => {
  const refused = (words: string) => expect.objectContaining({ code: 'run.state', message: expect.stringContaining(words) })
  const planOne = async (kind: 'contacts' | 'messages' = 'contacts') => {
    cache(store, { uuid: 'u0', phone: phone(0), name: 'Old' })
    const row = kind === 'messages' ? { message: { body: 'Hello', attachments: [], sentAtSeconds: null } } : { contact: { name: 'New' } }
    return (await plan(store, [{ phone: phone(0), ...row }], { kind })).planId
  }

  test('messages', async () => {
    const runId = runOf(await planOne('messages'), [{ row: 1, kind: 'importMessage' }], { kind: 'messages' })
    await expect(undo(runId)).rejects.toEqual(refused('Messages that were imported cannot be taken back'))
  })

  test('a run that can still go on, one that changed nothing, and no run', async () => {
    await expect(undo(runOf(await planOne(), [{ row: 1 }], { state: 'running' }))).rejects.toEqual(refused('not over yet'))
    await expect(undo(runOf(await planOne(), []))).rejects.toEqual(refused('changed nothing'))
    await expect(undo('nobody')).rejects.toMatchObject({ code: 'run.unknown' })
  })

  test('a run that is or was taken back, until that is cancelled or taken back itself', async () => {
    const runId = runOf(await planOne(), [{ row: 1 }])
    const runs = createRuns(store)
    const undoId = runOf((await undo(runId)).summary.id, [{ row: 1, image: { name: 'New' } }], {
      id: 'U',
      kind: 'undo',
      undoesRunId: runId,
      state: 'running',
    })
    expect(runs.undoOf(runId)).toBe(undoId)
    await expect(undo(runId)).rejects.toEqual(refused('is being taken back already, by run U'))
    runs.recordStop(undoId, { state: 'finished', reason: null, finishedAtMs: 3, counts })
    await expect(undo(runId)).rejects.toEqual(refused('was taken back already, by run U'))
    const redo = await undo(undoId)
    runOf(redo.summary.id, [{ row: 1, image: { name: 'Old' } }], { id: 'R', kind: 'undo', undoesRunId: undoId })
    expect(runs.undoOf(runId)).toBeNull()
    await expect(undo(runId)).resolves.toBeTruthy()
    runs.recordStop(undoId, { state: 'cancelled', reason: null, finishedAtMs: 3, counts })
    await expect(undo(runId)).resolves.toBeTruthy()
  })
})
