import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { addFile, columns, dialect, recipe } from '../store/stored-things.ts'

interface RunsToStore {
  runs: number
  rows: number
  /** Of each run's rows, the last ones. */
  failed?: number
  /** The number of the first one; they are called `run-0`, `run-1` and so on, and started in this order. */
  from?: number
  undoes?: string | null
  /** Fields that an undo was known to be unable to restore. */
  impossible?: number
  state?: 'finished' | 'cancelled'
}

const failure = { code: 'service.refused', message: 'The service refused this.', hint: 'Look at the contact there.' }

/** Puts runs that are over into a store, with plans and rows. */
export function storeRuns(
  store: Store,
  { runs, rows, failed = 0, from = 0, undoes = null, impossible = 0, state = 'finished' }: RunsToStore,
): void {
  const tables = tablesOf(store)
  if (tables.files.find('file') === null) addFile(store)
  const done = rows - failed
  const counts = { rows, done, failed, unknown: 0, pending: 0, unchanged: 0, held: 0, skipped: 0, invalid: 0, calls: rows }
  const planned = {
    rows,
    send: rows,
    unchanged: 0,
    held: 0,
    skipped: 0,
    invalid: 0,
    calls: rows,
    issues: [],
    skips: [],
    guards: [],
    fields: [],
    contacts: rows,
    holds: [],
  }
  const histogram = { send: [rows], unchanged: [], held: [], skipped: [], invalid: [] }
  store.transaction(() => {
    for (let number = from; number < from + runs; number += 1) {
      const [id, planId] = [`run-${number}`, `plan-${number}`]
      tables.plans.add({
        id: planId,
        fileId: 'file',
        dialect,
        columns,
        recipe: recipe(),
        lookup: 'never',
        createdAtMs: number,
        undoesRunId: undoes,
      })
      tables.planRows.insert(
        planId,
        Array.from({ length: rows }, (_, at) => ({
          row: at + 1,
          line: at + 2,
          class: 'send',
          reason: null,
          lane: `${at}`,
          laneOrder: null,
          contactUuid: `contact-${at}`,
          contactId: null,
          phone: null,
          detail: null,
        })),
      )
      tables.plans.finish(
        planId,
        { ...planned, ...(undoes === null ? {} : { undo: { restorable: rows, kept: 0, already: 0, held: 0, impossible } }) },
        histogram,
      )
      tables.runs.add({
        id,
        planId,
        kind: undoes === null ? 'contacts' : 'undo',
        undoesRunId: undoes,
        operator: 'Ana',
        settings: {},
        startedAtMs: number,
      })
      for (let row = 1; row <= rows; row += 1) tables.runRows.write(id, row, row <= done ? 'done' : 'failed', row <= done ? null : failure)
      tables.runs.recordStop(id, { state, reason: null, finishedAtMs: number + 1, counts })
    }
  })()
}
