import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isWebAddress, splitLinks, splitList, toTags } from '../../../../src-main/engine/mapping/compile/list-cell.ts'
import { portion } from '../../../helpers/portion.ts'

describe('lists in one cell', () => {
  test.each([
    ['a, b,c', ['a', 'b', 'c']],
    ['a;b', ['a', 'b']],
    ['a ::: b ::: c', ['a', 'b', 'c']],
    ['a|b\nc', ['a', 'b', 'c']],
    ['"a","b c"', ['a', 'b c']],
    ['"a, b","c ""d"""', ['a, b', 'c "d"']],
    ['"a" ::: "b"', ['a', 'b']],
    ['"a", b; c', ['a', 'b', 'c']],
    ['12" pipe, b', ['12" pipe', 'b']],
    ['"a" b, c', ['"a" b', 'c']],
    ['a; "b;c"', ['a', 'b;c']],
    ['5", 6"', ['5"', '6"']],
    [' ,; ', []],
    ['', []],
  ])('%j holds %j', (text, items) => {
    expect(splitList(text)).toEqual(items)
  })

  test('a separator of the recipe is the only one', () => {
    expect(splitList('Smith, John; VIP', ';')).toEqual(['Smith, John', 'VIP'])
    expect(splitList('ab c', ' ')).toEqual(['ab', 'c'])
    expect(splitList('a / b/c', ' / ')).toEqual(['a', 'b', 'c'])
    expect(splitList('a.b|c', '.')).toEqual(['a', 'b|c'])
  })

  test('items in double quotes may contain the separator of the recipe, too', () => {
    expect(splitList('"a;b";c', ';')).toEqual(['a;b', 'c'])
    expect(splitList('"a b" c "d ""e"""', ' ')).toEqual(['a b', 'c', 'd "e"'])
    expect(splitList('"a" b; c', ';')).toEqual(['"a" b', 'c'])
  })

  test('no letter is lost, whatever the quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', '"', ',', ';', ' ', '|', ':') }), (text) => {
        const letters = (value: string) => value.replace(/[^ab]/g, '')
        expect(letters(splitList(text).join(''))).toBe(letters(text))
      }),
      { numRuns: portion(3_000) },
    )
  })
})

describe('tags', () => {
  test('carry underscores, each once, case kept', () => {
    expect(toTags(['VIP', 'New York', 'vip', 'VIP', ' New\u00A0 York '])).toEqual({ tags: ['VIP', 'New_York', 'vip'], impossible: [] })
  })

  test("of Google's system labels, myContacts is left out and the others lose their mark", () => {
    expect(toTags(['* myContacts', '* starred', 'Friends'])).toEqual({ tags: ['starred', 'Friends'], impossible: [] })
  })

  test('with a comma are impossible', () => {
    expect(toTags(['Smith, John', 'ok'])).toEqual({ tags: ['ok'], impossible: ['Smith, John'] })
  })

  test('survive being sent as one comma- or space-separated text', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (items) => {
        const { tags } = toTags(items)
        expect(
          tags
            .join(',')
            .split(/[,\s]+/)
            .filter((tag) => tag !== ''),
        ).toEqual(tags)
      }),
    )
  })
})

describe('web addresses', () => {
  test.each([
    'https://example.com',
    'http://example.com/a?b=c#d',
    'HTTPS://EXAMPLE.COM/ä',
    'http://localhost:8080/x',
    'https://user@example.com/',
  ])('%s is one', (text) => {
    expect(isWebAddress(text)).toBe(true)
  })

  test.each([
    'www.example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'https://',
    'https://exa mple.com',
    '',
    'https:///x',
    'see https://example.com',
    'https://.com',
    'https://a..com',
    'https://a.com,https://b.com',
  ])('%j is none', (text) => {
    expect(isWebAddress(text)).toBe(false)
  })

  test('the quick answer is never a different one', () => {
    fc.assert(
      fc.property(fc.webUrl({ size: 'xsmall', withQueryParameters: true, withFragments: true }), (url) => {
        expect(isWebAddress(url)).toBe(URL.canParse(url))
      }),
    )
  })

  test('a list of them may be separated by spaces, lines, commas or semicolons, not inside an address', () => {
    expect(splitLinks('https://a.example/1,2;3 https://a.example/4')).toEqual(['https://a.example/1,2;3', 'https://a.example/4'])
    expect(splitLinks('https://a.example/1,https://a.example/2; https://a.example/3\nhttps://a.example/4')).toHaveLength(4)
  })
})
