import { callDescriptors, givesConsent } from '../../kinds/calls/all-calls.ts'
import type { GroupMember, PlanContext, PlannedRow } from '../../kinds/kind-descriptor.ts'
import { importDescriptors } from '../../kinds/all-kinds.ts'
import { keepOnlyRefusal, refusesTexts } from '../../kinds/refuses-texts.ts'
import type { RecipeMode } from '../../model/recipes/recipe-schema.ts'
import type { ImportKind } from '../../model/kinds.ts'
import type { ExportedNumber, MappedRow, MatchKey, UnwritableValue } from '../../model/plans/mapped-row.ts'
import { refusalOnlyCode, type RowIssue } from '../../model/plans/row-issue.ts'
import { storedNumbers } from '../../model/plans/stored-phones.ts'
import { isSameText } from '../../model/same-text.ts'
import { readCell } from '../../text/cell-text.ts'
import { defuse } from '../../text/defused-cell.ts'
import type { CustomerRecord } from '../../model/contacts/customer.ts'
import { keepRefusal } from '../../mapping/compile/consent-step.ts'
import { isKnownEnough, knownRecord, type KnownSince } from '../match/knowledge.ts'
import type { Match } from '../match/match.ts'
import type { FieldChange, Guard, PlannedCall, RowClass } from '../../model/plans/plan-schema.ts'
import type { Reason } from './reasons.ts'
import {
  ambiguousIssue,
  contradictsIssue,
  keptIssue,
  mismatchIssue,
  noKeyIssue,
  numberChangedIssue,
  memberIssue,
  neverDayIssue,
  groupTooLargeIssue,
  noGroupIssue,
  noPhoneIssue,
  notReadIssue,
  type Place,
  unreachedRefusalIssue,
  overCapIssue,
  tooLateIssue,
} from './match-issues.ts'

/** What all rows of a plan have in common. */
export interface PlanRules extends PlanContext {
  kind: ImportKind
  mode: RecipeMode
  /** Lines whose contact a run has created before it failed: they go on, also where contacts are only added. */
  createdOn: ReadonlySet<number>
  /** The column of the match key, for issues. */
  matchColumn: string
  /** From when on what the service showed of a contact counts. */
  since: KnownSince
}

type UnusableReason = Extract<PlannedRow, { class: 'invalid' }>['reason']
const unusableIssues: Readonly<Record<UnusableReason, (place: Place, key: MatchKey, people: number) => RowIssue>> = {
  no_phone: noPhoneIssue,
  never_day: neverDayIssue,
  too_late: tooLateIssue,
  over_cap: overCapIssue,
  no_group: noGroupIssue,
  group_too_large: groupTooLargeIssue,
}

/** What becomes of a row, seen alone: duplicates in the file are resolved when all rows are known. */
export interface Verdict {
  class: RowClass
  reason: Reason | null
  record: CustomerRecord | null
  /** The number the row is about: the key's, else the contact's. */
  phone: string | null
  /** Calls are made for this contact: its uuid, or its number where there is no uuid yet or messages go there. Null without calls. */
  lane: string | null
  changes: FieldChange[]
  calls: PlannedCall[]
  issues: RowIssue[]
  /** It gives consent by words that nobody has confirmed. */
  isUnconfirmed?: true
  /** As in `MappedRow`. */
  isUnheard?: true
  /** What holds it for what its contact is, see `kinds/plan-send.ts`; absent where nothing does. */
  heldBy?: readonly Guard[]
  /** What it takes away the contact has asked for, by a keyword or on a day that the file names. */
  isOptOutExplicit?: true
}

const nothing: [] = []

/** Decides a row's class, its calls and what they change. Pure. */
export function classify(row: MappedRow, match: Match, rules: PlanRules): Verdict {
  const verdict = verdictOf(withNumberIssue(row, match), match, rules)
  const { ifWritten, ...rest } = row
  if (ifWritten === undefined || verdict.class !== 'send') return verdict
  const mistakes = ifWritten.filter((one) => verdict.calls.some((call) => writes(call, one)))
  if (mistakes.length === 0) return verdict
  const spoilt: MappedRow = { ...rest, issues: [...row.issues, ...mistakes.map(({ issue }) => issue)] }
  keepRefusal(spoilt, noColumns)
  return verdictOf(spoilt, match, rules)
}

/** The row with a mistake where it is of an export and says another number than the contact has: no import can write that. */
function withNumberIssue(row: MappedRow, match: Match): MappedRow {
  const { exportedNumber: said } = row
  if (said === undefined || match.kind !== 'contact' || isNumberOf(said, match.contact.record)) return row
  const issue = numberChangedIssue({ line: row.line, column: said.column }, said.text, numberOf(match.contact.record) || null)
  const spoilt: MappedRow = { ...row, issues: [...row.issues, issue] }
  keepRefusal(spoilt, noColumns)
  return spoilt
}

function isNumberOf({ text, phone }: ExportedNumber, record: CustomerRecord): boolean {
  if (record.phone === undefined) return true
  if (phone !== null && phone === record.phone) return true
  return isSameText(readCell(defuse(numberOf(record))), text)
}

function numberOf({ phone, phoneRaw }: CustomerRecord): string {
  return phone ?? phoneRaw ?? ''
}

/** Whether a call blocks or unsubscribes: a permission in the same row contradicts that. */
function optsOut(call: PlannedCall): boolean {
  return call.kind === 'updateCustomer' && (call.customer.blocked === true || call.customer.unreachable === true)
}

function withoutPermission({ consent: _consent, isUnconfirmed: _isUnconfirmed, isUnheard: _isUnheard, ...row }: MappedRow): MappedRow {
  return row
}

function onlyRefusal(row: MappedRow): MappedRow {
  const refusal = { ...row, contact: row.contact ?? {} }
  keepOnlyRefusal(refusal)
  return refusal
}

const noColumns: ReadonlySet<string> = new Set()

function writes(call: PlannedCall, { field, value }: UnwritableValue): boolean {
  if (!('customer' in call)) return false
  const { customer } = call
  if (field === 'email') return customer.email === value
  if (field === 'tags') return (Array.isArray(customer.tags) ? customer.tags : (customer.tags?.tags ?? [])).includes(value)
  return customer.customFields?.[field.slice('custom:'.length)] === value
}

function verdictOf(row: MappedRow, match: Match, rules: PlanRules): Verdict {
  if (match.kind === 'holder') return heldAlready(row)
  const record = match.kind === 'contact' ? match.contact.record : null
  const phone = phoneOf(row, record)
  const verdict = (rowClass: RowClass, reason: Reason | null, issues: RowIssue[] = row.issues): Verdict => ({
    class: rowClass,
    reason,
    record,
    phone,
    lane: null,
    changes: nothing,
    calls: nothing,
    issues,
  })

  if (row.isExcluded === true) return verdict('skipped', 'excluded')
  if (row.isBlank === true) return verdict('skipped', 'blank')
  if (row.filtered !== undefined) return verdict('skipped', 'filtered')
  if (row.issues.some((issue) => issue.severity === 'error')) return verdict('invalid', null)
  const place = { line: row.line, column: rules.matchColumn }
  const { key } = row
  if (key === null) return verdict('invalid', null, [...row.issues, noKeyIssue(place)])
  if (match.kind === 'ambiguous') return verdict('invalid', null, [...row.issues, ambiguousIssue(place, key, match.contacts)])
  if (match.kind === 'mismatch') return verdict('invalid', null, [...row.issues, mismatchIssue(place, key)])
  const members = match.kind === 'group' ? match.members : null
  for (const member of members ?? []) {
    const own = { by: 'phone', phone: member.phone } as const
    if (member.match.kind === 'ambiguous')
      return verdict('invalid', null, [...row.issues, ambiguousIssue(place, own, member.match.contacts)])
    if (member.match.kind === 'mismatch') return verdict('invalid', null, [...row.issues, mismatchIssue(place, own)])
  }
  const unreached = record === null && phone === null && refusesTexts(row) ? [unreachedRefusalIssue(place, key)] : []
  if (record === null && row.onlyRefusal !== undefined) return verdict('skipped', 'filtered', [...row.issues, ...unreached])
  if (record === null && row.isNumberBorrowed === true) return verdict('skipped', 'refusal_only')
  if (record === null && members === null && (rules.mode === 'update' || phone === null)) {
    // Nothing of it would be written, whatever its values are.
    return verdict('skipped', 'not_found', [...row.issues.filter(({ code }) => code !== refusalOnlyCode), ...unreached])
  }

  const kind = importDescriptors[rules.kind]
  const isOnlyAdded = rules.mode === 'add' && kind.isToldByRecord && record !== null && !rules.createdOn.has(row.line)
  if (isOnlyAdded && !refusesTexts(row)) return verdict('skipped', 'exists')
  const isOld = kind.isToldByRecord && match.kind === 'contact' && !isKnownEnough(row, match.contact, rules.since)
  const known = isOld ? knownRecord(row, match.contact, rules.since) : record
  // A refusal is heard in every mode; nothing else of the row is.
  const heard = isOnlyAdded ? onlyRefusal(row) : row
  const contact = { record: known, phone, ...(members !== null && { members: members.map(asMember) }) }
  const both = kind.planRow(heard, contact, rules)
  const isContradicted = both.class === 'send' && givesConsent(both.calls) && both.calls.some(optsOut)
  const planned = isContradicted ? kind.planRow(withoutPermission(heard), contact, rules) : both
  const contradiction = isContradicted ? [contradictsIssue(place)] : []
  if (isOnlyAdded && planned.class !== 'send') return verdict('skipped', 'exists')
  const kept = [
    ...(planned.unknown ?? []).map(({ field, why }) => keptIssue(place, rules.label(field), why)),
    ...('doubts' in planned ? (planned.doubts ?? []) : []).map((doubt) => memberIssue(place, doubt)),
  ]
  switch (planned.class) {
    case 'send': {
      const { changes, calls } = planned
      const isAboutPhone = calls.some((call) => callDescriptors[call.kind].lane === 'phone')
      const issues = [...row.issues, ...contradiction, ...(isOld ? [notReadIssue(place)] : []), ...kept]
      const lane = isAboutPhone ? phone : (record?.uuid ?? phone)
      const { isUnconfirmed, isUnheard, isOptOutExplicit } = isContradicted ? withoutPermission(row) : row
      const said = {
        ...(isUnconfirmed && { isUnconfirmed }),
        ...(isUnheard && { isUnheard }),
        ...(isOptOutExplicit && { isOptOutExplicit }),
        ...(planned.heldBy !== undefined && { heldBy: planned.heldBy }),
      }
      return { ...verdict('send', null, issues), lane, changes, calls, ...said }
    }
    case 'invalid':
      return verdict('invalid', null, [...row.issues, unusableIssues[planned.reason](place, key, members?.length ?? 1)])
    case 'unchanged':
    case 'skipped':
      return verdict(planned.class, planned.reason, [...row.issues, ...kept])
  }
}

/** The number of a row: its own, else its contact's; all of a group's together. */
function phoneOf({ key, members }: MappedRow, record: CustomerRecord | null): string | null {
  if (members !== undefined) return storedNumbers(members)
  return key?.by === 'phone' ? key.phone : (record?.phone ?? null)
}

function asMember({ phone, match }: { phone: string; match: Match }): GroupMember {
  return { phone, record: match.kind === 'contact' ? match.contact.record : null }
}

/** A row whose contact holds what it wants; only rows that say something, and nothing wrong, are looked at in this way. */
function heldAlready({ key, issues }: MappedRow): Verdict {
  const phone = key?.by === 'phone' ? key.phone : null
  return { class: 'unchanged', reason: null, record: null, phone, lane: null, changes: nothing, calls: nothing, issues }
}

/** The same row, when its message has reached the service before. */
export function asAlreadyImported({ heldBy: _heldBy, ...verdict }: Verdict, reason: Reason = 'already_imported'): Verdict {
  return { ...verdict, class: 'unchanged', reason, lane: null, changes: nothing, calls: nothing }
}

/** The same row, while another run has its message on the way. */
export function asUndecided(verdict: Verdict): Verdict {
  return { ...asAlreadyImported(verdict), class: 'skipped', reason: 'undecided' }
}
