import { genesisHash } from '../store/ledger/ledger-hash.ts'
import type { Content, FoundRecord } from './read-record.ts'
import type { LedgerHead, LedgerProblem, LedgerRecord, Verification } from '../model/ledger-schema.ts'

type Problem = NonNullable<Verification['firstProblem']>

/**
 * Checks records one by one against the chain of the ledger `ledgerId` (null: the ledger of the first record), then against its
 * head. Memory use is constant.
 */
export function createChainCheck(ledgerId: string | null) {
  let id = ledgerId
  let records = 0
  let lastNumber = 0
  let lastHash: string | null = null
  let problem: Problem | null = null
  /** The record that was expected but missing: removed, unless it turns up later. */
  let missing: number | null = null
  /** Records without what is personal, with the digest of what is left: a later one has to say that they were sealed. */
  const unsealed = new Map<string, string>()

  const found = (record: number, kind: LedgerProblem, message: string): void => {
    problem = { record, kind, message }
  }

  return {
    take({ place, record, hash, actualHash, content }: FoundRecord): void {
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
        checkContent(record, content)
      }
      if (problem !== null || missing !== null) lastHash = hash
    },

    /** `head` is null if nothing says how long the ledger is. */
    finish(head: LedgerHead | null): Verification {
      if (problem === null && missing !== null) found(missing, 'removed', `Record ${missing} is missing.`)
      if (problem === null) checkEnd(head)
      if (problem === null) checkSealed()
      return { ok: problem === null, records, firstProblem: problem, headHash: lastHash }
    },
  }

  function checkContent(record: LedgerRecord, content: Content): void {
    if (content.kind === 'differs')
      found(record.number, 'changed', `Record ${record.number} is not what was written: what it tells of the person was changed.`)
    else if (content.kind === 'gone') unsealed.set(String(record.number), content.left)
    if (!('sealed' in record)) return
    for (const [number, left] of Object.entries(record.sealed)) if (unsealed.get(number) === left) unsealed.delete(number)
  }

  function checkSealed(): void {
    const [number] = unsealed.keys()
    if (number === undefined) return
    found(
      Number(number),
      'changed',
      `Record ${number} is not what was written: what it told of the person is gone, and no later record says that it was sealed.`,
    )
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
