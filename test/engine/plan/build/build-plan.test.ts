import { beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import type { DesiredMessage } from '../../../../src-main/engine/model/plans/mapped-row.ts'
import type { PlanOptions } from '../../../../src-main/engine/plan/build/build-plan.ts'
import { planSummary } from '../../../../src-main/engine/plan/read/read-plan.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { beforeFirstSend } from '../../../../src-main/engine/store/plans/plan-row-sends.ts'
import { createPlanRows } from '../../../../src-main/engine/store/plans/plan-rows.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache, lookUpService, nowMs, plan } from '../planning.ts'

const newStore = tempStores()
const ann = { uuid: 'ann', phone: '+15550000001', name: 'Ann', tags: ['vip'], consent: null }
const ben = { uuid: 'ben', phone: '+15550000002', name: 'Ben', consent: true }
const stranger = '+15550000009'
let store: Store

beforeEach(() => {
  store = newStore()
  addFile(store)
})

describe('a contact import', () => {
  test('puts each row into its class, with the call and the difference of those that change', async () => {
    cache(store, ann, ben)
    const { counts, rows, planId } = await plan(store, [
      { phone: ann.phone, contact: { name: 'Anna', tags: { handling: 'add', tags: ['vip', 'new'] } } },
      { phone: ben.phone, contact: { name: 'Ben' } },
      { phone: stranger, contact: { name: 'X' } },
      {},
    ])
    expect(counts).toEqual({ rows: 4, send: 1, unchanged: 1, held: 0, skipped: 1, invalid: 1, calls: 1 })
    expect(rows.map((row) => [row.class, row.reason, row.contactUuid, row.lane])).toEqual([
      ['send', null, 'ann', 'ann'],
      ['unchanged', null, 'ben', null],
      ['skipped', 'not_found', null, null],
      ['invalid', null, null, null],
    ])
    expect(rows[0]?.detail.calls).toEqual([
      { kind: 'updateCustomer', uuid: 'ann', customer: { name: 'Anna', tags: { handling: 'add', tags: ['new'] } } },
    ])
    expect(rows[1]?.detail).toEqual({})
    expect(rows[3]?.detail.issues).toMatchObject([{ code: 'match.blank', line: 5, column: 'Phone' }])
    expect(planSummary(store, planId)).toMatchObject({
      state: 'ready',
      contacts: 1,
      fields: [
        { field: 'name', label: 'Name', rows: 1 },
        { field: 'tags', label: 'Tags', rows: 1 },
      ],
      skips: [{ reason: expect.stringContaining('no such contact'), rows: 1 }],
      issues: [{ code: 'match.blank', rows: 1, line: 5 }],
    })
  })

  test('creates a contact once where that is wanted, and sets afterwards what a creation does not take', async () => {
    const { rows, counts } = await plan(
      store,
      [
        { phone: stranger, contact: { name: 'First' } },
        {
          phone: stranger,
          contact: { name: 'New', notes: null, archived: false, blocked: true, unreachable: false, customFields: { f: 'x', g: '' } },
        },
      ],
      { notFound: 'create' },
    )
    expect(rows[1]?.detail.calls).toEqual([
      { kind: 'createCustomer', customer: { phone: stranger, name: 'New', customFields: { f: 'x' } } },
      { kind: 'updateCustomer', uuid: null, customer: { blocked: true, unreachable: false } },
    ])
    expect(rows.map((row) => [row.class, row.lane, row.detail.winnerLine])).toEqual([
      ['skipped', null, 3],
      ['send', stranger, undefined],
    ])
    expect(counts).toMatchObject({ send: 1, skipped: 1, calls: 2 })
  })

  test('does not create for a uuid that nobody has', async () => {
    const { rows } = await plan(store, [{ key: { by: 'uuid', uuid: 'nobody' }, contact: { name: 'X' } }], { notFound: 'create' })
    expect(rows[0]).toMatchObject({ class: 'skipped', reason: 'not_found' })
  })

  test('does not guess between two contacts with the number, unless one alone is not archived', async () => {
    const phone = '+15550000003'
    cache(store, { uuid: 'x', phone, name: 'Xena' }, { uuid: 'y', phone, name: 'Yves', archived: true })
    const [only] = (await plan(store, [{ phone, contact: { name: 'New' } }])).rows
    expect(only).toMatchObject({ class: 'send', contactUuid: 'x' })
    tablesOf(store).contacts.applyWrite('y', { archived: false }, nowMs)
    const [both] = (await plan(store, [{ phone, contact: { name: 'New' } }])).rows
    expect(both).toMatchObject({
      class: 'invalid',
      detail: { issues: [{ code: 'match.ambiguous', message: expect.stringContaining('Xena, Yves') }] },
    })
  })

  test('leaves a row alone that says nothing, and does not let it win over one that does', async () => {
    cache(store, ann)
    const { rows } = await plan(store, [
      { phone: ann.phone, contact: { name: 'Anna' } },
      { phone: ann.phone, contact: {} },
    ])
    expect(rows.map((row) => [row.class, row.reason])).toEqual([
      ['send', null],
      ['unchanged', 'no_content'],
    ])
  })

  test('with duplicates "invalid" makes every row of the contact invalid, and names another line', async () => {
    cache(store, ann, ben)
    const { rows, counts, planId } = await plan(
      store,
      [ann, ben, ann, ann].map((one) => ({ phone: one.phone, contact: { name: 'New' } })),
      { duplicates: 'invalid' },
    )
    expect(rows.map((row) => row.class)).toEqual(['invalid', 'send', 'invalid', 'invalid'])
    expect(rows.map((row) => row.detail.issues?.[0]?.message.match(/Row \d/)?.[0])).toEqual(['Row 4', undefined, 'Row 2', 'Row 2'])
    expect(counts).toMatchObject({ rows: 4, send: 1, invalid: 3, calls: 1 })
    expect(planSummary(store, planId)).toMatchObject({
      contacts: 1,
      issues: [{ code: 'match.duplicate', rows: 3, line: 2 }],
      fields: [{ field: 'name', rows: 1 }],
    })
  })
})

test('a consent import sends what differs, keeps the evidence, and takes an unknown consent for a change', async () => {
  cache(store, ann, ben, { uuid: 'cem', phone: '+15550000003' })
  const evidence = { Source: 'Form 7' }
  const { rows } = await plan(
    store,
    [
      { phone: ann.phone, consent: true, evidence },
      { phone: ben.phone, consent: true, evidence },
      { phone: '+15550000003', consent: false },
      { phone: ben.phone },
      { phone: stranger, consent: true },
    ],
    { kind: 'consent', notFound: 'create' },
  )
  expect(rows.map((row) => [row.class, row.reason])).toEqual([
    ['send', null],
    ['unchanged', null],
    ['send', null],
    ['unchanged', 'no_content'],
    ['send', null],
  ])
  expect(rows[0]?.detail).toEqual({
    changes: [{ field: 'consent', label: 'Consent', before: null, beforeKnown: true, after: true }],
    calls: [{ kind: 'setConsent', uuid: 'ann', phone: null, consent: true }],
    evidence,
  })
  expect(rows[2]?.detail.changes?.[0]).toMatchObject({ beforeKnown: false, after: false })
  expect(rows[4]?.detail.calls).toEqual([
    { kind: 'createCustomer', customer: { phone: stranger } },
    { kind: 'setConsent', uuid: null, phone: stranger, consent: true },
  ])
})

describe('a message import', () => {
  const message = (body: string, sentAtSeconds: number | null = null): DesiredMessage => ({ body, attachments: [], sentAtSeconds })

  test('sends by number, wants a number, and never takes messages for duplicates', async () => {
    cache(store, ann, { uuid: 'web', phone: null })
    const { rows, counts, planId } = await plan(
      store,
      [
        { key: { by: 'uuid', uuid: 'ann' }, message: message('hi') },
        { key: { by: 'uuid', uuid: 'ann' }, message: message('hi') },
        { key: { by: 'uuid', uuid: 'web' }, message: message('secret') },
        { key: { by: 'uuid', uuid: 'ann' }, message: message('') },
      ],
      { kind: 'messages' },
    )
    expect(rows.map((row) => row.class)).toEqual(['send', 'send', 'invalid', 'skipped'])
    expect(rows[0]?.detail.calls).toEqual([{ kind: 'importMessage', phone: ann.phone, groupUuid: null, body: 'hi', attachments: [] }])
    expect(rows[2]?.detail.issues).toMatchObject([{ code: 'match.no_phone' }])
    expect(JSON.stringify(rows[2])).not.toContain('secret')
    expect(counts).toMatchObject({ send: 2, calls: 2 })
    expect(planSummary(store, planId)).toMatchObject({ contacts: 1, fields: [{ field: 'message', rows: 2 }] })
  })

  test('does not send again what was imported, counting messages that are alike', async () => {
    const imported = tablesOf(store).importedMessages
    const twice = [1, 2].map(() => ({ phone: stranger, message: message('hi') }))
    const first = await plan(store, twice, { kind: 'messages', notFound: 'create' })
    const prints = first.rows.map((row) => row.detail.fingerprint ?? '')
    expect(new Set(prints).size).toBe(2)
    imported.add({ fingerprint: prints[0] ?? '', runId: 'r', row: 1, postUuid: null, importedAtMs: 1 })
    const again = await plan(store, [...twice, { phone: stranger, message: message('hi') }], { kind: 'messages', notFound: 'create' })
    expect(again.rows.map((row) => [row.class, row.reason])).toEqual([
      ['unchanged', 'already_imported'],
      ['send', null],
      ['send', null],
    ])
    expect(again.rows[1]?.detail.fingerprint).toBe(prints[1])
  })

  test('is sent by time, undated messages first, and resolves each conversation once, after its last message', async () => {
    cache(store, ann, ben)
    const { planId, counts } = await plan(
      store,
      [
        { phone: ann.phone, message: message('late', 300) },
        { phone: ann.phone, message: message('early', 100) },
        { phone: ben.phone, message: message('ben', 200) },
        { phone: ann.phone, message: message('undated') },
      ],
      { kind: 'messages', fields: [{ to: 'sentAt', from: ['When'] }], resolveAfter: true },
    )
    const sends = createPlanRows(store).sendsAfter(planId, 'run', beforeFirstSend, 10)
    expect(sends.map((row) => [row.row, row.detail.calls?.map((call) => call.kind)])).toEqual([
      [4, ['importMessage']],
      [2, ['importMessage']],
      [3, ['importMessage', 'resolveConversation']],
      [1, ['importMessage', 'resolveConversation']],
    ])
    expect(counts.calls).toBe(6)
  })

  test('goes to the department that the mapping resolved', async () => {
    const {
      rows: [row],
    } = await plan(
      store,
      [{ phone: stranger, message: message('hi') }],
      { kind: 'messages', notFound: 'create' },
      {
        mapping: {
          groupUuid: 'd1',
          mapRow: ({ line }) => ({ line, key: { by: 'phone', phone: stranger }, message: message('hi'), issues: [] }),
        },
      },
    )
    expect(row?.detail.calls?.[0]).toMatchObject({ groupUuid: 'd1' })
  })

  test('keeps no text of a damaged row', async () => {
    const { rows } = await plan(
      store,
      [{ phone: stranger }],
      { kind: 'messages' },
      {
        readRows: async function* () {
          yield { rows: [{ line: 2, cells: ['+1', 'a secret text'] }], bytesRead: 1 }
        },
      },
    )
    expect(rows[0]).toMatchObject({ class: 'invalid', detail: { issues: [{ code: 'row.too_many_cells', value: null }] } })
  })
})

describe('look-ups', () => {
  const rows = [ann.phone, stranger, ben.phone, stranger, ann.phone].map((phone) => ({ phone, contact: { name: 'New' } }))

  test('"missing" asks once for each number that is not cached, and keeps the answers', async () => {
    cache(store, ann)
    const asked: string[] = []
    const { counts } = await plan(store, rows, {}, { lookup: 'missing', service: lookUpService([ann, ben], asked) })
    expect(asked.sort()).toEqual([ben.phone, stranger])
    expect(counts).toMatchObject({ send: 2, skipped: 3 })
    expect(tablesOf(store).contacts.findByUuid('ben')?.record.name).toBe('Ben')
  })

  test('"missing" asks for no number after a complete sync that is young enough, but still for a uuid', async () => {
    const syncs = tablesOf(store).syncs
    syncs.finish(syncs.begin(nowMs - 3_600_000), { finishedAtMs: nowMs, complete: true, contacts: 0 })
    const asked: string[] = []
    const service = lookUpService([ann, ben], asked)
    expect((await plan(store, rows, {}, { lookup: 'missing', service: null })).counts.skipped).toBe(5)
    await plan(store, [{ key: { by: 'uuid', uuid: 'ann' } }], {}, { lookup: 'missing', service })
    expect(asked).toEqual(['ann'])
    await plan(store, rows, {}, { lookup: 'missing', service, settings: { syncMaxAgeSeconds: 3599, concurrency: 2 } })
    expect(asked).toContain(stranger)
  })

  test('"always" reads everything afresh and forgets what the service no longer has', async () => {
    cache(store, { ...ann, name: 'Old' }, { uuid: 'gone', phone: stranger, name: 'Gone' })
    const asked: string[] = []
    const { rows: planned } = await plan(
      store,
      rows,
      {},
      { lookup: 'always', service: lookUpService([{ ...ann, name: 'New' }, ben], asked) },
    )
    expect(asked.sort()).toEqual([ann.phone, ben.phone, stranger])
    expect(planned.map((row) => [row.class, row.reason])).toEqual([
      ['skipped', 'duplicate'],
      ['skipped', 'not_found'],
      ['send', null],
      ['skipped', 'not_found'],
      ['unchanged', null],
    ])
    expect(tablesOf(store).contacts.findByUuid('gone')).toBeNull()
  })

  test('a number that has moved to another contact is not taken for one that is held twice', async () => {
    cache(store, { ...ann, phone: stranger })
    const { rows: planned } = await plan(
      store,
      [{ phone: stranger, contact: { name: 'New' } }],
      {},
      {
        lookup: 'always',
        service: lookUpService([{ ...ben, phone: stranger }, ann]),
      },
    )
    expect(planned[0]).toMatchObject({ class: 'send', contactUuid: 'ben' })
    expect(tablesOf(store).contacts.findByUuid('ann')?.record.phone).toBe(ann.phone)
  })

  test('an answer about another contact makes the row invalid, a display form of the same number does not', async () => {
    const wrong = { ...lookUpService([]), customerByPhone: async () => ({ record: ben, extra: null }) }
    const shown = {
      ...lookUpService([]),
      customerByPhone: async () => ({ record: { uuid: 's', phoneRaw: '(555) 000-0009', phone: '+495550000009' }, extra: null }),
    }
    const one = [{ phone: stranger, contact: { name: 'New' } }]
    expect((await plan(store, one, {}, { lookup: 'missing', service: wrong })).rows[0]).toMatchObject({
      class: 'invalid',
      detail: { issues: [{ code: 'match.mismatch' }] },
    })
    expect(tablesOf(store).contacts.findByUuid('ben')).toBeNull()
    expect((await plan(store, one, {}, { lookup: 'missing', service: shown })).rows[0]).toMatchObject({ class: 'send', contactUuid: 's' })
  })

  test('that fail stop the plan with their error: no row is taken for unknown', async () => {
    const down = new AppError('service.unreachable', 'The service cannot be reached.', 'Check the network.')
    const service = { ...lookUpService([]), customerByPhone: async () => Promise.reject(down) }
    await expect(plan(store, rows, {}, { lookup: 'missing', service, planId: 'down' })).rejects.toMatchObject({
      code: 'service.unreachable',
    })
    expect(planSummary(store, 'down')).toMatchObject({ state: 'failed', error: { code: 'service.unreachable' }, rows: 0 })
    await expect(plan(store, rows, {}, { lookup: 'missing', service: null, planId: 'out' })).rejects.toMatchObject({
      code: 'sign_in.needed',
    })
  })

  test('never go beyond the concurrency of the account, and none are made for rows that cannot be used', async () => {
    let now = 0
    let most = 0
    const quiet = lookUpService([])
    const service = {
      ...quiet,
      customerByPhone: async () => {
        now += 1
        most = Math.max(most, now)
        await new Promise((resolve) => setImmediate(resolve))
        now -= 1
        return null
      },
    }
    const many = Array.from({ length: 7 }, (_, at) => ({ phone: `+1555000001${at}` }))
    await plan(store, many, {}, { lookup: 'missing', service })
    expect(most).toBe(3)
    const issue = { code: 'value.unknown', severity: 'error' as const, line: 2, column: null, value: null, message: '', hint: '' }
    const asked: string[] = []
    await plan(store, [{ phone: stranger, issues: [issue] }], {}, { lookup: 'always', service: lookUpService([], asked) })
    expect(asked).toEqual([])
  })
})

test('a plan that is cancelled says so, keeps its state and answers promptly even while it waits for the service', async () => {
  const stop = new AbortController()
  const service = {
    ...lookUpService([]),
    customerByPhone: (_phone: string, signal?: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
        stop.abort()
      }),
  }
  const planning = plan(store, [{ phone: stranger }], {}, { lookup: 'missing', service, signal: stop.signal, planId: 'stopped' })
  await expect(planning).rejects.toMatchObject({ code: 'cancelled' })
  expect(planSummary(store, 'stopped')).toMatchObject({
    state: 'cancelled',
    error: { code: 'cancelled', message: 'Planning was stopped.' },
  })
})

test('the plan is stored as building before anything is read, and progress ends with "done" and all rows', async () => {
  const phases: string[] = []
  let last = 0
  const planning = plan(
    store,
    [{ phone: stranger }, { phone: stranger }],
    {},
    {
      planId: 'told',
      onProgress: (progress) => {
        phases.push(progress.phase)
        last = progress.rowsRead
      },
    },
  )
  expect(tablesOf(store).plans.find('told')?.state).toBe('building')
  await planning
  expect([phases[0], phases.at(-1), last]).toEqual(['reading', 'done', 2])
})

test('a list of texts resolves the conversations it wrote to where its recipe says so, and else none', async () => {
  const agreed = { uuid: 'cleo', phone: '+12125550101', name: 'Cleo', consent: true, blocked: false, archived: false, reachableBySms: true }
  cache(store, agreed)
  const sent = async (resolveAfter?: true) => {
    const rows = [{ phone: agreed.phone, message: { body: 'We moved.', attachments: [], sentAtSeconds: null } }]
    const planned = await plan(store, rows, { kind: 'send', ...(resolveAfter && { resolveAfter }) })
    return planned.rows.map(({ detail }) => detail.calls?.map(({ kind }) => kind))
  }
  expect(await sent(true)).toEqual([['sendToPhone', 'resolveConversation']])
  expect(await sent()).toEqual([['sendToPhone']])
})

test('one part of a name fills an empty name, and replaces none', async () => {
  cache(store, { ...ann, name: 'Anna Lee' }, { ...ben, name: null })
  const row = (phone: string) => ({ phone, contact: { name: 'Miller' }, isNamePartial: true as const })
  const { rows } = await plan(store, [row(ann.phone), row(ben.phone), row('+12025550187')], { notFound: 'create' })
  expect(rows.map(({ class: rowClass, detail }) => [rowClass, detail.changes?.map(({ after }) => after)])).toEqual([
    ['unchanged', undefined],
    ['send', ['Miller']],
    ['send', expect.arrayContaining(['Miller'])],
  ])
})

test.each([
  ['the file is gone meanwhile', new AppError('file.not_found', 'It is gone.', 'Look.'), 'Planning was stopped.'],
  ['it says so itself', new AppError('cancelled', 'The account was closed.', 'Open it.'), 'The account was closed.'],
])('a plan that is cancelled is that also where %s', async (_what, thrown, message) => {
  const stop = new AbortController()
  const readRows: PlanOptions['readRows'] = async function* () {
    yield await Promise.resolve({ rows: [], bytesRead: 0 })
    stop.abort()
    throw thrown
  }
  const planning = plan(store, [], {}, { planId: 'stopped', readRows, signal: stop.signal })
  await expect(planning).rejects.toMatchObject({ code: 'cancelled', message })
  expect(planSummary(store, 'stopped')).toMatchObject({ state: 'cancelled', error: { code: 'cancelled', message } })
})
