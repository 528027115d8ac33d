import { expect, test, vi } from 'vitest'
import { emptyBlocks } from '../../../../src-main/engine/model/plans/class-histogram.ts'
import { cachedRows } from '../../../../src-main/engine/plan/read/row-cache.ts'
import { rowsWithIssues } from '../../../../src-main/engine/plan/read/rows-with-issues.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { addFile, columns, dialect, recipe } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { plan } from '../planning.ts'

const newStore = tempStores()
const any = { class: null, issueCode: null, search: '', withIssues: false, corrected: false }

test('all rows of a plan that fit are found, the last one too; none of a plan that is not ready, or not there', async () => {
  const store = newStore()
  addFile(store)
  const { planId } = await plan(store, [{ phone: '+15550000001' }])
  expect([...(await cachedRows(store, planId, any))]).toEqual([1])
  tablesOf(store).plans.add({ id: 'p', fileId: 'file', dialect, columns, recipe: recipe(), lookup: 'never', createdAtMs: 1, builder: null })
  for (const id of ['p', 'gone']) expect([...(await cachedRows(store, id, any))]).toEqual([])
})

test('rows with an issue are found however many have it', async () => {
  const store = newStore()
  addFile(store)
  tablesOf(store).plans.add({ id: 'p', fileId: 'file', dialect, columns, recipe: recipe(), lookup: 'never', createdAtMs: 1, builder: null })
  const rows = 20_001
  store
    .prepare(
      `INSERT INTO plan_issues (plan_id, code, column_name, row) WITH RECURSIVE n (row) AS (SELECT 1 UNION ALL SELECT row + 1 FROM n WHERE row < ?)
       SELECT 'p', 'x', 'A', row FROM n`,
    )
    .run(rows)
  const issue = { code: 'x', severity: 'warning' as const, line: 2, column: 'A', value: null, message: 'm', hint: 'h' }
  expect((await rowsWithIssues(store, 'p', { rows, issues: [{ ...issue, rows }] })).length).toBe(rows)
})

test.each([
  [{ class: 'send' }, 3],
  [{ search: 'Ann' }, 3],
  [{ issueCode: 'x' }, 1],
  [{ class: 'send', withIssues: true }, 1],
  [{ corrected: true }, 1],
] as const)('25,000 rows with %j are looked at in %i pieces: an issue is looked up anew for each', async (filter, pieces) => {
  const store = newStore()
  addFile(store)
  const { plans, planRows } = tablesOf(store)
  plans.add({ id: 'p', fileId: 'file', dialect, columns, recipe: recipe(), lookup: 'never', createdAtMs: 1, builder: null })
  const none = { send: 0, held: 0, skipped: 0, invalid: 0, calls: 0, contacts: 0, issues: [], skips: [], fields: [], guards: [], holds: [] }
  plans.finish('p', { ...none, rows: 25_000, unchanged: 25_000 }, emptyBlocks())
  const fitting = vi.spyOn(planRows, 'fitting')
  await cachedRows(store, 'p', { ...any, ...filter })
  expect(fitting).toHaveBeenCalledTimes(pieces)
})
