import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { DesiredContact } from '../../../src-main/engine/model/plans/mapped-row.ts'
import type { Recipe } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import { holdReason } from '../../../src-main/engine/plan/guards/guard-rules.ts'
import { planRows, planSummary } from '../../../src-main/engine/plan/read/read-plan.ts'
import { guardLimits } from '../../../src-main/engine/plan/guards/guard-limits.ts'
import { releaseGuard } from '../../../src-main/engine/plan/guards/release-guard.ts'
import { guards, rowClasses, type Guard } from '../../../src-main/engine/model/plans/plan-schema.ts'
import type { CustomerRecord } from '../../../src-main/engine/model/contacts/customer.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { beforeFirstSend } from '../../../src-main/engine/store/plans/plan-row-sends.ts'
import { createPlanRows } from '../../../src-main/engine/store/plans/plan-rows.ts'
import { addFile, recipe as recipeOf } from '../store/stored-things.ts'
import { tempStores } from '../store/temp-store.ts'
import { portion } from '../../helpers/portion.ts'
import { arbitraryDesired, arbitraryRecord } from './apply-calls.ts'
import { naiveClasses, naiveGuards } from './naive-plan.ts'
import { allRows, cache, nowMs, plan, type RowParts } from './planning.ts'

const newStore = tempStores()
let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
})

const phone = fc.integer({ min: 1, max: 7 }).map((n) => `+1555000000${n}`)
const emptying = fc.constantFrom<DesiredContact>(
  { name: null },
  { notes: null },
  { tags: { handling: 'replace', tags: [] } },
  { customFields: { f1: '' } },
)
const arbitraryRow: fc.Arbitrary<RowParts> = fc.record(
  {
    phone,
    contact: fc.oneof(arbitraryDesired, emptying),
    consent: fc.boolean(),
    isOptOutExplicit: fc.constant<true>(true),
    message: fc.record({ body: fc.constantFrom('hi', 'ho'), attachments: fc.constant<string[]>([]), sentAtSeconds: fc.constant(null) }),
  },
  { requiredKeys: ['phone', 'contact', 'consent', 'message'] },
)
const arbitraryContacts: fc.Arbitrary<CustomerRecord[]> = fc
  .array(arbitraryRecord, { minLength: 2, maxLength: 7 })
  .map((all) => all.map((record, at) => ({ ...record, uuid: `u${at + 1}`, phone: `+1555000000${at + 1}` })))
const arbitraryRecipe = fc.record({
  kind: fc.constantFrom('contacts', 'contacts', 'consent', 'consent', 'messages'),
  notFound: fc.constantFrom('skip', 'create'),
  duplicates: fc.constantFrom('last', 'first', 'invalid'),
}) satisfies fc.Arbitrary<Partial<Recipe>>
const arbitraryLimits = fc.record({
  massContacts: fc.integer({ min: 0, max: 4 }),
  massShare: fc.constantFrom(0.3, 0.5),
  clearContacts: fc.integer({ min: 0, max: 2 }),
  newContacts: fc.integer({ min: 0, max: 4 }),
  newShare: fc.constantFrom(0.25, 0.5),
  newInAccountOf: fc.integer({ min: 0, max: 6 }),
  withdrawContacts: fc.integer({ min: 0, max: 3 }),
  withdrawShare: fc.constantFrom(0, 0.3, 0.9),
})
const noLimits = { ...guardLimits, massContacts: 99, newContacts: 99, clearContacts: 99, withdrawContacts: 99 }
/** So that the file itself shows that who refused has agreed since. */
const agreedLater = { atMs: nowMs + 3_600_000, precision: 'moment' } as const
/** The others hold only rows that text people. */
const drawnGuards = guards.filter((guard) => !['noConsent', 'notReachable', 'sending'].includes(guard))
const releaseOrder = fc.shuffledSubarray(drawnGuards)

/** Everything that the plan says of itself agrees with its rows. */
function expectToAddUp(planId: string, rows: number): void {
  const planned = allRows(store, planId)
  const { send, unchanged, held, skipped, invalid, ...summary } = planSummary(store, planId)
  expect(send + unchanged + held + skipped + invalid).toBe(rows)
  const counts = { send, unchanged, held, skipped, invalid }
  for (const rowClass of rowClasses) {
    const own = planned.filter((row) => row.class === rowClass)
    expect([rowClass, counts[rowClass]]).toEqual([rowClass, own.length])
    const page = planRows(store, planId, { class: rowClass, offset: 0, limit: 100 })
    expect([page.total, page.rows.map((row) => row.row)]).toEqual([own.length, own.map((row) => row.row)])
    for (const row of page.rows) expect((row.reason ?? '') === '').toBe(rowClass === 'send' || rowClass === 'invalid')
  }
  const sends = planned.filter((row) => row.class === 'send')
  expect(summary.calls).toBe(sends.reduce((sum, row) => sum + (row.detail.calls?.length ?? 0), 0))
  expect(summary.contacts).toBe(new Set(sends.map((row) => row.lane)).size)
  const numbers = sends.map(({ row }) => row)
  const own = createPlanRows(store)
  expect(own.sendsAfter(planId, 'no run', beforeFirstSend, 100).map(({ row }) => row)).toEqual(numbers)
  expect(own.openPage(planId, 'no run', 0, 100)).toEqual(sends)
  expect(planRows(store, planId, { class: 'send', search: '555', offset: 0, limit: 100 }).rows.map(({ row }) => row)).toEqual(numbers)
}

test('guards hold what the simplest possible ones hold; a release sends what no other guard holds; everything adds up, always', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryRow, { maxLength: 14 }),
      arbitraryContacts,
      arbitraryRecipe,
      arbitraryLimits,
      releaseOrder,
      async (drawn, contacts, parts, limits, order) => {
        const rows = drawn.map((row) => (row.consent === undefined ? row : { ...row, consentAt: agreedLater }))
        store.exec('DELETE FROM plans; DELETE FROM contacts')
        cache(store, ...contacts)
        const { planId, rows: planned } = await plan(store, rows, parts, { limits })
        const recipe = recipeOf(parts)
        let held = naiveGuards(rows, contacts, recipe, new Set(), limits)
        const isSentUnguarded = naiveClasses(rows, contacts, recipe, new Set(), noLimits)
        expect(planned.map((row) => row.class)).toEqual(naiveClasses(rows, contacts, recipe, new Set(), limits))
        expect(planned.map((row) => (row.class === 'held' ? row.reason : ''))).toEqual(held.map(holdReason))
        expectToAddUp(planId, rows.length)

        const stopped = (guard: Guard) => held.filter((own) => own.includes(guard)).length
        const before = planSummary(store, planId)
        expect(before.guards.map(({ guard, rows, contacts, released }) => [guard, rows, contacts, released])).toEqual(
          guards.filter((guard) => stopped(guard) > 0).map((guard) => [guard, stopped(guard), stopped(guard), false]),
        )
        for (const guard of order) {
          const count = before.guards.find((one) => one.guard === guard)?.contacts ?? 0
          for (const wrong of [count - 1, count + 1]) {
            await expect(releaseGuard(store, planId, guard, wrong)).rejects.toMatchObject({ code: 'guard.wrong_count' })
          }
          const summary = await releaseGuard(store, planId, guard, count)
          held = held.map((own) => own.filter((one) => one !== guard))
          expectToAddUp(planId, rows.length)
          expect(summary.held).toBe(held.filter((own) => own.length > 0).length)
          expect(allRows(store, planId).map((row) => (row.class === 'held' ? row.reason : ''))).toEqual(held.map(holdReason))
          expect(await releaseGuard(store, planId, guard, count)).toEqual(summary)
        }
        if (order.length === drawnGuards.length) {
          // What a release sends is what would have been sent without any guard, calls and all.
          const sent = allRows(store, planId).map((row) => row.class)
          expect(sent.map((own) => own === 'send')).toEqual(
            isSentUnguarded.map((own, at) => own === 'send' || planned[at]?.class === 'held'),
          )
          expect(planSummary(store, planId)).toMatchObject({ held: 0, fields: before.fields, skips: before.skips })
        }
        const again = await plan(store, rows, parts, { limits })
        expect(again.rows).toEqual(planned)
      },
    ),
    { numRuns: portion(100) },
  )
}, 180_000)
