import type { Store } from '../store/open-store.ts'

/** Items that are worked on in one transaction. */
const itemsAtOnce = 500

/** Works on all items, some in each transaction; stops after each, so that others can work. */
export function* inTransactions<T>(store: Store, items: Iterable<T>, work: (item: T) => void): Generator<void> {
  const workAll = store.transaction((some: readonly T[]): void => some.forEach(work))
  let some: T[] = []
  for (const item of items) {
    some.push(item)
    if (some.length < itemsAtOnce) continue
    workAll(some)
    some = []
    yield
  }
  workAll(some)
  yield
}
