import { descriptorOf } from '../kinds/calls/all-calls.ts'
import type { CallOutcome, ServiceCall } from '../model/runs/service-call.ts'
import type { Store } from '../store/open-store.ts'
import { tablesOf } from '../store/tables.ts'
import { consentEntryOf, type ConsentRun } from './consent-entry.ts'

/** Who executes a run, of which plan, and where. */
export interface ConsentSigner extends Pick<ConsentRun, 'runId' | 'operator' | 'account'> {
  planId: string
}

/** What looking a consent up has shown: `untold` where that was not possible. */
export type FoundConsent = 'shown' | 'missing' | 'untold'

/**
 * Records in the ledger what a call of the run changed about a consent, if anything. Must be called within the transaction that
 * writes the call's answer to the journal, so that each answer has exactly one record, even after a crash.
 */
export function createConsentRecorder(store: Store, { planId, ...signer }: ConsentSigner) {
  const { consentLedger: ledger, awaitedConsents: awaited, contacts, planRows } = tablesOf(store)
  const { runId, operator, account } = signer
  let run: ConsentRun | null = null

  return {
    /** `isLookedUp`: it is going to be read back, and recorded when that was done. */
    record(call: ServiceCall, outcome: CallOutcome, rowNumber: number, answeredAtMs: number, isLookedUp: boolean): void {
      const consent = descriptorOf(call).consent(call)
      if (outcome.kind !== 'done' || consent === null) return
      const row = planRows.find(planId, rowNumber)
      if (row === null) throw new Error(`Plan ${planId} has no row ${rowNumber}.`)
      run ??= { ...signer, file: fileOf(store, planId) }
      const uuid = consent.uuid ?? row.contactUuid
      const name = (uuid === null ? null : contacts.findByUuid(uuid)?.record.name) ?? null
      const entry = consentEntryOf(call, outcome, { ...row, name }, run, answeredAtMs, 'answer')
      if (entry === null) return
      if (isLookedUp) awaited.add(entry)
      else ledger.append(entry)
    },

    /** The consent that a row set was read back. One that is not there was never recorded, or gets a record that corrects it. */
    lookedUp(row: number, found: FoundConsent, atMs: number): void {
      const entry = awaited.take(runId, row)
      if (entry !== null) {
        if (found !== 'missing') ledger.append({ ...entry, confirmed: found === 'shown' ? 'readBack' : 'answer' })
        return
      }
      if (found !== 'missing') return
      const recorded = ledger.ofRow(runId, row)
      if (recorded === null) return
      const { number: corrects, contact } = recorded
      ledger.correct({ time: new Date(atMs).toISOString(), operator, account, corrects, contact, found: 'unknown', run: runId })
    },

    /** Nothing looks these rows up any more: what the service answered is what is known. All rows of the run where there are none. */
    ended(rows: readonly number[] = awaited.rows(runId)): void {
      for (const row of rows) {
        const entry = awaited.take(runId, row)
        if (entry !== null) ledger.append(entry)
      }
    },
  }
}

function fileOf(store: Store, planId: string): ConsentRun['file'] {
  const fileId = tablesOf(store).plans.find(planId)?.fileId
  const file = fileId === undefined ? null : tablesOf(store).files.find(fileId)
  if (file === null) throw new Error(`Plan ${planId} has no file.`)
  return file
}
