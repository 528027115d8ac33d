import { claimedKinds } from '../../kinds/calls/all-calls.ts'
import type { Store } from '../open-store.ts'

/** A message that reached the service. `fingerprint` is that of its plan row. */
export interface ImportedMessage {
  fingerprint: string
  runId: string
  row: number
  postUuid: string | null
  importedAtMs: number
}

/** A message that left, and is not known to be there. */
export interface MissingMessage {
  sentAtMs: number
  isRefused: boolean
}

/** Who has to do with a message: the run that sent it, and whether it is known to have arrived. */
export interface MessageHolder {
  runId: string
  state: 'claimed' | 'arrived'
}

/**
 * Statements on the messages that left for the service. A run claims a message in the transaction in which it writes that
 * it is about to leave; so no other run can send the same one, whatever becomes of this one.
 */
export function createImportedMessages(store: Store) {
  const select = store.prepare<[string], MessageHolder>('SELECT run_id AS runId, state FROM imported_messages WHERE fingerprint = ?')
  const selectArrived = store
    .prepare<[string], number>("SELECT imported_at_ms FROM imported_messages WHERE fingerprint = ? AND state = 'arrived'")
    .pluck()
  const selectPost = store.prepare<[string], number>('SELECT 1 FROM imported_messages WHERE post_uuid = ?').pluck()
  const insertClaim = store.prepare<[string, string, number, number]>(
    `INSERT OR IGNORE INTO imported_messages (fingerprint, state, run_id, row, imported_at_ms) VALUES (?, 'claimed', ?, ?, ?)`,
  )
  const insert = store.prepare<[ImportedMessage]>(
    `INSERT INTO imported_messages (fingerprint, state, run_id, row, post_uuid, imported_at_ms)
     VALUES (@fingerprint, 'arrived', @runId, @row, @postUuid, @importedAtMs)
     ON CONFLICT (fingerprint) DO UPDATE SET state = 'arrived', post_uuid = excluded.post_uuid, imported_at_ms = excluded.imported_at_ms
     WHERE state = 'claimed'`,
  )
  const removeClaim = store.prepare<[string, string]>(
    `DELETE FROM imported_messages WHERE fingerprint = ? AND run_id = ? AND state = 'claimed'`,
  )
  const removeUnsent = store.prepare<[{ runId: string }]>(
    `DELETE FROM imported_messages WHERE run_id = @runId AND state = 'claimed' AND row IN
       (SELECT row FROM calls WHERE run_id = @runId AND kind IN (${claimedKinds}) AND state = 'pending')`,
  )
  const removeOfRow = store.prepare<[string, string, number]>(
    'DELETE FROM imported_messages WHERE fingerprint = ? AND run_id = ? AND row = ?',
  )
  const selectMissing = store.prepare<[string], { sentAtMs: number; isRefused: number }>(
    'SELECT sent_at_ms AS sentAtMs, is_refused AS isRefused FROM missing_messages WHERE fingerprint = ?',
  )
  const insertMissing = store.prepare<[string, number, number]>(
    'INSERT OR REPLACE INTO missing_messages (fingerprint, sent_at_ms, is_refused) VALUES (?, ?, ?)',
  )
  const removeMissing = store.prepare<[string]>('DELETE FROM missing_messages WHERE fingerprint = ?')
  return {
    /** Null when no run has sent it. */
    holder: (fingerprint: string): MessageHolder | null => select.get(fingerprint) ?? null,
    /** When it arrived; null where it is not known to have. */
    arrivedAtMs: (fingerprint: string): number | null => selectArrived.get(fingerprint) ?? null,
    /** Whether a post at the service is one of these messages. */
    hasPost: (postUuid: string): boolean => selectPost.get(postUuid) !== undefined,
    /** The run is about to send it. Answers whether it may: a message that another run holds stays as it is. */
    claim(fingerprint: string, runId: string, row: number, atMs: number): boolean {
      return insertClaim.run(fingerprint, runId, row, atMs).changes === 1 || select.get(fingerprint)?.runId === runId
    },
    /** It arrived. A message that is known to have arrived stays as it is. */
    add(message: ImportedMessage): void {
      insert.run(message)
      removeMissing.run(message.fingerprint)
    },
    /** The service took it, and was found not to have it: it may be sent again, once it was looked for. */
    lose({ fingerprint, runId, row, sentAtMs }: { fingerprint: string; runId: string; row: number; sentAtMs: number }): void {
      if (removeOfRow.run(fingerprint, runId, row).changes > 0) insertMissing.run(fingerprint, sentAtMs, 0)
    },
    /** The service refused it, though it may have taken it: before it is sent again, it is looked for. */
    refuse: (fingerprint: string, sentAtMs: number): void => void insertMissing.run(fingerprint, sentAtMs, 1),
    /** When a message left that the service took and did not show, or refused; null for all others. */
    missing(fingerprint: string): MissingMessage | null {
      const found = selectMissing.get(fingerprint)
      return found === undefined ? null : { sentAtMs: found.sentAtMs, isRefused: found.isRefused === 1 }
    },
    /** The run's message certainly did not arrive. */
    release: (fingerprint: string, runId: string): void => void removeClaim.run(fingerprint, runId),
    /** Frees what a run that is over for good did not send. */
    releaseUnsent: (runId: string): void => void removeUnsent.run({ runId }),
  }
}
