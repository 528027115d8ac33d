import { type LedgerEntry, type LedgerRecord, ledgerRecordSchema, type Personal, personalSchema } from '../../model/ledger-schema.ts'
import { readJsonColumn } from '../json-column.ts'

/** A record as it is stored: `text` is the canonical JSON that `hash` is the SHA-256 of. */
export interface StoredLedgerRecord {
  number: number
  text: string
  hash: string
  /** What of it is personal, as JSON; null where it was sealed, or there is nothing. */
  personal: string | null
}

/** Reads a stored record as people read it. Throws `store.damaged`. */
export function toEntry({ number, text, hash, personal }: StoredLedgerRecord): LedgerEntry {
  const what = `record ${number} of the consent ledger`
  return entryOf(
    readJsonColumn(ledgerRecordSchema, text, what),
    personal === null ? null : readJsonColumn(personalSchema, personal, what),
    hash,
  )
}

function entryOf(record: LedgerRecord, personal: Personal | null, hash: string): LedgerEntry {
  const { number, time, operator, account, previousHash } = record
  const own = { number, time, operator, account, previousHash, hash }
  if (record.version === 1) {
    const isSealed = 'stripped' in record
    const { phone, evidence } = isSealed ? { phone: null, evidence: {} } : record
    return { ...changeOf(record), ...own, phone, name: null, evidence, isSealed, confirmed: null }
  }
  switch (record.kind) {
    case 'consent': {
      const { phone, name, evidence } = personal ?? { phone: null, name: null, evidence: {} }
      return { ...changeOf(record), ...own, phone, name, evidence, isSealed: personal === null, confirmed: record.confirmed }
    }
    case 'correction': {
      const { corrects, found, contact, run } = record
      return { ...nothing, ...own, kind: 'correction', corrects, found, contact, run }
    }
    case 'sealing':
      return { ...nothing, ...own, kind: 'sealing', sealed: Object.keys(record.sealed).length }
  }
}

type ConsentChange = Exclude<LedgerRecord, { kind: 'correction' | 'sealing' }>

function changeOf({ contact, from, to, file, line, answer, run, row }: ConsentChange) {
  return { ...nothing, kind: 'consent', contact, from, to, file, line, answer, run, row } as const
}

const nothing = {
  contact: null,
  phone: null,
  name: null,
  isSealed: false,
  from: 'unknown',
  to: null,
  corrects: null,
  found: null,
  sealed: null,
  file: null,
  line: null,
  evidence: {},
  answer: null,
  confirmed: null,
  run: null,
  row: null,
} satisfies Partial<LedgerEntry>
