import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../src-main/engine/model/clock.ts'
import type { Recipe } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import type { PlanOptions } from '../../../src-main/engine/plan/build/build-plan.ts'
import type { FieldChange } from '../../../src-main/engine/model/plans/plan-schema.ts'
import { rowsToRetry } from '../../../src-main/engine/plan/build/retry-rows.ts'
import type { Service } from '../../../src-main/engine/service/service.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { plan as planAgain } from '../plan/planning.ts'
import { runStations, type RowParts } from './run-stations.ts'
import { runPlan, stateOf, undoRun } from './undoing.ts'

const station = runStations()
/** No account has this custom field: the service refuses the whole record. */
const refusedFields = { name: 'New name', customFields: { 'no-such-field': 'x' } }

type Station = Awaited<ReturnType<typeof station>>

function contactsOf({ store, phones }: Station, count: number) {
  const contacts = tablesOf(store).contacts
  return phones
    .flatMap((phone) => contacts.findByPhone(phone))
    .filter(({ record }) => record.blocked !== true && record.consent !== false)
    .slice(0, count)
}

const consentOf = (here: Station, uuid: string) => here.sandbox.customer(uuid)?.consent
const failureOf = (store: Store, runId: string, row: number) => tablesOf(store).runRows.find(runId, [row]).get(row)

/** Plans rows under an id of their own. */
async function planned(
  { store }: Station,
  planId: string,
  rows: readonly RowParts[],
  parts: Partial<Recipe>,
  options: Partial<PlanOptions>,
) {
  await planAgain(store, rows as Parameters<typeof planAgain>[1], parts, { planId, ...options })
  return { rows: tablesOf(store).planRows.after(planId, 0, 10) }
}

describe('a row with several calls', () => {
  test('sends the refusal first, and ends as failed with what did happen when the rest fails; a retry does only the rest', async () => {
    const here = await station({ contacts: 30 })
    const [contact] = contactsOf(here, 1)
    if (contact === undefined) throw new Error('nobody')
    const { uuid, phone } = contact.record
    const rows: RowParts[] = [{ phone: phone ?? '', contact: refusedFields, consent: false }]
    const summary = await runPlan(here.store, here.runner, await here.plan(rows))
    expect(summary).toMatchObject({ state: 'finished', failed: 1, done: 0, held: 0, calls: 2 })
    expect(consentOf(here, uuid)).toBe(false)
    expect(failureOf(here.store, summary.id, 1)).toMatchObject({
      outcome: 'failed',
      failure: {
        message: expect.stringMatching(/Of this row, done before that: Consent\.$/) as string,
        hint: expect.stringMatching(/Trying the failed rows again does only the rest\.$/) as string,
      },
    })

    const mended: RowParts[] = [{ phone: phone ?? '', contact: { name: 'New name' }, consent: false }]
    const retried = rowsToRetry(here.store, summary.id, Date.now()).rows
    const again = await planned(here, 'again-1', mended, {}, { retried, lookup: 'missing', service: here.service, clock: systemClock })
    expect(again.rows[0]?.detail.calls).toEqual([{ kind: 'updateCustomer', uuid, customer: { name: 'New name' } }])
  })

  test('gives permission last, and not at all when something before it failed', async () => {
    const here = await station({ contacts: 30 })
    const [good, bad] = contactsOf(here, 30).filter(({ record }) => record.consent === null)
    if (good === undefined || bad === undefined) throw new Error('nobody')
    const rows: RowParts[] = [
      { phone: good.record.phone ?? '', contact: { name: 'New name' }, consent: true },
      { phone: bad.record.phone ?? '', contact: refusedFields, consent: true },
    ]
    const summary = await runPlan(here.store, here.runner, await here.plan(rows))
    expect(summary).toMatchObject({ done: 1, failed: 1 })
    expect([consentOf(here, good.record.uuid), consentOf(here, bad.record.uuid)]).toEqual([true, null])
    // Nothing of it was done.
    expect(failureOf(here.store, summary.id, 2)?.failure?.message).not.toContain('done before that')
  })

  test('gives no permission to somebody who refused while the row was under way', async () => {
    const here = await station({ contacts: 30 })
    const [contact] = contactsOf(here, 30).filter(({ record }) => record.consent === null)
    if (contact === undefined) throw new Error('nobody')
    const { uuid, phone } = contact.record
    const service: Service = {
      ...here.service,
      async perform(call, signal) {
        const outcome = await here.service.perform(call, signal)
        if (call.kind === 'updateCustomer') await here.service.perform({ kind: 'setConsent', uuid, phone: null, consent: false })
        return outcome
      },
    }
    const planId = await here.plan([{ phone: phone ?? '', contact: { name: 'New name' }, consent: true }])
    const summary = await runPlan(here.store, here.makeRunner({ service }), planId)
    expect(summary).toMatchObject({ done: 0, failed: 1, held: 0, calls: 1 })
    expect(consentOf(here, uuid)).toBe(false)
    const failure = failureOf(here.store, summary.id, 1)?.failure
    expect(failure).toMatchObject({ code: 'held.changed' })
    expect(failure?.message).toMatch(/Consent of this contact.*Of this row, done before that: Name\.$/)
  })

  test('is taken back but for the consent, which is held', async () => {
    const here = await station({ contacts: 30 })
    const contacts = contactsOf(here, 30)
    const agreed = contacts.find(({ record }) => record.consent === true)
    if (agreed === undefined) throw new Error('nobody')
    const { uuid, phone } = agreed.record
    const before = stateOf(here.sandbox, uuid)
    const run = await runPlan(
      here.store,
      here.runner,
      await here.plan([{ phone: phone ?? '', contact: { name: 'Other', notes: 'Other' }, consent: false }]),
    )
    expect(run).toMatchObject({ done: 1, calls: 2 })
    expect(stateOf(here.sandbox, uuid)).not.toEqual(before)
    const undone = await undoRun(here.store, here.runner, run.id)
    expect(undone).toMatchObject({ state: 'finished', undo: { restored: 2, held: 1, failed: 0 } })
    expect(stateOf(here.sandbox, uuid)).toEqual({ ...before, consent: false })
  })

  test('of somebody new is created, then refuses, then gets the rest', async () => {
    const here = await station({ contacts: 30 })
    const planId = await here.plan([{ phone: '+12025550188', contact: { name: 'New', archived: true }, consent: false }], { mode: 'add' })
    const [row] = tablesOf(here.store).planRows.after(planId, 0, 1)
    expect(row?.detail.calls?.map(({ kind }) => kind)).toEqual(['createCustomer', 'setConsent', 'updateCustomer'])
    expect(row?.detail.changes?.map(({ field }: FieldChange) => field)).toEqual(['phone_number', 'name', 'archived', 'consent'])
    const summary = await runPlan(here.store, here.runner, planId)
    expect(summary).toMatchObject({ done: 1, failed: 0 })
    const created = await here.service.customerByPhone('+12025550188')
    expect(created?.record).toMatchObject({ name: 'New', archived: true, consent: false })
  })

  test('whose contact was created before it failed goes on when it is tried again, also where contacts are only added', async () => {
    const here = await station({ contacts: 30 })
    const service: Service = {
      ...here.service,
      async perform(call, signal) {
        if (call.kind !== 'updateCustomer') return here.service.perform(call, signal)
        const error = { code: 'service.refused', message: 'No.', hint: 'Ask.', serviceText: null }
        return Promise.resolve({ kind: 'failed', status: 422, error })
      },
    }
    const rows: RowParts[] = [{ phone: '+12025550188', contact: { name: 'New', archived: true }, consent: true }]
    const summary = await runPlan(here.store, here.makeRunner({ service }), await here.plan(rows, { mode: 'add' }))
    expect(summary).toMatchObject({ done: 0, failed: 1 })
    expect(failureOf(here.store, summary.id, 1)?.failure?.message).toContain('done before that: New contact, Name.')
    const created = await here.service.customerByPhone('+12025550188')
    expect(created?.record).toMatchObject({ archived: false, consent: null })

    const retried = rowsToRetry(here.store, summary.id, Date.now()).rows
    const again = await planned(
      here,
      'again-2',
      rows,
      { mode: 'add' },
      { retried, lookup: 'missing', service: here.service, clock: systemClock },
    )
    expect(again.rows.map((row) => [row.class, row.detail.calls?.map(({ kind }) => kind)])).toEqual([
      ['send', ['updateCustomer', 'setConsent']],
    ])
    const other = await planned(here, 'again-3', rows, { mode: 'add' }, { lookup: 'missing', service: here.service, clock: systemClock })
    expect(other.rows.map((row) => [row.class, row.reason])).toEqual([['skipped', 'exists']])
  })
})
