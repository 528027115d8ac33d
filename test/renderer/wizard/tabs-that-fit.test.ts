import { expect, test } from 'vitest'
import { tabsThatFit } from '../../../src-renderer/wizard/review/tabs-that-fit.ts'

const tabs = ['a', 'b', 'c', 'd'].map((id) => ({ id, width: 98 }))
const fit = (room: number, shown = 'a') => tabsThatFit(tabs, { room, moreWidth: 50, shown }).join('')

test('all tabs stand in the line where there is room for them, and as long as the room is not known', () => {
  expect(fit(400)).toBe('abcd')
  expect(fit(0)).toBe('abcd')
  expect(fit(399)).not.toBe('abcd')
})

test('the last tabs go under a button, which has its room too', () => {
  expect(fit(399)).toBe('abc')
  expect(fit(350)).toBe('abc')
  expect(fit(349)).toBe('ab')
})

test('the tab that is shown always stands in the line, in its place', () => {
  expect(fit(349, 'd')).toBe('ad')
  expect(fit(10, 'c')).toBe('c')
})

test('a tab that was never measured takes no room until it is', () => {
  const list = [...tabs.slice(0, 3), { id: 'd', width: 0 }]
  expect(tabsThatFit(list, { room: 302, moreWidth: 50, shown: 'a' })).toEqual(['a', 'b', 'c', 'd'])
})
