import type { RowIssue } from '../../model/plans/row-issue.ts'
import type { Contacts } from '../../store/contacts/contacts.ts'
import type { Store } from '../../store/open-store.ts'
import type { StoredPlanRow } from '../../store/plans/stored-plan-row.ts'
import { tablesOf } from '../../store/tables.ts'
import type { Match } from '../match/match.ts'
import { classify, type PlanRules } from '../row/classify.ts'
import { refusalOnlyIssue } from './contradiction-issues.ts'
import { refusesIn, together } from './said-flags.ts'
import { keyOf } from './say-together.ts'
import type { WrittenRows } from './written-rows.ts'

/**
 * Makes a row of which nothing can be used invalid, because of this issue. What it refuses (`refusal`, see `refusalsIn`) is never
 * lost: of a contact who is there it is sent, and nothing else of the row; else the number goes to the do-not-text list, and nobody is created.
 */
export function createRowRefuser(store: Store, rules: PlanRules, writtenRows: WrittenRows) {
  const { contacts } = tablesOf(store)
  return (stored: StoredPlanRow, refusal: number, issue: RowIssue): void => {
    if (!refusesIn(refusal)) return writtenRows.refuse(stored, issue)
    if (stored.contactUuid === null) return writtenRows.refuse(stored, issue, undefined, true)
    const added: RowIssue[] = [{ ...issue, severity: 'warning' }, refusalOnlyIssue(issue)]
    const { evidence, issues = [] } = stored.detail
    const mapped = { line: stored.line, key: keyOf(stored), ...together(refusal), issues: [...issues, ...added] }
    writtenRows.replace(stored, classify(mapped, matchOf(contacts, stored), rules), { evidence }, added)
  }
}

/** The contact that a written row is about, as it is cached now. */
export function matchOf(contacts: Contacts, { contactUuid }: StoredPlanRow): Match {
  const contact = contactUuid === null ? null : contacts.findByUuid(contactUuid)
  return contact === null ? { kind: 'none' } : { kind: 'contact', contact }
}
