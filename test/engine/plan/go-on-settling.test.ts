import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Recipe } from '../../../src-main/engine/model/recipe-schema.ts'
import { closing } from '../../../src-main/engine/plan/build/build-plan.ts'
import { takeUpPlan, type PlannedPart } from '../../../src-main/engine/plan/go-on.ts'
import type { GuardLimits } from '../../../src-main/engine/plan/guards/guard-limits.ts'
import { failInterruptedPlans } from '../../../src-main/engine/plan/build/interrupted-plans.ts'
import { planSummary } from '../../../src-main/engine/plan/read/read-plan.ts'
import { thisProcess } from '../../../src-main/engine/store/process-owner.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { addFile } from '../store/stored-things.ts'
import { tempStores } from '../store/temp-store.ts'
import { arbitraryContacts, arbitraryParts, arbitraryRow, limits as lowLimits, makings, stored } from './interrupting.ts'
import { cache, clock, nowMs, plan, type RowParts } from './planning.ts'

const newStore = tempStores()
const planId = 'settled'

/**
 * Plans until settling has stopped `after` times to let others work, and ends there, as Rollcall does that is closed. Answers
 * whether it was done before, how often it stopped, and how many rows were settled at each stop.
 */
async function planUntil(
  store: Store,
  rows: readonly RowParts[],
  parts: Partial<Recipe>,
  after: number,
  options: { limits: GuardLimits; planned?: PlannedPart },
) {
  const abort = new AbortController()
  let [told, stops] = [0, 0]
  const settledAt: number[] = []
  const planning = plan(store, rows, parts, {
    ...options,
    planId,
    readRows: async function* () {
      yield { rows: rows.map((_, at) => ({ line: at + 2, cells: ['x'] })), bytesRead: 0 }
    },
    canGoOn: true,
    signal: abort.signal,
    // Told at each stop.
    clock: { ...clock, monotonicMs: () => (told += 1000) },
    onProgress({ phase }) {
      if (phase !== 'comparing') return
      settledAt[stops] = settledRows(store)
      stops += 1
      if (stops > after) abort.abort(closing)
    },
  })
  const isDone = await planning.then(
    () => true,
    () => false,
  )
  return { isDone, stops, settledAt }
}

/** As the next start of Rollcall does. */
function takeUp(store: Store, parts: Partial<Recipe>): PlannedPart | undefined {
  failInterruptedPlans(store, thisProcess, nowMs)
  return takeUpPlan(store, makings(parts), nowMs)?.planned
}

const settledRows = (store: Store): number =>
  store
    .prepare<[], number>(
      "SELECT count(*) FROM plan_rows WHERE group_row IS NOT NULL OR reason LIKE '%clear%' OR reason LIKE '%mass%' OR detail LIKE '%resolveConversation%'",
    )
    .pluck()
    .get() ?? 0

const most = 230
const numberOf = (n: number): string => `+1555111${String(n).padStart(4, '0')}`
const message = { body: 'hello', attachments: [], sentAtSeconds: null }

/**
 * Rows that are settled a transaction at a time with the others: of one contact, and of many of which a field is emptied. As
 * there may be any number of them, transactions end anywhere among the others.
 */
const arbitraryFill = fc.record({
  ofOne: fc.integer({ min: 100, max: 320 }),
  ofMany: fc.integer({ min: 0, max: most }),
  isFirst: fc.boolean(),
})

function filled(rows: readonly RowParts[], { ofOne, ofMany, isFirst }: { ofOne: number; ofMany: number; isFirst: boolean }): RowParts[] {
  const one = Array.from({ length: ofOne }, (_, n) => ({
    phone: numberOf(most),
    contact: { name: `One ${n % 3}` },
    consent: n % 5 > 0,
    message,
  }))
  const many = Array.from({ length: ofMany }, (_, n) => ({ phone: numberOf(n), contact: { notes: null }, consent: true, message }))
  return isFirst ? [...one, ...many, ...rows] : [...many, ...rows, ...one]
}

test('a plan that is interrupted anywhere while it is settled, even again and again, is the one that an undisturbed planning makes', async () => {
  let halfSettled = 0
  const [store, undisturbed] = [newStore(), newStore()]
  for (const one of [store, undisturbed]) addFile(one)
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryRow, { minLength: 10, maxLength: 60 }),
      arbitraryFill,
      arbitraryContacts,
      arbitraryParts,
      fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (some, fill, contacts, parts, stops, isGuarded) => {
        const rows = filled(some, fill)
        const limits = isGuarded ? lowLimits : { ...lowLimits, massContacts: 10_000 }
        for (const one of [store, undisturbed]) {
          one.exec('DELETE FROM plans; DELETE FROM contacts')
          cache(one, ...contacts)
          one.transaction(() =>
            cache(one, ...Array.from({ length: most }, (_, n) => ({ uuid: `f${n}`, phone: numberOf(n), name: 'Ann', notes: 'old' }))),
          )()
        }
        const { isDone, stops: allStops, settledAt } = await planUntil(undisturbed, rows, parts, Infinity, { limits })
        expect(isDone).toBe(true)
        const whole = stored(undisturbed, planId)
        const allSettled = settledRows(undisturbed)

        // First, where there is such a place, with some rows settled and others not; then anywhere.
        const inTheMidst = settledAt.flatMap((settled, stop) => (settled > 0 && settled < allSettled ? stop : []))
        let planned: PlannedPart | undefined
        for (const [at, percent] of stops.entries()) {
          const anywhere = Math.floor((allStops * percent) / 100)
          const after = at > 0 ? anywhere : (inTheMidst[Math.floor((inTheMidst.length * percent) / 100)] ?? anywhere)
          const stopped = await planUntil(store, rows, parts, after, { limits, ...(planned && { planned }) })
          if (stopped.isDone) break
          const settled = settledRows(store)
          if (settled > 0 && settled < allSettled) halfSettled += 1
          planned = takeUp(store, parts)
          expect(planned?.rows).toBe(rows.length)
        }
        if (planSummary(store, planId).state !== 'ready')
          await plan(store, rows, parts, { limits, canGoOn: true, planId, ...(planned && { planned }) })
        expect(stored(store, planId)).toEqual(whole)
      },
    ),
    { numRuns: 80 },
  )
  expect(halfSettled).toBeGreaterThan(10)
}, 240_000)

test.each<[string, (n: number) => RowParts, Partial<Recipe>]>([
  ['contacts', (n) => ({ phone: `+1${2_000_000_000 + n}`, contact: n % 3 === 0 ? { notes: null } : { name: 'New' } }), {}],
  ['consent', (n) => ({ phone: `+1${2_000_000_000 + n}`, consent: true }), { kind: 'consent' }],
])(
  'a plan of %s of which half is held because it would change too many is held as a whole, or not where there are more contacts by now',
  async (_kind, rowOf, parts) => {
    const count = 6_000
    const rows = Array.from({ length: count }, (_, n) => rowOf(n))
    const limits = { massContacts: 500, massShare: 0.5, clearContacts: 100 }
    const contact = (n: number) => ({
      uuid: `c${n}`,
      phone: `+1${2_000_000_000 + n}`,
      name: 'Ann',
      notes: 'old',
      blocked: n % 7 === 0,
      ...(n % 10 === 0 && { consent: false }),
    })
    const fill = (store: Store, from: number, to: number) =>
      store.transaction(() => cache(store, ...Array.from({ length: to - from }, (_, n) => contact(from + n))))()
    const [store, undisturbed] = [newStore(), newStore()]
    for (const one of [store, undisturbed]) {
      addFile(one)
      fill(one, 0, count)
    }
    const interrupt = async () => {
      store.exec('DELETE FROM plans')
      const { stops } = await planUntil(store, rows, parts, Infinity, { limits })
      for (let after = stops - 1; ; after -= 1) {
        store.exec('DELETE FROM plans')
        expect(await planUntil(store, rows, parts, after, { limits })).toMatchObject({ isDone: false })
        const held = store.prepare<[], number>("SELECT count(*) FROM plan_rows WHERE reason LIKE '%mass'").pluck().get() ?? 0
        if (held > 0 && held < count) return
      }
    }
    const comesToTheSame = async () => {
      const { planId: wholeId, counts } = await plan(undisturbed, rows, parts, { limits, canGoOn: true })
      const planned = takeUp(store, parts)
      await plan(store, rows, parts, { limits, canGoOn: true, planId, ...(planned && { planned }) })
      expect(stored(store, planId)).toEqual(stored(undisturbed, wholeId))
      return counts
    }
    await interrupt()
    expect(await comesToTheSame()).toMatchObject({ held: count })

    await interrupt()
    for (const one of [store, undisturbed]) fill(one, count, count * 2 + 1)
    expect((await comesToTheSame()).held).toBeLessThan(count)
  },
  120_000,
)
