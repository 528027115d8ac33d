import { beforeEach, describe, expect, test } from 'vitest'
import { emptyBlocks } from '../../../../src-main/engine/model/plans/class-histogram.ts'
import { guardFiguresSchema } from '../../../../src-main/engine/model/plans/guard-figures.ts'
import { leftOutRefusalCode, refusalOnlyCode, unreachedRefusalCode } from '../../../../src-main/engine/model/plans/row-issue.ts'
import type { Recipe } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { comparedLists } from '../../../../src-main/engine/plan/limits/compare-lists.ts'
import { listsBefore, planAttention, planUnlike, runAttention } from '../../../../src-main/engine/plan/limits/find-attention.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import type { PlanTotals, StoredPlan } from '../../../../src-main/engine/store/plans/plans.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { failure } from '../../run/answer/items.ts'
import { addFile, columns, dialect, recipe } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { finishedCounts } from '../../../helpers/finished-counts.ts'

const newStore = tempStores()
let store: Store
let planned: number
beforeEach(() => {
  store = newStore()
  addFile(store)
  planned = 0
})

const noTotals = { rows: 10, send: 10, unchanged: 0, held: 0, skipped: 0, invalid: 0, calls: 0, contacts: 0 }
const totalsWith = (parts: Partial<PlanTotals> = {}): PlanTotals => ({
  ...{ ...noTotals, issues: [], skips: [], guards: [], fields: [], holds: [] },
  ...parts,
})

/** A stored plan whose rows come to this. */
function planOf(totals: Partial<PlanTotals> | null, own: Partial<Recipe> = {}, parts: Partial<StoredPlan> = {}): StoredPlan {
  const { plans } = tablesOf(store)
  const id = `plan ${(planned += 1)}`
  plans.add({ id, fileId: 'file', dialect, columns, recipe: recipe(own), lookup: 'never', createdAtMs: 1 })
  const stored = plans.find(id)
  if (stored === null) throw new Error('The plan is not there.')
  return { ...stored, totals: totals === null ? null : totalsWith(totals), ...parts }
}
const counts = finishedCounts(10)
const told = (attention: { code: string; rows: number; message: string }[]) => attention.map(({ code, rows }) => [code, rows])
const only = { column: 'Status', is: ['new', ''] }
const mass = { guard: 'mass' as const, rows: 4, contacts: 4, released: false, message: 'Many.', calls: 4 }

describe('of a plan a person is told', () => {
  const of = (...args: Parameters<typeof planOf>) => told(planAttention(store, planOf(...args)))

  test('nothing before it is ready, nor where all is as it should be', () => {
    expect([of(null), of({})]).toEqual([[], []])
  })

  test.each<[string, Partial<PlanTotals>, Partial<Recipe>, [string, number][]]>([
    ['who refuses and is there, where contacts are only added', { figures: figures(2) }, { mode: 'add' }, [['refusals.existing', 2]]],
    ['not where they are updated, too', { figures: figures(2) }, { mode: 'updateAndAdd' }, []],
    ['nor where there is nobody', { figures: figures(0) }, { mode: 'add' }, []],
    ['who goes on the do-not-text list', { doNotText: 1 }, {}, [['refusals.listed', 1]]],
    ['rows that cannot be used', { invalid: 1 }, {}, [['rows.invalid', 1]]],
    ['not as many as the recipe allows', { invalid: 1 }, { limits: { invalid: 0.1 } }, []],
    ['one more than it allows', { invalid: 2 }, { limits: { invalid: 0.1 } }, [['rows.invalid', 2]]],
    ['rows about unknown contacts, more than half', skipped('not_found', 6), {}, [['rows.not_found', 6]]],
    ['not half of them', skipped('not_found', 5), {}, []],
    ['what guards hold', { held: 1, guards: [mass] }, {}, [['held.mass', 4]]],
    ['not what was released', { held: 1, guards: [{ ...mass, released: true }] }, {}, []],
    ['nor as much as the recipe allows', { held: 1, guards: [mass] }, { limits: { held: 0.1 } }, []],
    ['rows that say yes and no', { contradicted: 1 }, {}, [['rows.contradict', 1]]],
    ['rows that agree beside a column which nobody reads', { agreedUnheard: 2 }, {}, [['rows.unheard', 2]]],
    ['a filter that leaves out every row', skipped('filtered', 10), { only }, [['rows.filtered', 10]]],
    ['also where the others are blank or were left out by hand', skipped('filtered', 8, 1), { only }, [['rows.filtered', 8]]],
    ['not one that leaves a row', skipped('filtered', 9), { only }, []],
    ['nor rows that are blank', skipped('blank', 10), { only }, []],
    ['that no column is mapped, so that nothing was compared', { send: 0, unchanged: 10 }, { fields: [] }, [['rows.unmapped', 10]]],
    ['not where one is', { send: 0, unchanged: 10 }, { fields: [{ to: 'name', from: ['Name'] }] }, []],
    ['nor where contacts are added by their numbers alone', { send: 1, unchanged: 9 }, { fields: [] }, []],
    ['that an earlier run may have sent them', skipped('undecided', 3), {}, [['rows.undecided', 3]]],
    ['nor of conversations, all of which are resolved already', { send: 0, unchanged: 10 }, { kind: 'resolve', fields: [] }, []],
    ['or such rows wait', { send: 0, held: 1, unchanged: 9 }, { fields: [] }, []],
    ['nor where no row is about a contact that is there', { send: 0, skipped: 10 }, { fields: [] }, []],
  ])('%s', (_what, totals, own, expected) => {
    expect(of(totals, own)).toEqual(expected)
  })

  test('nothing of contacts that are there, where rows are tried again', () => {
    expect(of({ figures: figures(2) }, { mode: 'add' }, { retriesRunId: 'r' })).toEqual([])
  })

  test('of an undo, just what is held', () => {
    expect(of({ held: 1, guards: [mass], doNotText: 3, invalid: 3 }, {}, { undoesRunId: 'r' })).toEqual([['held.mass', 4]])
  })

  test('refusals that the filter leaves out, all of them together', () => {
    const issue = { severity: 'warning', line: 2, column: null, value: null, message: '', hint: '' } as const
    const issues = [leftOutRefusalCode, 'other', leftOutRefusalCode].map((code, at) => ({ ...issue, code, rows: at + 1 }))
    const about = (count: number) => planAttention(store, planOf({ issues: issues.slice(0, count) }, { only }))[0]
    expect(about(2)).toMatchObject({
      code: 'refusals.filtered',
      rows: 1,
      message: expect.stringMatching(/^1 row that the recipe leaves out refuses/),
    })
    expect(about(3)).toMatchObject({ rows: 4, message: expect.stringMatching(/^4 rows that the recipe leaves out refuse /) })
  })

  test('refusals of people of whom nothing is known but an identifier, all of them together', () => {
    const issue = { severity: 'warning', line: 2, column: null, value: null, message: '', hint: '', code: unreachedRefusalCode } as const
    const about = (rows: number) => planAttention(store, planOf({ issues: [{ ...issue, rows }] }, {}))
    expect(about(1)).toMatchObject([
      {
        code: 'refusals.unreached',
        rows: 1,
        message: expect.stringMatching(/^1 row refuses texts for a contact that is .* says no phone/),
      },
    ])
    expect(about(2)).toMatchObject([
      { rows: 2, message: expect.stringMatching(/^2 rows refuse texts for contacts that are .* say no phone/) },
    ])
  })

  test.each<[Partial<PlanTotals>, Partial<Recipe>, RegExp]>([
    [{ figures: figures(1) }, { mode: 'add' }, /^1 row is about a contact/],
    [{ figures: figures(2) }, { mode: 'add' }, /^2 rows are about contacts/],
    [{ doNotText: 1 }, {}, /^1 row refuses texts for a number that is not .* it goes on/],
    [{ doNotText: 2 }, {}, /^2 rows refuse texts for numbers that are not .* they go on/],
    [{ contradicted: 1 }, {}, /^1 row says both/],
    [{ contradicted: 2 }, {}, /^2 rows say both/],
    [{ agreedUnheard: 1 }, {}, /^1 row says that its contact agrees/],
    [{ agreedUnheard: 2 }, {}, /^2 rows say that their contacts agree/],
    [skipped('filtered', 10), { only }, /^No row has "new" or blank in "Status"/],
  ])('how many rows it is about: %j', (totals, own, words) => {
    expect(planAttention(store, planOf(totals, own))[0]?.message).toMatch(words)
  })
})

describe('of a run that is over a person is told', () => {
  const of = (plan: StoredPlan, parts: Partial<Parameters<typeof runAttention>[2]> = {}) =>
    told(runAttention(store, plan, { ...counts, ...parts }))

  test('what failed, and of what nobody knows whether it arrived', () => {
    expect(of(planOf({}), { failed: 1, unknown: 2 })).toEqual([
      ['rows.failed', 1],
      ['rows.unknown', 2],
    ])
    expect(runAttention(store, planOf(null), { ...counts, failed: 1 })).toEqual([])
  })

  test('what it held itself, and why, beside what was held before', () => {
    const plan = planOf({ held: 1, guards: [mass] }, {}, { runId: 'run' })
    tablesOf(store).runs.add({ id: 'run', planId: plan.id, kind: 'contacts', operator: 'Pat', settings: {}, startedAtMs: 1 })
    tablesOf(store).runRows.write('run', 1, 'held', { ...failure, code: 'held.exists' })
    for (const row of [2, 3]) tablesOf(store).runRows.write('run', row, 'held', { ...failure, code: 'held.new_reason' })
    expect(of(plan, { held: 1 })).toEqual([['held.mass', 4]])
    const found = runAttention(store, plan, { ...counts, held: 4 })
    expect(told(found)).toEqual(expect.arrayContaining([['held.exists', 1], ['held.new_reason', 2], ['held.mass', 4]])) // prettier-ignore
    const words = Object.fromEntries(found.map(({ code, message }) => [code, message]))
    expect(words['held.exists']).toMatch(/^1 row was held, because the contact had been created/)
    expect(words['held.new_reason']).toMatch(/^2 rows were held, because the contact was changed/)
    expect(of({ ...plan, runId: null }, { held: 4 })).toEqual([['held.mass', 4]])
  })

  test('of an undo, what it held when it read, and what it kept', () => {
    const known = { restorable: 5, kept: 0, already: 0, held: 1, impossible: 0 }
    const plan = planOf({ undo: known, doNotText: 4 }, {}, { undoesRunId: 'r' })
    const undo = (held: number, kept: number) => ({
      undo: { undoesRunId: 'r', restored: 1, kept, already: 0, held, unknown: 0, impossible: 0, failed: 0 },
    })
    expect(of(plan)).toEqual([])
    expect(of(plan, undo(1, 0))).toEqual([])
    expect(of(plan, undo(3, 1))).toEqual([
      ['held.permission', 2],
      ['undo.kept', 1],
    ])
    const kept = (changes: number) => runAttention(store, plan, { ...counts, ...undo(1, changes) })[0]?.message
    expect([kept(1), kept(2)]).toEqual([expect.stringMatching(/^1 change was kept/), expect.stringMatching(/^2 changes were kept/)])
  })
})

test('rows of which only the refusal counts are told apart from those that cannot be used, in one row or more', () => {
  const issueOf = (rows: number) => ({
    ...failure,
    code: refusalOnlyCode,
    severity: 'warning' as const,
    rows,
    line: 2,
    column: null,
    value: null,
  })
  const only = (rows: number, invalid = 0) =>
    planAttention(store, planOf({ invalid, issues: rows === 0 ? [] : [issueOf(rows)] }, { limits: { invalid: 0.5 } }))
  expect([told(only(6)), told(only(5))]).toEqual([[['rows.refusal_only', 6]], []])
  expect([told(only(0, 6)), told(only(0, 5))]).toEqual([[['rows.invalid', 6]], []])
  expect(told(only(3, 3))).toEqual([['rows.invalid', 3], ['rows.refusal_only', 3]]) // prettier-ignore
  const message = (rows: number) => planAttention(store, planOf({ issues: [issueOf(rows)] }, { limits: { invalid: 0 } }))[0]?.message
  expect(message(1)).toMatch(/^Of 1 of 10 rows only the refusal of texts counts: another value in it cannot be used/)
  expect(message(2)).toMatch(/^Of 2 of 10 rows only the refusal of texts counts: another value in them cannot be used/)
})

describe('beside the last lists', () => {
  test('a plan that was not run is told what is unlike them, and no other one', () => {
    const plan = planOf({}, { limits: { fewestRows: 20 } })
    expect(planUnlike(store, plan).map(({ code }) => code)).toEqual(['unlike.rows'])
    for (const parts of [{ totals: null }, { runId: 'r' }, { undoesRunId: 'r' }, { retriesRunId: 'r' }])
      expect(planUnlike(store, { ...plan, ...parts })).toEqual([])
  })

  test('rows that were tried again are compared with no list; a run with those before it', () => {
    const { runs } = tablesOf(store)
    const finished = (startedAtMs: number) => {
      const plan = planOf({})
      runs.add({ id: `run ${plan.id}`, planId: plan.id, kind: 'contacts', operator: 'Pat', settings: {}, startedAtMs })
      runs.recordStop(`run ${plan.id}`, { state: 'finished', reason: null, finishedAtMs: startedAtMs + 1, counts: finishedCounts(10) })
      tablesOf(store).plans.finish(plan.id, totalsWith(), emptyBlocks())
      return { ...plan, runId: `run ${plan.id}` }
    }
    const [first, second] = [finished(1000), finished(2000)]
    const fresh = planOf({})
    const before = (plan: StoredPlan) => listsBefore(store, plan).length
    expect([before(first), before(second), before(fresh)]).toEqual([0, 1, 2])
    expect(before({ ...second, retriesRunId: first.runId })).toBe(0)
  })

  test('a plan is compared once it is ready, and no more once it was run', () => {
    const plan = planOf({ figures: figures(0, 7) })
    expect(comparedLists(store, plan)).toMatchObject({ list: { rows: 10, withdrawn: 7 }, before: [] })
    expect(comparedLists(store, { ...plan, totals: totalsWith() })).toMatchObject({ list: { withdrawn: 0 }, missing: [] })
    expect(comparedLists(store, { ...plan, totals: null })).toBeNull()
    for (const parts of [{ totals: null }, { runId: 'r' }, { undoesRunId: 'r' }, { retriesRunId: 'r' }])
      expect(planUnlike(store, { ...plan, ...parts })).toEqual([])
  })
})

function figures(known: number, withdrawn = 0): NonNullable<PlanTotals['figures']> {
  const optOuts = { consent: 0, blocked: 0, unreachable: 0 }
  return guardFiguresSchema.parse({ optOuts, cleared: [], changed: 0, created: 0, clears: 0, withdrawn, total: 0, agreeing: 0, known })
}

/** Rows that are left out for a reason, and some by hand and blank. */
function skipped(reason: string, rows: number, others = 0): Partial<PlanTotals> {
  const skips = [{ reason, rows }, ...(others > 0 ? ['blank', 'excluded'].map((one) => ({ reason: one, rows: others })) : [])]
  return { skipped: rows + 2 * others, skips }
}
