import { expect, test } from 'vitest'
import { checkEcho } from '../../../../src-main/engine/run/answer/echo.ts'

const uuid = 'c-1'

test('an answer that means what was asked is an echo, whatever its spelling', () => {
  const update = {
    name: 'Zoë\u0301',
    notes: 'one\r\ntwo ',
    tags: { handling: 'add' as const, tags: ['new patient'] },
    customFields: { f: 'x' },
    blocked: true,
  }
  const answer = {
    uuid,
    name: 'Zoë\u0301'.normalize('NFC'),
    notes: 'one\ntwo',
    tags: ['old', 'new_patient'],
    customFields: { f: 'x', g: 'y' },
    blocked: true,
  }
  expect(checkEcho(update, answer)).toEqual({ notApplied: [], unseen: [] })
})

test('custom fields that vanished, notes that were cut, flags that were ignored are told', () => {
  const { notApplied } = checkEcho(
    { notes: 'a long note', archived: true, customFields: { f: 'x' } },
    { uuid, notes: 'a long', archived: false, customFields: {} },
  )
  expect(notApplied.map(({ field }) => field).sort()).toEqual(['archived', 'custom:f', 'notes'])
})

test.each([
  { handling: 'add' as const, tags: ['a_b'], answered: ['a', 'b'], isApplied: false },
  { handling: 'add' as const, tags: ['a_b'], answered: ['x', 'a_b'], isApplied: true },
  { handling: 'remove' as const, tags: ['x'], answered: ['y'], isApplied: true },
  { handling: 'remove' as const, tags: ['x'], answered: ['x'], isApplied: false },
  { handling: 'replace' as const, tags: ['x', 'y'], answered: ['y', 'x'], isApplied: true },
  { handling: 'replace' as const, tags: ['x'], answered: ['x', 'old'], isApplied: false },
])('tags: $handling $tags answered as $answered is applied: $isApplied', ({ handling, tags, answered, isApplied }) => {
  expect(checkEcho({ tags: { handling, tags } }, { uuid, tags: answered }).notApplied.length === 0).toBe(isApplied)
})

test('a field that the answer leaves out is unseen, not wrong; e-mail and unreachable are never compared', () => {
  expect(checkEcho({ name: 'A', email: 'a@example.com', unreachable: true }, { uuid })).toEqual({ notApplied: [], unseen: ['name'] })
})
