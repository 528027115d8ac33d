import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import type { Recipe } from '../../../../src-main/engine/contract.ts'
import { recipe } from '../../store/stored-things.ts'
import { practiceEngine } from '../practice-engine.ts'

/** The whole engine, with a service that has no contacts: those of the file are created. */
async function office() {
  const { home, call, openFile, sandbox } = await practiceEngine({ contacts: 0 })
  const file = async (...rows: string[][]) =>
    (await openFile('list.csv', Papa.unparse([['Phone', 'Name', 'E-mail', 'Tags', 'Notes'], ...rows]))).id
  const plan = async (fileId: string, parts: Partial<Recipe> = {}) =>
    call('plans.start', { fileId, recipe: recipe({ ...merging, ...parts }), lookup: 'missing', wait: true })
  return { home, call, file, plan, sandbox }
}

const merging: Partial<Recipe> = {
  match: { by: 'phone', column: 'Phone', country: 'US' },
  fields: [
    { to: 'name', from: ['Name'] },
    { to: 'email', from: ['E-mail'] },
    { to: 'tags', from: ['Tags'], tags: 'add' },
    { to: 'notes', from: ['Notes'] },
  ],
  notFound: 'create',
  duplicates: 'merge',
  duplicateBy: ['email'],
  merge: { values: 'last', tags: 'join', perField: { notes: 'join' } },
}
const ann1 = ['212-555-0001', 'Ann', 'ann@example.com', 'vip', 'Called']
const ben = ['212-555-0002', 'Ben', '', '', '']
const ann2 = ['', 'Anna Lee', 'ANN@example.com', 'lead', 'Wrote']
const ann3 = ['(212) 555-0001', '', '', '', '']

test('a group is listed with its rows side by side, what they share, and what it comes to', async () => {
  const { call, file, plan } = await office()
  const { id: planId, ...summary } = await plan(await file(ann1, ben, ann2, ann3))
  expect(summary).toMatchObject({ send: 2, skipped: 2, invalid: 0, calls: 2, contacts: 2, duplicateGroups: 1 })

  const page = await call('plans.groups', { planId, offset: 0, limit: 10 })
  expect(page).toEqual({
    total: 1,
    unresolved: 0,
    groups: [
      {
        group: 1,
        outcome: 'merged',
        rows: 3,
        lines: [2, 4, 5],
        line: 2,
        class: 'send',
        contact: { uuid: null, name: 'Anna Lee', phone: '+12125550001' },
      },
    ],
  })
  expect(await call('plans.groups', { planId, search: '5550002', offset: 0, limit: 10 })).toMatchObject({ total: 0, groups: [] })
  expect(await call('plans.groups', { planId, search: '5550001', offset: 0, limit: 10 })).toMatchObject({ total: 1 })
  expect(await call('plans.groups', { planId, search: 'anna', offset: 0, limit: 10 })).toMatchObject({ total: 1 })
  expect(await call('plans.groups', { planId, search: 'Benedict', offset: 0, limit: 10 })).toMatchObject({ total: 0 })
  expect(await call('plans.groups', { planId, open: true, offset: 0, limit: 10 })).toMatchObject({ total: 0 })

  const group = await call('plans.group', { planId, group: 1 })
  expect(group.shared).toEqual([
    { label: 'Phone number', value: '+12125550001' },
    { label: 'E-mail', value: 'ann@example.com' },
  ])
  expect(group.fields).toEqual([
    { field: 'phone_number', label: 'Phone number', differs: false, result: '+12125550001' },
    { field: 'name', label: 'Name', differs: true, result: 'Anna Lee' },
    { field: 'email', label: 'E-mail', differs: false, result: 'ANN@example.com' },
    { field: 'notes', label: 'Notes', differs: true, result: 'Called\nWrote' },
    { field: 'tags', label: 'Tags', differs: true, result: ['vip', 'lead'] },
  ])
  expect(group.members.map(({ line, values, lost }) => [line, values.name, lost])).toEqual([
    [2, 'Ann', ['name']],
    [4, 'Anna Lee', []],
    [5, undefined, []],
  ])
  expect(group.allLines).toEqual([2, 4, 5])
  await expect(call('plans.group', { planId, group: 2 })).rejects.toMatchObject({ code: 'plan.unknown' })
})

test('picking a row leaves out the others, and can be taken back', async () => {
  const { call, file, plan } = await office()
  const { id: planId } = await plan(await file(ann1, ben, ann2, ann3))
  const picked = await call('plans.revise', { planId, corrections: [{ kind: 'exclude', lines: [4, 5] }] })
  expect(picked.plan).toMatchObject({ send: 2, skipped: 2, duplicateGroups: 0 })
  expect(
    (await call('plans.rows', { planId, class: 'send', offset: 0, limit: 10 })).rows[0]?.changes.find(({ field }) => field === 'notes')
      ?.after,
  ).toBe('Called')
  const back = await call('plans.revise', { planId, undo: [1] })
  expect(back.plan).toMatchObject({ send: 2, skipped: 2, duplicateGroups: 1 })
})

test('after the run the service has what was merged, the results say from which lines, and the same file has nothing left to do', async () => {
  const { home, call, file, plan, sandbox } = await office()
  const fileId = await file(ann1, ben, ann2, ann3)
  const { id: planId } = await plan(fileId)
  const run = await call('runs.start', { planId, wait: true })
  expect(run).toMatchObject({ done: 2, skipped: 2, failed: 0 })
  expect(sandbox.counts().customerCreates).toBe(2)

  const { files } = await call('runs.writeResults', { runId: run.id, folder: join(home, 'out') })
  const [, ...rows] = parse(readFileSync(files[0]?.path ?? '', 'utf8'), { bom: true }) as string[][]
  expect(rows.map((row) => [row[6], row[8], row[9]])).toEqual([
    ['done', 'New contact, Name, E-mail, Notes, Tags; merged with rows 4, 5', ''],
    ['done', 'New contact, Name', ''],
    ['skipped', '', 'Merged into row 2 of this file, which is about the same contact.'],
    ['skipped', '', 'Merged into row 2 of this file, which is about the same contact.'],
  ])
  expect(await plan(fileId)).toMatchObject({ send: 0, unchanged: 3, skipped: 1, calls: 0 })
})

test('two contacts of the service that share an address are never merged; the list names them as open', async () => {
  const { call, file, plan } = await office()
  const first = await plan(await file(ann1, ben))
  await call('runs.start', { planId: first.id, wait: true })
  const second = await plan(
    await file(['212-555-0001', 'Ann', 'us@example.com', '', ''], ['212-555-0002', 'Ben', 'US@example.com', '', '']),
  )
  expect(second).toMatchObject({ invalid: 2, calls: 0, duplicateGroups: 1 })
  const { groups, unresolved } = await call('plans.groups', { planId: second.id, open: true, offset: 0, limit: 10 })
  expect(unresolved).toBe(1)
  expect(groups).toMatchObject([{ group: 1, outcome: 'contacts', rows: 2, line: null, class: 'invalid' }])
  const group = await call('plans.group', { planId: second.id, group: 1 })
  expect(group.shared).toEqual([{ label: 'E-mail', value: 'us@example.com' }])
  expect(group.fields.map(({ field, differs, result }) => [field, differs, result])).toEqual([
    ['phone_number', true, null],
    ['name', true, null],
    ['email', false, null],
  ])
  const { plan: resolved } = await call('plans.revise', { planId: second.id, corrections: [{ kind: 'exclude', lines: [3] }] })
  expect(resolved).toMatchObject({ send: 1, skipped: 1, invalid: 0 })
})

test('rows that share an address by accident are told apart: each is sent, the results say so, the same file keeps it, and it can be taken back', async () => {
  const { home, call, file, plan, sandbox } = await office()
  const rows = [
    ['212-555-0001', 'Ann', 'office@example.com', '', ''],
    ['212-555-0002', 'Ben', 'OFFICE@example.com', '', ''],
    ['212-555-0001', 'Anna', '', '', ''],
  ]
  const fileId = await file(...rows)
  const { id: planId, ...together } = await plan(fileId)
  expect(together).toMatchObject({ send: 1, skipped: 2, duplicateGroups: 1 })
  const { plan: apart } = await call('plans.revise', { planId, corrections: [{ kind: 'apart', lines: [2, 3, 4] }] })
  // Those with the same number are one contact all the same.
  expect(apart).toMatchObject({ send: 2, skipped: 1, invalid: 0, duplicateGroups: 1, corrections: 1 })
  expect(await plan(await file(...rows))).toMatchObject({ send: 2, skipped: 1 })
  expect((await call('plans.revise', { planId, undo: [1] })).plan).toMatchObject({ send: 1, skipped: 2 })

  const { id: last } = await plan(fileId)
  await call('plans.revise', { planId: last, corrections: [{ kind: 'apart', lines: [2, 3] }] })
  const run = await call('runs.start', { planId: last, wait: true })
  expect(run).toMatchObject({ done: 2, failed: 0 })
  expect(sandbox.counts().customerCreates).toBe(2)
  const { files } = await call('runs.writeResults', { runId: run.id, folder: join(home, 'out') })
  const [header = [], ...written] = parse(readFileSync(files[0]?.path ?? '', 'utf8'), { bom: true }) as string[][]
  expect(written.map((row) => row[header.indexOf('rollcall_edits')])).toEqual([
    'A contact of its own by hand',
    'A contact of its own by hand',
    '',
  ])
})

test('the count of groups follows a pick', async () => {
  const { call, file, plan } = await office()
  const rows = [ann1, ben, ann2, ['212-555-0002', 'Benny', '', '', '']]
  const { id: planId } = await plan(await file(...rows))
  expect((await call('plans.get', { planId })).duplicateGroups).toBe(2)
  const { plan: picked } = await call('plans.revise', { planId, corrections: [{ kind: 'exclude', lines: [5] }] })
  expect(picked.duplicateGroups).toBe(1)
  expect((await call('plans.groups', { planId, offset: 0, limit: 10 })).total).toBe(1)
})
