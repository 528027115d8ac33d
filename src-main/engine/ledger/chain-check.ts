import { genesisHash } from '../store/ledger/ledger-hash.ts'
import type { LedgerHead, LedgerProblem, LedgerRecord, Verification } from '../model/ledger-schema.ts'

/** A record as it was found, in the order in which it was found. */
export interface FoundRecord {
  /** Where it is kept; null where records have no other place than their order. */
  place: number | null
  /** Null when it cannot be read. */
  record: LedgerRecord | null
  /** The hash that is kept with it, and that of what is there. */
  hash: string
  actualHash: string
}

type Problem = NonNullable<Verification['firstProblem']>

/**
 * Checks records one after the other against the chain of the ledger `ledgerId` (null: that of the first record), then
 * against its head. Memory does not grow.
 */
export function createChainCheck(ledgerId: string | null) {
  let id = ledgerId
  let records = 0
  let lastNumber = 0
  let lastHash: string | null = null
  let problem: Problem | null = null
  /** The record that did not come when its turn was: removed, unless it comes later. */
  let missing: number | null = null

  const found = (record: number, kind: LedgerProblem, message: string): void => {
    problem = { record, kind, message }
  }

  return {
    take({ place, record, hash, actualHash }: FoundRecord): void {
      records += 1
      if (problem !== null) return
      if (missing !== null) {
        if (record?.number === missing)
          found(missing, 'reordered', `Record ${missing} is not in its place: the records are not in the order in which they were written.`)
        return
      }
      const expected = lastNumber + 1
      if (record === null || hash !== actualHash) {
        const number = place ?? expected
        found(
          number,
          'changed',
          `Record ${number} ${record === null ? 'cannot be read' : 'is not what was written'}: it was changed or damaged.`,
        )
        return
      }
      id ??= record.ledger
      if (record.ledger !== id) found(record.number, 'foreign', `Record ${record.number} belongs to another ledger.`)
      else if (record.number < expected) found(record.number, 'duplicated', `Record ${record.number} is there twice.`)
      else if (record.number > expected) missing = expected
      else if (record.previousHash !== (lastHash ?? genesisHash(id))) {
        if (expected === 1) found(1, 'foreign', 'Record 1 is not the beginning of this ledger.')
        else found(lastNumber, 'changed', `Record ${lastNumber} is not the one that record ${expected} was written after: it was replaced.`)
      } else if (place !== null && place !== record.number) {
        found(record.number, 'reordered', `Record ${record.number} is kept under the number ${place}.`)
      } else {
        lastNumber = record.number
        lastHash = hash
      }
      if (problem !== null || missing !== null) lastHash = hash
    },

    /** `head` is null where nothing tells how far the ledger goes. */
    finish(head: LedgerHead | null): Verification {
      if (problem === null && missing !== null) found(missing, 'removed', `Record ${missing} is missing.`)
      if (problem === null) checkEnd(head)
      return { ok: problem === null, records, firstProblem: problem, headHash: lastHash }
    },
  }

  function checkEnd(head: LedgerHead | null): void {
    if (head === null) {
      if (records > 0)
        found(lastNumber, 'head', 'What tells how far the ledger goes is missing: whether records are missing at its end cannot be told.')
    } else if (head.count > lastNumber) {
      found(lastNumber + 1, 'truncated', `${head.count} records were written, but there are ${lastNumber}: the last ones are missing.`)
    } else if (head.count < lastNumber) {
      found(head.count + 1, 'added', `${head.count} records were written, but there are ${lastNumber}: somebody has added some.`)
    } else if (records > 0 && head.hash !== lastHash) {
      found(lastNumber, 'changed', `Record ${lastNumber} is not what was written last: it was replaced.`)
    }
  }
}
