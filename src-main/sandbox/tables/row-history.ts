import type { ConversationRow, CustomerRow } from './rows.ts'

interface Version<Row> {
  /** Until then the row was like this. */
  untilMs: number
  /** Null: there was none. */
  row: Row | null
}

class Versions<Row> {
  readonly #byId = new Map<number, Version<Row>[]>()

  add(id: number, untilMs: number, row: Row | null): void {
    const versions = this.#byId.get(id) ?? []
    versions.push({ untilMs, row })
    this.#byId.set(id, versions)
  }

  /** The row as it was, `current` when it has not changed since. */
  at(id: number, atMs: number, current: Row): Row | null {
    const then = this.#byId.get(id)?.find((version) => version.untilMs > atMs)
    return then ? then.row : current
  }

  clear(): void {
    this.#byId.clear()
  }
}

/** How rows were before each change, for reads that show things late. Nothing is kept unless it is switched on. */
export interface RowHistory {
  /** The first time begins the history. */
  keep(): void
  isKept(): boolean
  noteCustomer(id: number, before: CustomerRow | null): void
  noteConversation(id: number, before: ConversationRow | null): void
  notePost(id: number): void
  customerAt(atMs: number, current: CustomerRow): CustomerRow | null
  conversationAt(atMs: number, current: ConversationRow): ConversationRow | null
  wasStored(postId: number, atMs: number): boolean
  clear(): void
}

export function createRowHistory(monotonicMs: () => number): RowHistory {
  const customers = new Versions<CustomerRow>()
  const conversations = new Versions<ConversationRow>()
  const storedAtMs = new Map<number, number>()
  let isKept = false
  return {
    keep() {
      isKept = true
    },
    isKept: () => isKept,
    noteCustomer(id, before) {
      if (isKept) customers.add(id, monotonicMs(), before)
    },
    noteConversation(id, before) {
      if (isKept) conversations.add(id, monotonicMs(), before)
    },
    notePost(id) {
      if (isKept) storedAtMs.set(id, monotonicMs())
    },
    customerAt: (atMs, current) => customers.at(current.id, atMs, current),
    conversationAt: (atMs, current) => conversations.at(current.id, atMs, current),
    wasStored: (postId, atMs) => (storedAtMs.get(postId) ?? -Infinity) <= atMs,
    clear() {
      customers.clear()
      conversations.clear()
      storedAtMs.clear()
    },
  }
}
