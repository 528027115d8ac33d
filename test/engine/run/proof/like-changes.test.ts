import { expect, test } from 'vitest'
import { recordPutBack, splitByLikeness } from '../../../../src-main/engine/run/proof/like-changes.ts'
import type { UnaskedChange } from '../../../../src-main/engine/run/proof/unasked-changes.ts'

const change = (field: string, before: UnaskedChange['before'], after: UnaskedChange['after']): UnaskedChange => ({
  field,
  before,
  after,
})
const notesEmptied = change('notes', 'N', null)
const customEmptied = change('custom:f', '1', '')
const archived = change('archived', false, true)
const unblocked = change('blocked', true, false)
const refusalLost = change('consent', false, null)
const lostTags = change('tags', ['a', 'b'], ['b'])

test.each<[string, UnaskedChange, UnaskedChange, boolean]>([
  ['a text that was emptied, like another', notesEmptied, change('name', 'A', ''), true],
  ['a custom field that was emptied, like another', customEmptied, change('custom:g', '2', null), true],
  ['no custom field like a text', notesEmptied, change('custom:g', '2', null), false],
  ['no text like a custom field', customEmptied, notesEmptied, false],
  ['no text that was changed', notesEmptied, change('notes', 'A', 'B'), false],
  ['no text that was changed, like one that was', change('notes', 'N', 'M'), change('notes', 'A', 'B'), false],
  ['a flag that went the same way', archived, archived, true],
  ['no flag that went the other way', archived, change('archived', true, false), false],
  ['no other flag', change('archived', true, false), unblocked, false],
  ['no flag like a text', notesEmptied, archived, false],
  ['a refusal that was dropped in the same way', refusalLost, refusalLost, true],
  ['no refusal that became a permission, like one that was forgotten', refusalLost, change('consent', false, true), false],
  ['no refusal like a text that was emptied', notesEmptied, refusalLost, false],
  ['no permission that was lost, however alike', refusalLost, change('consent', true, null), false],
  ['nothing like what could not be put back there', change('consent', true, null), refusalLost, false],
  ['no message, whatever came', change('posts', null, null), change('posts', null, null), false],
  ['no message like a text that was emptied', notesEmptied, change('posts', null, null), false],
])('%s', (_what, seen, one, isBack) => {
  expect(splitByLikeness([one], [seen])).toEqual(isBack ? { back: [one], left: [] } : { back: [], left: [one] })
})

test('each change by itself, in their order', () => {
  expect(splitByLikeness([unblocked, notesEmptied, archived, customEmptied], [notesEmptied, unblocked])).toEqual({
    back: [unblocked, notesEmptied],
    left: [archived, customEmptied],
  })
})

test.each<[string, UnaskedChange, UnaskedChange[], UnaskedChange[]]>([
  ['lost ones, beside those that are there', lostTags, [change('tags', ['y', 'x'], ['y'])], []],
  [
    'lost ones, and leaves those that came',
    change('tags', ['a', 'b'], ['c']),
    [change('tags', ['y', 'z', 'x'], ['y', 'z'])],
    [change('tags', ['y'], ['y', 'z'])],
  ],
  [
    'none where some only came there',
    change('tags', [], ['z']),
    [],
    [change('tags', ['y', 'z', 'x'], ['y', 'z']), change('tags', ['y'], ['y', 'z'])],
  ],
])('of tags, it puts back %s', (_what, seen, back, left) => {
  const both = change('tags', ['x', ' y'], left.length > 0 ? ['y', 'z'] : ['y'])
  expect(splitByLikeness([both], [seen])).toEqual({ back, left })
})

test('tags that only came are left', () => {
  const came = change('tags', ['y'], ['y', 'z'])
  expect(splitByLikeness([came], [lostTags, came])).toEqual({ back: [], left: [came] })
})

test('a contact with its changes put back', () => {
  const now = { uuid: 'u1', name: 'A', notes: null, reachableBySms: true, tags: ['y'], customFields: { f: '', g: '2', h: '3' } }
  const back = [
    change('notes', 'N', null),
    change('reachable', false, true),
    change('tags', ['y', 'x'], ['y']),
    change('custom:f', '1', ''),
    change('custom:h', null, '3'),
  ]
  expect(recordPutBack(now, back)).toEqual({
    uuid: 'u1',
    name: 'A',
    notes: 'N',
    reachableBySms: false,
    tags: ['y', 'x'],
    customFields: { f: '1', g: '2', h: '' },
  })
  expect(recordPutBack(now, [change('reachable', true, false)]).reachableBySms).toBe(true)
  expect(now).toMatchObject({ notes: null, customFields: { f: '' } })
})
