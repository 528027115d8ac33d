import type { MappedRow } from '../../model/plans/mapped-row.ts'
import type { OptOut, RowDetail } from '../../model/plans/plan-schema.ts'
import type { Verdict } from './classify.ts'

/** What is stored of a row beside its class, as JSON; null where there is nothing to say. */
export function rowDetail(verdict: Verdict, mapped: MappedRow, fingerprint: string | undefined, optOut: OptOut | null): string | null {
  const { changes, calls, issues } = verdict
  const { filtered } = mapped
  const refuses = verdict.class === 'skipped' && verdict.reason === 'not_found' && mapped.consent === false
  if (calls.length === 0 && issues.length === 0 && filtered === undefined && !refuses) return null
  const detail: RowDetail = {}
  if (refuses) detail.refuses = true
  if (changes.length > 0) detail.changes = changes
  if (calls.length > 0) {
    detail.calls = calls
    if (mapped.evidence !== undefined) detail.evidence = mapped.evidence
    if (fingerprint !== undefined) detail.fingerprint = fingerprint
    if (optOut !== null) detail.optOut = optOut
    if (verdict.isOptOutExplicit === true) detail.isOptOutExplicit = true
  }
  if (issues.length > 0) detail.issues = issues
  if (filtered !== undefined) detail.filtered = filtered
  return JSON.stringify(detail)
}
