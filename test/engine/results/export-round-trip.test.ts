import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { CustomerRecord } from '../../../src-main/engine/model/contacts/customer.ts'
import { notShownCell } from '../../../src-main/engine/text/unknown-cell.ts'
import { portion } from '../../helpers/portion.ts'
import { cache } from '../plan/planning.ts'
import { addFile } from '../store/stored-things.ts'
import { tempStores } from '../store/temp-store.ts'
import { createRoundTrip, formats } from './exported.ts'

const folder = mkdtempSync(join(tmpdir(), 'rollcall-export-'))
afterAll(() => rmSync(folder, { recursive: true }))
const newStore = tempStores()
const customFields = [
  { uuid: 'f1', name: 'Account ID', dataType: 'string' },
  { uuid: 'f2', name: 'Name', dataType: 'string' },
  { uuid: 'f3', name: 'Größe ', dataType: 'string' },
]

let store = newStore()
let trip = createRoundTrip(store, folder, customFields)
beforeEach(() => {
  store = newStore()
  addFile(store)
  trip = createRoundTrip(store, folder, customFields)
})

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom("'", '"', ';', ',', '|', '=', '+', '-', '@', '\t', '\r', '\n', ' ', '0', '1', '.', ':', 'e', '_x000D_', '<', '&'),
    maxLength: 8,
  }),
  fc.constantFrom(
    '007',
    '1234567890123456',
    '3/4',
    '1e5',
    'TRUE',
    'Žofie',
    '李小龍',
    'علي',
    'Ann\r\nLee',
    "'=1",
    '(none)',
    'a\u0007b',
    '_x0041_',
  ),
)
const tag = fc.oneof(
  fc.constantFrom('vip', 'new_lead', 'Grün', '0123', '=x', 'a;b', 'a|b', "'t"),
  fc.string({ unit: fc.constantFrom('a', '"', ';', '-', '_', "'"), minLength: 1, maxLength: 4 }),
)
const record: fc.Arbitrary<CustomerRecord> = fc.record(
  {
    uuid: fc.uuid(),
    phone: fc.oneof(
      fc.constant(null),
      fc.integer({ min: 0, max: 9999 }).map((number) => `+1202555${String(number).padStart(4, '0')}`),
    ),
    name: fc.option(text),
    notes: fc.option(text),
    email: fc.option(fc.emailAddress()),
    tags: fc.uniqueArray(tag, { maxLength: 4 }),
    archived: fc.boolean(),
    blocked: fc.boolean(),
    unreachable: fc.boolean(),
    consent: fc.option(fc.boolean()),
    customFields: fc.dictionary(fc.constantFrom('f1', 'f2', 'f3'), text),
  },
  { requiredKeys: ['uuid'] },
)
const records = fc.uniqueArray(record, { minLength: 1, maxLength: 8, selector: ({ uuid }) => uuid })

describe.each(formats)('as %s', (format) => {
  test('an export that nobody touched changes nothing, whatever the contacts are and however much of them is known', async () => {
    await fc.assert(
      fc.asyncProperty(records, async (contacts) => {
        store.exec('DELETE FROM plans; DELETE FROM contacts')
        cache(store, ...contacts)
        const path = await trip.save(format)
        const { counts, rows } = await trip.plan(path)
        expect(rows.map(({ detail }) => detail.changes ?? [])).toEqual(contacts.map(() => []))
        expect(rows.flatMap(({ detail }) => detail.issues ?? [])).toEqual([])
        expect(counts).toMatchObject({ rows: contacts.length, unchanged: contacts.length, calls: 0 })
      }),
      { numRuns: portion(120) },
    )
  }, 120_000)

  const ann: CustomerRecord = {
    uuid: 'c0000000-0000-4000-8000-000000000001',
    phone: '+12025550101',
    name: 'Ann',
    notes: 'Call "first";\nthen write',
    tags: ['vip', 'new_lead'],
    archived: false,
    blocked: false,
    consent: true,
    customFields: { f1: '00123', f2: '=1+1' },
  }
  const others = (['2', '3', '4', '5', '6', '7', '8', '9'] as const).map((digit): CustomerRecord => ({
    ...ann,
    uuid: ann.uuid.replace(/1$/, digit),
    phone: `+1202555010${digit}`,
  }))
  const noPhone: CustomerRecord = { ...ann, uuid: ann.uuid.replace(/1$/, 'a'), phone: null }
  const known: CustomerRecord = {
    ...ann,
    uuid: ann.uuid.replace(/1$/, 'b'),
    phone: '+12025550111',
    email: 'b@example.com',
    unreachable: false,
  }

  test('marks what the service does not show, and leaves nothing looking empty that is not', async () => {
    cache(store, ann, { uuid: known.uuid }, known)
    const [header, first, second] = await trip.read(await trip.save(format))
    const cell = (row: string[] | undefined, name: string) => row?.[header?.indexOf(name) ?? -1]
    expect(header?.slice(-3)).toEqual(['Account ID', 'Name (f2)', 'Größe '])
    expect([cell(first, 'Email'), cell(first, 'Unreachable'), cell(first, 'Blocked'), cell(first, 'Consent')]).toEqual([
      notShownCell,
      notShownCell,
      'no',
      'yes',
    ])
    expect([cell(second, 'Email'), cell(second, 'Unreachable'), cell(second, 'Name')]).toEqual(['b@example.com', 'no', 'Ann'])
  })

  test('seven edits are exactly seven changes', async () => {
    cache(store, ann, ...others, noPhone, known)
    const [header = [], ...rows] = await trip.read(await trip.save(format))
    const edit = (uuid: string, column: string, value: string): void => {
      const row = rows.find((cells) => cells[0] === uuid)
      if (row === undefined) throw new Error(`no row ${uuid}`)
      row[header.indexOf(column)] = value
    }
    const uuids = others.map(({ uuid }) => uuid)
    edit(ann.uuid, 'Tags', 'vip')
    edit(uuids[0] ?? '', 'Notes', '')
    edit(uuids[1] ?? '', 'Consent', 'no')
    edit(noPhone.uuid, 'Name', 'Anna')
    edit(uuids[2] ?? '', 'Account ID', '0123')
    edit(known.uuid, 'Email', '')
    edit(uuids[3] ?? '', 'Blocked', 'yes')
    // What is not known is not emptied by a blank cell.
    edit(uuids[4] ?? '', 'Email', '')
    const { counts, rows: planned } = await trip.plan(await trip.write(format, [header, ...rows]))
    expect(counts).toMatchObject({ rows: 11, send: 7, unchanged: 4, held: 0, invalid: 0, skipped: 0, calls: 7 })
    expect(planned.flatMap(({ detail }) => detail.calls ?? [])).toEqual([
      { kind: 'updateCustomer', uuid: ann.uuid, customer: { tags: { handling: 'replace', tags: ['vip'] } } },
      { kind: 'updateCustomer', uuid: uuids[0], customer: { notes: '' } },
      { kind: 'setConsent', uuid: uuids[1], phone: null, consent: false },
      { kind: 'updateCustomer', uuid: uuids[2], customer: { customFields: { f1: '0123' } } },
      { kind: 'updateCustomer', uuid: uuids[3], customer: { blocked: true } },
      { kind: 'updateCustomer', uuid: noPhone.uuid, customer: { name: 'Anna' } },
      { kind: 'updateCustomer', uuid: known.uuid, customer: { email: '' } },
    ])
    expect(planned.flatMap(({ detail }) => detail.issues ?? [])).toMatchObject([{ code: 'clear.unknown', severity: 'warning' }])
  })

  test('with a recipe of its own that clears by blank cells, an untouched export changes nothing either', async () => {
    cache(store, ann, ...others, noPhone, known)
    const { counts } = await trip.plan(await trip.save(format), (recipe) => ({
      ...recipe,
      blank: 'clear',
      fields: recipe.fields.map(({ blank: _blank, ...rule }) => rule),
    }))
    expect(counts).toMatchObject({ rows: 11, unchanged: 11, calls: 0 })
  })
})

test('a file is known again only by all columns that an export writes', async () => {
  cache(store, { uuid: 'c0000000-0000-4000-8000-000000000001', phone: '+12025550101', tags: ['vip'] })
  const [header = [], ...rows] = await trip.read(await trip.save('csv'))
  const isKnown = async (keep: (name: string) => boolean): Promise<boolean> => {
    const kept = [header, ...rows].map((cells) => cells.filter((_, at) => keep(header[at] ?? '')))
    const { recipe } = await trip.plan(await trip.write('csv', kept))
    return recipe.fields.some(({ tags }) => tags === 'replace')
  }
  expect(await isKnown(() => true)).toBe(true)
  expect(await isKnown((name) => name !== 'Account ID')).toBe(true)
  expect(await isKnown((name) => name !== 'Unreachable')).toBe(false)
})
