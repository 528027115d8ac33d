import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import type { Correction } from '../../../src-main/engine/contract.ts'
import { wallClock } from '../../../src-main/sandbox/sandbox-options.ts'
import { notShownCell } from '../../../src-main/engine/text/unknown-cell.ts'
import { hurriedClock } from '../run/run-stations.ts'
import { practiceEngine } from './practice-engine.ts'

async function synced(contacts = 40) {
  const clock = hurriedClock()
  const here = await practiceEngine({ contacts, clock: { ...wallClock, nowMs: clock.nowMs, monotonicMs: clock.monotonicMs } }, clock)
  const { call, sandbox } = here
  const sync = async () => {
    await call('sync.start', {})
    await expect.poll(async () => (await call('sync.status', {})).state).toBe('complete')
  }
  await sync()
  const { contacts: all } = await call('contacts.page', { offset: 0, limit: contacts })

  /** Makes a table of these contacts, with what else a test needs of it. */
  const table = async (named?: string[]) => {
    const made = await call('contacts.table', named === undefined ? {} : { contacts: named })
    const { inspection } = await call('files.inspect', { fileId: made.file.id, dialect: made.recipe.source })
    const column = (name: string) => inspection.columns.find((one) => one.name === name)?.index ?? -1
    const lineOf = (uuid: string) => inspection.rows.find(({ cells }) => cells[column('UUID')] === uuid)?.line ?? -1
    const cell = (uuid: string, name: string, after: string): Correction => ({
      kind: 'cell',
      line: lineOf(uuid),
      column: column(name),
      before: inspection.rows.find(({ line }) => line === lineOf(uuid))?.cells[column(name)] ?? '',
      after,
    })
    const plan = async (corrections: Correction[]) => {
      if (corrections.length > 0) await call('corrections.add', { fileId: made.file.id, corrections })
      return call('plans.start', { fileId: made.file.id, recipe: made.recipe, wait: true })
    }
    return { ...made, inspection, column, lineOf, cell, plan }
  }
  const stranger = (uuid: string, customer: Record<string, unknown>) =>
    fetch(`${sandbox.baseUrl}/api/customer/${uuid}.json`, {
      method: 'PUT',
      headers: { 'X-TGP-ACCESS-TOKEN': sandbox.token, 'Content-Type': 'application/json' },
      body: JSON.stringify({ customer }),
    })
  return { ...here, all, table, sync, stranger }
}

const uuidsOf = (contacts: readonly { uuid: string }[], count: number) => contacts.slice(0, count).map(({ uuid }) => uuid)

test('a table that nobody touches makes no call and reads nothing, also where the account was changed since', async () => {
  const { all, table, stranger } = await synced()
  const { plan } = await table()
  await stranger(all[0]?.uuid ?? '', { name: 'Changed Since', notes: 'by a colleague', tags: 'other', tags_handling: 'replace' })
  expect(await plan([])).toMatchObject({ rows: 40, unchanged: 40, send: 0, held: 0, invalid: 0, skipped: 0, calls: 0, reads: 0 })
})

test('cells that are edited are planned, run, told in the record, and undone; nothing else of their contacts is', async () => {
  const { all, call, table, sandbox } = await synced()
  const [one = '', other = ''] = uuidsOf(all, 2)
  const { file, cell, plan } = await table([one, other, one])
  expect(file.name).toBe('Changes to 2 contacts.csv')
  const before = sandbox.customer(one)
  const planned = await plan([cell(one, 'Name', 'Typed Here'), cell(other, 'Notes', 'Rings after six')])
  expect(planned).toMatchObject({ rows: 2, send: 2, calls: 2 })
  const run = await call('runs.start', { planId: planned.id, wait: true })
  expect(run).toMatchObject({ state: 'finished', done: 2, calls: 2 })
  expect(sandbox.customer(one)).toEqual({ ...before, name: 'Typed Here', updates: 1 })
  expect(sandbox.customer(other)).toMatchObject({ notes: 'Rings after six' })
  expect((await call('contacts.detail', { contact: one }))?.changes[0]).toMatchObject({
    fileName: file.name,
    changes: [{ after: 'Typed Here' }],
  })
  const undo = await call('undo.plan', { runId: run.id, wait: true })
  await call('runs.start', { planId: undo.id, wait: true })
  expect(sandbox.customer(one)).toEqual({ ...before, updates: 2 })
})

test('a tag for all of them is one correction: it is added, and tags that came since stay', async () => {
  const { all, call, table, stranger, sandbox } = await synced()
  const named = uuidsOf(all, 5)
  const { column, plan } = await table(named)
  await stranger(named[0] ?? '', { tags: 'came_since', tags_handling: 'add' })
  const planned = await plan([{ kind: 'set', column: column('Tags'), how: 'add', text: 'spring list' }])
  expect(planned).toMatchObject({ rows: 5, send: 5 })
  const run = await call('runs.start', { planId: planned.id, wait: true })
  expect(run).toMatchObject({ done: 5 })
  for (const uuid of named) expect(sandbox.customer(uuid)?.tags).toContain('spring list')
  expect(sandbox.customer(named[0] ?? '')?.tags).toContain('came since')
  const again = await table(named)
  expect(await again.plan([{ kind: 'set', column: column('Tags'), how: 'add', text: 'spring_list' }])).toMatchObject({ calls: 0 })
  const away = await table(named)
  const removal = await away.plan([{ kind: 'set', column: column('Tags'), how: 'remove', text: 'spring_list' }])
  expect(removal).toMatchObject({ send: 5 })
  await call('runs.start', { planId: removal.id, wait: true })
  for (const uuid of named) expect(sandbox.customer(uuid)?.tags).not.toContain('spring list')
  expect(sandbox.customer(named[0] ?? '')?.tags).toContain('came since')
})

test('a field is set for some rows or for all, tried before, and a mass of it is guarded like any import', async () => {
  const { all, call, table } = await synced(60)
  const { file, recipe, column, lineOf, plan } = await table()
  const set = { kind: 'set', column: column('Notes'), how: 'replace', text: '' } as const
  const some = { ...set, text: 'To be called', lines: [lineOf(all[0]?.uuid ?? ''), lineOf(all[1]?.uuid ?? '')] }
  expect(await call('corrections.tryReplace', { fileId: file.id, dialect: recipe.source, correction: some })).toMatchObject({ cells: 2 })
  expect(await plan([some])).toMatchObject({ send: 2 })
  await call('corrections.undo', { fileId: file.id })
  const withNotes = all.length
  const emptied = await plan([set])
  const asked = emptied.send + emptied.held
  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThanOrEqual(withNotes)
  if (asked > 20) expect(emptied.guards).toMatchObject([{ guard: 'clear', rows: asked }])
})

test('what the service never shows says so, is emptied by nobody, and is written where somebody writes it', async () => {
  const { all, table } = await synced()
  const [one = '', other = ''] = uuidsOf(all, 2)
  const { inspection, column, cell, plan } = await table([one, other])
  expect(inspection.rows.map(({ cells }) => cells[column('Email')])).toEqual([notShownCell, notShownCell])
  expect(inspection.rows.map(({ cells }) => cells[column('Unreachable')])).toEqual([notShownCell, notShownCell])
  expect(await plan([cell(one, 'Email', ''), cell(other, 'Email', 'new@example.com')])).toMatchObject({ send: 1, unchanged: 1, calls: 1 })
})

test('consent that is typed waits for somebody to confirm the word; a refusal goes; a number cannot be changed', async () => {
  const { call, table } = await synced(60)
  const page = async (consent: 'agreed' | 'notAsked') =>
    (await call('contacts.page', { offset: 0, limit: 2, consent: [consent] })).contacts.map(({ uuid }) => uuid)
  const [agreed = '', numbered = ''] = await page('agreed')
  const [notAsked = ''] = await page('notAsked')
  const { cell, plan } = await table([agreed, notAsked, numbered])
  const planned = await plan([
    cell(agreed, 'Consent', 'no'),
    cell(notAsked, 'Consent', 'yes'),
    cell(numbered, 'Phone Number', '+12025550111'),
  ])
  expect(planned).toMatchObject({ send: 1, held: 1, invalid: 1 })
})

test('two tables of the same contacts know nothing of each other, and none is left beside the files', async () => {
  const { all, call, table, home } = await synced()
  const [one = ''] = uuidsOf(all, 1)
  const first = await table([one])
  await first.plan([first.cell(one, 'Name', 'Never Run')])
  const second = await table([one])
  expect(second.file.sha256).not.toBe(first.file.sha256)
  expect(await second.plan([])).toMatchObject({ unchanged: 1, calls: 0 })
  const parts = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes('table-'))
  expect(parts).toEqual([])
  await expect(call('contacts.table', { contacts: ['nobody'] })).rejects.toMatchObject({ code: 'usage' })
  await expect(call('contacts.table', { gone: true })).rejects.toMatchObject({ code: 'usage' })
})

test('who is gone is not looked for by a number that somebody else may have', async () => {
  const { all, table, sandbox, sync } = await synced()
  const one = all.find(({ phone }) => phone !== null)
  const { cell, plan } = await table([one?.uuid ?? ''])
  await fetch(`${sandbox.baseUrl}/sandbox/customer.json?uuid=${one?.uuid}`, {
    method: 'DELETE',
    headers: { 'X-Sandbox-Secret': sandbox.controlSecret },
  })
  await fetch(`${sandbox.baseUrl}/api/customers.json`, {
    method: 'POST',
    headers: { 'X-TGP-ACCESS-TOKEN': sandbox.token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ customer: { phone_number: one?.phone, name: 'Somebody Else' } }),
  })
  await sync()
  expect(await plan([cell(one?.uuid ?? '', 'Name', 'Typed Here')])).toMatchObject({ skipped: 1, send: 0 })
})

test('an export has the columns that were chosen, in its own order, and always when each contact was read', async () => {
  const { call, home } = await synced(3)
  const { columns } = await call('contacts.columns', {})
  expect(columns.slice(0, 3)).toEqual(['UUID', 'Phone Number', 'Name'])
  const custom = columns.at(-1) ?? ''
  const path = join(home, 'some.csv')
  expect(await call('contacts.export', { path, columns: [custom, 'tags', 'UUID'] })).toMatchObject({ rows: 3 })
  const { data } = Papa.parse<string[]>(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  expect(data[0]).toEqual(['UUID', 'Tags', custom, 'Read At'])
  expect(await call('contacts.export', { path: join(home, 'some.xlsx'), columns: ['Name'] })).toMatchObject({ rows: 3 })
  const refused = call('contacts.export', { path: join(home, 'no.csv'), columns: ['Shoe size'] })
  await expect(refused).rejects.toMatchObject({ code: 'usage', message: 'There is no column "Shoe size" to export.' })
})
