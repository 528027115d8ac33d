import { expect, test } from 'vitest'
import { emptyBlocks } from '../../../../src-main/engine/model/plans/class-histogram.ts'
import type { Recipe } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { addFile, columns, dialect, recipe } from '../stored-things.ts'
import { tempStores } from '../temp-store.ts'

const newStore = tempStores()
const none = { unchanged: 0, held: 0, skipped: 0, invalid: 0, issues: [], skips: [], guards: [], fields: [], holds: [] }

/** A store in which each of these recipes was run once, with a list of 100 rows, then one of 101 and so on. */
function afterRunsOf(recipes: readonly Recipe[]): Store {
  const store = newStore()
  addFile(store)
  const { plans, runs } = tablesOf(store)
  recipes.forEach((one, at) => {
    const [id, planId, rows] = [`run-${at}`, `plan-${at}`, 100 + at]
    plans.add({ id: planId, fileId: 'file', dialect, columns, recipe: one, lookup: 'missing', createdAtMs: at })
    plans.finish(planId, { ...none, rows, send: rows, calls: rows, contacts: rows }, emptyBlocks())
    runs.add({ id, planId, kind: one.kind, undoesRunId: null, operator: 'Ana', settings: {}, startedAtMs: at + 1 })
    const counts = { rows, done: rows, failed: 0, unknown: 0, pending: 0, unchanged: 0, held: 0, skipped: 0, invalid: 0, calls: rows }
    runs.recordStop(id, { state: 'finished', reason: null, finishedAtMs: at + 2, counts })
  })
  expect(runs.find('run-0')?.state).toBe('finished')
  return store
}

const rowsKnown = (store: Store, one: Recipe) =>
  tablesOf(store)
    .pastLists.of(one)
    .map(({ rows }) => rows)
const notes: Recipe['fields'] = [{ to: 'notes', from: ['Note'] }]
const email: Recipe['fields'] = [{ to: 'email', from: ['Mail'] }]

test('a recipe that somebody named knows its lists by its name, also when its columns were changed since', () => {
  const store = afterRunsOf([recipe({ name: 'Monthly', fields: notes }), recipe({ name: 'Monthly', fields: [...notes, ...email] })])
  expect(rowsKnown(store, recipe({ name: 'Monthly', fields: notes }))).toEqual([101, 100])
  expect(rowsKnown(store, recipe({ name: 'Weekly', fields: notes }))).toEqual([])
  expect(rowsKnown(store, recipe({ name: 'Monthly', fields: notes, match: { by: 'phone', column: 'Mobile' } }))).toEqual([])
})

test('recipes that nobody named share lists only where they read the same columns into the same fields', () => {
  const name = 'Contacts'
  const store = afterRunsOf([
    recipe({ name, fields: notes }),
    recipe({ name, fields: email }),
    recipe({ name, fields: [{ to: 'notes', from: ['Mail'] }] }),
    recipe({ name, fields: [{ to: 'notes', from: ['Note'], overwrite: 'ifEmpty' }] }),
  ])
  expect(rowsKnown(store, recipe({ name, fields: notes }))).toEqual([103, 100])
  expect(rowsKnown(store, recipe({ name, fields: email }))).toEqual([101])
  expect(rowsKnown(store, recipe({ name, fields: [...notes, ...email] }))).toEqual([])
  // What is a suggested name for contacts is a name of its own for consent.
  expect(rowsKnown(store, recipe({ name, kind: 'consent', fields: notes }))).toEqual([])
})

test('a recipe with an id knows its lists by that alone, whatever becomes of its name and columns', () => {
  const [own, other] = ['own', 'other']
  const store = afterRunsOf([
    recipe({ id: own, name: 'Monthly', fields: notes }),
    recipe({ id: other, name: 'Monthly', fields: notes }),
    recipe({ id: own, name: 'Every month', fields: email, match: { by: 'phone', column: 'Mobile' } }),
    recipe({ name: 'Monthly', fields: notes }),
  ])
  expect(rowsKnown(store, recipe({ id: own, name: 'Renamed', fields: [...notes, ...email] }))).toEqual([102, 100])
  expect(rowsKnown(store, recipe({ id: other, name: 'Monthly', fields: notes }))).toEqual([101])
  expect(rowsKnown(store, recipe({ id: 'third', name: 'Monthly', fields: notes }))).toEqual([])
  expect(rowsKnown(store, recipe({ name: 'Monthly', fields: notes }))).toEqual([103])
  expect(rowsKnown(store, recipe({ id: own, kind: 'consent', name: 'Monthly', fields: notes }))).toEqual([])
})
