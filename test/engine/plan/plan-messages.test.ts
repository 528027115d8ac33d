import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FieldRule } from '../../../src-main/engine/mapping/recipe.ts'
import { planRows, planSummary } from '../../../src-main/engine/plan/read-plan.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { recipeOf } from '../mapping/mapping-case.ts'
import { addFile } from '../store/stored-things.ts'
import { tempStores } from '../store/temp-store.ts'
import { csvFile, planFile } from './plan-file.ts'
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
const fields: FieldRule[] = [{ to: 'body', from: ['Text'] }, { to: 'sentAt', from: ['Sent'] }]

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
    const recipe = recipeOf('contacts', [{ to: 'name', from: ['Name'] }], { only: { column: 'Status', is: ['active'] }, duplicates: 'last' })
    const { shown } = await planFile(store, list, recipe)
    expect(shown.map((row) => [row.class, row.changes[0]?.after])).toEqual([['send', 'Anna'], ['skipped', undefined]])
  })

  test('are not told apart in a row that the file has damaged: that one is invalid', async () => {
    const path = csvFile(folder, header, ...rows, [ann, 'Yes', ' but later', '2024-03-12 16:00', 'Inbound'])
    const { shown } = await planFile(store, path, recipeOf('messages', fields, { only }))
    expect(shown[5]).toMatchObject({ class: 'invalid', issues: [{ code: 'row.too_many_cells' }] })
  })
})

test('messages that the office sent are invalid where the recipe does not say which rows it wants, and make no call', async () => {
  const path = csvFile(folder, header, [ann, 'Hi', '2024-03-12 14:05', 'Inbound'], [ann, 'Hello', '2024-03-12 14:06', 'Outbound'], [ben, 'Hello', '', 'Outbound'])
  const { planId, counts, summary } = await planFile(store, path, recipeOf('messages', fields))
  expect(counts).toMatchObject({ send: 1, invalid: 2, calls: 1 })
  expect(summary.issues).toMatchObject([{ code: 'message.outbound', severity: 'error', rows: 2, line: 3, column: 'Direction', value: 'Outbound' }])
  expect(planRows(store, planId, { issueCode: 'message.outbound', offset: 0, limit: 10 }).total).toBe(2)
  expect(planSummary(store, planId).contacts).toBe(1)
})
