import { z } from 'zod'
import type { DesiredContact, UnwritableValue } from '../../model/plans/mapped-row.ts'
import { rowIssueSchema } from '../../model/plans/row-issue.ts'
import { readJsonColumn } from '../json-column.ts'
import type { Store } from '../open-store.ts'

export type MergeStaging = ReturnType<typeof createMergeStaging>

const desiredSchema = z.object({
  name: z.string().nullable().exactOptional(),
  email: z.string().nullable().exactOptional(),
  notes: z.string().nullable().exactOptional(),
  tags: z.object({ handling: z.enum(['add', 'remove', 'replace']), tags: z.array(z.string()) }).exactOptional(),
  archived: z.boolean().exactOptional(),
  blocked: z.boolean().exactOptional(),
  unreachable: z.boolean().exactOptional(),
  customFields: z.record(z.string(), z.string()).exactOptional(),
})

const stagedSchema = z.object({
  desired: desiredSchema,
  ifWritten: z.array(z.object({ field: z.string(), value: z.string(), issue: rowIssueSchema })).exactOptional(),
})

/** What a row wants of its contact, and which of these values the service would not take. */
export interface StagedRow {
  desired: DesiredContact
  ifWritten?: UnwritableValue[]
}

/** What some rows of a plan want of their contacts, kept outside of memory while the plan is made: a table of this connection alone. */
export function createMergeStaging(store: Store, planId: string) {
  store.exec(
    'CREATE TEMP TABLE IF NOT EXISTS merge_staging (plan_id TEXT NOT NULL, row INTEGER NOT NULL, desired TEXT NOT NULL, PRIMARY KEY (plan_id, row)) WITHOUT ROWID',
  )
  const insert = store.prepare<[string, number, string]>('INSERT INTO merge_staging (plan_id, row, desired) VALUES (?, ?, ?)')
  const select = store.prepare<[string, number], string>('SELECT desired FROM merge_staging WHERE plan_id = ? AND row = ?').pluck()
  const remove = store.prepare<[string]>('DELETE FROM merge_staging WHERE plan_id = ?')
  return {
    /** In one transaction. */
    put: store.transaction((rows: readonly (StagedRow & { row: number })[]): void => {
      for (const { row, ...staged } of rows) insert.run(planId, row, JSON.stringify(staged))
    }),
    find(row: number): StagedRow | null {
      const text = select.get(planId, row)
      if (text === undefined) return null
      return readJsonColumn(stagedSchema, text, `row ${row} of a plan`)
    },
    removeAll: (): void => void remove.run(planId),
  }
}
