import type { ImportKind } from '../../model/recipe-schema.ts'
import type { DesiredContact, MappedRow } from '../../model/mapped-row.ts'
import type { RowIssue } from '../../model/row-issue.ts'
import type { CustomerRecord } from '../../model/customer.ts'
import { assertNever } from '../../model/errors.ts'
import { compareContact } from '../../kinds/compare-contact.ts'
import { planCreation } from '../../kinds/plan-creation.ts'
import type { FieldLabel } from '../../model/field-labels.ts'
import type { Match } from '../match/match.ts'
import type { FieldChange, PlannedCall, RowClass } from '../../model/plan-schema.ts'
import type { Reason } from './reasons.ts'
import { ambiguousIssue, mismatchIssue, noKeyIssue, noPhoneIssue } from './match-issues.ts'

/** What all rows of a plan have in common. */
export interface PlanRules {
  kind: ImportKind
  notFound: 'skip' | 'create'
  /** The column of the match key, for issues. */
  matchColumn: string
  /** Department of imported messages; null for the service's default. */
  groupUuid: string | null
  label: FieldLabel
}

/** What becomes of a row, seen alone: duplicates in the file are settled when all rows are known. */
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
  const send = (changes: FieldChange[], calls: PlannedCall[]): Verdict => ({
    ...verdict('send', null),
    lane: rules.kind === 'messages' ? phone : (record?.uuid ?? phone),
    changes,
    calls,
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
  if (record === null && (rules.notFound === 'skip' || phone === null)) return verdict('skipped', 'not_found')

  switch (rules.kind) {
    case 'contacts': {
      const desired = row.contact ?? {}
      if (record === null) {
        if (phone === null) return verdict('skipped', 'not_found')
        const { changes, calls } = planCreation(phone, desired, rules.label)
        return send(changes, calls)
      }
      if (!saysSomething(desired)) return verdict('unchanged', 'no_content')
      const difference = compareContact(desired, record, rules.label)
      if (difference === null) return verdict('unchanged', null)
      return send(difference.changes, [{ kind: 'updateCustomer', uuid: record.uuid, customer: difference.update }])
    }
    case 'consent': {
      const { consent } = row
      if (consent === undefined) return verdict('unchanged', 'no_content')
      if (record !== null && record.consent === consent) return verdict('unchanged', null)
      const before = record === null ? null : record.consent
      const change = {
        field: 'consent',
        label: rules.label('consent'),
        before: before ?? null,
        beforeKnown: before !== undefined,
        after: consent,
      }
      if (record !== null) return send([change], [{ kind: 'setConsent', uuid: record.uuid, phone: null, consent }])
      if (phone === null) return verdict('skipped', 'not_found')
      const creation = planCreation(phone, {}, rules.label)
      return send([...creation.changes, change], [...creation.calls, { kind: 'setConsent', uuid: null, phone, consent }])
    }
    case 'messages': {
      const { message } = row
      if (message === undefined || (message.body === '' && message.attachments.length === 0)) return verdict('skipped', 'no_content')
      if (phone === null) return verdict('invalid', null, [...row.issues, noPhoneIssue(place, key)])
      // The text is not repeated as a change: see `changesOf`.
      const { body, attachments } = message
      return send(nothing, [{ kind: 'importMessage', phone, groupUuid: rules.groupUuid, body, attachments }])
    }
    default:
      return assertNever(rules.kind)
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

/** Whether a row wants anything of its contact beyond being there. */
export function saysSomething(desired: DesiredContact): boolean {
  for (const field in desired) if (desired[field as keyof DesiredContact] !== undefined) return true
  return false
}

/** The same row, while another run has its message on the way. */
export function asUndecided(verdict: Verdict): Verdict {
  return { ...asAlreadyImported(verdict), class: 'skipped', reason: 'undecided' }
}
