/** A cache by name that holds at most `most` things and evicts the least recently used one. */
export interface RecentlyUsed<T> {
  get(name: string): T | undefined
  set(name: string, item: T): void
  /** Forgets this one; another one of the name stays. */
  forget(name: string, item: T): void
}

export function createRecentlyUsed<T>(most: number): RecentlyUsed<T> {
  const items = new Map<string, T>()
  return {
    get(name) {
      const item = items.get(name)
      if (item !== undefined) {
        items.delete(name)
        items.set(name, item)
      }
      return item
    },
    set(name, item) {
      items.delete(name)
      items.set(name, item)
      for (const oldest of items.keys()) {
        if (items.size <= most) break
        items.delete(oldest)
      }
    },
    forget(name, item) {
      if (items.get(name) === item) items.delete(name)
    },
  }
}
