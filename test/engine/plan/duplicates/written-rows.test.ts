import { beforeEach, describe, expect, test } from 'vitest'
import type { PlannedCall } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import type { RowIssue } from '../../../../src-main/engine/model/plans/row-issue.ts'
import { createWrittenRows, type WrittenRows } from '../../../../src-main/engine/plan/duplicates/written-rows.ts'
import { createTally } from '../../../../src-main/engine/plan/figures/tally.ts'
import { guardLimits } from '../../../../src-main/engine/plan/guards/guard-limits.ts'
import { createPlanGuards } from '../../../../src-main/engine/plan/guards/plan-guards.ts'
import type { Verdict } from '../../../../src-main/engine/plan/row/classify.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { addHeldPlan } from '../held-plan.ts'
import { nowMs } from '../planning.ts'

const newStore = tempStores()
const [sent, massive, doubted] = [1, 2, 3]
let store: Store
let written: WrittenRows
beforeEach(() => {
  store = newStore()
  addFile(store)
  addHeldPlan(store, 'plan', [[], ['mass'], ['noConsent']])
  const { plans } = tablesOf(store)
  const [totals, blocks] = [plans.find('plan')?.totals, plans.blocks('plan')]
  if (!totals || blocks === null) throw new Error('no plan')
  const tally = createTally('contacts', { totals, blocks })
  written = createWrittenRows(store, 'plan', tally, createPlanGuards(store, 'plan', tally, guardLimits))
})

const issue: RowIssue = { code: 'test.issue', severity: 'warning', line: 2, column: null, value: null, message: 'm', hint: 'h' }
const update: PlannedCall = { kind: 'updateCustomer', uuid: 'u1', customer: { name: 'New' } }
const change = { field: 'name', label: 'Name', before: null, beforeKnown: true, after: 'New' }
const evidence = { Form: '12' }
const detailOf = (row: number) => written.find(row).detail

describe('a row that nobody may be texted by', () => {
  test('is skipped with the reason and without its calls, but keeps its issues', () => {
    written.leaveOut(sent, 'refused_in_file')
    expect(written.find(sent)).toMatchObject({ class: 'skipped', reason: 'refused_in_file', lane: null })
    expect(detailOf(sent)).toStrictEqual({})
    tablesOf(store).planRows.setDetail('plan', massive, { ...detailOf(massive), issues: [issue] })
    written.leaveOut(massive, 'refused_in_file')
    expect(detailOf(massive)).toStrictEqual({ issues: [issue] })
  })

  test.each([
    [sent, 'noConsent'],
    [massive, 'noConsent mass'],
    [doubted, 'noConsent'],
  ])('waits in doubt with all that it would do, row %i for "%s"', (row, reason) => {
    const before = written.find(row)
    written.doubtText(row)
    expect(written.find(row)).toEqual({ ...before, class: 'held', reason })
    expect(detailOf(row).calls).toHaveLength(1)
  })
})

test.each([
  [false, { issues: [issue] }],
  [true, { issues: [issue], refuses: true }],
])('a row that cannot be used keeps why, and whether its number refuses: %j', (refuses, detail) => {
  written.refuse(written.find(sent), issue, undefined, refuses)
  expect(written.find(sent)).toMatchObject({ class: 'invalid', reason: null, lane: null })
  expect(detailOf(sent)).toStrictEqual(detail)
})

describe('a row with another verdict', () => {
  const verdict = (parts: Partial<Verdict>): Verdict => {
    const { class: rowClass, phone, lane } = written.find(sent)
    return { class: rowClass, reason: null, record: null, phone, lane, changes: [], calls: [], issues: [], ...parts }
  }

  test.each<[string, Partial<Verdict>, object]>([
    ['that sends', { calls: [update], changes: [change] }, { calls: [update], changes: [change], evidence }],
    ['that sends what nobody sees', { calls: [update] }, { calls: [update], evidence }],
    ['that changes nothing', { class: 'unchanged' }, {}],
    ['that has issues', { class: 'unchanged', issues: [issue] }, { issues: [issue] }],
    ['that the contact asked for', { calls: [update], isOptOutExplicit: true }, { calls: [update], evidence, isOptOutExplicit: true }],
  ])('%s has nothing of the one before', (_what, parts, detail) => {
    written.replace(written.find(sent), verdict(parts), { evidence, agreedAt: { atMs: nowMs, precision: 'day' } }, [])
    expect(detailOf(sent)).toStrictEqual(detail)
  })

  test('has no evidence where it brings none', () => {
    written.replace(written.find(sent), verdict({ calls: [update] }), {}, [])
    expect(detailOf(sent)).toStrictEqual({ calls: [update] })
  })
})
