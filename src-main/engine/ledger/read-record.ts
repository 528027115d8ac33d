import { type LedgerRecord, ledgerRecordSchema, type Personal, personalSchema } from '../model/ledger-schema.ts'
import { personalDigests, sha256 } from '../store/ledger/ledger-hash.ts'

/** What is personal: as the record says (or there is nothing), not so, or removed; `left` is the digest that a sealing has to name. */
export type Content = { kind: 'fits' } | { kind: 'differs' } | { kind: 'gone'; left: string }

/** A record as it was found; records come in the order in which they were found. */
export interface FoundRecord {
  /** Its stored number; null where records have only their order. */
  place: number | null
  /** Null when it cannot be read. */
  record: LedgerRecord | null
  /** The hash stored with it, and the hash of its present content. */
  hash: string
  actualHash: string
  /** Whether what is personal is there and as the record says. */
  content: Content
}

/** A record and what is personal of it, as they were found; null where there is none. */
interface Found {
  place: number | null
  record: unknown
  /** Its canonical JSON. */
  text: string
  hash: string
  personal: unknown
}

/** Reads a record for `createChainCheck`, from wherever it was found. */
export function readRecord({ place, record: value, text, hash, personal }: Found): FoundRecord {
  const record = ledgerRecordSchema.safeParse(value).data ?? null
  const content = record === null ? { kind: 'differs' as const } : contentOf(record, { text, hash, personal })
  // The hash of a record of the first layout is that of all it once said: the records around it attest it.
  const actualHash = record !== null && 'stripped' in record ? hash : sha256(text)
  return { place, record, hash, actualHash, content }
}

function contentOf(record: LedgerRecord, { text, hash, personal }: Pick<Found, 'text' | 'hash' | 'personal'>): Content {
  if ('stripped' in record) return personal === null ? { kind: 'gone', left: sha256(text) } : { kind: 'differs' }
  if (!('digests' in record)) return { kind: personal === null ? 'fits' : 'differs' }
  if (personal === null) return { kind: 'gone', left: hash }
  const parsed = personalSchema.safeParse(personal).data
  return { kind: parsed !== undefined && isAsDigested(parsed, record.digests) ? 'fits' : 'differs' }
}

function isAsDigested(personal: Personal, { phone, name, evidence }: ReturnType<typeof personalDigests>): boolean {
  const found = personalDigests(personal)
  return found.phone === phone && found.name === name && found.evidence === evidence
}

/** Parses JSON; undefined if the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // All callers handle undefined: as another layout, or as an unreadable record.
    return undefined
  }
}
