import { descriptorOf } from '../kinds/calls/all-calls.ts'
import type { FieldChange, RowDetail } from '../model/plans/plan-schema.ts'
import type { CallOutcome, ServiceCall } from '../model/runs/service-call.ts'
import type { Confirmation, EarlierConsent, RunConsentEntry } from '../model/ledger-schema.ts'

/** What all consent changes of a run share. */
export interface ConsentRun {
  runId: string
  operator: string
  account: { name: string; baseUrl: string }
  file: { name: string; sha256: string }
}

/** The planned row that a call belongs to. */
export interface ConsentRow {
  row: number
  line: number
  contactUuid: string | null
  phone: string | null
  /** As the cache knows the contact. */
  name: string | null
  detail: Pick<RowDetail, 'changes' | 'evidence'>
}

/**
 * The ledger entry for a call and its outcome. Null for other kinds of calls, and for calls that the service refused or did not
 * answer: only what the service confirmed is a consent change. An unanswered call is recorded once its run has sent it again; if
 * the run gives up on it (cancelled, or after the last attempt), only the journal mentions it. `answeredAtMs` is the time of the
 * answer. `confirmed`: how it is known.
 */
export function consentEntryOf(
  call: ServiceCall,
  outcome: CallOutcome,
  row: ConsentRow,
  run: ConsentRun,
  answeredAtMs: number,
  confirmed: Confirmation,
): RunConsentEntry | null {
  const consent = descriptorOf(call).consent(call)
  if (consent === null || outcome.kind !== 'done') return null
  return {
    time: new Date(answeredAtMs).toISOString(),
    contact: consent.uuid ?? row.contactUuid,
    phone: row.phone ?? consent.phone,
    name: row.name,
    from: earlierConsent(row.detail.changes?.find(({ field }) => field === 'consent')),
    to: consent.consent,
    file: { name: run.file.name, sha256: run.file.sha256 },
    line: row.line,
    evidence: normalised(row.detail.evidence ?? {}),
    operator: run.operator,
    account: { name: run.account.name, baseUrl: run.account.baseUrl },
    answer: { status: outcome.status, said: outcome.said ?? null },
    confirmed,
    run: run.runId,
    row: row.row,
  }
}

function earlierConsent(change: FieldChange | undefined): EarlierConsent {
  if (change === undefined || !change.beforeKnown) return 'unknown'
  return typeof change.before === 'boolean' || change.before === null ? change.before : 'unknown'
}

/** Normalizes names to NFC. Numbers columns whose names differ only in their Unicode form, so that none is lost. */
function normalised(evidence: Record<string, string>): Record<string, string> {
  const cells = new Map<string, string>()
  for (const [column, text] of Object.entries(evidence)) {
    const name = column.normalize('NFC')
    let unique = name
    for (let count = 2; cells.has(unique); count += 1) unique = `${name} (${count})`
    cells.set(unique, text.normalize('NFC'))
  }
  return Object.fromEntries(cells)
}
