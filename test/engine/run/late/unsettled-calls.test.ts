import { expect, test } from 'vitest'
import { usualPatience } from '../../../../src-main/engine/run/late/patience.ts'
import { unsettledForMs } from '../../../../src-main/engine/run/late/unsettled-calls.ts'
import { thisProcess } from '../../../../src-main/engine/store/process-owner.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { cache, nowMs, plan } from '../../plan/planning.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'

const tempStore = tempStores()
const phone = '+12025550101'
const newPhone = '+12025550102'

test('a call without an answer may take effect until its time has passed, and is asked about twice a second', () => {
  const leftOf = (sentAgoMs: number, contacts = ['u9', 'u1']) => {
    const store = tempStore()
    tablesOf(store).unansweredCalls.note(['u1'], { runId: 'run', row: 1, ordinal: 0, sentAtMs: nowMs - sentAgoMs })
    return unsettledForMs(store, contacts, nowMs)
  }
  expect(leftOf(0)).toBe(500)
  expect(leftOf(0, ['u9'])).toBe(0)
  expect(leftOf(usualPatience.arrivalMs - 499)).toBe(499)
  expect(leftOf(usualPatience.arrivalMs - 1)).toBe(1)
  expect(leftOf(usualPatience.arrivalMs)).toBe(0)
})

test('so may one that is under way, to a contact that is known by its identifier or only by its number', async () => {
  const store = tempStore()
  addFile(store)
  cache(store, { uuid: 'u1', phone, name: 'Old' })
  const contact = { name: 'New' }
  const { planId } = await plan(
    store,
    [phone, newPhone].map((one) => ({ phone: one, contact })),
    { notFound: 'create' },
  )
  const { runs, calls } = tablesOf(store)
  runs.add({ id: 'run', planId, kind: 'contacts', operator: 'Pat', settings: {}, startedAtMs: 1 })
  runs.takeLease('run', thisProcess, nowMs + 1)
  const isUnsettled = (contact: string) => unsettledForMs(store, [contact], nowMs) > 0
  const unsettled = () => ['u1', phone, newPhone, 'u9'].filter(isUnsettled)
  expect(unsettled()).toEqual([])
  for (const row of [1, 2]) calls.writeSent('run', { row, ordinal: 0, kind: 'updateCustomer', sentAtMs: nowMs, beforeImage: null })
  expect(unsettled()).toEqual(['u1', phone, newPhone])
  calls.writeEnd('run', { row: 1, ordinal: 0, state: 'done', httpStatus: 200, error: null, afterImage: null }, 'sent', nowMs)
  expect(unsettled()).toEqual([newPhone])
})
