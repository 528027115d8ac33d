import { setImmediate } from 'node:timers/promises'
import type { ConsentLedger } from '../store/ledger/consent-ledger.ts'
import type { StoredLedgerRecord } from '../store/ledger/stored-ledger-record.ts'
import { createChainCheck } from './chain-check.ts'
import { parsed, readRecord } from './read-record.ts'
import type { Verification } from '../model/ledger-schema.ts'

const sliceRecords = 500

/**
 * Reads the whole ledger, oldest record first, and reports the first record that was changed, removed, reordered, duplicated,
 * added or taken from another ledger, or from which what is personal was taken without a record that says so. The head (count and hash), stored apart from the records, reveals a truncated tail.
 *
 * This proves that nobody altered single records, by hand or by accident. It cannot prove more, since no key is involved: anyone
 * who can write to the database and knows this layout can recompute every hash and the head, or restore an older copy of the whole
 * file. To guard against that, keep the `headHash` (or an export) where they cannot reach it.
 *
 * Records added in the meantime are checked too. Throws `store.damaged` if the head cannot be read, and `cancelled`.
 */
export async function verifyLedger(ledger: ConsentLedger, signal?: AbortSignal): Promise<Verification> {
  const head = ledger.head()
  const check = createChainCheck(head?.id ?? null)
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    signal?.throwIfAborted()
    const slice = ledger.slice(after, sliceRecords)
    for (const stored of slice.records) check.take(found(stored))
    const last = slice.records.at(-1)
    // The head must be read at the moment when there is no further record.
    if (last === undefined) return check.finish(slice.head)
    after = last.number
    await setImmediate()
  }
}

function found({ number, text, hash, personal }: StoredLedgerRecord) {
  return readRecord({ place: number, record: parsed(text), text, hash, personal: personal === null ? null : parsed(personal) })
}
