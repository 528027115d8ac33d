import { setImmediate } from 'node:timers/promises'
import type { ConsentLedger, StoredLedgerRecord } from '../store/ledger/consent-ledger.ts'
import { createChainCheck, type FoundRecord } from './chain-check.ts'
import { sha256 } from '../store/ledger/ledger-hash.ts'
import { ledgerRecordSchema, type Verification } from '../model/ledger-schema.ts'

const sliceRecords = 500

/**
 * Reads the whole ledger, oldest record first, and tells the first one that is changed, removed, reordered, duplicated, added
 * or of another ledger. A tail that was cut off is noticed by the head (count and hash), which is kept apart from the records.
 *
 * What this proves: nobody has altered single records, by hand or by accident. What it cannot prove: there is no key in it,
 * so somebody who may write to the database and knows this layout can compute every hash and the head anew, or put back an
 * older copy of the whole file. Against that, note the `headHash` (or keep an export) where they cannot reach it.
 *
 * Records that are added meanwhile are read too. Throws `store.damaged` when the head cannot be read, and `cancelled`.
 */
export async function verifyLedger(ledger: ConsentLedger, signal?: AbortSignal): Promise<Verification> {
  const head = ledger.head()
  const check = createChainCheck(head?.id ?? null)
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    signal?.throwIfAborted()
    const slice = ledger.slice(after, sliceRecords)
    for (const stored of slice.records) check.take(foundIn(stored))
    const last = slice.records.at(-1)
    // The head is that of the very moment at which no further record was there.
    if (last === undefined) return check.finish(slice.head)
    after = last.number
    await setImmediate()
  }
}

function foundIn({ number, text, hash }: StoredLedgerRecord): FoundRecord {
  return { place: number, record: recordIn(text), hash, actualHash: sha256(text) }
}

function recordIn(text: string): FoundRecord['record'] {
  try {
    return ledgerRecordSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    // Text that is no JSON is what verifying looks for: it counts as a record that cannot be read.
    return null
  }
}
