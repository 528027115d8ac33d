import { expect, test } from 'vitest'
import { readDirection } from '../../../../src-main/engine/mapping/compile/direction-words.ts'

test('a cell names a direction up to 40 characters; what is longer is a text', () => {
  const cell = (length: number) => `${'.'.repeat(length - 'inbound'.length)}inbound`
  expect(readDirection(cell(40))).toEqual({ direction: 'inbound', isPlain: true })
  expect(readDirection(cell(41))).toBeNull()
})
