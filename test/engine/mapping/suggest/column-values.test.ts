import { describe, expect, test } from 'vitest'
import { lookAtValues } from '../../../../src-main/engine/mapping/suggest/column-values.ts'
import { phoneReader } from '../../../../src-main/engine/text/repair/phone-readers.ts'

function look(texts: readonly string[], { samples = [] as string[], header = 'A' as string | null } = {}) {
  const rows = texts.map((text, at) => ({ line: at + 2, cells: ['other', text] }))
  return lookAtValues({ index: 1, name: 'A', header, samples }, rows, phoneReader('US'))
}

test('rows count, not the samples that were kept; where there are no rows, the samples do', () => {
  expect(look(['x', '', 'x'], { samples: ['y'] })).toMatchObject({ filled: 2, distinct: ['x'] })
  expect(look([''], { samples: ['y'] })).toMatchObject({ filled: 0, distinct: [] })
  expect(look([], { samples: ['y'] })).toMatchObject({ filled: 1, distinct: ['y'] })
})

test('shares are of the filled cells, and none where there are none', () => {
  expect(look(['a@example.com', '', 'b@example.com', 'c', 'd'])).toMatchObject({ filled: 4, emails: 0.5, averageLength: 7 })
  expect(look(['', ''])).toMatchObject({ filled: 0, emails: 0, phones: 0, lists: 0, averageLength: 0 })
})

test('at most 50 distinct values are kept', () => {
  expect(look(Array.from({ length: 60 }, (_, at) => `word ${at}`)).distinct).toHaveLength(50)
})

describe('a phone number', () => {
  test.each([
    ['(202) 555-0123', 1, 1],
    ["'+12025550123", 1, 1],
    ['2025550123', 1, 0],
    ['H: 202-555-0123; M: 202-555-0124', 1, 0],
    ['Spouse: 202-555-0123', 0, 0],
    // Mere text, addresses of computers, dates and what is no number of the country are none.
    ['Call 202 555 0123', 0, 0],
    ['192.168.100.12', 0, 0],
    ['202.555.0.123', 0, 0],
    ['03.11.1980', 0, 0],
    ['000 000 0000', 0, 0],
  ])('%s: %d, written as one: %d', (text, phones, writtenAsPhones) => {
    expect(look([text])).toMatchObject({ phones, writtenAsPhones })
  })

  test('is written as one by mere digits where the column has no header', () => {
    expect(look(['2025550123'], { header: null })).toMatchObject({ phones: 1, writtenAsPhones: 1 })
  })
})

test.each([
  ['123456', 1],
  ['12345', 0],
  ['12-34 56', 1],
  ['1.20256E+10', 1],
  ['1,20256e+10', 1],
  ['Room 123456', 0],
  ['123456x', 0],
  ['192.168.100.12', 0],
])('%s has the digits of a phone number, or what a spreadsheet leaves of one: %d', (text, dialled) => {
  expect(look([text]).dialled).toBe(dialled)
})

test.each([
  ['0b3c7f6e-9a1d-4c55-8f2e-1234567890ab', { uuids: 1 }],
  ['0b3c7f6e-9a1d-4c55-8f2e-1234567890', { uuids: 0 }],
  ['2024-03-12', { dates: 1 }],
  ['20240312', { dates: 0 }],
  ['https://example.com/a', { links: 1 }],
  ['example', { links: 0 }],
])('%s is %j', (text, parts) => {
  expect(look([text])).toMatchObject(parts)
})

describe('a list', () => {
  const long = (length: number) => 'x'.repeat(length)
  test.each([
    ['vip, new', 1],
    ['vip', 0],
    // Items are short: of 30 characters and three words at most, and begin with no figure.
    [`${long(30)}, b`, 1],
    [`${long(31)}, b`, 0],
    ['one two three, b', 1],
    ['one two three four, b', 0],
    ['1 Main Street, Oslo', 0],
  ])('%s: %d', (text, lists) => {
    expect(look([text]).lists).toBe(lists)
  })

  test('has 200 characters at most', () => {
    const items = (length: number) => `${'a,'.repeat((length - 2) / 2)}bb`
    expect([look([items(200)]).lists, look([items(202)]).lists]).toEqual([1, 0])
  })
})
