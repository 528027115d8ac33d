import { beforeEach, describe, expect, test } from 'vitest'
import type { CallKind } from '../../../../src-main/engine/model/kinds.ts'
import type { PlannedCall } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import {
  type CallRecord,
  createJournalWriter,
  emptyEntries,
  isProofLater,
  type Intent,
  type JournalEntries,
  noteMissing,
  readAgo,
} from '../../../../src-main/engine/run/journal/journal-writer.ts'
import type { ServiceCall, TextCall } from '../../../../src-main/engine/model/runs/service-call.ts'
import { readProfile } from '../../../../src-main/engine/run/late/service-profile.ts'
import { crashedCallFailure, doneElsewhereNote } from '../../../../src-main/engine/run/words/row-words.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { cache, nowMs, plan } from '../../plan/planning.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { consent, creation, done, failure, message, update } from '../answer/items.ts'

const newStore = tempStores()
const runId = 'run'
const planId = 'plan'
let store: Store
let journal: ReturnType<typeof createJournalWriter>
const tables = () => tablesOf(store)

beforeEach(async () => {
  store = newStore()
  addFile(store)
  cache(store, { uuid: 'u1', phone: '+12025550101', name: 'Old', consent: null })
  await plan(
    store,
    [
      { phone: '+12025550101', contact: { name: 'New' }, consent: false },
      { phone: '+12025550199', contact: {} },
    ],
    {},
    { planId },
  )
  await plan(store, [{ phone: '+12025550199', contact: {} }], {}, { planId: 'plan of another' })
  const run = { kind: 'contacts', operator: 'Pat', settings: {}, startedAtMs: 1 } as const
  tables().runs.add({ ...run, id: runId, planId })
  tables().runs.add({ ...run, id: 'other', planId: 'plan of another' })
  journal = createJournalWriter(store, { runId, planId, operator: 'Pat', account: { name: 'Office', baseUrl: 'http://127.0.0.1' } })
})

const entries = (parts: Partial<JournalEntries>): JournalEntries => ({ ...emptyEntries(), ...parts })
const intent = (parts: Partial<Intent> = {}): Intent => ({
  row: 1,
  ordinal: 0,
  kind: 'updateCustomer',
  fingerprint: null,
  creates: null,
  beforeImage: null,
  ...parts,
})
const ended = (parts: Partial<CallRecord> = {}): CallRecord => ({
  row: 1,
  ordinal: 0,
  from: 'sent',
  state: 'done',
  httpStatus: 200,
  failure: null,
  fingerprint: null,
  creates: null,
  contacts: ['u1'],
  done: null,
  ...parts,
})
const isDone = (call: PlannedCall, parts: Parameters<typeof done>[0] = {}) =>
  ({ done: { call, outcome: done(parts) } }) as Pick<CallRecord, 'done'>
/** Writes what is about to leave as a run does it. */
const leave = (...intents: Intent[]) => journal.decideAndWrite(entries({ intents }), 10, true, () => intents.length)
const callsOf = (row: number) => tables().calls.ofRow(runId, row)

describe('what is about to leave', () => {
  test('is in the journal, with what its fields were before, and whatever is decided is answered', () => {
    expect(leave(intent({ beforeImage: { name: 'Old' } }), intent({ ordinal: 1 }))).toBe(2)
    expect(callsOf(1).map(({ ordinal, state, lastSentAtMs }) => [ordinal, state, lastSentAtMs])).toEqual([
      [0, 'sent', 10],
      [1, 'sent', 10],
    ])
    expect(tables().calls.beforeImage(runId, 1, 0)).toEqual({ name: 'Old' })
    expect(tables().calls.beforeImage(runId, 1, 1)).toBeNull()
  })

  test('may be added while it is decided', () => {
    const all = emptyEntries()
    journal.decideAndWrite(all, 10, false, () => all.intents.push(intent()))
    expect(callsOf(1)).toHaveLength(1)
  })

  test.each(['importMessage', 'createCustomer'] as const)('must be durable where it is a call that must not happen twice: %s', (kind) => {
    const twice = entries({ intents: [intent(), intent({ row: 2, kind })] })
    expect(() => journal.write(twice, 10)).toThrow('decided and written in one transaction')
    expect(() => journal.decideAndWrite(twice, 10, false, () => 0)).toThrow('not durable')
    expect([...callsOf(1), ...callsOf(2)]).toEqual([])
    journal.decideAndWrite(twice, 10, true, () => 0)
    expect([...callsOf(1), ...callsOf(2)]).toHaveLength(2)
  })

  test('may be written at once where it can be repeated', () => {
    journal.write(entries({ intents: [intent()] }), 10)
    journal.decideAndWrite(entries({ intents: [intent({ row: 2 })] }), 10, false, () => 0)
    expect([...callsOf(1), ...callsOf(2)]).toHaveLength(2)
  })

  test('claims its message and the number of its contact; what is claimed already does not leave, nor anything with it', () => {
    leave(intent({ kind: 'importMessage', fingerprint: 'f1' }), intent({ row: 2, kind: 'createCustomer', creates: '+12025550100' }))
    expect(tables().importedMessages.holder('f1')).toEqual({ runId, state: 'claimed' })
    expect(tables().contactClaims.holder('+12025550100')).toBe(runId)
    tables().importedMessages.claim('f2', 'other', 1, 1)
    tables().contactClaims.claim('+12025550102', 'other', 1)
    expect(() => leave(intent({ ordinal: 1 }), intent({ ordinal: 2, kind: 'importMessage', fingerprint: 'f2' }))).toThrow(
      'What row 1 is about to send is claimed',
    )
    expect(() => leave(intent({ row: 2, ordinal: 1, kind: 'createCustomer', creates: '+12025550102' }))).toThrow('What row 2 is about')
    expect([...callsOf(1), ...callsOf(2)]).toHaveLength(2)
    expect(tables().contactClaims.holder('+12025550102')).toBe('other')
  })

  test('may be sent again by the run that has claimed it', () => {
    leave(intent({ kind: 'importMessage', fingerprint: 'f1' }))
    journal.write(entries({ calls: [ended({ state: 'pending', fingerprint: 'f1' })] }), 11)
    leave(intent({ kind: 'importMessage', fingerprint: 'f1' }))
    expect(callsOf(1)).toMatchObject([{ state: 'sent', attempts: 2 }])
  })
})

describe('what became of a call', () => {
  test('is in the journal, with the failure', () => {
    leave(intent(), intent({ row: 2 }))
    journal.write(entries({ calls: [ended(), ended({ row: 2, state: 'failed', httpStatus: 400, failure })] }), 20)
    expect([...callsOf(1), ...callsOf(2)].map(({ state, httpStatus }) => [state, httpStatus])).toEqual([
      ['done', 200],
      ['failed', 400],
    ])
  })

  test('is in the cache, as far as it is done', () => {
    leave(intent(), intent({ row: 2 }))
    journal.write(entries({ calls: [ended(isDone(update)), ended({ row: 2, state: 'failed' })] }), 20)
    expect(tables().contacts.findByUuid('u1')?.record.name).toBe('New')
  })

  test('is kept of a contact that was created, and of nothing else', () => {
    leave(intent({ kind: 'createCustomer' }), intent({ ordinal: 1 }), intent({ row: 2, kind: 'createCustomer' }))
    const record = { uuid: 'u9', name: 'New' }
    const calls = [
      ended(isDone(creation, { record })),
      ended({ ordinal: 1, ...isDone(update, { record: { uuid: 'u1', name: 'New' } }) }),
      ended({ row: 2, ...isDone(creation) }),
    ]
    journal.write(entries({ calls }), 20)
    expect(JSON.parse(tables().calls.afterImage(runId, 1, 0) ?? '')).toEqual(record)
    expect([tables().calls.afterImage(runId, 1, 1), tables().calls.afterImage(runId, 2, 0)]).toEqual([null, null])
  })

  test('goes to the ledger where it is a consent, once', () => {
    leave(intent({ kind: 'setConsent' }), intent({ ordinal: 1 }))
    const refusal = { ...consent, consent: false }
    journal.write(entries({ calls: [ended(isDone(refusal)), ended({ ordinal: 1, ...isDone(update) })] }), 20)
    expect([...tables().consentLedger.decisions()].map(({ contact, to }) => [contact, to])).toEqual([['u1', false]])
  })
})

describe('a message', () => {
  const sendIt = () => leave(intent({ kind: 'importMessage', fingerprint: 'f1' }))
  const holder = () => tables().importedMessages.holder('f1')

  test('has arrived when it is done', () => {
    sendIt()
    journal.write(entries({ calls: [ended({ fingerprint: 'f1', ...isDone(message, { postUuid: 'p1' }) })] }), 20)
    expect(holder()).toEqual({ runId, state: 'arrived' })
    expect(tables().importedMessages.hasPost('p1')).toBe(true)
  })

  test.each([
    ['failed', null],
    ['unknown', { runId, state: 'claimed' }],
    ['pending', { runId, state: 'claimed' }],
  ] as const)('that is %s has the claim %j', (state, left) => {
    sendIt()
    journal.write(entries({ calls: [ended({ fingerprint: 'f1', state, failure })] }), 20)
    expect(holder()).toEqual(left)
  })

  test.each<[string, Partial<CallRecord>, object | null]>([
    // Since it left, not since it was answered.
    ['that the service refused is looked for before it is sent again', { httpStatus: 409 }, { sentAtMs: 10, isRefused: true }],
    ['that never reached it is not', { httpStatus: null }, null],
    ['nor one that was found not to have arrived', { from: 'unknown' }, null],
  ])('%s', (_what, parts, missing) => {
    sendIt()
    if (parts.from === 'unknown') journal.write(entries({ calls: [ended({ fingerprint: 'f1', state: 'unknown', failure })] }), 20)
    journal.write(entries({ calls: [ended({ fingerprint: 'f1', state: 'failed', failure, ...parts })] }), 30)
    expect(tables().importedMessages.missing('f1')).toEqual(missing)
  })

  test('that was taken and is not there can be imported again, and is looked for before that', () => {
    sendIt()
    journal.write(entries({ calls: [ended({ fingerprint: 'f1', ...isDone(message, { postUuid: 'p1' }) })] }), 20)
    const lost = emptyEntries()
    noteMissing({ row: 1, fingerprint: 'f1', calls: [{ kind: 'importMessage' }] }, lost)
    journal.write(lost, 30)
    expect(holder()).toBeNull()
    expect(tables().importedMessages.missing('f1')).toMatchObject({ sentAtMs: 10, isRefused: false })
  })

  test('is none where the row leaves none, or has no fingerprint', () => {
    const noted = (fingerprint: string | null, ...kinds: CallKind[]) => {
      const lost = emptyEntries()
      noteMissing({ row: 1, fingerprint, calls: kinds.map((kind) => ({ kind })) }, lost)
      return lost.missing
    }
    expect(noted('f1', 'updateCustomer', 'importMessage')).toEqual([{ row: 1, ordinal: 1, fingerprint: 'f1' }])
    expect(noted('f1', 'updateCustomer')).toEqual([])
    expect(noted(null, 'importMessage')).toEqual([])
  })

  test('is not what a call of another kind of its row does', () => {
    sendIt()
    leave(intent({ ordinal: 1, kind: 'resolveConversation' }))
    journal.write(
      entries({ calls: [ended({ ordinal: 1, fingerprint: 'f1', ...isDone({ kind: 'resolveConversation' } as PlannedCall) })] }),
      20,
    )
    expect(holder()).toEqual({ runId, state: 'claimed' })
  })
})

describe('the number of a contact that is created', () => {
  const { phone } = creation.customer
  const create = () => leave(intent({ kind: 'createCustomer', creates: phone }))
  test.each([
    ['failed', null],
    ['unknown', runId],
    ['pending', runId],
  ] as const)('is, where the call is %s, that of %j', (state, holder) => {
    create()
    journal.write(entries({ calls: [ended({ creates: phone, state, failure })] }), 20)
    expect(tables().contactClaims.holder(phone)).toBe(holder)
  })

  test('is free once the contact is known, and not before', () => {
    create()
    journal.write(entries({ calls: [ended({ creates: phone, ...isDone(creation) })] }), 20)
    expect(tables().contactClaims.holder(phone)).toBe(runId)
    leave(intent({ row: 2, kind: 'createCustomer', creates: phone }))
    journal.write(entries({ calls: [ended({ row: 2, creates: phone, ...isDone(creation, { record: { uuid: 'u9' } }) })] }), 20)
    expect(tables().contactClaims.holder(phone)).toBeNull()
  })

  test('is not that of a call that failed beside it', () => {
    create()
    leave(intent({ ordinal: 1 }))
    journal.write(entries({ calls: [ended({ ordinal: 1, state: 'failed', failure })] }), 20)
    expect(tables().contactClaims.holder(phone)).toBe(runId)
  })
})

describe('a call that may take effect late', () => {
  test('is noted with the time it left, and settled with the call that did', () => {
    leave(intent())
    journal.write(entries({ calls: [ended({ state: 'pending', fate: 'mayArrive', contacts: ['u1', '+12025550101'] })] }), 20)
    const noted = { runId, row: 1, ordinal: 0, sentAtMs: 10 }
    expect([tables().unansweredCalls.of('u1'), tables().unansweredCalls.of('+12025550101')]).toEqual([noted, noted])
    leave(intent())
    journal.write(entries({ calls: [ended({ fate: 'settled' })] }), 30)
    expect([tables().unansweredCalls.of('u1'), tables().unansweredCalls.of('+12025550101')]).toEqual([null, noted])
    journal.write(entries({ quiet: ['+12025550101'] }), 30)
    expect(tables().unansweredCalls.some()).toBe(false)
  })

  test('is none where that is not said', () => {
    leave(intent())
    journal.write(entries({ calls: [ended({ state: 'pending' })] }), 20)
    expect(tables().unansweredCalls.some()).toBe(false)
  })
})

describe('people who are texted', () => {
  const phones = ['+12025550150', '+12025550151']
  const [phone = ''] = phones
  const post: TextCall['post'] = { as: 'message', body: 'Hello', attachments: [], resolve: false }
  const text: ServiceCall = { kind: 'sendToPhone', phone, groupUuid: null, post }
  const groupText: ServiceCall = { kind: 'sendToGroup', phones, uuids: ['u1', 'u2'], groupUuid: 'g', post }
  const day = '2026-11-27'

  /** Writes that such a call leaves, and what became of it. */
  const sent = (call: ServiceCall, parts: Partial<CallRecord>) => {
    leave(intent({ kind: call.kind, texts: { day, people: 1 } }))
    journal.write(entries({ calls: [ended(parts)] }), 20)
  }
  const answered = (call: ServiceCall, conversationUuid: string | null = null) =>
    sent(call, { done: { call, outcome: done({ conversationUuid }) } })
  const known = () => phones.filter((one) => tables().textedPeople.has(one))

  test.each([
    ['done', 1],
    ['unknown', 1],
    ['pending', 1],
    ['failed', 0],
  ] as const)('count against their day where the text is %s: %i', (state, people) => {
    sent(text, { state, failure: state === 'done' ? null : failure })
    expect(tables().textsLeft.on(day)).toBe(people)
  })

  test('are known from then on, in a group too', () => {
    expect(known()).toEqual([])
    answered(text)
    expect(known()).toEqual([phone])
  })

  test('are not those who were only asked for consent, or of whom a message was imported', () => {
    answered({ kind: 'requestConsent', uuid: 'u1', phone })
    leave(intent({ row: 2, kind: 'importMessage' }))
    journal.write(entries({ calls: [ended({ row: 2, ...isDone({ ...message, phone }) })] }), 20)
    expect(known()).toEqual([])
  })

  test.each([
    ['where the service names it', 'c1', ['c1']],
    ['unless the service names none', null, []],
  ])('of a group have their conversation kept, %s', (_when, conversationUuid, kept) => {
    answered(groupText, conversationUuid)
    expect(phones.map((one) => tables().groupConversations.of(one))).toEqual([kept, kept])
  })

  test('alone have none of a group', () => {
    answered(text, 'c1')
    expect(tables().groupConversations.of(phone)).toEqual([])
  })
})

test.each([
  ['failed', 'failed'],
  ['unknown', 'failed'],
  ['done', 'done'],
] as const)('where a row that was done is %s after all, one of another run that relied on it is %s', async (outcome, relying) => {
  const { planRows, runRows } = tables()
  const other = await plan(store, [{ phone: '+12025550101', contact: { name: 'New' }, consent: false }], {})
  tables().runs.add({ id: 'relying', planId: other.planId, kind: 'contacts', operator: 'Pat', settings: {}, startedAtMs: 1 })
  planRows.setDetail(other.planId, 1, { calls: [update] })
  planRows.setDetail(planId, 1, { calls: [update] })
  runRows.write('relying', 1, 'done', doneElsewhereNote)
  journal.write(entries({ rows: [{ row: 1, outcome: 'done', failure: null }] }), 20)
  journal.write(entries({ rows: [{ row: 1, outcome, failure: null }] }), 30)
  expect(runRows.find('relying', [1]).get(1)?.outcome).toBe(relying)
})

test('what another run has written since a contact was asked for is newer than what that shows', () => {
  cache(store, { uuid: 'u1', name: 'Before' })
  tables().contacts.applyWrite('u1', { name: 'Written' }, nowMs + 500)
  const seen = { record: { uuid: 'u1', name: 'Before' }, extra: null }
  journal.write(entries({ seen: [readAgo(seen, 600)] }), nowMs + 1000)
  expect(tables().contacts.findByUuid('u1')).toMatchObject({ record: { name: 'Written' } })
  journal.write(entries({ seen: [readAgo({ ...seen, record: { uuid: 'u1', name: 'Edited' } }, 400)] }), nowMs + 1000)
  expect(tables().contacts.findByUuid('u1')).toMatchObject({ record: { name: 'Edited' } })
})

test('contacts that were read or are gone, rows that ended or go on after all, and what was learnt are written too', () => {
  cache(store, { uuid: 'gone', phone: '+12025550198' })
  journal.write(
    entries({
      seen: [{ record: { uuid: 'u1', name: 'Seen' }, extra: null }],
      gone: ['gone'],
      learnt: [{ kind: 'readLag', ms: 700 }],
      rows: [
        { row: 1, outcome: 'unknown', failure },
        { row: 2, outcome: 'done', failure: null },
      ],
    }),
    nowMs + 1,
  )
  expect(tables().contacts.findByUuid('u1')).toMatchObject({ record: { name: 'Seen' } })
  expect(tables().contacts.findByUuid('gone')).toBeNull()
  expect(readProfile(store, nowMs + 1).lagMs).toBe(700)
  expect(tables().runRows.counts(runId)).toMatchObject({ unknown: 1, done: 1 })
  journal.write(entries({ reopened: [1], rows: [{ row: 2, outcome: 'failed', failure }] }), 20)
  expect([...tables().runRows.range(runId, 1, 2)]).toEqual([[2, { outcome: 'failed', failure, undone: null }]])
})

test('a call that left before the data was put back is in the journal before it ends', () => {
  journal.write(
    entries({
      sentBefore: [intent({ kind: 'importMessage', fingerprint: 'f1' })],
      calls: [ended({ fingerprint: 'f1', ...isDone(message) })],
    }),
    20,
  )
  expect(callsOf(1)).toMatchObject([{ state: 'done', kind: 'importMessage' }])
  expect(tables().importedMessages.holder('f1')?.state).toBe('arrived')
})

test('all is written, or nothing', () => {
  leave(intent())
  const rows = [{ row: 1, outcome: 'done', failure: null } as const]
  expect(() =>
    journal.write(entries({ seen: [{ record: { uuid: 'u7' }, extra: null }], calls: [ended({ from: 'unknown' })], rows }), 20),
  ).toThrow('is not unknown')
  expect(callsOf(1)).toMatchObject([{ state: 'sent' }])
  expect(tables().runRows.counts(runId).done).toBe(0)
  expect(tables().contacts.findByUuid('u7')).toBeNull()
})

describe('after a crash', () => {
  const crashed = (kind: CallKind) => {
    leave(intent({ kind }))
    journal.reconcileCrashed(50)
    return callsOf(1)[0]
  }
  test.each(['updateCustomer', 'setConsent'] as const)('a call that may be repeated is to be sent again: %s', (kind) => {
    expect(crashed(kind)).toMatchObject({ state: 'pending' })
    expect(tables().runRows.counts(runId).unknown).toBe(0)
  })

  test.each(['importMessage', 'createCustomer'] as const)('of one that must not happen twice nobody knows: %s', (kind) => {
    expect(crashed(kind)).toMatchObject({ state: 'unknown' })
    expect(tables().runRows.find(runId, [1]).get(1)).toEqual({ outcome: 'unknown', failure: crashedCallFailure, undone: null })
  })

  test('each may take effect yet, for the contact of its row; what had ended stays as it was', () => {
    leave(intent(), intent({ row: 2 }))
    journal.write(entries({ calls: [ended({ row: 2 })] }), 20)
    journal.reconcileCrashed(50)
    const noted = { runId, row: 1, ordinal: 0, sentAtMs: 10 }
    expect([tables().unansweredCalls.of('u1'), tables().unansweredCalls.of('+12025550101')]).toEqual([noted, noted])
    expect(tables().unansweredCalls.of('+12025550199')).toBeNull()
    expect(callsOf(2)).toMatchObject([{ state: 'done' }])
  })

  test('more calls than are looked at in one go are all decided', () => {
    const rows = Array.from({ length: 1_001 }, (_, at) => intent({ row: at + 1 }))
    leave(...rows)
    journal.reconcileCrashed(50)
    expect(tables().calls.sentAfter(runId, 0, 10)).toEqual([])
    expect(callsOf(501)).toMatchObject([{ state: 'pending' }])
    expect(callsOf(1_001)).toMatchObject([{ state: 'pending' }])
  })
})

describe('what a call is to prove', () => {
  const proof = { call: update, before: { record: { uuid: 'u1' }, posts: null, isResolved: null }, postUuid: null }
  const found = { changes: [], target: { uuid: 'u1' }, isCutShort: false }
  const at = { row: 1, ordinal: 0 }
  const open = () => tables().proofs.allOpen(runId)

  test('is on the disk before a call leaves that goes alone; of others the next write takes it along', () => {
    const opened = { ...at, state: 'open', proof } as const
    expect(isProofLater({ proofs: [{ ...opened, isFirst: true }] })).toBe(true)
    expect(
      isProofLater({
        proofs: [
          { ...at, state: 'over' },
          { ...opened, isFirst: true },
        ],
      }),
    ).toBe(true)
    for (const proofs of [[], [opened], [{ ...at, state: 'over' } as const], [{ ...at, state: 'found', found } as const]])
      expect(isProofLater({ proofs })).toBe(false)
    leave(intent())
    journal.write(entries({ proofs: [{ ...opened, isFirst: true }] }), 10)
    expect(open()).toMatchObject([at])
    journal.decideAndWrite(entries({ proofs: [{ ...opened, row: 2, isFirst: true }] }), 10, false, () => 0)
    expect(open()).toMatchObject([at, { ...at, row: 2 }])
  })

  test('is open until it has passed, or is decided; what it found is kept with it', () => {
    leave(intent())
    journal.write(entries({ proofs: [{ ...at, state: 'open', proof }] }), 10)
    expect(open()).toMatchObject([{ ...at, proof: { call: update } }])
    expect(open()[0]?.proof).not.toHaveProperty('found')
    journal.write(entries({ proofs: [{ ...at, state: 'found', found }] }), 20)
    expect(open()).toMatchObject([{ ...at, proof: { found } }])
    journal.write(entries({ proofs: [{ ...at, state: 'passed', kind: 'updateCustomer' }] }), 30)
    expect(open()).toEqual([])
    // Rows that were sent since then are known by it.
    journal.write(entries({ calls: [ended()] }), 30)
    leave(intent({ row: 2 }))
    journal.write(entries({ calls: [ended({ row: 2 })] }), 40)
    expect(tables().proofs.sentSinceGood(runId)).toEqual([{ row: 2, kind: 'updateCustomer' }])
    journal.write(entries({ proofs: [{ ...at, state: 'open', proof }] }), 50)
    journal.write(entries({ proofs: [{ ...at, state: 'over' }] }), 60)
    expect([open(), tables().proofs.sentSinceGood(runId)]).toEqual([[], []])
  })
})

test('a call that must not happen twice is on the disk before it leaves, any other need not be', () => {
  const synchronous = (isDurable: boolean) =>
    journal.decideAndWrite(entries({}), 10, isDurable, () => store.pragma('synchronous', { simple: true }))
  expect([synchronous(true), synchronous(false), store.pragma('synchronous', { simple: true })]).toEqual([2, 1, 1])
})

test('where there is nothing to write, nothing is written', () => {
  store.close()
  expect(() => journal.write(emptyEntries(), 10)).not.toThrow()
  expect(() => journal.write(entries({ gone: ['u1'] }), 10)).toThrow('not open')
})
