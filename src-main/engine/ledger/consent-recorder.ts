import { descriptorOf } from '../kinds/calls/all-calls.ts'
import type { CallOutcome, ServiceCall } from '../model/runs/service-call.ts'
import type { Store } from '../store/open-store.ts'
import { tablesOf } from '../store/tables.ts'
import { consentEntryOf, type ConsentRun } from './consent-entry.ts'

/** Who executes a run, of which plan, and where. */
export interface ConsentSigner extends Pick<ConsentRun, 'runId' | 'operator' | 'account'> {
  planId: string
}

/**
 * Adds to the ledger what a call of the run did to a consent, if anything. To be called in the transaction that writes the
 * call's answer into the journal: then there is one record for each answer, whatever happens in between.
 */
export function createConsentRecorder(store: Store, { planId, ...signer }: ConsentSigner) {
  const ledger = tablesOf(store).consentLedger
  const { planRows } = tablesOf(store)
  let run: ConsentRun | null = null

  return {
    record(call: ServiceCall, outcome: CallOutcome, rowNumber: number, answeredAtMs: number): void {
      if (outcome.kind !== 'done' || descriptorOf(call).consent(call) === null) return
      const row = planRows.find(planId, rowNumber)
      if (row === null) throw new Error(`Plan ${planId} has no row ${rowNumber}.`)
      run ??= { ...signer, file: fileOf(store, planId) }
      const entry = consentEntryOf(call, outcome, row, run, answeredAtMs)
      if (entry !== null) ledger.append(entry)
    },
  }
}

function fileOf(store: Store, planId: string): ConsentRun['file'] {
  const fileId = tablesOf(store).plans.find(planId)?.fileId
  const file = fileId === undefined ? null : tablesOf(store).files.find(fileId)
  if (file === null) throw new Error(`Plan ${planId} has no file.`)
  return file
}
