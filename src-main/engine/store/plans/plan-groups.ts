import type { Store } from '../open-store.ts'
import { fitsSearch, rowSearch } from './row-search.ts'

/** Statements on the groups of rows about one contact; see `plan_rows.group_row`. */
export function createPlanGroups(store: Store) {
  // Named, because SQLite knows no better than to look through the whole plan for rows in order.
  const byGroup = 'INDEXED BY plan_rows_by_group'
  const inPlan = 'plan_id = @planId AND group_row IS NOT NULL'
  // A group is named after the row that counts, which is never invalid, or else after its first row.
  const isOpen = `(SELECT class FROM plan_rows AS head WHERE head.plan_id = @planId AND head.row = grouped.group_row) = 'invalid'`
  const found = `FROM plan_rows AS grouped ${byGroup} WHERE ${inPlan} AND (NOT @open OR ${isOpen})
    AND (@name IS NULL OR group_row IN (SELECT group_row FROM plan_rows ${byGroup} WHERE ${inPlan} AND ${fitsSearch}))`
  const countAll = store
    .prepare<[string], number>(`SELECT count(DISTINCT group_row) FROM plan_rows ${byGroup} WHERE plan_id = ? AND group_row IS NOT NULL`)
    .pluck()
  const countFound = store.prepare<[Record<string, unknown>], number>(`SELECT count(DISTINCT group_row) ${found}`).pluck()
  const selectFound = store.prepare<[Record<string, unknown>], { group: number; rows: number }>(
    `SELECT group_row AS "group", count(*) AS rows ${found} GROUP BY group_row ORDER BY group_row LIMIT @limit OFFSET @offset`,
  )
  const countConflicts = store
    .prepare<[string], number>(
      `SELECT count(DISTINCT group_row) FROM plan_issues JOIN plan_rows USING (plan_id, row) WHERE plan_id = ? AND code IN ('duplicate.contacts', 'duplicate.numbers')`,
    )
    .pluck()
  const countRows = store
    .prepare<[string, number], number>(`SELECT count(*) FROM plan_rows ${byGroup} WHERE plan_id = ? AND group_row = ?`)
    .pluck()
  const selectRows = store.prepare<[string, number, number], { row: number; line: number }>(
    `SELECT row, line FROM plan_rows ${byGroup} WHERE plan_id = ? AND group_row = ? ORDER BY row LIMIT ?`,
  )
  return {
    count: (planId: string): number => countAll.get(planId) ?? 0,
    /** Those with a fitting contact, number or value, in file order of the rows they are named after. `open`: just those where no row counts. */
    page(
      planId: string,
      { search, open }: { search: string; open: boolean },
      offset: number,
      limit: number,
    ): { groups: { group: number; rows: number }[]; total: number } {
      const values = { planId, open: open ? 1 : 0, ...rowSearch(search) }
      return { groups: selectFound.all({ ...values, limit, offset }), total: countFound.get(values) ?? 0 }
    },
    /** Those that cannot be one contact as they are. */
    countConflicts: (planId: string): number => countConflicts.get(planId) ?? 0,
    size: (planId: string, group: number): number => countRows.get(planId, group) ?? 0,
    /** The first rows of a group, in file order. */
    rows: (planId: string, group: number, limit: number): { row: number; line: number }[] => selectRows.all(planId, group, limit),
  }
}
