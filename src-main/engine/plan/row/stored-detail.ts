import { refusesTexts } from '../../kinds/refuses-texts.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import type { ConsentDate, RowDetail } from '../../model/plans/plan-schema.ts'
import type { Refusal } from '../guards/known-refusals.ts'
import type { Verdict } from './classify.ts'

/** What is stored of a row beside its class, as JSON; null where there is nothing to say. */
export function storedDetail(verdict: Verdict, mapped: MappedRow, fingerprint: string | undefined, refusal: Refusal | null): string | null {
  const { changes, calls, issues } = verdict
  const filtered = mapped.filtered ?? (verdict.reason === 'filtered' ? mapped.onlyRefusal : undefined)
  const refuses = isForList(verdict, mapped)
  if (calls.length === 0 && issues.length === 0 && filtered === undefined && !refuses) return null
  const detail: RowDetail = {}
  if (refuses) detail.refuses = true
  if (changes.length > 0) detail.changes = changes
  if (calls.length > 0) {
    detail.calls = calls
    // What is undefined does not get into the JSON.
    detail.evidence = mapped.evidence
    detail.fingerprint = fingerprint
    Object.assign(detail, heldDetail(refusal, mapped.consentAt ?? undefined))
    if (verdict.isOptOutExplicit === true) detail.isOptOutExplicit = true
  }
  if (issues.length > 0) detail.issues = issues
  const { name } = mapped.contact ?? {}
  if (verdict.class === 'invalid' && verdict.record === null && typeof name === 'string' && name !== '') detail.name = name
  detail.filtered = filtered
  return JSON.stringify(detail)
}

/**
 * Whether the row refuses texts for a number to which no refusal can be sent, so that it goes to the do-not-text list: nobody in the
 * account has it, or it cannot be told who is meant.
 */
export function isForList({ class: rowClass, reason, phone }: Pick<Verdict, 'class' | 'reason' | 'phone'>, mapped: MappedRow): boolean {
  // Which of a group refuses, its row does not tell.
  if (phone === null || mapped.members !== undefined || !refusesTexts(mapped)) return false
  if (rowClass === 'invalid') return mapped.key?.by === 'phone'
  if (rowClass !== 'skipped') return false
  return reason === 'not_found' || reason === 'refusal_only' || (reason === 'filtered' && mapped.onlyRefusal !== undefined)
}

/** What is kept of a row that gives consent to somebody who refused: what tells whether its evidence is later than the refusal. */
export function heldDetail(
  refusal: Refusal | null,
  agreedAt: ConsentDate | undefined,
): Pick<RowDetail, 'optOut' | 'refusedAtMs' | 'agreedAt'> {
  if (refusal === null) return {}
  const { how, atMs } = refusal
  return { optOut: how, ...(atMs !== null && { refusedAtMs: atMs }), ...(agreedAt !== undefined && { agreedAt }) }
}
