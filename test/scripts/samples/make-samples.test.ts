import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sampleFiles } from '../../../scripts/samples/make-samples.ts'
import { newClientRows } from '../../../scripts/samples/new-clients.ts'
import { inspectFile } from '../../../src-main/engine/source/open/inspect-file.ts'
import { raggedIssue } from '../../../src-main/engine/source/table/ragged-issue.ts'
import { readRows } from '../../../src-main/engine/source/table/read-rows.ts'
import { dialectChoiceSchema } from '../../../src-main/engine/model/files/source-schema.ts'
import { customFieldUuids } from '../../../src-main/sandbox/seed/seed-account.ts'
import { seedCustomer, type SeedCustomer } from '../../../src-main/sandbox/seed/seed-customer.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'resources', 'samples')
/** What is made of a workbook when it is read is kept beside it: so the samples are read in a copy. */
const copies = mkdtempSync(join(tmpdir(), 'rollcall-samples-'))
cpSync(folder, copies, { recursive: true })
afterAll(() => rmSync(copies, { recursive: true, force: true }))

const practice = new Map<string, SeedCustomer>()
for (let index = 0; index < 2_000; index++) {
  const person = seedCustomer(index)
  if (person.phoneE164 !== null) practice.set(person.phoneE164, person)
}

type Row = Record<string, string>

async function read(name: string) {
  const path = join(copies, name)
  const inspection = await inspectFile(path, dialectChoiceSchema.parse({}))
  const rows: Row[] = []
  const ragged: string[] = []
  for await (const batch of readRows(path, inspection.dialect)) {
    for (const row of batch.rows) {
      const issue = raggedIssue(row, inspection.columns, inspection.dialect)
      if (issue) ragged.push(issue.code)
      else rows.push(Object.fromEntries(inspection.columns.map(({ name }, index) => [name, row.cells[index] ?? ''])))
    }
  }
  return { inspection, rows, ragged }
}

const e164 = (text: string) => {
  const phone = parsePhoneNumberFromString(text.split(' ::: ')[0] ?? '', 'US')
  return phone?.isValid() ? phone.number : null
}

/** Where each program keeps what the service has fields for. */
const columns = {
  'hubspot.csv': {
    first: 'First Name',
    last: 'Last Name',
    email: 'Email',
    phone: 'Phone Number',
    notes: 'Notes',
    tags: 'Tags',
    account: 'Account ID',
    blocked: 'Blocked',
  },
  'salesforce.csv': {
    first: 'First Name',
    last: 'Last Name',
    email: 'Email',
    phone: 'Mobile',
    notes: 'Description',
    tags: 'Tags',
    account: 'Account ID',
    blocked: 'Blocked',
  },
  'google-contacts.csv': {
    first: 'First Name',
    last: 'Last Name',
    email: 'E-mail 1 - Value',
    phone: 'Phone 1 - Value',
    notes: 'Notes',
    tags: 'Labels',
    account: 'Custom Field 1 - Value',
    blocked: 'Custom Field 2 - Value',
  },
  'outlook.csv': {
    first: 'First Name',
    last: 'Last Name',
    email: 'E-mail Address',
    phone: 'Mobile Phone',
    notes: 'Notes',
    tags: 'Categories',
    account: 'User 1',
    blocked: 'User 2',
  },
  'mailchimp.csv': {
    first: 'First Name',
    last: 'Last Name',
    email: 'Email Address',
    phone: 'Phone Number',
    notes: 'NOTES',
    tags: 'TAGS',
    account: 'Account ID',
    blocked: 'Blocked',
  },
} as const

function isUnchanged(row: Row, names: (typeof columns)[keyof typeof columns], person: SeedCustomer): boolean {
  const cell = (name: string) => row[name] ?? ''
  const tags = cell(names.tags)
    .split(/ ::: |; ?|","/)
    .map((tag) => tag.replaceAll('"', ''))
  const blocked = /^(Yes|1)$/.test(cell(names.blocked))
  return (
    `${cell(names.first)} ${cell(names.last)}`.trim() === person.name &&
    cell(names.email) === '' &&
    cell(names.notes) === '' &&
    tags.filter((tag) => !tag.startsWith('* ') && tag !== '').every((tag) => person.tags.includes(tag)) &&
    ['', person.customFields[customFieldUuids.accountId]].includes(cell(names.account)) &&
    blocked === person.blocked
  )
}

function classify(rows: Row[], names: (typeof columns)[keyof typeof columns]) {
  const counts = { changed: 0, unchanged: 0, unknown: 0, noPhone: 0, badPhone: 0, badFlag: 0, again: 0 }
  const seen = new Set<string>()
  for (const row of rows) {
    const text = row[names.phone] ?? ''
    const phone = e164(text)
    const person = phone === null ? undefined : practice.get(phone)
    if (text === '') counts.noPhone++
    else if (phone === null) counts.badPhone++
    else if (!/^(Yes|No|0|1)$/.test(row[names.blocked] ?? '')) counts.badFlag++
    else if (seen.has(phone)) counts.again++
    else if (!person) counts.unknown++
    else if (isUnchanged(row, names, person)) counts.unchanged++
    else counts.changed++
    if (phone !== null) seen.add(phone)
  }
  return counts
}

describe('sample files', () => {
  it('are what the generator makes, byte for byte', async () => {
    for (const [name, bytes] of Object.entries(sampleFiles())) {
      expect(bytes.equals(await readFile(join(folder, name))), `${name}: run node scripts/samples/make-samples.ts`).toBe(true)
    }
  })

  it('are what the generator writes into the sheet of the workbook: new people, one who is there already, and one without a number', async () => {
    const { rows, ragged, inspection } = await read('new-clients.xlsx')
    const [header, ...made] = newClientRows()
    expect(inspection.columns.map(({ name }) => name)).toEqual(header)
    expect(
      rows.map((row) => Object.values(row)),
      'run node scripts/samples/make-samples.ts',
    ).toEqual(made)
    expect(ragged).toEqual([])
    const phones = rows.map((row) => e164(row['Mobile'] ?? ''))
    expect(phones.filter((phone) => phone === null)).toHaveLength(1)
    expect(phones.filter((phone) => phone !== null && practice.has(phone))).toHaveLength(1)
    expect(new Set(phones).size).toBe(180)
  })

  it('hold changed, unchanged, unknown and faulty people of the practice account', async () => {
    const expected = {
      'hubspot.csv': { changed: 170, unchanged: 70, unknown: 50, noPhone: 4, badPhone: 6, badFlag: 3, again: 4 },
      'salesforce.csv': { changed: 160, unchanged: 80, unknown: 45, noPhone: 5, badPhone: 5, badFlag: 3, again: 5 },
      'google-contacts.csv': { changed: 150, unchanged: 70, unknown: 60, noPhone: 8, badPhone: 6, badFlag: 2, again: 3 },
      'outlook.csv': { changed: 140, unchanged: 60, unknown: 40, noPhone: 6, badPhone: 6, badFlag: 2, again: 4 },
      'mailchimp.csv': { changed: 170, unchanged: 50, unknown: 70, noPhone: 20, badPhone: 5, badFlag: 3, again: 3 },
    }
    for (const [name, names] of Object.entries(columns) as [keyof typeof columns, (typeof columns)[keyof typeof columns]][]) {
      const { rows, ragged } = await read(name)
      expect(classify(rows, names), name).toEqual(expected[name])
      expect([...new Set(ragged)].sort(), name).toEqual(['row.too_few_cells', 'row.too_many_cells'])
    }
  })

  it('are read in the encoding in which each program writes', async () => {
    const encodings = Object.fromEntries(
      await Promise.all(Object.keys(sampleFiles()).map(async (name) => [name, (await read(name)).inspection.dialect] as const)),
    )
    for (const [name, dialect] of Object.entries(encodings)) {
      expect(dialect, name).toMatchObject({ encoding: name === 'outlook.csv' ? 'windows-1252' : 'utf-8', delimiter: ',', quote: '"' })
    }
    expect((await read('outlook.csv')).inspection.columns).toHaveLength(92)
    const names = (await read('outlook.csv')).rows.map((row) => row['First Name'])
    expect(names).toContain('José')
  })

  it('hold answers that were missing, withdrawn, given again and unclear in the consent list', async () => {
    const { rows, ragged } = await read('consent-list.csv')
    const counts = { same: 0, missing: 0, withdrawn: 0, givenAgain: 0, unknown: 0, faulty: 0 }
    for (const row of rows) {
      const phone = e164(row['Mobile Phone'] ?? '')
      const answer = row['Opted In'] === 'Yes' ? true : row['Opted In'] === 'No' ? false : null
      const person = phone === null ? undefined : practice.get(phone)
      if (phone === null || answer === null) counts.faulty++
      else if (!person) counts.unknown++
      else if (person.consentStatus === answer) counts.same++
      else if (person.consentStatus === null) counts.missing++
      else if (answer) counts.givenAgain++
      else counts.withdrawn++
    }
    expect(counts).toEqual({ same: 154, missing: 61, withdrawn: 23, givenAgain: 3, unknown: 12, faulty: 5 })
    expect(ragged).toEqual(['row.too_few_cells'])
  })

  it('hold both directions of conversations in order, and a few messages that cannot be imported, in the message history', async () => {
    const { rows, ragged } = await read('message-history.csv')
    expect(ragged).toEqual(['row.too_many_cells'])
    const inbound = rows.filter((row) => row.Direction === 'Inbound')
    const outbound = rows.filter((row) => row.Direction === 'Outbound')
    expect([inbound.length, outbound.length]).toEqual([240, 153])
    expect(inbound.length + outbound.length).toBe(rows.length)
    expect(inbound.filter((row) => e164(row.Phone ?? '') === null)).toHaveLength(1)
    expect(outbound.filter((row) => e164(row.Phone ?? '') === null)).toHaveLength(1)
    expect(rows.filter((row) => row.Body === '')).toHaveLength(1)
    const lastSent = new Map<string, string>()
    let several = 0
    for (const row of rows.filter((row) => row['Sent At']?.startsWith('2023'))) {
      const previous = lastSent.get(row.Phone ?? '')
      if (previous !== undefined) {
        several++
        expect((row['Sent At'] ?? '') > previous).toBe(true)
      }
      lastSent.set(row.Phone ?? '', row['Sent At'] ?? '')
    }
    expect(several).toBeGreaterThan(50)
  })
})
