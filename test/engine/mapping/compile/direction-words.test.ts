import { expect, test } from 'vitest'
import { type Direction, readDirection } from '../../../../src-main/engine/mapping/compile/direction-words.ts'

test('a cell names a direction up to 40 characters; what is longer is a text', () => {
  const cell = (length: number) => `${'.'.repeat(length - 'inbound'.length)}inbound`
  expect(readDirection(cell(40))).toEqual({ direction: 'inbound', isPlain: true })
  expect(readDirection(cell(41))).toBeNull()
})

test.each<[string, Direction | null]>([
  ['From the office', 'outbound'],
  ['By the patient', 'inbound'],
  ['Office to patient', 'outbound'],
  ['To the office', 'inbound'],
  ['to patient', 'outbound'],
  // Both sides the same, one of them nobody's, or no word for the way before the name.
  ['Office to office', null],
  ['Patient to voicemail', null],
  ['Voicemail to office', null],
  ['to voicemail', null],
  ['Patient de', null],
])('of the way %s the direction is %s', (cell, direction) => {
  expect(readDirection(cell)?.direction ?? null).toBe(direction)
})
