import { expect, test } from 'vitest'
import type { ServiceCall } from '../../../../src-main/engine/model/runs/service-call.ts'
import { offersFor } from '../../../../src-main/engine/run/proof/live-with-offers.ts'
import type { UnaskedChange } from '../../../../src-main/engine/run/proof/unasked-changes.ts'
import { message, update } from '../answer/items.ts'

const change = (field: string, before: UnaskedChange['before'], after: UnaskedChange['after']) => ({ field, before, after })
const offers = (changes: UnaskedChange[], call: ServiceCall = update) => offersFor([{ call, changes }])

test.each([
  ['a name that is emptied', change('name', 'Ann', null), ['texts']],
  ['notes that are emptied', change('notes', 'Dog', ''), ['texts']],
  ['a name that becomes another', change('name', 'Ann', 'Bob'), []],
  ['tags', change('tags', ['a'], []), ['tags']],
  ['a contact that is unblocked', change('blocked', true, false), ['flags']],
  ['one that is blocked', change('blocked', false, true), []],
  ['one that is archived', change('archived', false, true), []],
  ['a custom field that is emptied', change('cf-1', 'A1', null), ['custom-fields']],
  ['one that is emptied as text', change('cf-1', 'A1', ''), ['custom-fields']],
  ['one that becomes another', change('cf-1', 'A1', 'A2'), []],
  ['consent', change('consent', false, null), []],
  ['a text', change('texts', null, null), []],
] as const)('%s beside an update: Rollcall can live with it or not', (_what, changed, expected) => {
  expect(offers([changed as unknown as UnaskedChange])).toEqual(expected)
})

test('Rollcall lives with all that a service changes, or with none of it, and only beside updates', () => {
  const [name, blocked, consent] = [change('name', 'Ann', null), change('blocked', true, false), change('consent', true, false)]
  expect(offers([name, blocked, name])).toEqual(['texts', 'flags'])
  expect(offers([name, consent])).toEqual([])
  expect(offers([name], message)).toEqual([])
  expect(offersFor([])).toEqual([])
})
