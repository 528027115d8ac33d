import type { Recipe } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import { guardLimits, type GuardLimits } from '../../../src-main/engine/plan/guards/guard-limits.ts'
import { compareContact } from '../../../src-main/engine/kinds/compare-contact.ts'
import type { Guard, RowClass } from '../../../src-main/engine/model/plans/plan-schema.ts'
import type { CustomerRecord } from '../../../src-main/engine/model/contacts/customer.ts'
import type { RowParts } from './planning.ts'

/** What planning should come to, said as simply as possible: everything in memory, every row compared with every other. */
export function naiveClasses(
  rows: readonly RowParts[],
  known: readonly CustomerRecord[],
  recipe: Recipe,
  imported: ReadonlySet<string>,
  limits: GuardLimits = guardLimits,
): RowClass[] {
  const held = naiveGuards(rows, known, recipe, imported, limits)
  return unguardedClasses(rows, known, recipe, imported).map((own, at) => (held[at]?.length === 0 ? own : 'held'))
}

/** The guards that hold each row. */
export function naiveGuards(
  asRead: readonly RowParts[],
  known: readonly CustomerRecord[],
  recipe: Recipe,
  imported: ReadonlySet<string>,
  limits: GuardLimits,
): Guard[][] {
  const classes = unguardedClasses(asRead, known, recipe, imported)
  const rows = rowsThatCount(asRead, known, recipe)
  const contacts = rows.map((row, at) => {
    const subject = classes[at] === 'send' && recipe.kind !== 'messages' ? subjectOf(row, known) : null
    return subject !== null && typeof subject !== 'string' && !('newPhone' in subject) ? subject : null
  })
  const clears = rows.map(({ contact = {} }, at) => {
    const record = contacts[at]
    if (!record || recipe.kind !== 'contacts') return false
    const { name, email, notes, tags } = contact
    // A blank cell does not empty what nobody knows; an empty text that somebody asked for does.
    const empties = (after: string | null | undefined, before: string | null | undefined) =>
      (after === '' || (after === null && before !== undefined)) && before !== '' && before !== null
    return (
      empties(name, record.name) ||
      empties(email, record.email) ||
      empties(notes, record.notes) ||
      Object.entries(contact.customFields ?? {}).some(([uuid, value]) => value === '' && (record.customFields?.[uuid] ?? '') !== '') ||
      (tags !== undefined && leavesNoTags(tags, record.tags))
    )
  })
  const changes = rows.map(({ contact = {}, consent, isOptOutExplicit }, at) => {
    const record = contacts[at]
    if (!record) return null
    const flags = [contact.blocked === true && record.blocked !== true, contact.unreachable === true && record.unreachable !== true]
    const isTaken = consent === false && record.consent === true
    const others = recipe.kind === 'contacts' ? { ...contact } : {}
    if (others.blocked === true) delete others.blocked
    if (others.unreachable === true) delete others.unreachable
    const onlyRefuses = compareContact(others, record, String) === null && (consent !== true || record.consent === true)
    const takes = isTaken || (recipe.kind === 'contacts' && flags.includes(true))
    return { takes: takes && isOptOutExplicit !== true, isFree: onlyRefuses && (!takes || isOptOutExplicit === true) }
  })
  const changed = changes.filter((one) => one !== null && !one.isFree).length
  const created = classes.filter((own, at) => own === 'send' && !contacts[at]).length
  // Nobody has read all contacts of these accounts, so that none of them counts as one that is just being filled.
  const isFilled = created > limits.newContacts && created > known.length * limits.newShare
  const isMass = (changed > limits.massContacts && changed > known.length * limits.massShare) || isFilled
  const isClear = clears.filter((one) => one).length > limits.clearContacts
  const taken = changes.filter((one) => one?.takes).length
  const agreeing = rows.filter((row, at) => {
    const subject = classes[at] === 'send' || classes[at] === 'unchanged' ? subjectOf(row, known) : null
    return subject !== null && typeof subject !== 'string' && 'uuid' in subject && subject.consent === true
  }).length
  const isWithdrawn = taken > limits.withdrawContacts && taken > agreeing * limits.withdrawShare
  return rows.map((row, at) => {
    if (classes[at] !== 'send' || recipe.kind === 'messages') return []
    const record = contacts[at]
    const optedOut = record && (record.consent === false || record.blocked === true || record.unreachable === true)
    const held: Guard[] = []
    if (row.consent === true && record?.consent !== true && optedOut) held.push('consent')
    if (isWithdrawn && changes[at]?.takes) held.push('withdraw')
    if (isClear && clears[at]) held.push('clear')
    if (isMass && changes[at]?.isFree !== true) held.push('mass')
    return held
  })
}

function leavesNoTags(
  { handling, tags }: NonNullable<NonNullable<RowParts['contact']>['tags']>,
  present: readonly string[] | undefined,
): boolean {
  const key = (tag: string) => tag.trim().replace(/\s+/g, '_')
  if (handling === 'add') return false
  if (handling === 'replace' && tags.length === 0 && present === undefined) return false
  if (handling === 'replace') return tags.every((tag) => key(tag) === '') && present?.length !== 0
  return present !== undefined && present.length > 0 && present.every((tag) => tags.map(key).includes(key(tag)))
}

/** A row that counts for others says what any of them says of texting: one that refuses is never outvoted. */
export function sayingTogether(row: RowParts, all: readonly RowParts[]): RowParts {
  const said = <T>(of: (one: RowParts) => T | undefined): T[] => all.flatMap((one) => of(one) ?? [])
  const consents = said(({ consent }) => consent)
  const contact = { ...row.contact }
  for (const flag of ['blocked', 'unreachable'] as const) {
    const words = said((one) => one.contact?.[flag])
    if (words.length > 0) contact[flag] = words.includes(true)
  }
  return {
    ...row,
    ...(Object.keys(contact).length > 0 && { contact }),
    ...(consents.length > 0 && { consent: !consents.includes(false) }),
    ...(all.some(({ isOptOutExplicit }) => isOptOutExplicit === true) && { isOptOutExplicit: true as const }),
  }
}

/** The rows as they are when all rows about their contacts have been read. */
function rowsThatCount(rows: readonly RowParts[], known: readonly CustomerRecord[], recipe: Recipe): RowParts[] {
  if (recipe.kind === 'messages') return [...rows]
  const subjects = rows.map((row) => subjectOf(row, known))
  const alone = rows.map((row, at) => aloneClass(row, subjects[at] ?? 'invalid', recipe))
  const competes = (at: number): boolean => alone[at] === 'send' || alone[at] === 'unchanged'
  return rows.map((row, at) => {
    if (!competes(at)) return row
    const rivals = rows.filter((_, index) => competes(index) && nameOf(subjects[index]) === nameOf(subjects[at]))
    const whole = sayingTogether(row, rivals)
    // Where none of several rows counts, the first that refuses does so for all of them.
    if (recipe.duplicates === 'invalid' && rivals.length > 1)
      return onlyRefusing(rivals.find(isRefusing) === row ? whole : { ...row, contact: {}, consent: true })
    return recipe.kind === 'contacts' ? withoutContradiction(whole, subjects[at]) : whole
  })
}

function isRefusing({ consent, contact = {} }: RowParts): boolean {
  return consent === false || contact.blocked === true || contact.unreachable === true
}

/** What is left of a row that does not count: what it refuses. */
function onlyRefusing({ contact = {}, consent, ...row }: RowParts): RowParts {
  const { blocked, unreachable } = contact
  return {
    ...row,
    contact: { ...(blocked === true && { blocked }), ...(unreachable === true && { unreachable }) },
    ...(consent === false && { consent }),
  }
}

/** What newly blocks or unsubscribes a contact takes the permission beside it away. */
function withoutContradiction(row: RowParts, subject: Subject | undefined): RowParts {
  const record = subject !== undefined && typeof subject !== 'string' && 'uuid' in subject ? subject : null
  const isNewly = (['blocked', 'unreachable'] as const).some((flag) => row.contact?.[flag] === true && record?.[flag] !== true)
  if (row.consent !== true || record?.consent === true || !isNewly) return row
  const { consent: _consent, ...others } = row
  return others
}

function unguardedClasses(
  rows: readonly RowParts[],
  known: readonly CustomerRecord[],
  recipe: Recipe,
  imported: ReadonlySet<string>,
): RowClass[] {
  const subjects = rows.map((row) => subjectOf(row, known))
  const alone = rows.map((row, at) => aloneClass(row, subjects[at] ?? 'invalid', recipe))
  const together = rowsThatCount(rows, known, recipe)
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
    if (recipe.duplicates === 'invalid') {
      const refusal = together[at] ?? row
      const subject = subjects[at]
      const isKnown = subject !== undefined && typeof subject !== 'string' && 'uuid' in subject
      if (!isKnown || !isRefusing(refusal)) return 'invalid'
      const alone = aloneClass(refusal, subject, recipe)
      return alone === 'blank' ? 'unchanged' : alone
    }
    // A refusal is never lost: where rows refuse, one of them counts, whatever the others say.
    const refusing = rivals.filter((index) => rows[index]?.consent === false)
    const speaking = refusing.length > 0 ? refusing : rivals.filter((index) => isSpeaking(rows[index], recipe))
    const counting = speaking.length === 0 ? rivals[0] : recipe.duplicates === 'last' ? speaking.at(-1) : speaking[0]
    if (at !== counting) return 'skipped'
    const whole = aloneClass(together[at] ?? row, subjects[at] ?? 'invalid', recipe)
    return whole === 'blank' ? 'unchanged' : whole
  })
}

/** Whether a row wants anything of its contact beyond being there. */
function isSpeaking(row: RowParts | undefined, recipe: Recipe): boolean {
  return recipe.kind !== 'contacts' || row?.consent !== undefined || Object.keys(row?.contact ?? {}).length > 0
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
  if (!isSpeaking(row, recipe)) return 'blank'
  const isConsentSame = row.consent === undefined || row.consent === subject.consent
  return isConsentSame && compareContact(row.contact ?? {}, subject, String) === null ? 'unchanged' : 'send'
}
