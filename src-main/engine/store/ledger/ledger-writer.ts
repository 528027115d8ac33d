import { randomBytes, randomUUID } from 'node:crypto'
import type { CanonicalValue } from './canonical-json.ts'
import { genesisHash, linked, personalDigests } from './ledger-hash.ts'
import {
  type ConsentEntry,
  type ConsentRecord,
  type CorrectionRecord,
  type LedgerHead,
  ledgerHeadSchema,
  type SealingRecord,
} from '../../model/ledger-schema.ts'
import type { Store } from '../open-store.ts'
import { createSettings } from '../settings.ts'
import { createSubjects } from './subject-key.ts'

/** The setting that holds the ledger's id and how far it goes. */
const headKey = 'consent_ledger'

type Place = 'version' | 'ledger' | 'number' | 'previousHash'

/**
 * Adds records to the ledger and moves its head, in one transaction each. Called inside a transaction they are part of that one: then
 * the record is there exactly when the rest of it is. That one has to have begun as a write (`immediate`), or with a write.
 */
export function createLedgerWriter(store: Store) {
  const settings = createSettings(store)
  const subjectOf = createSubjects(store)
  const insert = store.prepare<[number, string, string]>('INSERT INTO consent_ledger (number, record, hash) VALUES (?, ?, ?)')
  const insertPersonal = store.prepare<[number, string]>('INSERT INTO ledger_personal (number, content) VALUES (?, ?)')
  const selectLastNumber = store.prepare<[], number | null>('SELECT max(number) FROM consent_ledger').pluck()

  const head = (): LedgerHead | null => settings.get(headKey, ledgerHeadSchema)
  const lastNumber = (): number => selectLastNumber.get() ?? 0

  // The new record is bound to the head, not to what the table holds: where somebody has cut, lengthened or replaced the
  // ledger, or lost its head, consent is still recorded, and verification shows from then on that it does not fit.
  const write = (said: Readonly<Record<string, CanonicalValue>>): number => {
    const from = head() ?? newHead()
    const next = linked({ ...from, count: Math.max(from.count, lastNumber()) }, said)
    insert.run(next.number, next.text, next.head.hash)
    settings.set(headKey, next.head)
    return next.number
  }

  const append = store.transaction(({ phone, name, evidence, ...change }: ConsentEntry): void => {
    const personal = { salt: randomBytes(16).toString('hex'), phone, name, evidence }
    const said: Omit<ConsentRecord, Place> = {
      kind: 'consent',
      ...change,
      subject: phone === null ? null : subjectOf(phone),
      digests: personalDigests(personal),
    }
    const number = write(said)
    insertPersonal.run(number, JSON.stringify(personal))
  })
  const correct = store.transaction((correction: Omit<CorrectionRecord, Place | 'kind'>): void => {
    write({ kind: 'correction', ...correction })
  })

  return {
    /** Null until the first record. */
    head,
    lastNumber,
    subjectOf,
    /** Adds a consent change. What is personal is kept beside the chain. */
    append: (entry: ConsentEntry): void => append.immediate(entry),
    /** Adds that an earlier record is not so. */
    correct: (correction: Omit<CorrectionRecord, Place | 'kind'>): void => correct.immediate(correction),
    /** Adds that earlier records were sealed; what is personal has to be removed in the same transaction. */
    appendSealing: (sealing: Omit<SealingRecord, Place | 'kind'>): number => write({ kind: 'sealing', ...sealing }),
  }
}

/** A ledger's beginning: an id that no other one has. */
function newHead(): LedgerHead {
  const id = randomUUID()
  return { id, count: 0, hash: genesisHash(id) }
}
