import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { exportDifferences } from '../../../../src-main/engine/contacts/differences/export-differences.ts'
import {
  allDifferences,
  differencePage,
  differencePeriods,
  wantedPeriod,
} from '../../../../src-main/engine/contacts/differences/list-differences.ts'
import { contactDetail } from '../../../../src-main/engine/contacts/record/contact-detail.ts'
import { createSyncWriter } from '../../../../src-main/engine/contacts/sync/sync-writer.ts'
import { systemClock } from '../../../../src-main/engine/model/clock.ts'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { tempStores } from '../../store/temp-store.ts'

const newStore = tempStores()
let nowMs = 1_000_000
const clock = { ...systemClock, nowMs: () => nowMs }
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A sync of these contacts, complete unless it says otherwise. */
function sync(store: Store, records: readonly CustomerRecord[], complete = true): void {
  const writer = createSyncWriter(store, clock)
  nowMs += 1000
  writer.begin()
  writer.putContacts(
    records.map((record) => ({ record, extra: null })),
    nowMs,
  )
  writer.finish({ complete, contacts: records.length, isEnd: complete })
  for (const _ of writer.forgetGone());
}

const all = { offset: 0, limit: 100 }
const shown = (store: Store) =>
  differencePage(tablesOf(store), {}, all).rows.map(({ kind, contact, changes }) => [
    kind,
    contact,
    ...changes.map(({ label, before, after }) => [label, before, after]),
  ])
const ann = { uuid: 'ann', phone: '+12025550101', name: 'Ann', tags: ['a', 'b'], consent: true, customFields: { f: '1' } }
const ben = { uuid: 'ben', phone: '+12025550102', name: 'Ben', tags: [], consent: null, customFields: {} }

test('a sync says who is new, what changed from what to what, and who is gone since the one before', () => {
  const store = newStore()
  const tables = tablesOf(store)
  tables.customFields.replaceAll([{ uuid: 'f', name: 'Floor', dataType: 'string' }])
  sync(store, [ann, ben])
  expect(differencePeriods(tables)).toEqual([])
  sync(store, [
    { ...ann, name: 'Anne', tags: ['b', 'a'], consent: false, customFields: { f: '2' } },
    { ...ben, uuid: 'cleo', name: 'Cleo' },
  ])
  expect(shown(store)).toEqual([
    ['new', 'cleo'],
    ['changed', 'ann', ['Name', 'Ann', 'Anne'], ['Consent', true, false], ['Floor', '1', '2']],
    ['gone', 'ben'],
  ])
  const { period, rows, total } = differencePage(tables, {}, all)
  expect(period).toMatchObject({ since: 1, new: 1, changed: 1, gone: 1, isGoneKnown: true, sinceSeconds: 1001, untilSeconds: 1002 })
  expect(total).toBe(3)
  expect(rows[2]).toMatchObject({ name: 'Ben', phone: '+12025550102', numberNowOf: 'Cleo' })
  expect(differencePage(tables, {}, { offset: 1, limit: 1 }).rows.map(({ kind }) => kind)).toEqual(['changed'])
  expect(differencePage(tables, { kind: 'gone' }, all)).toMatchObject({ total: 1, rows: [{ contact: 'ben' }] })
})

test('who is gone is marked with all that was known, found by no look-up, and no longer gone when they are back', () => {
  const store = newStore()
  const { contacts, goneContacts } = tablesOf(store)
  sync(store, [ann, ben])
  sync(store, [ann])
  expect(goneContacts.find('ben')).toMatchObject({ record: ben, goneAtMs: nowMs })
  expect(contactDetail(tablesOf(store), 'ben')).toMatchObject({ name: 'Ben', goneSinceSeconds: Math.floor(nowMs / 1000) })
  expect(contactDetail(tablesOf(store), 'ann')).toMatchObject({ name: 'Ann', goneSinceSeconds: null })
  expect(contacts.findByPhone('+12025550102')).toEqual([])
  expect(contacts.findByUuid('ben')).toBeNull()
  expect(contacts.count()).toBe(1)
  sync(store, [ann, ben])
  expect(goneContacts.find('ben')).toBeNull()
  expect(shown(store)).toEqual([['new', 'ben']])
})

test('what Rollcall itself wrote is no difference; what a look-up between two syncs read is one', () => {
  const store = newStore()
  const { contacts } = tablesOf(store)
  sync(store, [ann, ben])
  contacts.applyWrite('ann', { name: 'By us' }, nowMs + 1)
  contacts.applyWrite('made', { name: 'Made by us' }, nowMs + 1)
  contacts.putRead({ record: { ...ben, name: 'Benno' }, extra: null }, nowMs + 2)
  sync(store, [
    { ...ann, name: 'By us' },
    { ...ben, name: 'Benno' },
    { uuid: 'made', name: 'Made by us' },
  ])
  expect(shown(store)).toEqual([['changed', 'ben', ['Name', 'Ben', 'Benno']]])
})

test('a field that is in the end as it was is no difference, and one that changed twice shows what it was first', () => {
  const store = newStore()
  const { contacts } = tablesOf(store)
  sync(store, [ann, ben])
  const read = (record: CustomerRecord) => contacts.putRead({ record, extra: null }, (nowMs += 1))
  read({ ...ann, name: 'Late' })
  read(ann)
  read({ ...ben, name: 'Benno', notes: 'told' })
  sync(store, [ann, { ...ben, name: 'Benjamin' }])
  expect(shown(store)).toEqual([['changed', 'ben', ['Name', 'Ben', 'Benjamin']]])
})

test('a contact that only seemed to be gone is no difference', () => {
  const store = newStore()
  const { contacts } = tablesOf(store)
  sync(store, [ann, ben])
  contacts.remove('ben', nowMs)
  expect(wantedPeriod(differencePeriods(tablesOf(store)), undefined)).toMatchObject({ gone: 1, untilSeconds: null, isGoneKnown: false })
  sync(store, [ann, ben])
  expect(shown(store)).toEqual([])
})

test('a sync that is not complete tells what it found, and the next complete one tells it with the rest', () => {
  const store = newStore()
  sync(store, [ann, ben])
  sync(store, [{ ...ann, name: 'Anne' }], false)
  expect(differencePage(tablesOf(store), {}, all).period).toMatchObject({ changed: 1, gone: 0, untilSeconds: null })
  sync(store, [{ ...ann, name: 'Anne' }])
  expect(shown(store)).toEqual([
    ['changed', 'ann', ['Name', 'Ann', 'Anne']],
    ['gone', 'ben'],
  ])
})

test('the differences of twelve syncs are kept', () => {
  const store = newStore()
  for (let at = 0; at < 20; at += 1) sync(store, [{ ...ann, name: `Ann ${at}` }])
  expect(tablesOf(store).contactDifferences.counts()).toHaveLength(12)
  expect(shown(store)).toEqual([['changed', 'ann', ['Name', 'Ann 18', 'Ann 19']]])
})

test('the file has a row for each field, tells its age, and nothing in it runs as a formula', async () => {
  const store = newStore()
  const tables = tablesOf(store)
  sync(store, [ann, ben])
  sync(store, [
    { ...ann, name: '=HYPERLINK("x")', consent: false },
    { uuid: 'cleo', name: '+Cleo', phone: null },
  ])
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-differences-'))
  folders.push(folder)
  const [period] = differencePeriods(tables)
  if (period === undefined) throw new Error('There is no period.')
  const write = (path: string, overwrite = false) =>
    exportDifferences({ differences: allDifferences(tables, period), period, path, overwrite })
  const path = join(folder, 'changes.csv')
  expect(await write(path)).toBe(4)
  const [header, ...lines] = readFileSync(path, 'utf8').replace('\uFEFF', '').trim().split(/\r?\n/)
  const age = [period.sinceSeconds, period.untilSeconds ?? 0].map((seconds) => new Date(seconds * 1000).toISOString()).join(',')
  expect(header).toBe('Change,Name,Phone Number,UUID,Field,Before,After,Last Import,Compared With Sync Of,Read In Sync Of')
  expect(lines).toEqual([
    `new,'+Cleo,,cleo,,,,,${age}`,
    `changed,"'=HYPERLINK(""x"")",'+12025550101,ann,Name,Ann,"'=HYPERLINK(""x"")",,${age}`,
    `changed,"'=HYPERLINK(""x"")",'+12025550101,ann,Consent,yes,no,,${age}`,
    `gone,Ben,'+12025550102,ben,,,,,${age}`,
  ])
  await expect(write(path)).rejects.toMatchObject({ code: 'usage' })
  expect(await write(join(folder, 'changes.xlsx'))).toBe(4)
})
