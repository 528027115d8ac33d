import type { Store } from './open-store.ts'

/** A message that reached the service. `fingerprint` is that of its plan row. */
export interface ImportedMessage {
  fingerprint: string
  runId: string
  row: number
  postUuid: string | null
  importedAtMs: number
}

export type ImportedMessages = ReturnType<typeof createImportedMessages>

/** Statements on the messages that reached the service, so that importing the same history again sends nothing. */
export function createImportedMessages(store: Store) {
  const select = store.prepare<[string], number>('SELECT 1 FROM imported_messages WHERE fingerprint = ?').pluck()
  const selectPost = store.prepare<[string], number>('SELECT 1 FROM imported_messages WHERE post_uuid = ?').pluck()
  const insert = store.prepare<[ImportedMessage]>(
    `INSERT OR IGNORE INTO imported_messages (fingerprint, run_id, row, post_uuid, imported_at_ms)
     VALUES (@fingerprint, @runId, @row, @postUuid, @importedAtMs)`,
  )
  return {
    has: (fingerprint: string): boolean => select.get(fingerprint) !== undefined,
    /** Whether a post at the service is one of these messages. */
    hasPost: (postUuid: string): boolean => selectPost.get(postUuid) !== undefined,
    /** A message that is known already stays as it is. */
    add: (message: ImportedMessage): void => void insert.run(message),
  }
}
