import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../../src-main/engine/model/clock.ts'
import { AppError, type ErrorCode } from '../../../../src-main/engine/model/errors.ts'
import type { ServiceCall } from '../../../../src-main/engine/model/runs/service-call.ts'
import { learn } from '../../../../src-main/engine/run/late/service-profile.ts'
import { createReconciler } from '../../../../src-main/engine/run/reconcile/reconcile-call.ts'
import type { Post, Service } from '../../../../src-main/engine/service/service.ts'
import { learntForMs } from '../../../../src-main/engine/store/learnt-traits.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { storeRuns } from '../../results/stored-runs.ts'
import { tempStores } from '../../store/temp-store.ts'
import { consent, creation, itemWith, message, update } from '../answer/items.ts'

const tempStore = tempStores()
const begunAt = 1_000
const lane = 'one contact'
const signal = new AbortController().signal
const failing = (code: ErrorCode) => new AppError(code, 'No.', 'Ask.')
const post = (parts: Partial<Post> = {}): Post =>
  ({ uuid: 'p', body: message.body, createdAtSeconds: begunAt + 5, creatorType: 'customer', isWhisper: false, ...parts }) as Post

interface StoredRow {
  call?: typeof message
  state: 'unknown' | 'sent' | 'done'
  /** Of a message that arrived: its post, null where the service did not name it. */
  postUuid?: string | null
  attempts?: number
  lane?: string
}

/** A run with these rows, the first one sent first, beside a service: what it shows of each number, or how it fails. */
function station(rows: readonly StoredRow[], shown: Record<string, Post[] | ErrorCode>, groupUuids: readonly string[] = []) {
  const store = tempStore()
  storeRuns(store, { runs: 1, rows: rows.length })
  const { planRows, calls, departments, importedMessages } = tablesOf(store)
  departments.replaceAll(groupUuids.map((uuid) => ({ uuid, name: uuid, phone: null, isSmsGroup: false })))
  const setLane = store.prepare('UPDATE plan_rows SET lane = ? WHERE row = ?')
  const end = (row: number, state: 'done' | 'unknown', from: 'sent' | 'unknown') =>
    calls.writeEnd('run-0', { row, ordinal: 0, state, httpStatus: state === 'done' ? 200 : null, error: null, afterImage: null }, from, 2)
  rows.forEach(({ call = message, state, postUuid, attempts = 1, lane: own = lane }, at) => {
    const row = at + 1
    planRows.setDetail('plan-0', row, { calls: [call], fingerprint: `f${row}` })
    setLane.run(own, row)
    calls.writeSent('run-0', { row, ordinal: 0, kind: call.kind, sentAtMs: 1, beforeImage: null })
    if (state !== 'sent') end(row, state, 'sent')
    if (attempts > 1) store.prepare('UPDATE calls SET attempts = ? WHERE row = ?').run(attempts, row)
    if (postUuid !== undefined) importedMessages.add({ fingerprint: `f${row}`, runId: 'run-0', row, postUuid, importedAtMs: 1 })
  })
  const asked: string[] = []
  const conversationByPhone = async (phone: string, options?: { groupUuid?: string }) => {
    asked.push(options?.groupUuid === undefined ? phone : `${phone} in ${options.groupUuid}`)
    const posts = shown[phone] ?? []
    if (typeof posts === 'string') throw failing(posts)
    return { conversationUuid: 'c', posts, resolved: null, customer: null }
  }
  const reconcile = createReconciler({
    store,
    service: { conversationByPhone } as unknown as Service,
    clock: systemClock,
    runId: 'run-0',
    planId: 'plan-0',
    runStartedAtMs: begunAt * 1000,
  })
  return {
    asked,
    importedMessages,
    sees(isShown: boolean, agoMs = 0) {
      learn(store, { kind: 'question', isShown }, systemClock.nowMs() - agoMs)
      return this
    },
    arrive(row: number, postUuid: string | null) {
      end(row, 'done', 'unknown')
      importedMessages.add({ fingerprint: `f${row}`, runId: 'run-0', row, postUuid, importedAtMs: 1 })
    },
    reconcile: (row = rows.length, call: ServiceCall = message) => reconcile(itemWith({ row, lane, calls: [message] }), call, signal),
  }
}
const fateOf = async (rows: readonly StoredRow[], posts: Post[] | ErrorCode) =>
  (await station(rows, { [message.phone]: posts }).reconcile()).fate

const lost = { state: 'unknown' } as const

describe('a message that was lost', () => {
  test('has arrived where its post is there, and is done with what that shows', async () => {
    expect(await station([lost], { [message.phone]: [post()] }).reconcile()).toEqual({
      fate: 'arrived',
      call: message,
      outcome: { kind: 'done', status: 200, record: null, postUuid: 'p', conversationUuid: 'c' },
      lost: [],
    })
    expect(await station([lost], { [message.phone]: [post({ uuid: '' })] }).reconcile()).toMatchObject({ outcome: { postUuid: null } })
  })

  test('is absent where no post is it', async () => {
    expect(await fateOf([lost], [])).toBe('absent')
    // Older than the run, give or take what clocks differ by.
    expect(await fateOf([lost], [post({ body: 'Another', createdAtSeconds: begunAt - 121 })])).toBe('absent')
  })

  test('may be a post of no row that came since then, whatever that says', async () => {
    expect(await station([lost], { [message.phone]: [post({ body: 'Another' })] }).reconcile()).toEqual({
      fate: 'cannotTell',
      why: 'otherPost',
    })
  })

  test('is looked for in its department', async () => {
    const here = station([lost], {})
    await here.reconcile(1, { ...message, groupUuid: 'g' })
    expect(new Set(here.asked)).toEqual(new Set([`${message.phone} in g`]))
  })

  test('cannot be told where the service refuses to show it; other failures of the read are thrown', async () => {
    expect(await fateOf([lost], 'service.refused')).toBe('cannotTell')
    for (const code of ['service.shape', 'service.unreachable'] as const) await expect(fateOf([lost], code)).rejects.toMatchObject({ code })
  })

  test('cannot be told where posts may be missing', async () => {
    const full = Array.from({ length: 30 }, (_, at) => post({ uuid: `p${at}`, body: 'Another' }))
    expect(await fateOf([lost], full)).toBe('cannotTell')
  })

  test("is none of the posts that are known to be another row's, in whatever run", async () => {
    expect(await fateOf([{ state: 'done', postUuid: 'p', lane: 'another' }, lost], [post()])).toBe('absent')
  })
})

describe('equal messages to one contact', () => {
  test.each([
    [[lost, lost], 1, 'cannotTell'],
    [[lost, lost], 2, 'arrived'],
    [[{ ...lost, lane: 'another' }, lost], 1, 'arrived'],
    [[{ ...lost, call: { ...message, body: 'Another' } }, lost], 1, 'arrived'],
    [[{ state: 'done', postUuid: null }, lost], 1, 'absent'],
    [[{ state: 'done', postUuid: null }, lost], 2, 'arrived'],
    [[{ state: 'done', postUuid: null, lane: 'another' }, lost], 1, 'arrived'],
  ] satisfies [StoredRow[], number, string][])('%j beside %i posts: %s', async (rows, count, fate) => {
    const posts = Array.from({ length: count }, (_, at) => post({ uuid: `p${at}` }))
    expect(await fateOf(rows, posts)).toBe(fate)
  })
})

describe('an equal post that seems to be older than the run', () => {
  const first = { ...message, phone: '+12025550111', body: 'First' }
  const old = [post({ createdAtSeconds: begunAt - 50 })]
  /** Beside a first message, which came to the service when its clock showed this. */
  const beside = (row: Partial<StoredRow>, firstAt: number | null | ErrorCode) =>
    station([{ call: first, state: 'done', postUuid: 'first', lane: 'another', ...row }, lost], {
      [message.phone]: old,
      [first.phone]:
        typeof firstAt === 'string'
          ? firstAt
          : [post({ uuid: 'x', createdAtSeconds: 1 }), post({ uuid: 'first', createdAtSeconds: firstAt })],
    })
  const fateBeside = async (...given: Parameters<typeof beside>) => (await beside(...given).reconcile()).fate

  test("is told by the first message of the run, which has the service's own time", async () => {
    expect(await fateBeside({}, begunAt - 49)).toBe('absent')
    expect(await fateBeside({}, begunAt - 50)).toBe('arrived')
  })

  test('cannot be told where nothing vouches for the clocks', async () => {
    expect(await fateBeside({ postUuid: null }, begunAt - 49)).toBe('cannotTell')
    expect(await fateBeside({ attempts: 2 }, begunAt - 49)).toBe('cannotTell')
    expect(await fateBeside({}, null)).toBe('cannotTell')
    // It may be shown late.
    expect(await fateBeside({ postUuid: 'gone' }, begunAt - 49)).toBe('cannotTell')
    expect(await fateBeside({}, 'service.refused')).toBe('cannotTell')
    expect(await fateBeside({}, 'service.shape')).toBe('cannotTell')
    await expect(fateBeside({}, 'service.unreachable')).rejects.toMatchObject({ code: 'service.unreachable' })
  })

  test('asks for the first message once, and only where it matters', async () => {
    const here = beside({}, begunAt - 49)
    await here.reconcile()
    await here.reconcile()
    expect(here.asked).toEqual([message.phone, first.phone, message.phone])
    const unnamed = beside({ postUuid: null }, null)
    await unnamed.reconcile()
    expect(unnamed.asked).toEqual([message.phone])
    const none = station([{ call: first, state: 'done', postUuid: 'first' }, lost], { [message.phone]: [post({ creatorType: 'user' })] })
    await none.reconcile()
    expect(none.asked).toEqual([message.phone])
  })

  test('is told later where the first message is still on its way', async () => {
    const here = station([{ call: first, state: 'unknown', lane: 'another' }, lost], {
      [message.phone]: old,
      [first.phone]: [post({ uuid: 'first', createdAtSeconds: begunAt - 49 })],
    })
    expect((await here.reconcile()).fate).toBe('cannotTell')
    here.arrive(1, 'first')
    expect((await here.reconcile()).fate).toBe('absent')
  })
})

describe('a contact whose creation was lost', () => {
  const fateWith = (
    lookUpByPhone: () => Promise<{ customer: { record: { uuid: string; name?: string }; extra: null } | null; isCertain: boolean }>,
  ) =>
    createReconciler({
      store: tempStore(),
      service: { lookUpByPhone } as unknown as Service,
      clock: systemClock,
      runId: 'run-0',
      planId: 'plan-0',
      runStartedAtMs: 0,
    })(itemWith({ calls: [creation] }), creation, signal)

  test('has arrived where somebody has this number now, with what the service did not keep of it', async () => {
    const found = (name: string) => fateWith(async () => ({ customer: { record: { uuid: 'new', name }, extra: null }, isCertain: false }))
    expect(await found('New')).toEqual({
      fate: 'arrived',
      call: creation,
      outcome: { kind: 'done', status: 200, record: { uuid: 'new', name: 'New' }, postUuid: null, conversationUuid: null },
      lost: [],
    })
    expect(await found('Other')).toMatchObject({ fate: 'arrived', lost: [{ field: 'name', asked: 'New', answered: 'Other' }] })
  })

  test('is absent only where that is certain', async () => {
    expect(await fateWith(async () => ({ customer: null, isCertain: true }))).toEqual({ fate: 'absent' })
    expect(await fateWith(async () => ({ customer: null, isCertain: false }))).toMatchObject({ fate: 'cannotTell' })
  })

  test('cannot be told where the service refuses to look; other failures of the read are thrown', async () => {
    expect(await fateWith(() => Promise.reject(failing('service.refused')))).toMatchObject({ fate: 'cannotTell' })
    await expect(fateWith(() => Promise.reject(failing('service.shape')))).rejects.toMatchObject({ code: 'service.shape' })
  })
})

describe('a request for consent that was lost', () => {
  const request = { kind: 'requestConsent', uuid: 'u1', phone: message.phone } as const
  const office = (parts: Partial<Post> = {}) => post({ body: 'Shall we text you?', creatorType: 'system', ...parts })
  const after = (posts: Post[] | ErrorCode) => station([], { [request.phone]: posts })
  const fateAfter = (posts: Post[] | ErrorCode) => after(posts).sees(true).reconcile(1, request)

  test('cannot be told where nothing is there, by a service that was not seen to show its questions', async () => {
    const unshown = { fate: 'cannotTell', why: 'unshown' }
    expect(await after([]).reconcile(1, request)).toEqual(unshown)
    expect(await after([]).sees(false).reconcile(1, request)).toEqual(unshown)
    // One that was not shown speaks against all that were, and what was seen a month ago for nothing any more.
    expect(await after([]).sees(true).sees(false).sees(true).reconcile(1, request)).toEqual(unshown)
    expect(
      await after([])
        .sees(true, learntForMs + 60_000)
        .reconcile(1, request),
    ).toEqual(unshown)
    expect(await after([office()]).reconcile(1, request)).toEqual({ fate: 'cannotTell', why: 'uncertain' })
  })

  test('is absent where the service has written nothing since the run began', async () => {
    expect(await fateAfter([])).toEqual({ fate: 'absent' })
    expect(await fateAfter([post({ body: 'Hello' })])).toEqual({ fate: 'absent' })
  })

  test('cannot be told where it, the office or nobody knows who has: the words are its own', async () => {
    for (const creatorType of ['system', 'user', null] as const)
      expect(await fateAfter([office({ creatorType })])).toEqual({ fate: 'cannotTell', why: 'uncertain' })
  })

  test('is no post that a row of some run has written', async () => {
    const here = station([{ state: 'done', postUuid: 'p' }], { [request.phone]: [office({ uuid: 'p' })] })
    expect(await here.sees(true).reconcile(1, request)).toEqual({ fate: 'absent' })
  })

  test('cannot be told where posts may be missing, or the service does not show them', async () => {
    const full = Array.from({ length: 30 }, (_, at) => post({ uuid: `p${at}` }))
    expect(await fateAfter(full)).toEqual({ fate: 'cannotTell', why: 'uncertain' })
    expect(await fateAfter('service.refused')).toEqual({ fate: 'cannotTell', why: 'refused' })
    await expect(fateAfter('service.unreachable')).rejects.toMatchObject({ code: 'service.unreachable' })
  })

  test('is looked for in every department that is known, and in the first one where none is', async () => {
    const here = station([], {})
    await here.reconcile(1, request)
    expect(new Set(here.asked)).toEqual(new Set([request.phone]))
    const departed = station([], {}, ['g1', 'g2'])
    await departed.reconcile(1, request)
    expect(new Set(departed.asked)).toEqual(new Set([`${request.phone} in g1`, `${request.phone} in g2`]))
  })
})

test.each([update, consent, { kind: 'resolveConversation', conversationUuid: 'c', disposition: null } as const])(
  'a call that may be repeated is not looked for: $kind',
  async (call) => {
    await expect(station([lost], {}).reconcile(1, call)).rejects.toThrow('is repeated, not reconciled')
  },
)
