import type { Store } from '../open-store.ts'

/** Statements on the conversations in which groups were texted: what somebody answers there is looked at before they are texted again. */
export function createGroupConversations(store: Store) {
  const put = store.prepare<[string, string]>('INSERT OR IGNORE INTO group_conversations (phone, conversation) VALUES (?, ?)')
  const selectOf = store
    .prepare<[string], string>('SELECT conversation FROM group_conversations WHERE phone = ? ORDER BY conversation')
    .pluck()
  const countMembers = store.prepare<[string], number>('SELECT count(*) FROM group_conversations WHERE conversation = ?').pluck()
  const remove = store.prepare<[string]>('DELETE FROM group_conversations WHERE phone = ?')
  return {
    note(conversationUuid: string, phones: readonly string[]): void {
      for (const phone of phones) put.run(phone, conversationUuid)
    },
    /** Their uuids. */
    of: (phone: string): string[] => selectOf.all(phone),
    /** That of just these people; null where none is known, or it cannot be told which one. */
    ofGroup(phones: readonly string[]): string | null {
      const [first = [], ...others] = phones.map((phone) => selectOf.all(phone))
      const shared = first.filter((uuid) => others.every((one) => one.includes(uuid)) && countMembers.get(uuid) === phones.length)
      const [only] = shared
      return shared.length === 1 && only !== undefined ? only : null
    },
    /** Of somebody who is sealed in the ledger. */
    remove: (phone: string): void => void remove.run(phone),
  }
}
