import { expect, test } from 'vitest'
import { beforeFirstSend, type SendPosition } from '../../../../src-main/engine/store/plans/plan-row-sends.ts'
import { createPlanRows } from '../../../../src-main/engine/store/plans/plan-rows.ts'
import { type NewPlanRow } from '../../../../src-main/engine/store/plans/stored-plan-row.ts'
import { createContacts } from '../../../../src-main/engine/store/contacts/contacts.ts'
import { createReplacedRows } from '../../../../src-main/engine/store/plans/replaced-rows.ts'
import { createPlans } from '../../../../src-main/engine/store/plans/plans.ts'
import { addFile, columns, dialect, recipe } from '../stored-things.ts'
import { tempStores } from '../temp-store.ts'

const newStore = tempStores()

function withRows(rows: (Partial<NewPlanRow> & { row: number })[]) {
  const store = newStore()
  addFile(store)
  createPlans(store).add({ id: 'p', fileId: 'file', dialect, columns, recipe: recipe(), lookup: 'never', createdAtMs: 1 })
  const planRows = createPlanRows(store)
  const blank = {
    class: 'send' as const,
    reason: null,
    lane: 'l',
    laneOrder: null,
    contactUuid: null,
    contactId: null,
    phone: null,
    detail: null,
  }
  planRows.insert(
    'p',
    rows.map((row) => ({ line: row.row + 1, ...blank, ...row })),
  )
  return { store, planRows }
}

test('every row of any number of rows is written once', () => {
  for (const count of [0, 1, 39, 40, 41, 123]) {
    const { planRows } = withRows(Array.from({ length: count }, (_, index) => ({ row: index + 1 })))
    expect(planRows.after('p', 0, 500).map((row) => [row.row, row.line])).toEqual(
      Array.from({ length: count }, (_, index) => [index + 1, index + 2]),
    )
  }
})

test('calls come in file order, or by the time of the messages, whatever the page size', () => {
  const inOrder = (orders: (number | null)[], limit: number) => {
    const { planRows } = withRows(
      orders.map((laneOrder, index) => ({ row: index + 1, laneOrder, class: index === 2 ? 'invalid' : 'send' })),
    )
    const seen: number[] = []
    for (let after: SendPosition = beforeFirstSend; ;) {
      const page = planRows.sendsAfter('p', 'run', after, limit)
      const last = page.at(-1)
      if (last === undefined) return seen
      seen.push(...page.map((row) => row.row))
      after = last
    }
  }
  for (const limit of [1, 2, 10]) {
    expect(inOrder([null, null, null, null], limit)).toEqual([1, 2, 4])
    expect(inOrder([50, 20, 10, 20, -8.64e15], limit)).toEqual([5, 2, 4, 1])
  }
})

test('rows with an issue are listed once each, in file order', () => {
  const { planRows } = withRows([{ row: 1 }, { row: 2 }, { row: 3 }])
  planRows.insertIssue('p', 'value.unknown', 'B', 3)
  planRows.insertIssue('p', 'value.unknown', 'A', 3)
  planRows.insertIssue('p', 'value.unknown', null, 1)
  planRows.insertIssue('p', 'phone.invalid', null, 2)
  const page = planRows.pageOfIssue('p', 'value.unknown', 0, 10)
  expect([page.rows.map((row) => row.row), page.total]).toEqual([[1, 3], 2])
  expect(planRows.pageOfIssue('p', 'value.unknown', 1, 10).rows.map((row) => row.row)).toEqual([3])
})

test('a row that changes nothing names its contact, though it is not cached any more', () => {
  const { store, planRows } = withRows([])
  const contacts = createContacts(store)
  contacts.putRead({ record: { uuid: 'first', phone: '+12025550101', name: 'Ann' }, extra: null }, 1)
  contacts.putRead({ record: { uuid: 'second', phone: '+12025550102', name: 'Bob' }, extra: null }, 1)
  const plain = { class: 'unchanged' as const, reason: null, lane: null, laneOrder: null, contactUuid: null, detail: null }
  planRows.insert('p', [
    { ...plain, row: 1, line: 2, contactId: 1, phone: '+12025550101' },
    { ...plain, row: 2, line: 3, contactId: 2, phone: '+12025550102' },
  ])
  const found = () => planRows.after('p', 0, 10).map(({ contactUuid, contactName, phone }) => [contactUuid, contactName, phone])
  expect(found()).toEqual([
    ['first', 'Ann', '+12025550101'],
    ['second', 'Bob', '+12025550102'],
  ])
  const searched = (search: string) =>
    planRows.fitting('p', { class: null, issueCode: null, withIssues: false, corrected: false, search }, 0, 10)
  expect([searched('ann'), searched('5550102'), searched('nobody')]).toEqual([[1], [2], []])
  contacts.remove('first', 1)
  contacts.putRead({ record: { uuid: 'third', phone: '+12025550103', name: 'Cleo' }, extra: null }, 1)
  expect(found()).toEqual([
    ['first', null, '+12025550101'],
    ['second', 'Bob', '+12025550102'],
  ])
  expect(planRows.brief('p', 1)?.contactUuid).toBe('first')
  const about = (uuids: string[], phones: string[] = []) =>
    createReplacedRows(store).about('p', { uuids: new Set(uuids), phones: new Set(phones) }, 'contact', 1, 10)
  expect([about(['first']), about(['second']), about([], ['+12025550101'])]).toEqual([[1], [2], []])
})

test('a damaged row is an AppError that names its line', () => {
  const { store, planRows } = withRows([{ row: 1 }])
  store.prepare(`UPDATE plan_rows SET detail = '{"calls":[{"kind":"explode"}]}'`).run()
  expect(() => planRows.find('p', 1)).toThrow(
    expect.objectContaining({ code: 'store.damaged', message: expect.stringContaining('line 2') }),
  )
  store.prepare(`UPDATE plan_rows SET detail = NULL, class = 'maybe'`).run()
  expect(() => planRows.find('p', 1)).toThrow(expect.objectContaining({ code: 'store.damaged' }))
})
