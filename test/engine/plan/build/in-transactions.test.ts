import { expect, test } from 'vitest'
import { inTransactions } from '../../../../src-main/engine/plan/build/in-transactions.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tempStores } from '../../store/temp-store.ts'

const newStore = tempStores()

/** How many items were worked on each time that others may work, and in how many transactions. */
function worked(items: Iterable<number | null>): { steps: number[]; transactions: number } {
  const store = newStore()
  let [done, transactions] = [0, 0]
  const counting = {
    transaction: (work: (some: readonly number[]) => void) => {
      const { immediate } = store.transaction(work)
      return { immediate: (some: readonly number[]) => ((transactions += 1), immediate(some)) }
    },
  }
  const steps: number[] = []
  for (const _ of inTransactions(counting as unknown as Store, items, () => {
    expect(store.inTransaction).toBe(true)
    done += 1
  })) {
    expect(store.inTransaction).toBe(false)
    steps.push(done)
  }
  return { steps, transactions }
}

test.each([
  [0, [0], 0],
  [1, [1], 1],
  [199, [199], 1],
  [200, [200, 200], 1],
  [401, [200, 400, 401], 3],
])('%i items are worked on some at a time, and others may work in between', (count, steps, transactions) => {
  expect(worked(Array.from({ length: count }, (_, at) => at))).toEqual({ steps, transactions })
})

test('where an item is null others may work at once, and a transaction that would do nothing is not begun', () => {
  expect(worked([1, 2, null, null, 3])).toEqual({ steps: [2, 2, 3], transactions: 2 })
})
