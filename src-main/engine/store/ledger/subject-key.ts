import { z } from 'zod'
import { damagedRecord } from '../json-column.ts'
import type { Store } from '../open-store.ts'
import { createSettings } from '../settings.ts'
import { subjectDigest } from './ledger-hash.ts'

/** The account's own key for digests of phone numbers, which no export holds. A migration made it. */
const settingKey = 'ledger_subject_key'
const keySchema = z.string().regex(/^[0-9a-f]{64}$/)

/** Answers the digest of a phone number, by which somebody who was sealed is known again. Throws `store.damaged`. */
export function createSubjects(store: Store): (phone: string) => string {
  let key: string | null = null
  return (phone) => {
    key ??= createSettings(store).get(settingKey, keySchema)
    if (key === null) throw damagedRecord(`setting “${settingKey}”`, null)
    return subjectDigest(key, phone)
  }
}
