import { describe, expect, test } from 'vitest'
import { partlyDone, stillToDo } from '../../../../src-main/engine/run/answer/row-progress.ts'
import { consent, creation, failure, update } from './items.ts'

const change = (field: string, label: string) => ({ field, label, before: null, beforeKnown: true, after: 'x' })
const created = change('phone_number', 'New contact')
const name = change('name', 'Name')
const custom = change('custom:f1', 'Account ID')
const agreed = change('consent', 'Consent')
const calls = [creation, { ...update, customer: { customFields: { f1: 'x' } } }, consent]
const item = { calls, changes: [created, name, custom, agreed], undo: null }

describe('what a row still has to do', () => {
  test.each([
    [0, [created, name, custom, agreed]],
    [1, [custom, agreed]],
    [2, [agreed]],
    [3, []],
  ])('after %d calls', (ordinal, changes) => {
    expect(stillToDo({ ...item, ordinal })).toEqual(changes)
  })

  test('before the first call is all that the preview showed, even what no call tells of', () => {
    const other = change('message', 'Message')
    expect(stillToDo({ calls, changes: [other], ordinal: 0 })).toEqual([other])
    expect(stillToDo({ calls, changes: [other], ordinal: 1 })).toEqual([])
  })
})

describe('a row that ends', () => {
  const undo = { uuid: 'u', written: [], sent: new Set<string>(), done: new Set<never>(), shownFromMs: 0, decided: null }

  test.each(['failed', 'held', 'unknown'] as const)('as %s after some of its calls says which changes were made', (outcome) => {
    const ended = partlyDone(item, 2, outcome, failure)
    expect(ended).toEqual({
      outcome: outcome === 'held' ? 'failed' : outcome,
      failure: {
        code: failure.code,
        message: 'No. Of this row, done before that: New contact, Name, Account ID.',
        hint: 'Ask. Trying the failed rows again does only the rest.',
      },
    })
  })

  test.each([
    ['before any call was made', item, 0, 'held', failure],
    ['without a failure', item, 2, 'held', null],
    ['done', item, 3, 'done', failure],
    ['as an undo, which tells by itself', { ...item, undo }, 2, 'held', failure],
    ['after calls that change nothing that is shown', { ...item, changes: [agreed] }, 2, 'held', failure],
  ] as const)('%s says nothing more', (_what, row, made, outcome, why) => {
    expect(partlyDone(row, made, outcome, why)).toEqual({ outcome, failure: why })
  })
})
