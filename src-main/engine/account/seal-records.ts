import { removePatientlySync } from '../files/patient-files.ts'
import { AppError } from '../model/errors.ts'
import type { PersonToSeal } from '../model/ledger-schema.ts'
import type { PersonalRecords } from '../store/ledger/sealing.ts'
import { asStoreError, durably, type Store } from '../store/open-store.ts'
import { tablesOf } from '../store/tables.ts'
import { createPhoneReader } from '../text/phone-number.ts'
import { counted } from '../text/counted.ts'
import { noteForgetting, removeBackupsOfBefore } from './remove-forgotten.ts'

/** Who seals, and when. */
interface Signature {
  operator: string
  account: { name: string; baseUrl: string }
  nowMs: number
}

/** The records that tell who somebody is. `country`: how a number without a country code is read. Throws `usage`. */
export function recordsOf(store: Store, person: PersonToSeal, country: string): PersonalRecords {
  return tablesOf(store).sealing.find('phone' in person ? { phone: readPhone(person.phone, country) } : person)
}

/**
 * Removes number, name and evidence of somebody from the ledger and from the backups of before, and who they are from the cache of contacts,
 * from its search index, and from what syncs found. The do-not-text list keeps a digest
 * of the number. Throws `guard.wrong_count` where `records` is not their number, and `usage` where there are none.
 */
export function sealPerson(store: Store, found: PersonalRecords, records: number, { operator, account, nowMs }: Signature): void {
  const { numbers, phones, contacts } = found
  if (numbers.length === 0)
    throw new AppError(
      'usage',
      'No record of the consent ledger tells who this is.',
      'Check the phone number or the uuid; who was sealed before is not found any more.',
    )
  if (numbers.length !== records)
    throw new AppError(
      'guard.wrong_count',
      `${counted(numbers.length, 'record')} of the consent ledger would be sealed, not ${records}. Nothing was sealed.`,
      'Look at the records of this person, then type in how many there are.',
    )
  const {
    askedPosts,
    contacts: cache,
    doNotText,
    groupConversations,
    openStops,
    sealing,
    searchIndex,
    stoppedTexts,
    syncs,
    textedPeople,
  } = tablesOf(store)
  try {
    store.pragma('secure_delete = ON')
    durably(store, () => {
      sealing.seal(numbers, { time: new Date(nowMs).toISOString(), operator, account })
      for (const phone of phones) {
        doNotText.seal(phone)
        askedPosts.remove(phone)
        stoppedTexts.remove(phone)
        textedPeople.remove(phone)
        groupConversations.remove(phone)
      }
      for (const uuid of contacts) openStops.remove(uuid)
      syncs.noteGaps()
      searchIndex.rebuildAround(cache.removeWithoutTrace(phones, contacts))
      noteForgetting(store, nowMs)
    })
    // What was written before is still in the log.
    store.pragma('wal_checkpoint(TRUNCATE)')
    removeBackupsOfBefore(store, removePatientlySync)
  } catch (error) {
    throw asStoreError(error)
  }
}

function readPhone(text: string, country: string): string {
  const reading = createPhoneReader(country)(text)
  if (reading.phone !== null) return reading.phone
  throw new AppError('usage', `"${text}" is no phone number.`, 'Write it with its country code, such as +1 202 555 0143.')
}
