import { createHash, createHmac } from 'node:crypto'
import { canonicalJson, type CanonicalValue } from './canonical-json.ts'
import type { ConsentRecord, LedgerHead, Personal } from '../../model/ledger-schema.ts'

/** SHA-256 of the text in UTF-8, as 64 hexadecimal digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** The hash before the first record. Differs from ledger to ledger. */
export function genesisHash(ledgerId: string): string {
  return sha256(`rollcall consent ledger ${ledgerId}`)
}

/**
 * Gives what a record says its place behind the head. `text` is the record in canonical JSON, with its number and the hash before it;
 * `head.hash` is the SHA-256 of exactly that text.
 */
export function linked(
  head: LedgerHead,
  said: Readonly<Record<string, CanonicalValue>>,
): { number: number; text: string; head: LedgerHead } {
  const number = head.count + 1
  const text = canonicalJson({ version: 2, ledger: head.id, number, previousHash: head.hash, ...said })
  return { number, text, head: { id: head.id, count: number, hash: sha256(text) } }
}

/** What stands in the chain for what is personal. Without the salt no value can be tried against them. */
export function personalDigests({ salt, ...parts }: Personal): ConsentRecord['digests'] {
  const digest = (name: keyof typeof parts) => sha256(canonicalJson({ salt, [name]: parts[name] }))
  return { phone: digest('phone'), name: digest('name'), evidence: digest('evidence') }
}

/** The same for the same number and key. `key` in hexadecimal digits. */
export function subjectDigest(key: string, phone: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(phone, 'utf8').digest('hex')
}
