import { createFieldLabels } from '../../model/contacts/field-labels.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { mayImportAgain } from '../../kinds/calls/all-calls.ts'
import { notSeenFailure } from '../words/row-words.ts'
import { endOfPutBack } from './put-back-step.ts'

/**
 * A run that was paused is cancelled: nobody looks up any more what its last calls were to prove. Rows that
 * wait for that alone were answered, and not seen: those that can be imported again have failed. Of what was found and not put back yet, the row says so.
 */
export function endUnproven(store: Store, run: { id: string; planId: string }): void {
  const { calls, customFields, planRows, proofs, runRows } = tablesOf(store)
  store
    .transaction(() => {
      for (const { row, ordinal, proof } of proofs.allOpen(run.id)) {
        if (runRows.find(run.id, [row]).size > 0) continue
        const planned = planRows.find(run.planId, row)?.detail.calls ?? []
        const found = proof.found ?? (proof.suspected && { ...proof.suspected, isCutShort: ordinal + 1 < planned.length, left: [] })
        if (found !== undefined) {
          const { changes, isCutShort, left = [], lost = [] } = found
          const { outcome, failure } = endOfPutBack(
            { calls: planned },
            { changes, notBack: changes, isCutShort, left, lost, notDone: lost },
            createFieldLabels(customFields.all()),
          )
          runRows.write(run.id, row, outcome, failure)
          continue
        }
        const isDone = calls.ofRow(run.id, row).some((call) => call.ordinal === ordinal && call.state === 'done')
        const kind = planned[ordinal]?.kind
        if (!isDone || ordinal + 1 !== planned.length || kind === undefined) continue
        // What must not happen twice is not called failed: it would be imported once more.
        if (mayImportAgain(kind)) runRows.write(run.id, row, 'failed', notSeenFailure)
        else runRows.write(run.id, row, 'done', null)
      }
      proofs.forgetRun(run.id)
    })
    .immediate()
}
