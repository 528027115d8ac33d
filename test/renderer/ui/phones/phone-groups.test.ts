import { expect, test } from 'vitest'
import { phoneGroups, textWithPhones } from '../../../../src-renderer/ui/phones/phone-groups.svelte.ts'

test('numbers of North America are grouped at once, others once the rules of their countries have come', async () => {
  expect(phoneGroups('+12125550104')).toEqual(['+1', '212', '555', '0104'])
  expect(phoneGroups('+442079460958')).toEqual(['+442079460958'])
  await expect.poll(() => phoneGroups('+442079460958')).toEqual(['+44', '20', '7946', '0958'])
  expect(phoneGroups('+4930901820')).toEqual(['+49', '30', '901820'])
})

test.each(['+12125550104', '+442079460958', '+81312345678', '+5511987654321', '+999123456789', '+3906698', '+86 10'])(
  'the groups of %s are that number, whatever its country',
  (number) => expect(phoneGroups(number).join('')).toBe(number),
)

test('a text is left as it is around its numbers', () => {
  expect(textWithPhones('Ann · +12125550104 · 2 of 5')).toEqual(['Ann · ', ['+1', '212', '555', '0104'], ' · 2 of 5'])
  expect(textWithPhones('Row 12, +1 or +0123456789')).toEqual(['Row 12, +1 or +0123456789'])
  expect(textWithPhones('+1212555010499999999')).toEqual(['+1212555010499999999'])
  expect(textWithPhones('')).toEqual([])
})
