import { beforeEach, expect, test } from 'vitest'
import { openConversation, plannedConversations } from '../../../../src-main/engine/plan/read/conversations.ts'
import { cachedEffects } from '../../../../src-main/engine/plan/read/row-effects.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { countRow, emptyBlocks } from '../../../../src-main/engine/model/plans/class-histogram.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { addFile, columns, dialect, recipe } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache, plan } from '../planning.ts'

const newStore = tempStores()
const phone = (n: number) => `+1555${String(n).padStart(7, '0')}`
const day = Date.UTC(2026, 2, 30) / 1000
const message = (body: string, sentAtSeconds: number | null) => ({ body, attachments: [], sentAtSeconds })
const sending = { class: 'send' as const, asReviewed: true }
const all = { ...sending, offset: 0, limit: 50 }
let store: Store
let planId: string

beforeEach(async () => {
  store = newStore()
  addFile(store)
  cache(store, { uuid: 'a', phone: phone(1), name: 'Ann' }, { uuid: 'b', phone: phone(2), name: 'Ben' })
  cache(store, { uuid: 'c', phone: phone(3), name: 'Cem' })
  const planned = await plan(
    store,
    [
      { phone: phone(1), message: message('later', day + 86_400) },
      { phone: phone(2), message: message('newest', day + 2 * 86_400) },
      { phone: phone(3), message: message('no time', null) },
      { phone: phone(1), message: message('earlier', day + 60) },
      { phone: phone(1), message: message('no time either', null) },
    ],
    {
      kind: 'messages',
      fields: [
        { to: 'body', from: ['Text'] },
        { to: 'sentAt', from: ['Date'] },
      ],
    },
  )
  planId = planned.planId
})

test('messages are listed by conversation, those with the latest message first', async () => {
  const { rows, total } = await plannedConversations(store, planId, all)
  expect(total).toBe(3)
  expect(rows.map(({ contact, posts, lastSentAtSeconds }) => [contact?.name, posts, lastSentAtSeconds])).toEqual([
    ['Ben', 1, day + 2 * 86_400],
    ['Ann', 3, day + 86_400],
    ['Cem', 1, undefined],
  ])
  expect(rows.reduce((sum, { posts }) => sum + posts, 0)).toBe((await cachedEffects(store, planId)).figures.rows)
  const { rows: second } = await plannedConversations(store, planId, { ...all, offset: 1, limit: 1 })
  expect(second).toEqual(rows.slice(1, 2))
})

test('a conversation has its messages in the order in which they are imported, and says where they are in the file', async () => {
  const ann = await openConversation(store, planId, phone(1), all)
  expect(ann?.rows.map(({ row }) => row)).toEqual([5, 4, 1])
  expect(ann).toMatchObject({ at: 1, conversation: (await plannedConversations(store, planId, all)).rows[1] ?? {} })
  expect([ann?.conversation.firstLine, ann?.conversation.lastLine]).toEqual([ann?.rows[2]?.line, ann?.rows[0]?.line])
  const second = await openConversation(store, planId, phone(1), { ...all, offset: 2, limit: 1 })
  expect(second?.rows.map(({ row }) => row)).toEqual([1])
  expect(await openConversation(store, planId, phone(7), all)).toBeNull()
})

test('a day or a search leaves the conversations that have such a message, and counts only those', async () => {
  const onDay = await plannedConversations(store, planId, { ...all, effect: { what: 'day', day: '2026-03-30' } })
  expect(onDay.rows.map(({ contact, posts, lastLine }) => [contact?.name, posts, lastLine])).toEqual([['Ann', 1, 5]])
  const found = await plannedConversations(store, planId, { ...all, search: 'newest' })
  expect(found.rows.map(({ contact, posts }) => [contact?.name, posts])).toEqual([['Ben', 1]])
  expect(await plannedConversations(store, planId, { ...all, class: 'held' })).toEqual({ rows: [], total: 0 })
})

test('what the office wrote is counted apart, in each conversation', async () => {
  const both = await plan(
    store,
    [
      { phone: phone(1), message: message('asked', day) },
      { phone: phone(1), message: { ...message('answered', day + 60), isWhisper: true } },
      { phone: phone(2), message: message('alone', day) },
    ],
    { kind: 'messages' },
  )
  const { rows } = await plannedConversations(store, both.planId, all)
  expect(rows.map(({ contact, posts, whispers }) => [contact?.name, posts, whispers])).toEqual([
    ['Ann', 2, 1],
    ['Ben', 1, undefined],
  ])
})

test('a plan that is not ready has no conversations yet, and one whose rows are gone shows none any more', async () => {
  tablesOf(store).plans.add({ id: 'p', fileId: 'file', dialect, columns, recipe: recipe(), lookup: 'never', createdAtMs: 1, builder: null })
  for (const id of ['p', 'gone']) expect(await plannedConversations(store, id, all)).toEqual({ rows: [], total: 0 })
  expect((await plannedConversations(store, planId, all)).rows).toHaveLength(3)
  store.prepare('DELETE FROM plan_rows WHERE plan_id = ?').run(planId)
  expect((await plannedConversations(store, planId, all)).rows).toEqual([])
  expect(await openConversation(store, planId, phone(1), all)).toBeNull()
})

test('rows that name nobody are in no conversation', async () => {
  const error = { line: 2, column: 'Text', code: 'message.empty', severity: 'error' as const, value: '', message: 'm', hint: 'h' }
  const spoilt = { message: message('x', null), issues: [error] }
  const invalid = await plan(store, [{ phone: phone(1), ...spoilt }, spoilt, { phone: phone(2), ...spoilt }, spoilt], { kind: 'messages' })
  const { rows, total } = await plannedConversations(store, invalid.planId, { ...all, class: 'invalid' })
  expect([total, rows.map(({ phone: number, posts, firstLine }) => [number, posts, firstLine])]).toEqual([
    2,
    [
      [phone(1), 1, 2],
      [phone(2), 1, 4],
    ],
  ])
})

test('messages of one conversation that are far apart in the file are found together', async () => {
  const { plans, planRows } = tablesOf(store)
  plans.add({
    id: 'far',
    fileId: 'file',
    dialect,
    columns,
    recipe: recipe({ kind: 'messages' }),
    lookup: 'never',
    createdAtMs: 1,
    builder: null,
  })
  const rows = [1, 25_000, 60_000]
  const blocks = emptyBlocks()
  for (const row of rows) countRow(blocks, row, 'send', 1)
  planRows.insert(
    'far',
    rows.map((row) => ({
      ...{ row, line: row + 1, class: 'send' as const, reason: null, lane: phone(1), laneOrder: null },
      ...{ contactUuid: null, contactId: null, phone: phone(1), detail: null },
    })),
  )
  const none = { unchanged: 0, held: 0, skipped: 0, invalid: 0, contacts: 1, issues: [], skips: [], fields: [], guards: [], holds: [] }
  plans.finish('far', { ...none, rows: 60_000, send: 3, calls: 3 }, blocks)
  const { rows: found } = await plannedConversations(store, 'far', all)
  expect(found).toMatchObject([{ posts: 3, firstLine: 2, lastLine: 60_001 }])
})
