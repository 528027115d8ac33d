import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Recipe } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import { previewMapping } from '../../../../src-main/engine/mapping/preview/preview-mapping.ts'
import { suggestKind } from '../../../../src-main/engine/mapping/suggest/suggest-kind.ts'
import { notShownCell } from '../../../../src-main/engine/text/unknown-cell.ts'
import { portion } from '../../../helpers/portion.ts'
import { cache } from '../../plan/planning.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { createRoundTrip, formats } from './create-round-trip.ts'

const folder = mkdtempSync(join(tmpdir(), 'rollcall-export-'))
afterAll(() => rmSync(folder, { recursive: true }))
const newStore = tempStores()
const customFields = [
  { uuid: 'f1', name: 'Account ID', dataType: 'string' },
  { uuid: 'f2', name: 'Name', dataType: 'string' },
  { uuid: 'f3', name: 'Größe ', dataType: 'string' },
  { uuid: 'f4', name: 'Web', dataType: 'link' },
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
    '\\N',
    'C:\\',
    '\\',
    '\\"',
    'a\\,b',
    '(none)',
    'a\u0007b',
    '_x0041_',
    notShownCell,
  ),
  // Real values of a service that look like a failed formula, in whatever language.
  fc.constantFrom('#N/A', '#REF!', '#BEZUG!', '#VALEUR !', '#¡VALOR!', '#RIF!', '#####', 'Err:502', ' #N/A', "'#N/A", "''#n/a", '\t#NV'),
)
const tag = fc.oneof(
  fc.constantFrom('vip', 'new_lead', 'Grün', '0123', '=x', 'a;b', 'a|b', "'t"),
  fc.constantFrom('Doe, Ann', ',', 'a,b', '",', '* myContacts', '* starred', 'a  b', '#N/A', "'#REF!", 'Ünal,é\n', ''),
  fc.string({ unit: fc.constantFrom('a', '"', ';', '-', '_', "'", ',', ' ', '\n', '*'), minLength: 1, maxLength: 4 }),
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
    email: fc.option(fc.oneof(fc.emailAddress(), fc.constantFrom('n/a', 'a@example.com; b@example.com', '#N/A', '@'))),
    tags: fc.uniqueArray(tag, { maxLength: 4 }),
    archived: fc.boolean(),
    blocked: fc.boolean(),
    unreachable: fc.boolean(),
    consent: fc.option(fc.boolean()),
    customFields: fc.dictionary(fc.constantFrom('f1', 'f2', 'f3', 'f4'), text),
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
    expect(header?.slice(-4)).toEqual(['Name (f2)', 'Größe ', 'Web', 'Read At'])
    expect(cell(first, 'Read At')).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/)
    expect([cell(first, 'Email'), cell(first, 'Unreachable'), cell(first, 'Blocked'), cell(first, 'Consent')]).toEqual([
      notShownCell,
      notShownCell,
      'no',
      'yes',
    ])
    expect([cell(second, 'Email'), cell(second, 'Unreachable'), cell(second, 'Name')]).toEqual(['b@example.com', 'no', 'Ann'])
  })

  test.each<[string, Partial<CustomerRecord>]>([
    ['as databases write nothing', { name: '\\N', customFields: { f1: '\\N' } }],
    ['at the end', { notes: 'In C:\\', customFields: { f1: 'x, y\\' } }],
    ['before a quotation mark', { notes: 'A \\"quoted\\" word', name: '\\N' }],
  ])('a backslash is text: %s', async (_name, parts) => {
    cache(store, { ...ann, ...parts }, ...others)
    const { rows, counts } = await trip.plan(await trip.save(format))
    expect(rows.map(({ class: rowClass, detail }) => [rowClass, detail.issues ?? []])).toEqual(rows.map(() => ['unchanged', []]))
    expect(counts).toMatchObject({ rows: 1 + others.length, calls: 0 })
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

  test('values that cannot be written are mistakes only where somebody changed them', async () => {
    const odd: CustomerRecord = { ...ann, tags: ['vip', 'Doe, Ann'], email: 'n/a', customFields: { f4: 'none' } }
    const [second, third, fourth, fifth] = others.map((one): CustomerRecord => ({ ...odd, uuid: one.uuid, phone: one.phone ?? null }))
    if (!second || !third || !fourth || !fifth) throw new Error('too few contacts')
    cache(store, odd, second, third, fourth, fifth)
    const [header = [], ...rows] = await trip.read(await trip.save(format))
    const edit = (uuid: string, column: string, value: string): void => {
      const row = rows.find((cells) => cells[0] === uuid)
      if (row !== undefined) row[header.indexOf(column)] = value
    }
    edit(odd.uuid, 'Tags', '"Doe, Ann"')
    edit(second.uuid, 'Tags', 'vip, "Doe, Ann", new')
    edit(third.uuid, 'Tags', 'vip, "Doe, Jane"')
    edit(fourth.uuid, 'Email', 'nobody')
    edit(fifth.uuid, 'Web', 'see notes')
    edit(fifth.uuid, 'Consent', 'no')
    const { rows: planned } = await trip.plan(await trip.write(format, [header, ...rows]))
    expect(planned.map(({ class: own, detail }) => [own, detail.calls ?? [], (detail.issues ?? []).map(({ code }) => code)])).toEqual([
      ['send', [{ kind: 'updateCustomer', uuid: odd.uuid, customer: { tags: { handling: 'remove', tags: ['vip'] } } }], []],
      ['send', [{ kind: 'updateCustomer', uuid: second.uuid, customer: { tags: { handling: 'add', tags: ['new'] } } }], []],
      ['invalid', [], ['tag.comma']],
      ['invalid', [], ['email.invalid']],
      ['send', [{ kind: 'setConsent', uuid: fifth.uuid, phone: null, consent: false }], ['link.invalid', 'consent.refusal_only']],
    ])
  })

  test('values that cannot be written are mistakes only where merged rows would write them', async () => {
    const odd: CustomerRecord = { ...ann, tags: ['vip', 'Doe, Ann'], email: 'ann@example.com', customFields: { f4: 'none' } }
    cache(store, odd)
    const [header = [], row = []] = await trip.read(await trip.save(format))
    const other = (column: string, value: string) => row.map((cell, at) => (header[at] === column ? value : cell))
    const merging = (recipe: Recipe): Recipe => ({ ...recipe, duplicates: 'merge', duplicateBy: ['email'] })
    const untouched = await trip.plan(await trip.write(format, [header, row, row]), merging)
    expect(untouched.counts).toMatchObject({ rows: 2, unchanged: 1, skipped: 1, calls: 0 })

    // The second row is about nobody in the account, and shares the e-mail address.
    const stranger = other('Tags', '"Doe, Jane"').map((cell, at) =>
      header[at] === 'UUID' ? (others[0]?.uuid ?? '') : header[at] === 'Phone Number' ? '+12025550199' : cell,
    )
    const { rows: planned } = await trip.plan(await trip.write(format, [header, row, stranger]), (recipe) => ({
      ...merging(recipe),
      mode: 'update',
    }))
    expect(planned.map(({ class: own, detail }) => [own, detail.calls ?? [], (detail.issues ?? []).map(({ code }) => code)])).toMatchObject(
      [
        ['invalid', [], ['tag.comma']],
        ['skipped', [], expect.anything()],
      ],
    )
  })

  test('consent is understood in the words that spreadsheets and people write, not only in our own', async () => {
    cache(store, ann, ...others)
    const [header = [], ...rows] = await trip.read(await trip.save(format))
    for (const [at, word] of ['TRUE', 'FALSE', 'Yes', 'NO', 'ja', 'STOP', 'not asked', '', 'perhaps'].entries()) {
      const row = rows[at]
      if (row !== undefined) row[header.indexOf('Consent')] = word
    }
    const { recipe, rows: planned } = await trip.plan(await trip.write(format, [header, ...rows]))
    expect(recipe.fields.find(({ to }) => to === 'consent')).toMatchObject({
      values: { yes: true, no: false, TRUE: true, FALSE: false, ja: true, STOP: false, 'not asked': null },
      unconfirmed: ['TRUE', 'ja'],
    })
    expect(planned.map((row) => [row.class, row.detail.changes?.[0]?.after])).toEqual([
      ['unchanged', undefined],
      ['send', false],
      ['unchanged', undefined],
      ['send', false],
      ['unchanged', undefined],
      ['send', false],
      ['unchanged', undefined],
      ['unchanged', undefined],
      ['invalid', undefined],
    ])
  })

  test('a number that was changed cannot be written: that is said, and only a refusal of the row is sent', async () => {
    const unreadable: CustomerRecord = { uuid: ann.uuid.replace(/1$/, 'c'), phone: null, phoneRaw: '555-HELP', name: 'Odd' }
    cache(store, ann, ...others, noPhone, unreadable)
    const [header = [], ...rows] = await trip.read(await trip.save(format))
    const edit = (uuid: string, column: string, value: string): void => {
      const row = rows.find((cells) => cells[0] === uuid)
      if (row !== undefined) row[header.indexOf(column)] = value
    }
    const uuids = others.map(({ uuid }) => uuid)
    edit(ann.uuid, 'Phone Number', '+12025559999')
    edit(ann.uuid, 'Name', 'Anna')
    edit(uuids[0] ?? '', 'Phone Number', '')
    edit(uuids[1] ?? '', 'Phone Number', '+12025559998')
    edit(uuids[1] ?? '', 'Consent', 'no')
    edit(noPhone.uuid, 'Phone Number', '+12025559997')
    // The same number, written in another way.
    edit(uuids[2] ?? '', 'Phone Number', '(202) 555-0104')
    const { counts, rows: planned } = await trip.plan(await trip.write(format, [header, ...rows]))
    expect(counts).toMatchObject({ rows: 11, send: 1, unchanged: 7, invalid: 3, calls: 1 })
    const said = planned.filter(({ detail }) => (detail.issues ?? []).length > 0)
    expect(said.map(({ class: own, detail }) => [own, (detail.issues ?? []).map(({ code }) => code)])).toEqual([
      ['invalid', ['phone.changed']],
      ['invalid', ['phone.changed']],
      ['send', ['phone.changed', 'consent.refusal_only']],
      ['invalid', ['phone.changed']],
    ])
    expect(planned.flatMap(({ detail }) => detail.calls ?? [])).toEqual([
      { kind: 'setConsent', uuid: uuids[1], phone: null, consent: false },
    ])
    expect(said[0]?.detail.issues?.[0]).toMatchObject({
      column: 'Phone Number',
      value: '+12025559999',
      message: "This contact has the number +12025550101 in the service, and an import cannot change a contact's number there.",
      hint: 'Write +12025550101 in "Phone Number" again to import the rest of the row. For the other number, add a row with a blank "UUID".',
    })
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

describe('columns that were taken out of an export', () => {
  const ann: CustomerRecord = {
    uuid: 'c0000000-0000-4000-8000-000000000001',
    phone: '+12025550101',
    name: 'Ann',
    notes: 'Likes mornings',
    tags: ['vip', 'a;b'],
    archived: false,
    blocked: false,
    consent: true,
    customFields: { f1: '00123' },
  }
  const ben: CustomerRecord = { ...ann, uuid: ann.uuid.replace(/1$/, '2'), phone: '+12025550102' }
  const cay: CustomerRecord = { ...ann, uuid: ann.uuid.replace(/1$/, '3'), phone: '+12025550103' }
  const without = async (dropped: readonly string[], edit: (row: string[], header: string[]) => void = () => {}) => {
    const [header = [], ...rows] = await trip.read(await trip.save('xlsx'))
    for (const row of rows) edit(row, header)
    const kept = [header, ...rows].map((cells) => cells.filter((_, at) => !dropped.includes(header[at] ?? '')))
    return trip.plan(await trip.write('xlsx', kept))
  }

  test.each([
    [['Email']],
    [['Unreachable']],
    [['UUID']],
    [['Phone Number']],
    [['Email', 'Unreachable']],
    [['Email', 'Unreachable', 'Notes', 'Phone Number']],
    [['UUID', 'Email', 'Unreachable']],
    [['Name', 'Notes', 'Archived', 'Blocked', 'Consent', 'Account ID']],
  ])('without %s an untouched file changes nothing, and a tag taken out is taken out', async (dropped) => {
    cache(store, ann, ben, cay)
    expect((await without(dropped)).counts).toMatchObject({ rows: 3, unchanged: 3, calls: 0, invalid: 0 })
    const { counts, rows } = await without(dropped, (row, header) => {
      if (row[header.indexOf('Phone Number')] === ben.phone) row[header.indexOf('Tags')] = 'vip'
    })
    expect(counts).toMatchObject({ send: 1, unchanged: 2 })
    expect(rows.flatMap(({ detail }) => detail.calls ?? [])).toEqual([
      { kind: 'updateCustomer', uuid: ben.uuid, customer: { tags: { handling: 'replace', tags: ['vip'] } } },
    ])
  })

  test('an export of few columns is not taken for a list of consent', () => {
    const columns = ['UUID', 'Phone Number', 'Name', 'Archived', 'Consent'].map((name, index) => ({
      index,
      name,
      header: name,
      samples: [],
    }))
    const cells = [ann.uuid, '+12025550101', 'Ann', 'no', 'yes']
    expect(suggestKind(columns, [{ line: 2, cells }])).toBe('contacts')
    expect(suggestKind(columns, [{ line: 2, cells: ['A-17', ...cells.slice(1)] }])).toBe('consent')
  })

  test('what cannot be done without a column is said', async () => {
    cache(store, ann, ben, cay)
    const { recipe } = await without(['UUID', 'Email'])
    const columns = [
      'Phone Number',
      'Name',
      'Notes',
      'Tags',
      'Archived',
      'Blocked',
      'Unreachable',
      'Consent',
      'Account ID',
      'Name (f2)',
      'Größe ',
      'Web',
    ]
    const found = columns.map((name, index) => ({ index, name, header: name, samples: [] }))
    const { notices } = previewMapping(recipe, found, [], { country: 'US', customFields, departments: [] })
    expect(notices).toEqual([
      {
        code: 'export.lacks',
        line: null,
        message:
          'Without the column "UUID" contacts are found by their phone number alone: those who have none are not. The column "Email" was taken out: its field stays as it is.',
        hint: 'Nothing to do if that is what you want; else export the contacts again and leave these columns in.',
      },
    ])
  })

  test('what is left over leaves a doubt: then nothing is replaced or emptied', async () => {
    cache(store, ann, ben, cay)
    for (const dropped of [
      ['Email', 'Unreachable', 'Archived', 'Blocked', 'Name'],
      ['UUID', 'Email', 'Unreachable', 'Archived'],
      ['UUID', 'Phone Number'],
    ]) {
      const { recipe } = await without(dropped)
      expect(recipe).not.toHaveProperty('exported')
      expect(recipe.fields.filter(({ tags, blank }) => tags === 'replace' || blank === 'clear')).toEqual([])
    }
  })

  test("another program's columns of the same names, with words of its own, are not an export", async () => {
    cache(store, ann)
    const { recipe } = await without(['Email', 'Unreachable'], (row, header) => {
      row[header.indexOf('Archived')] = 'Q4'
    })
    expect(recipe).not.toHaveProperty('exported')
  })
})
