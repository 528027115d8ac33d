import { callDescriptors, descriptorOf } from '../../kinds/calls/all-calls.ts'
import type { PlannedCall, RowDetail } from '../../model/plans/plan-schema.ts'
import { contradictsCode, type RowIssue } from '../../model/plans/row-issue.ts'
import type { MatchKey } from '../../model/plans/mapped-row.ts'
import type { Store } from '../../store/open-store.ts'
import type { StoredPlanRow } from '../../store/plans/stored-plan-row.ts'
import { tablesOf } from '../../store/tables.ts'
import type { Match } from '../match/match.ts'
import { classify, type PlanRules } from '../row/classify.ts'
import type { Together } from './said-flags.ts'
import type { WrittenRows } from './written-rows.ts'

const flags: readonly string[] = ['consent', 'blocked', 'unreachable']

/**
 * Lets the row that counts of several about one contact say what all of them say of texting the contact, so that the order of the rows
 * decides nothing of that. `evidence`: of the row that agrees, where that is another one.
 */
export function createSayTogether(store: Store, rules: PlanRules, writtenRows: WrittenRows) {
  const { contacts } = tablesOf(store)
  return (stored: StoredPlanRow, said: Together, evidence: RowDetail['evidence'], added: readonly RowIssue[] = []): void => {
    const { issues = [], changes = [], calls = [], agreedAt } = stored.detail
    const cached = stored.contactUuid === null ? null : contacts.findByUuid(stored.contactUuid)
    const match: Match = cached === null ? { kind: 'none' } : { kind: 'contact', contact: cached }
    const own = classify({ line: stored.line, key: keyOf(stored), ...said, issues: [] }, match, rules)
    const contradicts = own.issues.filter(({ code }) => code === contradictsCode && !issues.some((issue) => issue.code === code))
    const news = [...added, ...contradicts]
    const isConsent = (call: PlannedCall): boolean => descriptorOf(call).consent(call) !== null
    const creations = calls.filter(({ kind }) => callDescriptors[kind].createsContact)
    const updates = [...calls.flatMap(withoutFlags), ...own.calls.filter((call) => call.kind === 'updateCustomer')]
    const [update] = updates
    const merged =
      update === undefined
        ? []
        : [{ ...update, customer: Object.assign({}, ...updates.map(({ customer }) => customer)) as typeof update.customer }]
    const consents = own.calls.filter(isConsent)
    const refuses = said.consent === false
    const all = refuses ? [...creations, ...consents, ...merged] : [...creations, ...merged, ...consents]
    const changed = [...changes.filter(({ field }) => !flags.includes(field)), ...own.changes.filter(({ field }) => flags.includes(field))]
    writtenRows.replace(
      stored,
      {
        ...own,
        class: all.length === 0 ? 'unchanged' : 'send',
        reason: null,
        phone: stored.phone,
        lane: all.length === 0 ? null : (stored.lane ?? own.lane),
        changes: changed,
        calls: all,
        issues: [...issues, ...news],
        ...(said.isOptOutExplicit && { isOptOutExplicit: true as const }),
        ...(said.isUnconfirmed && { isUnconfirmed: true as const }),
      },
      { evidence, agreedAt },
      news,
    )
  }
}

function withoutFlags(call: PlannedCall): Extract<PlannedCall, { kind: 'updateCustomer' }>[] {
  if (call.kind !== 'updateCustomer') return []
  const { blocked: _blocked, unreachable: _unreachable, ...customer } = call.customer
  return Object.keys(customer).length === 0 ? [] : [{ ...call, customer }]
}

export function keyOf({ phone, contactUuid }: StoredPlanRow): MatchKey {
  return phone !== null ? { by: 'phone', phone } : { by: 'uuid', uuid: contactUuid ?? '' }
}
