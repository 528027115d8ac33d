import { type RowDetail, rowDetailSchema } from '../../model/plans/plan-schema.ts'
import { readJsonColumn } from '../json-column.ts'
import type { Store } from '../open-store.ts'

/** A row of an import that changed a contact. */
export interface ContactChange {
  runId: string
  kind: string
  /** Whether it took another import back. */
  isUndo: boolean
  fileName: string
  line: number
  row: number
  atMs: number
  detail: RowDetail
}

interface StoredChange extends Omit<ContactChange, 'detail' | 'isUndo'> {
  isUndo: number
  detail: string | null
}

/**
 * Which rows of which runs changed a contact: a trigger notes each row of a run that is done, see the migration. One that turns out not to be
 * stays noted, and does not count.
 */
export function createContactChanges(store: Store) {
  const selectOfContact = store.prepare<[string, number], StoredChange>(
    `SELECT contact_changes.run_id AS runId, runs.kind AS kind, runs.undoes_run_id IS NOT NULL AS isUndo, files.name AS fileName,
       plan_rows.line, contact_changes.row, contact_changes.done_at_ms AS atMs, plan_rows.detail
     FROM contact_changes JOIN runs ON runs.id = contact_changes.run_id JOIN plans ON plans.id = runs.plan_id
       JOIN files ON files.id = plans.file_id
       JOIN plan_rows ON plan_rows.plan_id = runs.plan_id AND plan_rows.row = contact_changes.row
       JOIN run_rows ON run_rows.run_id = contact_changes.run_id AND run_rows.row = contact_changes.row AND run_rows.outcome = 'done'
     WHERE contact = ? AND contact_changes.done_at_ms > 0 ORDER BY contact_changes.done_at_ms DESC, contact_changes.row DESC LIMIT ?`,
  )
  const selectIdsOfRun = store
    .prepare<[string], number>('SELECT DISTINCT contacts.id FROM contact_changes JOIN contacts ON uuid = contact WHERE run_id = ?')
    .pluck()
  const selectLastSince = store.prepare<[string, number, string], { planId: string; row: number; isUndo: number }>(
    `SELECT runs.plan_id AS planId, contact_changes.row, runs.undoes_run_id IS NOT NULL AS isUndo
     FROM contact_changes JOIN runs ON runs.id = contact_changes.run_id
       JOIN run_rows ON run_rows.run_id = contact_changes.run_id AND run_rows.row = contact_changes.row AND run_rows.outcome = 'done'
     WHERE contact = ? AND contact_changes.done_at_ms >= ? AND contact_changes.run_id <> ?
     ORDER BY contact_changes.done_at_ms DESC LIMIT 1`,
  )
  const selectOne = store.prepare<[string, string, number], number>(
    'SELECT 1 FROM contact_changes WHERE contact = ? AND run_id = ? AND row = ?',
  )
  const selectDoneWithout = store.prepare<[string, string, string], { runId: string; planId: string; row: number }>(
    `SELECT runs.id AS runId, runs.plan_id AS planId, contact_changes.row FROM contact_changes JOIN runs ON runs.id = contact_changes.run_id
       JOIN run_rows ON run_rows.run_id = contact_changes.run_id AND run_rows.row = contact_changes.row AND run_rows.outcome = 'done'
     WHERE contact = ? AND contact_changes.run_id <> ? AND contact_changes.done_at_ms = 0 AND run_rows.error_code = ?`,
  )
  return {
    /** The row of another run that changed a contact last, if any has since then; not of an undo. */
    lastElsewhere(uuid: string, sinceMs: number, runId: string): { planId: string; row: number } | null {
      const found = selectLastSince.get(uuid, sinceMs, runId)
      return found === undefined || found.isUndo === 1 ? null : { planId: found.planId, row: found.row }
    },
    /** Whether a row is done, or was taken to be at some time. */
    has: (uuid: string, { runId, row }: { runId: string; row: number }): boolean => selectOne.get(uuid, runId, row) !== undefined,
    /** The rows of other runs that are done for a contact and say so with this code, without a call of their own. */
    doneWithout: (uuid: string, runId: string, code: string): { runId: string; planId: string; row: number }[] =>
      selectDoneWithout.all(uuid, runId, code),
    /** The newest first, at most `limit`. Of imports that were forgotten there are none. */
    ofContact: (uuid: string, limit: number): ContactChange[] =>
      selectOfContact.all(uuid, limit).map(({ detail, isUndo, ...change }) => ({
        ...change,
        isUndo: isUndo === 1,
        detail: detail === null ? {} : readJsonColumn(rowDetailSchema, detail, `row ${change.row} of a plan`),
      })),
    /** The cache's own numbers of the contacts that a run changed. */
    contactsOfRun: (runId: string): number[] => selectIdsOfRun.all(runId),
  }
}
