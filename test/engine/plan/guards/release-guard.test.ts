import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { blockSize } from '../../../../src-main/engine/model/plans/class-histogram.ts'
import { guards, type Guard } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import { planSummary } from '../../../../src-main/engine/plan/read/read-plan.ts'
import { releaseGuard } from '../../../../src-main/engine/plan/guards/release-guard.ts'
import { openStore, type Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { addHeldPlan, comesTo, heldAfter } from '../held-plan.ts'
import { cache, plan } from '../planning.ts'
import { portion } from '../../../helpers/portion.ts'

const newStore = tempStores()
let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
})
const opened: Store[] = []
afterEach(() => opened.splice(0).forEach((other) => other.close()))

const heldBy = (planId: string, guard: Guard) => planSummary(store, planId).guards.find((one) => one.guard === guard)?.contacts ?? 0

/** The guards that a number releases; of `consent` it releases what the file shows, see release-rows.test.ts, and of who is texted send.test.ts tells. */
const counted: Guard[] = guards.filter((guard) => !['consent', 'noConsent', 'notReachable', 'sending'].includes(guard))

/** A plan of several pieces in which guards hold stretches of rows, together and alone. */
const arbitraryHeld = fc
  .array(
    fc.record({
      rows: fc.integer({ min: 700, max: 1200 }),
      every: fc.integer({ min: 1, max: 4 }),
      own: fc.subarray(counted, { minLength: 1 }),
      other: fc.option(fc.subarray(counted), { nil: null }),
    }),
    { minLength: 3, maxLength: 4 },
  )
  .map((parts) => parts.flatMap(({ rows, every, own, other }) => Array.from({ length: rows }, (_, at) => (at % every === 0 ? own : other))))

/** Rows that are counted in one piece. */
const rowsAtOnce = 2 * blockSize
const mixed = Array.from({ length: 2500 }, (_, at): Guard[] => (at % 5 === 0 ? ['clear', 'mass'] : at % 7 === 0 ? ['keyword'] : ['mass']))

/** Releases a guard, and stops that after this many pieces; answers whether it was released before. */
async function releasedBefore(pieces: number, guard: Guard): Promise<boolean> {
  const abort = new AbortController()
  let left = pieces
  const release = releaseGuard(store, 'p', guard, heldBy('p', guard), {
    rowsAtOnce,
    signal: abort.signal,
    onProgress: () => left-- === 0 && abort.abort(),
  })
  const error: unknown = await release.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error !== null) expect(error).toMatchObject({ code: 'cancelled' })
  return error === null
}

test('a release that is stopped after any piece has changed nothing; released again, the plan is what it would have been at once', async () => {
  let stopped = 0
  await fc.assert(
    fc.asyncProperty(arbitraryHeld, fc.shuffledSubarray(counted, { minLength: 1 }), async (held, order) => {
      store.exec('DELETE FROM plans')
      addHeldPlan(store, 'p', held)
      for (const [at, guard] of order.entries()) {
        const before = comesTo(store, 'p')
        for (let pieces = 0; !(await releasedBefore(pieces, guard)); pieces += 1) {
          expect(comesTo(store, 'p')).toEqual(before)
          stopped += 1
        }
        // As if these guards had never held anything, but for their own lines in the summary.
        addHeldPlan(store, 'model', heldAfter(held, order.slice(0, at + 1)))
        const [own, model] = [comesTo(store, 'p'), comesTo(store, 'model')]
        expect({ ...own, summary: { ...own.summary, guards: [] } }).toEqual({
          ...model,
          summary: { ...model.summary, guards: [] },
          blocks: expect.anything(),
        })
        const padded = (counts: number[] = []) => held.flatMap((_, row) => (row % 1000 === 0 ? (counts[row / 1000] ?? 0) : []))
        for (const rowClass of ['send', 'unchanged', 'held'] as const)
          expect(padded(own.blocks?.[rowClass])).toEqual(padded(model.blocks?.[rowClass]))
        tablesOf(store).plans.remove('model')
      }
      expect(
        planSummary(store, 'p')
          .guards.filter(({ released }) => released)
          .map(({ guard }) => guard)
          .toSorted(),
      ).toEqual(order.filter((guard) => heldBy('p', guard) > 0).toSorted())
    }),
    // The first is surely counted in pieces: rows that "mass" holds are held by others as well.
    { numRuns: Math.max(3, portion(10)), examples: [[mixed, ['mass', 'clear', 'keyword']]] },
  )
  expect(stopped).toBeGreaterThanOrEqual(2)
}, 120_000)

test('a release writes next to nothing, however many rows it lets go', async () => {
  addHeldPlan(store, 'p', mixed)
  const changes = () => store.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0
  const before = changes()
  await releaseGuard(store, 'p', 'mass', heldBy('p', 'mass'))
  expect(planSummary(store, 'p').send).toBeGreaterThan(1000)
  expect(changes() - before).toBeLessThan(2 ** guards.length)
})

test('a release that is stopped says so, and has changed nothing', async () => {
  addHeldPlan(store, 'p', mixed)
  const before = comesTo(store, 'p')
  const abort = new AbortController()
  const release = releaseGuard(store, 'p', 'mass', heldBy('p', 'mass'), {
    rowsAtOnce,
    signal: abort.signal,
    onProgress: () => abort.abort(),
  })
  await expect(release).rejects.toMatchObject({ code: 'cancelled', message: expect.stringContaining('nothing was released') })
  expect(comesTo(store, 'p')).toEqual(before)
})

test('a release keeps for what rows were held and are held now, of rows that are held alone', async () => {
  addHeldPlan(store, 'p', [['mass'], ['clear', 'mass'], ['clear'], null, null])
  store.exec("UPDATE plan_rows SET reason = 'as they are' WHERE plan_id = 'p' AND row = 4")
  await releaseGuard(store, 'p', 'mass', 2)
  const kept = store.prepare('SELECT stored_reason AS stored, held_for AS now FROM released_holds ORDER BY 1').all()
  expect(kept).toEqual([
    { stored: 'clear', now: 'clear' },
    { stored: 'clear mass', now: 'clear' },
    { stored: 'mass', now: '' },
  ])
})

test('while one releases, others are answered, and see the plan as it was', async () => {
  addHeldPlan(store, 'p', mixed)
  const before = comesTo(store, 'p')
  let seen = 0
  const telling: [number, number][] = []
  await releaseGuard(store, 'p', 'mass', heldBy('p', 'mass'), {
    rowsAtOnce,
    onProgress(counted, of) {
      telling.push([counted, of])
      queueMicrotask(() => {
        expect(comesTo(store, 'p')).toEqual(before)
        seen += 1
      })
    },
  })
  expect(seen).toBe(2)
  expect(telling).toEqual([
    [2000, 2500],
    [2500, 2500],
  ])
})

test('two who release at once, in one window or in two, get what one after the other would', async () => {
  addHeldPlan(store, 'p', mixed)
  addHeldPlan(store, 'model', mixed)
  for (const guard of counted) await releaseGuard(store, 'model', guard, heldBy('model', guard))
  const other = openStore(store.name)
  opened.push(other)
  const counts = new Map(guards.map((guard) => [guard, heldBy('p', guard)]))
  await Promise.all(
    ['mass', 'clear', 'mass', 'keyword'].map((name, at) => {
      const guard = name as Guard
      return releaseGuard(at % 2 === 0 ? store : other, 'p', guard, counts.get(guard) ?? 0)
    }),
  )
  expect(comesTo(store, 'p')).toEqual(comesTo(store, 'model'))
  expect(planSummary(store, 'p')).toMatchObject({ held: 0, send: mixed.length, calls: mixed.length })
})

test('a run that begins meanwhile sends what was to be sent when it began; the release is refused', async () => {
  addHeldPlan(store, 'p', mixed)
  const { rows } = comesTo(store, 'p')
  let isBegun = false
  const release = releaseGuard(store, 'p', 'mass', heldBy('p', 'mass'), {
    rowsAtOnce,
    onProgress() {
      if (!isBegun) tablesOf(store).runs.add({ id: 'r', planId: 'p', kind: 'contacts', operator: 'Pat', settings: {}, startedAtMs: 1 })
      isBegun = true
    },
  })
  await expect(release).rejects.toMatchObject({ code: 'run.state', message: expect.stringContaining('run r') })
  expect(comesTo(store, 'p').rows).toEqual(rows)
})

test('a plan that is corrected meanwhile is counted again', async () => {
  addHeldPlan(store, 'p', mixed)
  let isCorrected = false
  await releaseGuard(store, 'p', 'mass', heldBy('p', 'mass'), {
    rowsAtOnce,
    onProgress(counted) {
      if (isCorrected || counted < rowsAtOnce) return
      isCorrected = true
      const plans = tablesOf(store).plans
      const { totals } = plans.find('p') ?? {}
      const blocks = plans.blocks('p')
      if (!totals || blocks === null) throw new Error('the plan is not ready')
      tablesOf(store).planRows.replace('p', 2, { class: 'skipped', reason: 'excluded', lane: null, detail: {} })
      blocks.held[0] = (blocks.held[0] ?? 0) - 1
      blocks.skipped[0] = 1
      const holds = totals.holds.map((hold) =>
        hold.reason === 'mass' ? { ...hold, rows: hold.rows - 1, contacts: hold.contacts - 1, calls: hold.calls - 1 } : hold,
      )
      plans.setTotals('p', { ...totals, held: totals.held - 1, skipped: 1, holds }, blocks)
    },
  })
  const {
    rows: [send, , held, skipped],
    sends,
    summary,
  } = comesTo(store, 'p')
  expect([skipped, held?.slice(0, 3), sends.slice(0, 3)]).toEqual([[2], [1, 6, 8], [3, 4, 5]])
  expect([send?.length, held?.length]).toEqual([summary.send, summary.held])
  expect(summary.send + summary.held + summary.skipped).toBe(mixed.length)
})

test('of a plan whose rows an earlier version released by changing them, the other guards are released, too', async () => {
  addHeldPlan(store, 'p', mixed)
  addHeldPlan(store, 'model', mixed)
  for (const guard of ['mass', 'clear'] as const) await releaseGuard(store, 'model', guard, heldBy('model', guard))
  await releaseGuard(store, 'p', 'mass', heldBy('p', 'mass'))
  store.exec(`UPDATE plan_rows SET reason = CASE reason WHEN 'clear mass' THEN 'clear' ELSE NULL END, class = CASE reason WHEN 'mass' THEN 'send' ELSE class END
    WHERE plan_id = 'p' AND reason LIKE '%mass'; DELETE FROM released_holds WHERE plan_id = 'p'`)
  await releaseGuard(store, 'p', 'clear', heldBy('p', 'clear'))
  expect(comesTo(store, 'p')).toEqual(comesTo(store, 'model'))
})

test('a plan that does not add up is not released', async () => {
  addHeldPlan(store, 'p', mixed)
  store.exec("UPDATE plan_rows SET reason = 'consent' WHERE plan_id = 'p' AND row = 2400")
  const before = comesTo(store, 'p')
  await expect(releaseGuard(store, 'p', 'mass', heldBy('p', 'mass'))).rejects.toMatchObject({ code: 'store.damaged' })
  expect(comesTo(store, 'p')).toEqual(before)
})

test('a plan that does not add up by its classes, or by a reason that it tells of, is not released', async () => {
  for (const change of [
    "UPDATE plan_rows SET class = 'skipped' WHERE plan_id = 'p' AND row = 2400",
    "UPDATE plan_rows SET class = 'held', reason = 'keyword' WHERE plan_id = 'p' AND row = 2400",
    "DELETE FROM plan_rows WHERE plan_id = 'p' AND row = 2400",
    // No guard looks at that one.
    "UPDATE plan_rows SET class = 'skipped', reason = 'excluded' WHERE plan_id = 'p' AND row = 2501",
  ]) {
    tablesOf(store).plans.remove('p')
    addHeldPlan(store, 'p', [...mixed, null])
    store.exec(change)
    await expect(releaseGuard(store, 'p', 'mass', heldBy('p', 'mass'))).rejects.toMatchObject({ code: 'store.damaged' })
  }
})

describe('a plan that somebody changes while its rows are counted', () => {
  /** Releases a guard; when the first piece was counted, this happens. Answers how many pieces were counted. */
  async function releasedWhile(happens: () => void): Promise<number> {
    let pieces = 0
    await releaseGuard(store, 'p', 'mass', heldBy('p', 'mass'), {
      rowsAtOnce,
      onProgress: () => {
        pieces += 1
        if (pieces === 1) happens()
      },
    })
    return pieces
  }
  beforeEach(() => addHeldPlan(store, 'p', mixed))

  test('is counted once where nothing happens', async () => {
    expect(await releasedWhile(() => undefined)).toBe(2)
  })

  test('is counted again where a correction was made that changed no figure', async () => {
    expect(await releasedWhile(() => store.exec('UPDATE plans SET edits_through = edits_through + 1'))).toBe(4)
  })

  test('is gone where it was deleted', async () => {
    await expect(releasedWhile(() => tablesOf(store).plans.remove('p'))).rejects.toMatchObject({ code: 'plan.unknown' })
  })

  test('is left as it is where another window has released the guard', async () => {
    const { totals } = tablesOf(store).plans.find('p') ?? {}
    const blocks = tablesOf(store).plans.blocks('p')
    if (!totals || blocks === null) throw new Error('the plan is not ready')
    const guards = totals.guards.map((one) => ({ ...one, released: true }))
    expect(await releasedWhile(() => tablesOf(store).plans.setTotals('p', { ...totals, guards }, blocks))).toBe(2)
    expect(tablesOf(store).plans.find('p')?.totals).toEqual({ ...totals, guards })
  })
})

test('a guard that holds nothing, or was released, is released by no contacts and by no other number', async () => {
  addHeldPlan(store, 'p', mixed)
  const before = planSummary(store, 'p')
  expect(await releaseGuard(store, 'p', 'edited', 0)).toEqual(before)
  await expect(releaseGuard(store, 'p', 'edited', 1)).rejects.toMatchObject({ code: 'guard.wrong_count' })
  const contacts = heldBy('p', 'mass')
  const after = await releaseGuard(store, 'p', 'mass', contacts)
  expect(await releaseGuard(store, 'p', 'mass', contacts)).toEqual(after)
  await expect(releaseGuard(store, 'p', 'mass', contacts - 1)).rejects.toMatchObject({ code: 'guard.wrong_count' })
})

test('a failure that nobody asked for is told as it is', async () => {
  addHeldPlan(store, 'p', mixed)
  const failing = releaseGuard(store, 'p', 'mass', heldBy('p', 'mass'), {
    onProgress: () => {
      throw new TypeError('odd')
    },
  })
  await expect(failing).rejects.toThrow('odd')
})

test('whom a guard lets go is texted only after a number that counts them, too', async () => {
  const person = (n: number) => ({
    uuid: `u${n}`,
    phone: `+1555000000${n}`,
    name: null,
    blocked: false,
    archived: false,
    reachableBySms: true,
  })
  cache(store, ...[1, 2, 3].map((n) => ({ ...person(n), consent: true })))
  const message = { body: 'We moved.', attachments: [], sentAtSeconds: null }
  const rows = [1, 2, 3].map((n) => ({ phone: person(n).phone, message }))
  const first = await plan(store, rows, { kind: 'send' })
  tablesOf(store).runs.add({ id: 'run', planId: first.planId, kind: 'send', operator: 'Pat', settings: {}, startedAtMs: 1 })
  // The run held two of them, because somebody had changed these contacts.
  const none: ReadonlySet<number> = new Set()
  const retried = { runId: 'run', outcome: 'held' as const, lines: [2, 3, 4], createdOn: none, doubtedOn: none, fingerprint: () => null }
  const { planId } = await plan(store, rows, { kind: 'send' }, { retried: { ...retried, editedOn: new Set([2, 3]) } })
  const told = () =>
    planSummary(store, planId).guards.map(({ guard, contacts, released, message: words }) => [
      guard,
      contacts,
      released,
      /\d+/.exec(words)?.[0],
    ])
  expect(told()).toEqual([
    ['edited', 2, false, '2'],
    ['sending', 1, false, '1'],
  ])
  await releaseGuard(store, planId, 'edited', 2)
  expect(told()).toEqual([
    ['edited', 2, true, '2'],
    ['sending', 3, false, '3'],
  ])
})
