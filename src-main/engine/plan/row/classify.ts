import { callDescriptors } from '../../kinds/calls/all-calls.ts'
import type { PlanContext } from '../../kinds/kind-descriptor.ts'
import { importDescriptors } from '../../kinds/all-kinds.ts'
import type { RecipeMode } from '../../model/recipes/recipe-schema.ts'
import type { ImportKind } from '../../model/kinds.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import type { RowIssue } from '../../model/plans/row-issue.ts'
import type { CustomerRecord } from '../../model/contacts/customer.ts'
import { isKnownEnough, knownRecord, type KnownSince } from '../match/knowledge.ts'
import type { Match } from '../match/match.ts'
import type { FieldChange, PlannedCall, RowClass } from '../../model/plans/plan-schema.ts'
import type { Reason } from './reasons.ts'
import { ambiguousIssue, keptUnknownIssue, mismatchIssue, noKeyIssue, noPhoneIssue, notReadIssue } from './match-issues.ts'

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
  /** What it takes away the contact has asked for, by a keyword or on a day that the file names. */
  isOptOutExplicit?: true
}

const nothing: [] = []

/** Decides a row's class, its calls and what they change. Pure. */
export function classify(row: MappedRow, match: Match, rules: PlanRules): Verdict {
  if (match.kind === 'holder') return heldAlready(row)
  const record = match.kind === 'contact' ? match.contact.record : null
  const phone = row.key?.by === 'phone' ? row.key.phone : (record?.phone ?? null)
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
  if (record === null && (rules.mode === 'update' || phone === null)) return verdict('skipped', 'not_found')

  const kind = importDescriptors[rules.kind]
  const isOnlyAdded = rules.mode === 'add' && kind.isToldByRecord && record !== null && !rules.createdOn.has(row.line)
  if (isOnlyAdded && row.consent !== false) return verdict('skipped', 'exists')
  const isOld = kind.isToldByRecord && match.kind === 'contact' && !isKnownEnough(row, match.contact, rules.since)
  const known = isOld ? knownRecord(row, match.contact, rules.since) : record
  // A refusal is heard in every mode; nothing else of the row is.
  const planned = kind.planRow(isOnlyAdded ? { ...row, contact: {} } : row, { record: known, phone }, rules)
  if (isOnlyAdded && planned.class !== 'send') return verdict('skipped', 'exists')
  const kept =
    'unknown' in planned && planned.unknown !== undefined
      ? planned.unknown.map(({ field, why }) => keptUnknownIssue(place, rules.label(field), why))
      : []
  switch (planned.class) {
    case 'send': {
      const { changes, calls } = planned
      const isAboutPhone = calls.some((call) => callDescriptors[call.kind].lane === 'phone')
      const issues = isOld || kept.length > 0 ? [...row.issues, ...(isOld ? [notReadIssue(place)] : []), ...kept] : row.issues
      const lane = isAboutPhone ? phone : (record?.uuid ?? phone)
      const { isUnconfirmed, isOptOutExplicit } = row
      const said = { ...(isUnconfirmed && { isUnconfirmed }), ...(isOptOutExplicit && { isOptOutExplicit }) }
      return { ...verdict('send', null, issues), lane, changes, calls, ...said }
    }
    case 'invalid':
      return verdict('invalid', null, [...row.issues, noPhoneIssue(place, key)])
    case 'unchanged':
    case 'skipped':
      return kept.length > 0 ? verdict(planned.class, planned.reason, [...row.issues, ...kept]) : verdict(planned.class, planned.reason)
  }
}

/** A row whose contact holds what it wants; only rows that say something, and nothing wrong, are looked at in this way. */
function heldAlready({ key, issues }: MappedRow): Verdict {
  const phone = key?.by === 'phone' ? key.phone : null
  return { class: 'unchanged', reason: null, record: null, phone, lane: null, changes: nothing, calls: nothing, issues }
}

/** The same row, when its message has reached the service before. */
export function asAlreadyImported(verdict: Verdict): Verdict {
  return { ...verdict, class: 'unchanged', reason: 'already_imported', lane: null, changes: nothing, calls: nothing }
}

/** The same row, while another run has its message on the way. */
export function asUndecided(verdict: Verdict): Verdict {
  return { ...asAlreadyImported(verdict), class: 'skipped', reason: 'undecided' }
}
