import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FieldRule } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import { releaseGuard } from '../../../src-main/engine/plan/guards/release-guard.ts'
import { planRows, planSummary } from '../../../src-main/engine/plan/read/read-plan.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { beforeFirstSend } from '../../../src-main/engine/store/plans/plan-row-sends.ts'
import { createPlanRows } from '../../../src-main/engine/store/plans/plan-rows.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { recipeOf } from '../mapping/mapping-case.ts'
import { addFile } from '../store/stored-things.ts'
import { tempStores } from '../store/temp-store.ts'
import { csvFile, planFile } from './planned-file.ts'
import { cache } from './planning.ts'

const newStore = tempStores()
let store: Store
let folder: string
beforeEach(() => {
  store = newStore()
  addFile(store)
  folder = mkdtempSync(join(tmpdir(), 'rollcall-messages-'))
  cache(store, { uuid: 'ann', phone: '+12025550123', name: 'Ann' }, { uuid: 'ben', phone: '+12025550124', name: 'Ben' })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const header = ['Phone', 'Text', 'Sent', 'Direction']
const [ann, ben] = ['(202) 555-0123', '202-555-0124']
const fields: FieldRule[] = [
  { to: 'body', from: ['Text'] },
  { to: 'sentAt', from: ['Sent'] },
]

describe('messages that nobody knows who wrote', () => {
  const rows = [
    [ann, 'Hi', '2024-03-12 14:05', 'Inbound'],
    [ann, 'Who', '2024-03-12 14:06', '?'],
    [ann, 'wrote', '2024-03-12 14:07', ''],
    [ben, 'this', '2024-03-12 15:00', '?'],
    [ben, 'Bye', '2024-03-12 15:01', 'Outbound'],
  ]

  test('are held until a person says that the customers did, by count or in the recipe', async () => {
    const recipe = recipeOf('messages', fields)
    const { counts, shown, summary } = await planFile(store, csvFile(folder, header, ...rows), recipe)
    expect(counts).toEqual({ rows: 5, send: 1, unchanged: 0, held: 3, skipped: 0, invalid: 1, calls: 1 })
    expect(shown.map((row) => row.class)).toEqual(['send', 'held', 'held', 'held', 'invalid'])
    expect(summary.guards).toMatchObject([{ guard: 'direction', rows: 3, contacts: 2, released: false }])
    await expect(releaseGuard(store, summary.id, 'direction', 3)).rejects.toMatchObject({ code: 'guard.wrong_count' })
    expect(await releaseGuard(store, summary.id, 'direction', 2)).toMatchObject({ send: 4, held: 0, invalid: 1, calls: 4 })
  })

  test('are sent where the recipe states that the customers wrote them, except those of the office', async () => {
    const { counts } = await planFile(store, csvFile(folder, header, ...rows), recipeOf('messages', fields, { direction: 'inbound' }))
    expect(counts).toMatchObject({ send: 4, held: 0, invalid: 1 })
  })
})

describe('rows that the recipe leaves out', () => {
  const rows = [
    [ann, 'Hi', '2024-03-12 14:05', 'Inbound'],
    [ann, 'Hello Ann', '2024-03-12 14:06', 'Outbound'],
    ['nobody', '', 'yesterday', 'Outbound'],
    [ben, 'Ok', '2024-03-12 15:00', 'received '],
    [ben, 'Bye', '2024-03-12 15:01', ''],
  ]
  const only = { column: 'Direction', is: ['Inbound', 'Received'] }

  test('are skipped and counted, never invalid, and say why', async () => {
    const { counts, shown, summary } = await planFile(store, csvFile(folder, header, ...rows), recipeOf('messages', fields, { only }))
    expect(counts).toEqual({ rows: 5, send: 2, unchanged: 0, held: 0, skipped: 3, invalid: 0, calls: 2 })
    expect(shown.map((row) => [row.class, row.reason])).toEqual([
      ['send', null],
      ['skipped', 'The recipe leaves out rows whose "Direction" is "Outbound".'],
      ['skipped', 'The recipe leaves out rows whose "Direction" is "Outbound".'],
      ['send', null],
      ['skipped', 'The recipe leaves out rows whose "Direction" is blank.'],
    ])
    expect(summary.skips).toEqual([{ reason: 'The recipe leaves out rows whose "Direction" is not "Inbound" or "Received".', rows: 3 }])
    expect(summary).toMatchObject({ issues: [], contacts: 2 })
  })

  test('are no rivals of rows about the same contact', async () => {
    const list = csvFile(folder, ['Phone', 'Name', 'Status'], [ann, 'Anna', 'Active'], [ann, 'Old Ann', 'Left'])
    const recipe = recipeOf('contacts', [{ to: 'name', from: ['Name'] }], {
      only: { column: 'Status', is: ['active'] },
      duplicates: 'last',
    })
    const { shown } = await planFile(store, list, recipe)
    expect(shown.map((row) => [row.class, row.changes[0]?.after])).toEqual([
      ['send', 'Anna'],
      ['skipped', undefined],
    ])
  })

  test('are not told apart in a row that the file has damaged: that one is invalid', async () => {
    const path = csvFile(folder, header, ...rows, [ann, 'Yes', ' but later', '2024-03-12 16:00', 'Inbound'])
    const { shown } = await planFile(store, path, recipeOf('messages', fields, { only }))
    expect(shown[5]).toMatchObject({ class: 'invalid', issues: [{ code: 'row.too_many_cells' }] })
  })
})

test('messages that the office sent are invalid where the recipe does not say which rows it wants, and make no call', async () => {
  const path = csvFile(
    folder,
    header,
    [ann, 'Hi', '2024-03-12 14:05', 'Inbound'],
    [ann, 'Hello', '2024-03-12 14:06', 'Outbound'],
    [ben, 'Hello', '', 'Outbound'],
  )
  const { planId, counts, summary } = await planFile(store, path, recipeOf('messages', fields))
  expect(counts).toMatchObject({ send: 1, invalid: 2, calls: 1 })
  expect(summary.issues).toMatchObject([
    { code: 'message.outbound', severity: 'error', rows: 2, line: 3, column: 'Direction', value: 'Outbound' },
  ])
  expect(planRows(store, planId, { issueCode: 'message.outbound', offset: 0, limit: 10 }).total).toBe(2)
  expect(planSummary(store, planId).contacts).toBe(1)
})

/** Rows with their calls, in the order in which a run sends them. */
function sends(planId: string): [row: number, ...calls: string[]][] {
  return createPlanRows(store)
    .sendsAfter(planId, 'no run', beforeFirstSend, 100)
    .map((row) => [row.row, ...(row.detail.calls ?? []).map((call) => call.kind)])
}

/** As if a run had imported these rows. */
function imported(planned: Awaited<ReturnType<typeof planFile>>, ...rowNumbers: number[]): void {
  const messages = tablesOf(store).importedMessages
  for (const { row, detail } of planned.rows) {
    if (rowNumbers.includes(row) && detail.fingerprint !== undefined) {
      messages.add({ fingerprint: detail.fingerprint, runId: 'r', row, postUuid: null, importedAtMs: 1 })
    }
  }
}

describe('a conversation', () => {
  const resolving = recipeOf(
    'messages',
    [
      { to: 'body', from: ['Text'] },
      { to: 'sentAt', from: ['Sent'] },
    ],
    { resolveAfter: true, only: { column: 'Direction', is: ['in'] } },
  )
  const history = [
    [ann, 'third', '2024-03-12 14:07', 'in'],
    [ann, 'first', '2024-03-12 14:05', 'in'],
    [ben, 'only', '2024-03-12 14:06', 'in'],
    [ann, 'second', '2024-03-12 14:06', 'in'],
    [ann, 'third too', '2024-03-12 14:07', 'in'],
    [ann, 'an answer', '2024-03-12 14:08', 'out'],
  ]

  test('is imported by time, equal times as in the file, and resolved once, after its last message', async () => {
    const { planId, counts, summary } = await planFile(store, csvFile(folder, header, ...history), resolving)
    expect(sends(planId)).toEqual([
      [2, 'importMessage'],
      [3, 'importMessage', 'resolveConversation'],
      [4, 'importMessage'],
      [1, 'importMessage'],
      [5, 'importMessage', 'resolveConversation'],
    ])
    expect(counts.calls).toBe(7)
    expect(summary.contacts).toBe(2)
  })

  test('is resolved after the last message that is still to be imported', async () => {
    const path = csvFile(folder, header, ...history)
    const first = await planFile(store, path, resolving)
    imported(first, 1, 2, 3, 5)
    expect(sends((await planFile(store, path, resolving)).planId)).toEqual([[4, 'importMessage', 'resolveConversation']])
    imported(first, 4)
    const over = await planFile(store, path, resolving)
    expect(over.counts).toMatchObject({ send: 0, unchanged: 5, skipped: 1, calls: 0 })
    expect(over.summary.contacts).toBe(0)
  })

  test('whose last message failed is resolved when that message is imported again', async () => {
    const path = csvFile(folder, header, ...history)
    imported(await planFile(store, path, resolving), 1, 2, 3, 4)
    expect(sends((await planFile(store, path, resolving)).planId)).toEqual([[5, 'importMessage', 'resolveConversation']])
  })

  test('belongs to a number: of two contacts who share it, messages are in one order and it is resolved once', async () => {
    cache(store, { uuid: 'ann-2', phone: '+12025550123', name: 'Ann at work' })
    const byUuid = recipeOf('messages', [{ to: 'body', from: ['Text'] }], { match: { by: 'uuid', column: 'Id' }, resolveAfter: true })
    const { planId, rows, summary } = await planFile(store, csvFile(folder, ['Id', 'Text'], ['ann', 'one'], ['ann-2', 'two']), byUuid)
    expect(new Set(rows.map(({ lane }) => lane))).toEqual(new Set(['+12025550123']))
    expect(sends(planId)).toEqual([
      [1, 'importMessage'],
      [2, 'importMessage', 'resolveConversation'],
    ])
    expect(summary.contacts).toBe(1)
  })
})

describe('the text of a message', () => {
  const files = [ann, '', '2024-03-12 14:05', 'https://files.example/a.jpg']
  const dated = (template: string) =>
    recipeOf('messages', [
      { to: 'body', template },
      { to: 'sentAt', from: ['Sent'] },
      { to: 'attachments', from: ['Files'] },
    ])

  test('is made by its template, and a picture needs none', async () => {
    const path = csvFile(folder, ['Phone', 'Text', 'Sent', 'Files'], [ann, 'Hi', '2024-03-12 14:05', ''], files, [
      ben,
      '',
      '2024-03-12 14:05',
      '',
    ])
    const { rows, shown } = await planFile(store, path, dated('[{{sentAt}}] {{Text}}'))
    expect(rows.flatMap(({ detail }) => detail.calls ?? [])).toMatchObject([
      { kind: 'importMessage', body: '[12 Mar 2024, 14:05] Hi', attachments: [] },
      { kind: 'importMessage', body: '[12 Mar 2024, 14:05]', attachments: ['https://files.example/a.jpg'] },
    ])
    expect(shown[2]).toMatchObject({ class: 'invalid', issues: [{ code: 'body.empty' }] })
    const plain = await planFile(store, path, dated('{{Text}}'))
    expect(plain.rows[1]?.detail.calls?.[0]).toMatchObject({ body: '', attachments: ['https://files.example/a.jpg'] })
    expect(plain.shown[1]).toMatchObject({ class: 'send', changes: [{ after: 'https://files.example/a.jpg' }] })
  })

  test('with another template is the same message: it is not imported a second time', async () => {
    const path = csvFile(
      folder,
      ['Phone', 'Text', 'Sent', 'Files'],
      [ann, 'Hi', '2024-03-12 14:05', ''],
      [ann, 'Hi', '2024-03-12 14:05', ''],
      files,
    )
    imported(
      await planFile(
        store,
        path,
        recipeOf('messages', [
          { to: 'body', from: ['Text'] },
          { to: 'sentAt', from: ['Sent'] },
          { to: 'attachments', from: ['Files'] },
        ]),
      ),
      1,
      2,
      3,
    )
    const { counts, shown } = await planFile(store, path, dated('[{{sentAt}}] {{Text}}'))
    expect(counts).toMatchObject({ unchanged: 3, send: 0 })
    expect(shown[0]?.reason).toBe('This message was imported before.')
  })
})
