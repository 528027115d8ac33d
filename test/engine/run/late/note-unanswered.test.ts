import { expect, test } from 'vitest'
import type { CustomerUpdate } from '../../../../src-main/engine/model/contacts/customer.ts'
import { createUnansweredNotes } from '../../../../src-main/engine/run/late/note-unanswered.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { cache, plan } from '../../plan/planning.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'

const tempStore = tempStores()
const phone = '+12025550101'
const record = { uuid: 'u1', phone, name: 'Old', email: 'old@example.org', unreachable: true }

test.each<[string, CustomerUpdate, object]>([
  ['is forgotten where the row writes some of it', { name: 'New', email: 'new@example.org' }, { uuid: 'u1', phone, name: 'Old' }],
  ['is known as before where the row writes none of it', { name: 'New' }, record],
])('what the service never shows of the contact of an unanswered call %s', async (_what, contact, known) => {
  const store = tempStore()
  addFile(store)
  cache(store, record)
  const { planId } = await plan(store, [{ phone, contact }])
  const call = { runId: 'run', row: 1, ordinal: 0, sentAtMs: 5 }
  createUnansweredNotes(store)(planId, ['u1', phone], call)
  const { contacts, unansweredCalls } = tablesOf(store)
  expect(unansweredCalls.of('u1')).toEqual(call)
  expect(contacts.findByUuid('u1')?.record).toEqual(known)
})
