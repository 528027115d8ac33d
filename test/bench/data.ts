import { once } from 'node:events'
import { createWriteStream, writeFileSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { CustomerRecord } from '../../src-main/engine/model/contacts/customer.ts'
import { textRow, workbookBytes } from '../engine/source/xlsx/workbook-bytes.ts'

/** The bench makes its data itself: person `index` is the same in every file and every cache, for ever. */
export const header = [
  'Record ID',
  'First Name',
  'Last Name',
  'Mobile Phone',
  'Email',
  'City',
  'Tags',
  'Notes',
  'Account ID',
  'Blocked',
  'Last Contacted',
  'Owner',
] as const

export const accountIdField = '5f0c4a52-2b1e-4c52-9d6c-0c4a5e8f1a10'

const given = [
  'Ana',
  'Björn',
  'Chloé',
  'Dmitri',
  'Elif',
  'Farah',
  'Grace',
  'Hiro',
  'Inés',
  'José',
  'Keiko',
  'Liam',
  'Mónica',
  'Nuru',
  'Olga',
  'Priya',
]
const family = [
  'Alvarez',
  'Becker',
  'Çelik',
  "D'Angelo",
  'Eriksen',
  'Fischer',
  'García',
  'Hughes',
  'Ibrahim',
  'Jansen',
  'Kowalski',
  'López',
  'Müller',
  'Nguyen',
  "O'Brien",
  'Petrov',
]
const cities = ['Boston', 'Zürich', 'San José', 'Lyon', 'Austin, TX', 'Kraków']
const tags = ['vip', 'newsletter', 'returning', 'wholesale']
const areaCodes = [201, 212, 305, 312, 404, 415, 512, 617, 702, 818]

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
/** Spreads indexes over a 32-bit range so that neighbours in the file are not neighbours in the cache. */
const spread = (index: number): number => Math.imul(index ^ (index >>> 15), 0x2c1b3c6d) >>> 0

/** Up to 50 million different numbers that are valid in the USA. */
export function phoneOf(index: number): string {
  const area = pick(areaCodes, index)
  const rest = Math.floor(index / areaCodes.length) % 5_000_000
  const exchange = 220 + Math.floor(rest / 10_000)
  return `+1${area}${exchange}${String(rest % 10_000).padStart(4, '0')}`
}

export function uuidOf(index: number): string {
  const hex = spread(index).toString(16).padStart(8, '0')
  return `${hex}-0000-4000-8000-${index.toString(16).padStart(12, '0')}`
}

export interface Person {
  name: [string, string]
  phone: string
  email: string
  tags: string[]
  notes: string
  accountId: string
  blocked: boolean
}

export function personOf(index: number): Person {
  const bits = spread(index)
  const first = pick(given, bits)
  const last = pick(family, bits >>> 4)
  return {
    name: [first, last],
    phone: phoneOf(index),
    email: `${first}.${index}@example.com`.toLowerCase(),
    tags: [pick(tags, bits >>> 8), ...(bits % 3 === 0 ? [pick(tags, (bits >>> 8) + 1)] : [])],
    notes: bits % 4 === 0 ? `Called on ${1 + (bits % 28)}/3, said "maybe", asked for ${bits % 100} items` : '',
    accountId: `A-${1_000_000 + index}`,
    blocked: bits % 50 === 0,
  }
}

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Every `changeEvery`-th person has a new name, the others are as the cache has them; the number of every `badPhoneEvery`-th is none. */
interface RowOptions {
  changeEvery?: number
  badPhoneEvery?: number
}

function cellsOf(index: number, { changeEvery = 10, badPhoneEvery = 0 }: RowOptions): string[] {
  const person = personOf(index)
  const [first, last] = person.name
  const isChanged = changeEvery > 0 && index % changeEvery === 0
  const digits = person.phone.slice(2)
  const isBad = badPhoneEvery > 0 && index % badPhoneEvery === 0
  const shownPhone = isBad
    ? digits.slice(0, 6)
    : index % 2 === 0
      ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
      : person.phone
  return [
    String(900_000 + index),
    isChanged ? `${first}-Maria` : first,
    last,
    shownPhone,
    person.email,
    pick(cities, index),
    person.tags.join('; '),
    person.notes,
    person.accountId,
    person.blocked ? 'Yes' : 'No',
    `2024-03-${String(1 + (index % 28)).padStart(2, '0')}`,
    `owner${index % 40}@example.com`,
  ]
}

const csvLine = (index: number, options: RowOptions): string => cellsOf(index, options).map(quoted).join(',')

/** All people once, in a scattered order. */
function* scattered(rows: number): Generator<number> {
  // A step that has no common divisor with the number of rows visits each of them once.
  const step = coprimeStep(rows)
  for (let n = 0, index = 0; n < rows; n += 1, index = (index + step) % rows) yield index
}

/** Writes a CSV of `rows` people, in a scattered order. */
export async function writeCsv(path: string, rows: number, options: RowOptions = {}): Promise<void> {
  const out = createWriteStream(path)
  out.write(`${header.join(',')}\n`)
  let lines: string[] = []
  for (const index of scattered(rows)) {
    lines.push(csvLine(index, options))
    if (lines.length < 5_000) continue
    if (!out.write(`${lines.join('\n')}\n`)) await once(out, 'drain')
    lines = []
  }
  if (lines.length > 0) out.write(`${lines.join('\n')}\n`)
  out.end()
  await finished(out)
}

/** Writes the same people as a workbook, their texts in the cells. */
export function writeWorkbook(path: string, rows: number, options: RowOptions = {}): void {
  const lines = [textRow(1, header)]
  for (const index of scattered(rows)) lines.push(textRow(lines.length + 1, cellsOf(index, options)))
  writeFileSync(path, workbookBytes({ sheets: [{ rows: lines.join('') }] }))
}

function coprimeStep(rows: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
  let step = Math.max(1, Math.floor(rows * 0.618))
  while (divisor(step, rows) !== 1) step += 1
  return step
}

/** The recipe of the bench's file: eight of its twelve columns are mapped. */
export const benchRecipe = {
  version: 1,
  name: 'Bench',
  kind: 'contacts',
  match: { by: 'phone', column: 'Mobile Phone', country: 'US' },
  fields: [
    { to: 'name', from: ['First Name', 'Last Name'], join: ' ' },
    { to: 'tags', from: ['Tags'], tags: 'add', separator: ';' },
    { to: 'notes', from: ['Notes'] },
    { to: 'blocked', from: ['Blocked'], values: { Yes: true, No: false } },
    { to: `custom:${accountIdField}`, from: ['Account ID'] },
  ],
} as const

/** Person `index` as the service shows them. */
export function customerOf(index: number): CustomerRecord {
  const person = personOf(index)
  return {
    uuid: uuidOf(index),
    name: person.name.join(' '),
    notes: person.notes === '' ? null : person.notes,
    phoneRaw: person.phone,
    phone: person.phone,
    archived: false,
    blocked: person.blocked,
    reachableBySms: true,
    tags: person.tags,
    customFields: { [accountIdField]: person.accountId },
    consent: null,
  }
}
