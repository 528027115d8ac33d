import { createHash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'
import type { ConsentEntry, LedgerHead, LedgerRecord } from '../../model/ledger-schema.ts'

/** SHA-256 of the text in UTF-8, as 64 hexadecimal digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** The hash before the first record. Differs from ledger to ledger. */
export function genesisHash(ledgerId: string): string {
  return sha256(`rollcall consent ledger ${ledgerId}`)
}

/**
 * Gives an entry its place behind the head. `text` is the record in canonical JSON, with its number and the hash before it;
 * `head.hash` is the SHA-256 of exactly that text.
 */
export function seal(head: LedgerHead, entry: ConsentEntry): { number: number; text: string; head: LedgerHead } {
  const number = head.count + 1
  const record: LedgerRecord = { version: 1, ledger: head.id, number, previousHash: head.hash, ...entry }
  const text = canonicalJson(record)
  return { number, text, head: { id: head.id, count: number, hash: sha256(text) } }
}
