import { expect, test } from 'vitest'
import { colorsOf, freeColor } from '../../../src-main/engine/account/account-color.ts'
import { accountColors } from '../../../src-main/engine/model/account-schema.ts'

const account = (id: string, part: Partial<Parameters<typeof colorsOf>[0][number]> = {}) => ({
  id,
  practice: false,
  color: null,
  createdAtSeconds: 0,
  ...part,
})

test('accounts have colors of their own, and practice has none', () => {
  const colors = colorsOf([
    account('practice', { practice: true }),
    account('b', { createdAtSeconds: 2 }),
    account('a', { createdAtSeconds: 1 }),
    account('c', { color: 'teal', createdAtSeconds: 3 }),
  ])
  expect(Object.fromEntries(colors)).toEqual({ practice: null, c: 'teal', a: 'plum', b: 'navy' })
})

test('with more accounts than colors, the one that fewest have comes next', () => {
  expect(freeColor([...accountColors])).toBe('teal')
  expect(freeColor([...accountColors, 'teal'])).toBe('plum')
  expect(freeColor([null, null])).toBe('teal')
})
