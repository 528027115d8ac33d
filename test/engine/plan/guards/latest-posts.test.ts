import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../../../src-main/engine/model/clock.ts'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import { createLatestPosts, refusesLast } from '../../../../src-main/engine/plan/guards/latest-posts.ts'
import { createService } from '../../../../src-main/engine/service/create-service.ts'
import { createSandbox } from '../../../../src-main/sandbox/sandbox.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { lookUpService, plan } from '../planning.ts'

const said = (body: string | null, createdAtSeconds: number | null, creatorType: 'customer' | 'user' = 'customer', isWhisper = false) => ({
  body,
  createdAtSeconds,
  creatorType,
  isWhisper,
})

describe('who refuses in the latest messages', () => {
  test.each([
    ['nothing was said', [], false],
    ['STOP', [said('See you', 1), said('STOP', 2)], true],
    ['STOP, whatever the order', [said('STOP', 2), said('See you', 1)], true],
    ['STOP and later START', [said('STOP', 1), said('START', 2)], false],
    ['START and later STOP', [said('STOP', 2), said('START', 1)], true],
    ['both at once', [said('START', 1), said('STOP', 1)], true],
    ['a refusal without a time', [said('START', 5), said('STOP', null)], true],
    ['an agreement without a time', [said('STOP', 1), said('START', null)], true],
    ['the office wrote STOP', [said('STOP', 1, 'user')], false],
    ['a whisper', [said('STOP', 1, 'customer', true)], false],
    ['no text', [said(null, 1)], false],
    ['the word in a sentence', [said('The bus stop is at the corner', 1)], false],
  ] as const)('%s: %o', (_what, posts, refuses) => {
    expect(refusesLast(posts)).toBe(refuses)
  })
})

const newStore = tempStores()
const ends: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function openService() {
  const sandbox = await createSandbox({ contacts: 60 })
  ends.push(() => sandbox.close())
  const service = createService({
    baseUrl: sandbox.baseUrl,
    tokenIn: 'header',
    token: async () => sandbox.token,
    country: 'US',
    clock: systemClock,
  })
  ends.push(() => service.close())
  const records: CustomerRecord[] = []
  for await (const page of service.customers()) records.push(...page.customers.map(({ record }) => record))
  const phones = records
    .filter(({ phone, consent }) => typeof phone === 'string' && consent !== true && consent !== false)
    .filter(
      ({ phone, blocked, unreachable }) =>
        blocked !== true && unreachable !== true && records.filter((one) => one.phone === phone).length === 1,
    )
    .flatMap(({ phone }) => phone ?? [])
  return { service, phones }
}

test('a permission for somebody who wrote STOP to the service is held until it is released', async () => {
  const { service, phones } = await openService()
  const [stopped = '', back = '', quiet = ''] = phones
  const say = async (phone: string, body: string) =>
    service.perform({ kind: 'importMessage', phone, body, attachments: [], groupUuid: null })
  await say(stopped, 'Stop.')
  await say(stopped, 'And thanks for all')
  await say(back, 'Hello')
  const store = newStore()
  addFile(store)
  const rows = [stopped, back, quiet].map((phone) => ({ phone, consent: true }))
  const settings = { syncMaxAgeSeconds: 3600, concurrency: 2 }
  const recipe = { kind: 'consent' as const, fields: [{ to: 'consent' as const, value: true }] }
  const asking = await plan(store, rows, recipe, { service, lookup: 'missing', settings: { ...settings, readsLatestPosts: true } })
  expect(asking.rows.map(({ class: rowClass, detail }) => [rowClass, detail.optOut])).toEqual([
    ['held', 'posts'],
    ['send', undefined],
    ['send', undefined],
  ])
  expect(asking.counts).toMatchObject({ held: 1, send: 2 })
  const trusting = await plan(store, rows, recipe, { service, lookup: 'missing', settings: { ...settings, readsLatestPosts: false } })
  expect(trusting.counts).toMatchObject({ held: 0, send: 3 })
})

test('messages are read of contacts alone whose record does not say that they agreed, each once', async () => {
  const asked: string[] = []
  const record = (at: number, consent: boolean | null) => ({ uuid: `u${at}`, phone: `+1202555010${at}`, name: 'A', tags: [], consent })
  const service = {
    ...lookUpService([record(0, null), record(1, true)]),
    conversationByPhone: async (phone: string) => {
      asked.push(phone)
      return null
    },
  }
  const store = newStore()
  addFile(store)
  const rows = ['+12025550100', '+12025550101', '+12025550100', '+12025550102'].map((phone) => ({ phone, consent: true }))
  const settings = { syncMaxAgeSeconds: 3600, concurrency: 2, readsLatestPosts: true }
  await plan(store, [...rows, { phone: '+12025550100', consent: false }], { kind: 'consent' }, { service, lookup: 'missing', settings })
  expect(asked).toEqual(['+12025550100'])
})

test('a service that shows no messages is asked a few times, and tells nothing; any other error stops', async () => {
  let calls = 0
  const failing = (code: 'service.refused' | 'service.failed') =>
    createLatestPosts({
      service: {
        conversationByPhone: async () => {
          calls += 1
          throw new AppError(code, 'No.', 'No.')
        },
      },
      groupUuids: [],
      concurrency: 1,
      signal: undefined,
      onAnswer: () => {},
    })
  const closed = failing('service.refused')
  await closed.ask(Array.from({ length: 50 }, (_, at) => `+120255501${at}`))
  expect([calls, closed.refuses('+1202555010')]).toEqual([5, false])
  await expect(failing('service.failed').ask(['+12025550100'])).rejects.toMatchObject({ code: 'service.failed' })
})

test('the latest messages are found also where the service shows the oldest first', async () => {
  const posts = Array.from({ length: 60 }, (_, at) => ({
    ...said(at === 55 ? 'STOP' : 'Hello', at + 1),
    uuid: `p${at}`,
    conversationUuid: 'c',
  }))
  const whole = { attachments: [], marksResolved: null, isFirst: null, messageType: null, transferredTo: null, assignedTo: null }
  const latest = createLatestPosts({
    service: {
      conversationByPhone: async (_phone, { pageSize = 30, afterUuid } = {}) => {
        const from = afterUuid === undefined ? 0 : posts.findIndex(({ uuid }) => uuid === afterUuid) + 1
        return {
          conversationUuid: 'c',
          resolved: null,
          customer: null,
          posts: posts.slice(from, from + pageSize).map((post) => ({ ...post, ...whole })),
        }
      },
    },
    groupUuids: ['g1'],
    concurrency: 1,
    signal: undefined,
    onAnswer: () => {},
  })
  await latest.ask(['+12025550100'])
  expect(latest.refuses('+12025550100')).toBe(true)
})
