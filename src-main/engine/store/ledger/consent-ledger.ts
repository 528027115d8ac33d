import { randomUUID } from 'node:crypto'
import { genesisHash, seal } from './ledger-hash.ts'
import {
  type ConsentEntry,
  type LedgerHead,
  ledgerHeadSchema,
  type LedgerRecord,
  ledgerRecordSchema,
  type ShownLedgerRecord,
} from '../../model/ledger-schema.ts'
import { readJsonColumn } from '../json-column.ts'
import type { Store } from '../open-store.ts'
import { containsPattern, searchPatterns } from '../contacts/search-text.ts'
import { createSettings } from '../settings.ts'

/** A record as it is stored: `text` is the canonical JSON that `hash` is the SHA-256 of. */
export interface StoredLedgerRecord {
  number: number
  text: string
  hash: string
}

export type ConsentLedger = ReturnType<typeof createConsentLedger>

interface ShownRow extends StoredLedgerRecord {
  contactName: string | null
}

/** The setting that holds the ledger's id and how far it goes. */
const headKey = 'consent_ledger'
const sliceRecords = 500

/**
 * Statements on the consent ledger: records are added and read, nothing else. Damaged ones throw `store.damaged` where they
 * are shown; `slice` and `iterate` give them as they are.
 */
export function createConsentLedger(store: Store) {
  const settings = createSettings(store)
  const insert = store.prepare<[number, string, string]>('INSERT INTO consent_ledger (number, record, hash) VALUES (?, ?, ?)')
  const selectAfter = store.prepare<[number, number], StoredLedgerRecord>(
    'SELECT number, record AS text, hash FROM consent_ledger WHERE number > ? ORDER BY number LIMIT ?',
  )
  const selectLast = store.prepare<[], StoredLedgerRecord>(
    'SELECT number, record AS text, hash FROM consent_ledger ORDER BY number DESC LIMIT 1',
  )
  const selectLastNumber = store.prepare<[], number | null>('SELECT max(number) FROM consent_ledger').pluck()
  const countAll = store.prepare<[], number>('SELECT count(*) FROM consent_ledger').pluck()
  const shown = `SELECT number, record AS text, hash, CASE WHEN json_valid(record) THEN
    (SELECT name FROM contacts WHERE uuid = json_extract(consent_ledger.record, '$.contact')) END AS contactName FROM consent_ledger`
  const selectPage = store.prepare<[number, number], ShownRow>(`${shown} WHERE number BETWEEN ? AND ? ORDER BY number DESC`)
  const matching = `CASE WHEN json_valid(record) THEN
    json_extract(record, '$.phone') LIKE @phone ESCAPE '\\'
    OR json_extract(record, '$.contact') IN (SELECT uuid FROM contacts WHERE name_key LIKE @name ESCAPE '\\' OR phone LIKE @phone ESCAPE '\\')
    OR json_extract(record, '$.contact') LIKE @text ESCAPE '\\' OR json_extract(record, '$.file.name') LIKE @text ESCAPE '\\'
    OR json_extract(record, '$.operator') LIKE @text ESCAPE '\\' OR json_extract(record, '$.run') LIKE @text ESCAPE '\\'
    OR json_extract(record, '$.time') LIKE @text ESCAPE '\\'
    OR EXISTS (SELECT 1 FROM json_each(record, '$.evidence') AS cell WHERE cell.value LIKE @text ESCAPE '\\') END`
  const selectMatching = store
    .prepare<[Record<string, string | null>], number>(`SELECT number FROM consent_ledger WHERE ${matching} ORDER BY number DESC`)
    .pluck()
  const selectOne = store.prepare<[number], ShownRow>(`${shown} WHERE number = ?`)
  const selectDecisions = store.prepare<[], { contact: string | null; phone: string | null; isGiven: number }>(
    `SELECT json_extract(record, '$.contact') AS contact, json_extract(record, '$.phone') AS phone, json_extract(record, '$.to') AS isGiven
     FROM consent_ledger WHERE json_valid(record) ORDER BY number`,
  )

  const head = (): LedgerHead | null => settings.get(headKey, ledgerHeadSchema)
  const lastNumber = (): number => selectLastNumber.get() ?? 0

  // The new record is bound to the head, not to what the table holds: where somebody has cut, lengthened or replaced the
  // ledger, or lost its head, consent is still recorded, and verification shows from then on that it does not fit.
  const appendOne = store.transaction((entry: ConsentEntry): void => {
    const from = head() ?? newHead()
    const sealed = seal({ ...from, count: Math.max(from.count, lastNumber()) }, entry)
    insert.run(sealed.number, sealed.text, sealed.head.hash)
    settings.set(headKey, sealed.head)
  })

  const slice = store.transaction((afterNumber: number, limit: number): { records: StoredLedgerRecord[]; head: LedgerHead | null } => ({
    records: selectAfter.all(afterNumber, limit),
    head: head(),
  }))

  return {
    /**
     * Adds a record and moves the head, in one transaction. Called inside a transaction it is part of that one: then the
     * record is there exactly when the rest of it is. That one has to have begun as a write (`immediate`), or with a write.
     */
    append: (entry: ConsentEntry): void => appendOne.immediate(entry),

    /** Null until the first record. */
    head,

    /** How far the ledger should go and how far it does, at one moment. */
    extent: store.transaction((): { head: LedgerHead | null; lastNumber: number } => ({ head: head(), lastNumber: lastNumber() })),

    /** What was decided about whom, oldest first; damaged records are left out. */
    *decisions(): Generator<{ contact: string | null; phone: string | null; to: boolean }> {
      for (const { contact, phone, isGiven } of selectDecisions.all()) yield { contact, phone, to: isGiven === 1 }
    },

    /** How many records there are; looks at each. */
    count: (): number => countAll.get() ?? 0,

    last(): (LedgerRecord & { hash: string }) | null {
      const stored = selectLast.get()
      return stored === undefined ? null : toRecord(stored)
    },

    /** The next records and the head, as they are at one moment. */
    slice,

    /** All records up to number `last`, oldest first; memory does not grow, and records may be added meanwhile. */
    *iterate(last = Number.MAX_SAFE_INTEGER): Generator<StoredLedgerRecord> {
      for (let after = Number.MIN_SAFE_INTEGER; ;) {
        const { records } = slice(after, sliceRecords)
        for (const record of records) {
          if (record.number > last) return
          yield record
        }
        const end = records.at(-1)
        if (end === undefined) return
        after = end.number
      }
    },

    /**
     * The newest first. A search finds a piece of a phone number, of the contact's name or uuid, of the file's name, of the
     * operator, the run, the time or the evidence; an empty one finds all.
     */
    page(query: { search: string; offset: number; limit: number }): { records: ShownLedgerRecord[]; total: number } {
      const { search, offset, limit } = query
      if (search.trim() === '') {
        // Numbers have no gaps: a page far down needs no counting.
        const total = lastNumber()
        return { records: selectPage.all(total - offset - limit + 1, total - offset).map(toShown), total }
      }
      const values = { ...searchPatterns(search), text: containsPattern(search.trim().normalize('NFC')) }
      // Every record must be read: once, for the page and the total.
      const numbers = selectMatching.all(values)
      return {
        records: numbers.slice(offset, offset + limit).flatMap((number) => selectOne.all(number).map(toShown)),
        total: numbers.length,
      }
    },
  }
}

/** A ledger's beginning: an id that no other one has. */
function newHead(): LedgerHead {
  const id = randomUUID()
  return { id, count: 0, hash: genesisHash(id) }
}

/** Reads a stored record. Throws `store.damaged`. */
export function toRecord({ number, text, hash }: StoredLedgerRecord): LedgerRecord & { hash: string } {
  return { ...readJsonColumn(ledgerRecordSchema, text, `record ${number} of the consent ledger`), hash }
}

function toShown(row: ShownRow): ShownLedgerRecord {
  return { ...toRecord(row), contactName: row.contactName }
}
