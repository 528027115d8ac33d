import { expect, test } from 'vitest'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { preparedIn } from './prepared-statements.ts'
import { tempStores } from './temp-store.ts'

const tempStore = tempStores()

test('statements are prepared once per store, and only those that are asked for', () => {
  const store = tempStore()
  const { prepared } = preparedIn(store)
  const { runs } = tablesOf(store)
  const statements = prepared.length
  expect(statements).toBeGreaterThan(0)
  expect(prepared.every((sql) => !sql.includes('consent_ledger'))).toBe(true)

  expect(tablesOf(store).runs).toBe(runs)
  expect(prepared).toHaveLength(statements)
})

test('each store has statements of its own', () => {
  expect(tablesOf(tempStore()).settings).not.toBe(tablesOf(tempStore()).settings)
})
