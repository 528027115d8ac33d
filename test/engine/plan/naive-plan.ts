import type { Recipe } from '../../../src-main/engine/mapping/recipe.ts'
import { compareContact } from '../../../src-main/engine/plan/compare.ts'
import type { RowClass } from '../../../src-main/engine/plan/plan-schema.ts'
import type { CustomerRecord } from '../../../src-main/engine/service/customer.ts'
import type { RowParts } from './planning.ts'

/** What planning should come to, said as simply as possible: everything in memory, every row compared with every other. */
export function naiveClasses(rows: readonly RowParts[], known: readonly CustomerRecord[], recipe: Recipe, imported: ReadonlySet<string>): RowClass[] {
  const subjects = rows.map((row) => subjectOf(row, known))
  const alone = rows.map((row, at) => aloneClass(row, subjects[at] ?? 'invalid', recipe))
  return rows.map((row, at): RowClass => {
    const own = alone[at]
    if (own === undefined || own === 'blank') return 'unchanged'
    if (recipe.kind === 'messages') {
      const occurrence = rows.slice(0, at + 1).filter((other, index) => alone[index] === 'send' && isSameMessage(row, other, known)).length
      return own === 'send' && imported.has(messageName(row, known, occurrence)) ? 'unchanged' : own
    }
    if (own !== 'send' && own !== 'unchanged') return own
    const rivals = rows.flatMap((_, index) => {
      const rival = alone[index]
      return nameOf(subjects[index]) === nameOf(subjects[at]) && (rival === 'send' || rival === 'unchanged') ? [index] : []
    })
    if (rivals.length === 1) return own
    if (recipe.duplicates === 'invalid') return 'invalid'
    const speaking = rivals.filter((index) => recipe.kind !== 'contacts' || Object.keys(rows[index]?.contact ?? {}).length > 0)
    if (speaking.length === 0) return at === rivals[0] ? own : 'skipped'
    return at === (recipe.duplicates === 'last' ? speaking.at(-1) : speaking[0]) ? own : 'skipped'
  })
}

export function messageName(row: RowParts, known: readonly CustomerRecord[], occurrence: number): string {
  return JSON.stringify([numberOf(row, known), row.message, occurrence])
}

function isSameMessage(a: RowParts, b: RowParts, known: readonly CustomerRecord[]): boolean {
  return messageName(a, known, 1) === messageName(b, known, 1)
}

function numberOf(row: RowParts, known: readonly CustomerRecord[]): string | null {
  if (row.phone !== undefined) return row.phone
  const uuid = row.key?.by === 'uuid' ? row.key.uuid : null
  return known.find((one) => one.uuid === uuid)?.phone ?? null
}

type Subject = CustomerRecord | { newPhone: string } | 'nobody' | 'invalid'

function subjectOf(row: RowParts, known: readonly CustomerRecord[]): Subject {
  if (row.issues?.some((issue) => issue.severity === 'error')) return 'invalid'
  if (row.phone === undefined) {
    const { key } = row
    if (key?.by !== 'uuid') return 'invalid'
    return known.find((one) => one.uuid === key.uuid) ?? 'nobody'
  }
  const holders = known.filter((one) => one.phone === row.phone)
  if (holders.length === 0) return { newPhone: row.phone }
  const used = holders.length === 1 ? holders : holders.filter((one) => one.archived !== true)
  return used.length === 1 && used[0] !== undefined ? used[0] : 'invalid'
}

function nameOf(subject: Subject | undefined): string {
  if (subject === undefined || typeof subject === 'string') return String(subject)
  return 'newPhone' in subject ? subject.newPhone : subject.uuid
}

function aloneClass(row: RowParts, subject: Subject, recipe: Recipe): RowClass | 'blank' {
  if (subject === 'invalid') return 'invalid'
  if (subject === 'nobody') return 'skipped'
  const isNew = 'newPhone' in subject
  if (isNew && recipe.notFound === 'skip') return 'skipped'
  if (recipe.kind === 'messages') {
    if (row.message === undefined || row.message.body === '') return 'skipped'
    return isNew || (subject.phone ?? null) !== null ? 'send' : 'invalid'
  }
  if (recipe.kind === 'consent') {
    if (row.consent === undefined) return 'blank'
    return !isNew && subject.consent === row.consent ? 'unchanged' : 'send'
  }
  if (isNew) return 'send'
  if (Object.keys(row.contact ?? {}).length === 0) return 'blank'
  return compareContact(row.contact ?? {}, subject, String) === null ? 'unchanged' : 'send'
}
