import { createDamageCheck } from '../../../src-main/engine/damage/damage-check.ts'
import type { Damage, Finding } from '../../../src-main/engine/damage/damage-schema.ts'
import type { Dialect, SourceColumn } from '../../../src-main/engine/model/files/source-schema.ts'

export const plainDialect: Dialect = { encoding: 'utf-8', delimiter: ',', quote: '"', header: true, skipLines: 0, shortRows: 'invalid' }

export function columnsOf(names: readonly string[]): SourceColumn[] {
  return names.map((name, index) => ({ index, name, header: name, samples: [] }))
}

/** What a check finds in a table; the first row has line 2. */
export function findingsIn(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  options: { country?: string; dialect?: Partial<Dialect> } = {},
): Finding[] {
  const check = createDamageCheck({
    columns: columnsOf(names),
    dialect: { ...plainDialect, ...options.dialect },
    country: options.country ?? 'US',
  })
  rows.forEach((cells, at) => check.see({ line: at + 2, cells: [...cells] }))
  check.end()
  return check.findings()
}

export function found(findings: readonly Finding[], code: Damage): Finding {
  const finding = findings.find((one) => one.code === code)
  if (finding === undefined) throw new Error(`not found: ${code}; found: ${findings.map((one) => one.code).join(', ')}`)
  return finding
}

const people = [
  ['José', 'García'], ['Müller', 'Özil'], ['François', 'L’Hôpital'], ['Łukasz', 'Żółć'], ['Иван', 'Петров'], ['Σωκράτης', 'Παπαδόπουλος'], ['محمد', 'الأحمد'],
  ['שרה', 'כהן'], ['दीपक', 'त्रिपाठी'], ['小龍', '李'], ['太郎', '山田'], ['민수', '김'], ['สมชาย', 'ใจดี'], ['Nguyễn', 'Văn An'], ['JOÃO', 'SÃO'], ['Ğülşen', 'İpek'],
  ['Åse', 'Ærø'], ['Sinéad', "O'Neill"], ['Đorđe', 'Džeko'], ['Їжак', 'Рік'], ['Anna', 'Lee'], ['Bob', 'Null'], ['Zoë', 'Schmidt-Meier'], ['Ștefan', 'Țiriac'],
] as const // prettier-ignore

export const contactNames = [
  'Record ID',
  'First Name',
  'Last Name',
  'Mobile Phone',
  'Email',
  'Zip',
  'Birthday',
  'Opted In',
  'Notes',
  'Account ID',
  'Website',
  'Size',
] as const
const notes = [
  'Called on 1/3, said "maybe" – will call again…',
  '',
  'Wants a receipt & 2 copies (50% off)',
  'Bonjour\u00A0! À bientôt',
  'Prefers Spanish.\nCall before the first visit.',
  'see #12',
  'None',
]
const sizes = ['S', 'M', '10-12', 'XL', '3/4', 'Jan', 'n/a size']

/** A contact that nothing is wrong with. Neighbours differ in script, way to write numbers, and so on. */
export function contactRow(index: number): string[] {
  const [first, last] = people[index % people.length] ?? ['', '']
  const digits = `${201 + (index % 700)}${220 + (Math.floor(index / 7) % 700)}${String((index * 7919) % 10_000).padStart(4, '0')}`
  const phone =
    index % 3 === 0 ? `+1${digits}` : index % 3 === 1 ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` : digits
  const day = `${1940 + (index % 60)}-${String(1 + (index % 12)).padStart(2, '0')}-${String(1 + (index % 28)).padStart(2, '0')}`
  return [
    String(900_000 + index),
    `${first}`,
    `${last}${index}`,
    phone,
    `person${index}@mail${index % 7}.de`,
    String(10_000 + ((index * 37) % 89_999)),
    index % 5 === 0 ? '' : day,
    index % 2 === 0 ? 'Yes' : 'No',
    notes[index % notes.length] ?? '',
    `A-${100_000 + index}`,
    index % 4 === 0 ? `https://www.shop${index}.com/a?b=c&d=e` : '',
    sizes[index % sizes.length] ?? '',
  ]
}

export function contactRows(count: number): string[][] {
  return Array.from({ length: count }, (_, index) => contactRow(index))
}
