import { canonicalJson } from './canonical-json.ts'
import { sha256 } from './ledger-hash.ts'
import { createLedgerWriter } from './ledger-writer.ts'
import { firstRecordSchema, type PersonToSeal, type SealingRecord } from '../../model/ledger-schema.ts'
import { readJsonColumn } from '../json-column.ts'
import type { Store } from '../open-store.ts'

/** Records that still tell who somebody is. */
export interface PersonalRecords {
  numbers: number[]
  /** The numbers and uuids that stand in them. */
  phones: string[]
  contacts: string[]
}

interface FoundPerson {
  number: number
  phone: string | null
  contact: string | null
}

/** Removes from the ledger who somebody is, so that it verifies as before. */
export function createSealing(store: Store) {
  const writer = createLedgerWriter(store)
  const json = 'CASE WHEN json_valid(ledger.record) THEN ledger.record END'
  const phoneOf = `coalesce(personal.content ->> '$.phone', (${json}) ->> '$.phone')`
  const selectPerson = store.prepare<[{ phones: string; contacts: string }], FoundPerson>(
    `SELECT ledger.number, ${phoneOf} AS phone, (${json}) ->> '$.contact' AS contact
     FROM consent_ledger AS ledger LEFT JOIN ledger_personal AS personal ON personal.number = ledger.number
     WHERE (personal.number IS NOT NULL OR (${json}) -> '$.evidence' IS NOT NULL)
       AND (phone IN (SELECT value FROM json_each(@phones)) OR contact IN (SELECT value FROM json_each(@contacts)))
     ORDER BY ledger.number`,
  )
  const selectStored = store.prepare<[number], { text: string; hash: string; isPersonal: number }>(
    `SELECT record AS text, hash, EXISTS (SELECT 1 FROM ledger_personal WHERE number = ledger.number) AS isPersonal
     FROM consent_ledger AS ledger WHERE number = ?`,
  )
  const strip = store.prepare<[string, number]>('UPDATE consent_ledger SET record = ? WHERE number = ?')
  const removePersonal = store.prepare<[number]>('DELETE FROM ledger_personal WHERE number = ?')

  /** Also the records that know the same contact by another number, or the same number at another contact. */
  function find(person: PersonToSeal): PersonalRecords {
    let known = { phones: 'phone' in person ? [person.phone] : [], contacts: 'contact' in person ? [person.contact] : [] }
    const look = () => selectPerson.all({ phones: JSON.stringify(known.phones), contacts: JSON.stringify(known.contacts) })
    const namedBy = look()
    known = { phones: distinct(namedBy, 'phone', known.phones), contacts: distinct(namedBy, 'contact', known.contacts) }
    return { numbers: look().map(({ number }) => number), ...known }
  }

  /** What is left of a record of the first layout, and its digest; of others the record itself stays. */
  function whatIsLeft(number: number): { digest: string; left: string | null } {
    const stored = selectStored.get(number)
    if (stored === undefined) throw new Error(`There is no record ${number}.`)
    if (stored.isPersonal === 1) return { digest: stored.hash, left: null }
    const { phone, evidence: _evidence, ...rest } = readJsonColumn(firstRecordSchema, stored.text, `record ${number} of the consent ledger`)
    const left = canonicalJson({ ...rest, stripped: true, subject: phone === null ? null : writer.subjectOf(phone) })
    return { digest: sha256(left), left }
  }

  const seal = store.transaction((numbers: readonly number[], signature: Omit<SealingRecord, keyof Place | 'kind' | 'sealed'>): void => {
    const left = numbers.map((number) => ({ number, ...whatIsLeft(number) }))
    writer.appendSealing({ ...signature, sealed: Object.fromEntries(left.map(({ number, digest }) => [number, digest])) })
    for (const { number, left: text } of left) {
      if (text === null) removePersonal.run(number)
      else strip.run(text, number)
    }
  })

  return {
    find,
    /** Adds a record that names them, then removes number, name and evidence from them. To be called where nothing removed may stay on the disk. */
    seal: (numbers: readonly number[], signature: Parameters<typeof seal>[1]): void => seal.immediate(numbers, signature),
  }
}

type Place = Pick<SealingRecord, 'version' | 'ledger' | 'number' | 'previousHash'>

function distinct(found: readonly FoundPerson[], key: 'phone' | 'contact', also: readonly string[]): string[] {
  return [...new Set([...also, ...found.flatMap((one) => one[key] ?? [])])]
}
