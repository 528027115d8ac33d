import type { CallKind } from '../../model/kinds.ts'
import { type OpenProof, openProofSchema } from '../../model/runs/open-proof.ts'
import { readJsonColumn } from '../json-column.ts'
import type { Store } from '../open-store.ts'

/** A call of a run, by its place in the journal. */
export interface ProvingCall {
  row: number
  ordinal: number
}

/** So many rows are told of at most that were sent since the last good proof. */
const mostDoubtful = 2_000

/** Statements on calls that have to prove what the service does: those of which that is open, and the last of each kind that was good. */
export function createProofs(store: Store) {
  const upsert = store.prepare<[string, number, number, string]>(
    `INSERT INTO proofs (run_id, row, ordinal, content) VALUES (?, ?, ?, ?)
     ON CONFLICT (run_id, row, ordinal) DO UPDATE SET content = excluded.content`,
  )
  const select = store.prepare<[string], ProvingCall & { content: string }>(
    'SELECT row, ordinal, content FROM proofs WHERE run_id = ? AND content IS NOT NULL ORDER BY row, ordinal',
  )
  const kindIs = '(SELECT kind FROM calls WHERE calls.run_id = proofs.run_id AND calls.row = proofs.row AND calls.ordinal = proofs.ordinal)'
  const removePassed = store.prepare<[string, CallKind]>(`DELETE FROM proofs WHERE run_id = ? AND content IS NULL AND ${kindIs} = ?`)
  const setPassed = store.prepare<[string, number, number]>('UPDATE proofs SET content = NULL WHERE run_id = ? AND row = ? AND ordinal = ?')
  const setFound = store.prepare<[string, string, number, number]>(
    `UPDATE proofs SET content = json_set(content, '$.found', json(?)) WHERE run_id = ? AND row = ? AND ordinal = ?`,
  )
  const setSuspected = store.prepare<[string, string, number, number]>(
    `UPDATE proofs SET content = json_set(content, '$.suspected', json(?)) WHERE run_id = ? AND row = ? AND ordinal = ?`,
  )
  const remove = store.prepare<[string, number, number]>('DELETE FROM proofs WHERE run_id = ? AND row = ? AND ordinal = ?')
  const removeAll = store.prepare<[string]>('DELETE FROM proofs WHERE run_id = ?')
  const selectSince = store.prepare<[string, number], { row: number; kind: CallKind }>(
    `SELECT calls.row, calls.kind FROM proofs JOIN calls AS good USING (run_id, row, ordinal)
     JOIN calls ON calls.run_id = proofs.run_id AND calls.kind = good.kind AND calls.state = 'done'
       AND calls.last_sent_at_ms >= good.last_sent_at_ms AND calls.row <> good.row
     WHERE proofs.run_id = ? AND proofs.content IS NULL ORDER BY calls.last_sent_at_ms LIMIT ?`,
  )

  return {
    /** What this call is to prove is open from now on. */
    open: (runId: string, { row, ordinal }: ProvingCall, proof: OpenProof): void =>
      void upsert.run(runId, row, ordinal, JSON.stringify(proof)),
    /** It found something that is being put back. */
    find: (runId: string, { row, ordinal }: ProvingCall, found: NonNullable<OpenProof['found']>): void =>
      void setFound.run(JSON.stringify(found), runId, row, ordinal),
    /** It found something that somebody else may have done. */
    suspect: (runId: string, { row, ordinal }: ProvingCall, suspected: NonNullable<OpenProof['suspected']>): void =>
      void setSuspected.run(JSON.stringify(suspected), runId, row, ordinal),
    /** Those that are open. */
    allOpen: (runId: string): (ProvingCall & { proof: OpenProof })[] =>
      select.all(runId).map(({ row, ordinal, content }) => ({
        row,
        ordinal,
        proof: readJsonColumn(openProofSchema, content, `the proof of row ${row}`),
      })),
    /** It was good: the last of its kind. */
    pass(runId: string, { row, ordinal }: ProvingCall, kind: CallKind): void {
      removePassed.run(runId, kind)
      setPassed.run(runId, row, ordinal)
    },
    /** It is decided, and not good; or there is nothing to decide any more. */
    end: (runId: string, { row, ordinal }: ProvingCall): void => void remove.run(runId, row, ordinal),
    /** The run is over. */
    forgetRun: (runId: string): void => void removeAll.run(runId),
    /** Rows with a call that was sent since the last of its kind that was good. Looks at every call of the run. */
    sentSinceGood: (runId: string): { row: number; kind: CallKind }[] => selectSince.all(runId, mostDoubtful),
  }
}
