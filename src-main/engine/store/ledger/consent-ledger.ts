import { createLedgerWriter } from './ledger-writer.ts'
import { type StoredLedgerRecord, toEntry } from './stored-ledger-record.ts'
import type { LedgerEntry, LedgerHead, LedgerPart, ShownLedgerRecord } from '../../model/ledger-schema.ts'
import type { Store } from '../open-store.ts'
import { containsPattern, searchPatterns } from '../contacts/search-text.ts'

export type ConsentLedger = ReturnType<typeof createConsentLedger>

interface ShownRow extends StoredLedgerRecord {
  contactName: string | null
  correctedBy: number | null
}

/** Which records: those in which the search finds a piece of something, all of them with an empty one. */
export interface LedgerQuery {
  search: string
  /** A uuid: just the records of that contact. */
  contact?: string | undefined
  /** Just those from then on. */
  sinceMs?: number | undefined
  /** Just those that were written under this name. */
  operator?: string | undefined
}

/** What was decided about somebody. `subject` is the keyed digest of the number, where it is known. */
export interface ConsentDecision {
  contact: string | null
  phone: string | null
  subject: string | null
  to: boolean
  atMs: number
}

const sliceRecords = 500

const joined = 'FROM consent_ledger AS ledger LEFT JOIN ledger_personal AS personal ON personal.number = ledger.number'
const stored = 'ledger.number, ledger.record AS text, ledger.hash, personal.content AS personal'
/** Null of a damaged record. */
const json = '(CASE WHEN json_valid(ledger.record) THEN ledger.record END)'

/**
 * Statements on the consent ledger: records are added and read, nothing else; see `sealing.ts` for what is personal. Damaged ones throw
 * `store.damaged` where they are shown; `slice` and `iterate` give them as they are.
 */
export function createConsentLedger(store: Store) {
  const { head, lastNumber, append, correct, subjectOf } = createLedgerWriter(store)
  const selectAfter = store.prepare<[number, number], StoredLedgerRecord>(
    `SELECT ${stored} ${joined} WHERE ledger.number > ? ORDER BY ledger.number LIMIT ?`,
  )
  const selectLast = store.prepare<[], StoredLedgerRecord>(`SELECT ${stored} ${joined} ORDER BY ledger.number DESC LIMIT 1`)
  const countAll = store.prepare<[], number>('SELECT count(*) FROM consent_ledger').pluck()
  const shown = `SELECT ${stored}, (SELECT name FROM contacts WHERE uuid = ${json} ->> '$.contact') AS contactName,
    (SELECT max(later.number) FROM consent_ledger AS later
     WHERE (CASE WHEN json_valid(later.record) THEN later.record ->> '$.corrects' END) = ledger.number) AS correctedBy ${joined}`
  const selectPage = store.prepare<[number, number], ShownRow>(`${shown} WHERE ledger.number BETWEEN ? AND ? ORDER BY ledger.number DESC`)
  const evidence = `coalesce(personal.content, ${json})`
  const matching = `${json} IS NOT NULL AND (
    coalesce(personal.content ->> '$.phone', ${json} ->> '$.phone') LIKE @phone ESCAPE '\\'
    OR personal.content ->> '$.name' LIKE @text ESCAPE '\\'
    OR ((personal.content IS NOT NULL OR ${json} -> '$.evidence' IS NOT NULL) AND ${json} ->> '$.contact' IN
      (SELECT uuid FROM contacts WHERE name_key LIKE @name ESCAPE '\\' OR phone LIKE @phone ESCAPE '\\'))
    OR ${['contact', 'file.name', 'operator', 'run', 'time'].map((part) => `${json} ->> '$.${part}' LIKE @text ESCAPE '\\'`).join(' OR ')}
    OR EXISTS (SELECT 1 FROM json_each(${evidence}, '$.evidence') AS cell WHERE cell.value LIKE @text ESCAPE '\\'))`
  const parts: Record<LedgerPart, string> = {
    given: `${json} ->> '$.to' = 1`,
    withdrawn: `${json} ->> '$.to' = 0`,
    noEvidence: `${json} -> '$.to' IS NOT NULL AND (personal.content IS NOT NULL OR ${json} -> '$.evidence' IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM json_each(${evidence}, '$.evidence') AS cell WHERE cell.value <> '')`,
  }
  const asked = `${matching} AND (@contact IS NULL OR ${json} ->> '$.contact' = @contact) AND (@since IS NULL OR ${json} ->> '$.time' >= @since)
    AND (@operator IS NULL OR ${json} ->> '$.operator' = @operator)`
  const narrowed = `CASE @only WHEN 'given' THEN ${parts.given} WHEN 'withdrawn' THEN ${parts.withdrawn}
      WHEN 'noEvidence' THEN ${parts.noEvidence} ELSE TRUE END`
  const selectMatching = store
    .prepare<[Record<string, string | null>], number>(
      `SELECT ledger.number ${joined} WHERE ${asked} AND ${narrowed} ORDER BY ledger.number DESC`,
    )
    .pluck()
  const countParts = store.prepare<[Record<string, string | null>], Record<LedgerPart, number | null>>(
    `SELECT sum(${parts.given}) AS given, sum(${parts.withdrawn}) AS withdrawn, sum(${parts.noEvidence}) AS noEvidence ${joined} WHERE ${asked}`,
  )
  const selectOne = store.prepare<[number], ShownRow>(`${shown} WHERE ledger.number = ?`)
  const selectDecisions = store.prepare<[number], Omit<ConsentDecision, 'to' | 'atMs'> & { isGiven: number; time: string | null }>(
    `SELECT ${json} ->> '$.contact' AS contact, coalesce(personal.content ->> '$.phone', ${json} ->> '$.phone') AS phone,
       ${json} ->> '$.subject' AS subject, ${json} ->> '$.to' AS isGiven, ${json} ->> '$.time' AS time
     ${joined} WHERE ledger.number > ? AND ${json} -> '$.to' IS NOT NULL
       AND (isGiven = 0 OR NOT EXISTS (SELECT 1 FROM consent_ledger AS later
         WHERE (CASE WHEN json_valid(later.record) THEN later.record ->> '$.corrects' END) = ledger.number))
     ORDER BY ledger.number`,
  )
  const hasOthers = store
    .prepare<[number], number>(
      `SELECT EXISTS (SELECT 1 FROM consent_ledger AS ledger WHERE ledger.number > ? AND coalesce(${json} ->> '$.kind', 'consent') <> 'consent')`,
    )
    .pluck()
  const selectOfRow = store
    .prepare<[string, number], number>(
      `SELECT ledger.number FROM consent_ledger AS ledger
       WHERE ${json} ->> '$.run' = ? AND ${json} ->> '$.row' = ? ORDER BY ledger.number DESC LIMIT 1`,
    )
    .pluck()

  const slice = store.transaction((afterNumber: number, limit: number): { records: StoredLedgerRecord[]; head: LedgerHead | null } => ({
    records: selectAfter.all(afterNumber, limit),
    head: head(),
  }))

  const selectOperators = store
    .prepare<[], string>(
      `SELECT DISTINCT ${json} ->> '$.operator' AS name FROM consent_ledger AS ledger WHERE name <> '' ORDER BY name COLLATE NOCASE, name`,
    )
    .pluck()

  const valuesOf = ({ search, contact, sinceMs, operator }: LedgerQuery): Record<string, string | null> => ({
    ...searchPatterns(search),
    text: containsPattern(search.trim().normalize('NFC')),
    contact: contact ?? null,
    since: sinceMs === undefined ? null : new Date(sinceMs).toISOString(),
    operator: operator ?? null,
  })

  return {
    head,
    append,
    correct,
    subjectOf,

    /** How far the ledger should go and how far it does, at one moment. */
    extent: store.transaction((): { head: LedgerHead | null; lastNumber: number } => ({ head: head(), lastNumber: lastNumber() })),

    /**
     * What was decided about whom after a record, oldest first; damaged records are left out, and permissions that were corrected. A
     * refusal stays one even where the service did not store it.
     */
    *decisions(after = 0): Generator<ConsentDecision> {
      for (const { isGiven, time, ...who } of selectDecisions.all(after)) {
        const atMs = Date.parse(time ?? '')
        // A time that cannot be read is later than any evidence.
        yield { ...who, to: isGiven === 1, atMs: Number.isNaN(atMs) ? Number.MAX_SAFE_INTEGER : atMs }
      }
    },

    lastNumber,

    /** Whether records after this one correct or seal earlier ones: then those are to be read once more. */
    changesEarlier: (after: number): boolean => hasOthers.get(after) === 1,

    /** The newest record of a row of a run; null where there is none. */
    ofRow: (runId: string, row: number): LedgerEntry | null => {
      const number = selectOfRow.get(runId, row)
      const found = number === undefined ? undefined : selectOne.get(number)
      return found === undefined ? null : toEntry(found)
    },

    /** How many records there are; looks at each. */
    count: (): number => countAll.get() ?? 0,

    last(): LedgerEntry | null {
      const found = selectLast.get()
      return found === undefined ? null : toEntry(found)
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
     * operator, the run, the time or the evidence; an empty one finds all. Who was sealed is not found by name or number.
     */
    page({ offset, limit, only = null, ...query }: LedgerQuery & { offset: number; limit: number; only?: LedgerPart | undefined | null }): {
      records: ShownLedgerRecord[]
      total: number
    } {
      const { search, contact, sinceMs, operator } = query
      if (search.trim() === '' && only === null && [contact, sinceMs, operator].every((each) => each === undefined)) {
        // Numbers have no gaps: a page far down needs no counting.
        const total = lastNumber()
        return { records: selectPage.all(total - offset - limit + 1, total - offset).map(toShown), total }
      }
      // Every record must be read: once, for the page and the total.
      const numbers = selectMatching.all({ ...valuesOf(query), only })
      return {
        records: numbers.slice(offset, offset + limit).flatMap((number) => selectOne.all(number).map(toShown)),
        total: numbers.length,
      }
    },

    /** Under which names records were written, in their order; reads them all. */
    operators: (): string[] => selectOperators.all(),

    /** How many of the records that such a query finds are in each part; reads them all. */
    partCounts(query: LedgerQuery): Record<LedgerPart, number> {
      const found = countParts.get(valuesOf(query))
      return { given: found?.given ?? 0, withdrawn: found?.withdrawn ?? 0, noEvidence: found?.noEvidence ?? 0 }
    },
  }
}

function toShown({ contactName, correctedBy, ...record }: ShownRow): ShownLedgerRecord {
  const entry = toEntry(record)
  return { ...entry, contactName: entry.isSealed ? null : contactName, correctedBy }
}
