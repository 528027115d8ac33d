import type { Store } from '../../store/open-store.ts'

/** Items that are worked on in one transaction: some ten milliseconds. */
const itemsAtOnce = 200

/** Works on all items, some in each transaction; stops after each, and where an item is null, so that others can work. */
export function* inTransactions<T>(store: Store, items: Iterable<T | null>, work: (item: T) => void): Generator<void> {
  const workAll = store.transaction((some: readonly T[]): void => some.forEach(work)).immediate
  let some: T[] = []
  for (const item of items) {
    if (item !== null) some.push(item)
    if (item !== null && some.length < itemsAtOnce) continue
    if (some.length > 0) workAll(some)
    some = []
    yield
  }
  if (some.length > 0) workAll(some)
  yield
}
