import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bareText, onOneLine, readCell, wordKey } from '../../../src-main/engine/text/cell-text.ts'
import { portion } from '../../helpers/portion.ts'

test.each([
  ['  Anna ', 'Anna'],
  ['\u200B\u00A0Anna\uFEFF', 'Anna'],
  ['Mu\u0308ller', 'Müller'],
  ['a\r\nb\rc', 'a\nb\nc'],
  ['a\u0000b\u0007', 'ab'],
  ['\u200B \uFEFF\u2060', ''],
  ["'+15551234567", '+15551234567'],
  ["'Abd al-Rahman", "'Abd al-Rahman"],
  ['👩\u200D👧', '👩\u200D👧'],
  ['Émile', 'Émile'],
])('reads the cell %j as %j', (cell, text) => {
  expect(readCell(cell)).toBe(text)
})

test('what was read is trimmed, composed and without control characters, for any cell', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.oneof(
          fc.constantFrom(' ', '\u00A0', '\u200B', '\r', '\n', '\u0301', 'e', '\u0000', "'", '\u2028'),
          fc.constantFrom('a', 'é', '漢'),
        ),
      }),
      (cell) => {
        const text = readCell(cell)
        expect(text).toBe(text.trim())
        expect(text).toBe(text.normalize('NFC'))
        expect(text).not.toMatch(/[\u0000\r\u2028]/)
      },
    ),
    { numRuns: portion(2_000) },
  )
})

test('plain Latin text comes back as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'Z', '5', ' ', 'é', 'ß', 'ø', 'ł', '.', '-', '(') }), (text) => {
      expect(readCell(text)).toBe(text.trim().normalize('NFC'))
    }),
  )
})

test('a name is one line', () => {
  expect(onOneLine('Anna\n  Lee')).toBe('Anna Lee')
  expect(onOneLine('Anna\u00A0Lee')).toBe('Anna Lee')
  expect(onOneLine('Anna  Lee')).toBe('Anna  Lee')
})

test('text for machines loses what nobody sees', () => {
  expect(bareText('\u202A+1 202\u00A0555\u200B0123\u202C')).toBe('+1 202 5550123')
  expect(wordKey(' Opted\u00A0 In\u200B')).toBe('opted in')
})

test('what a misread letter left is no line end and no space: the letter can be read as it was meant', () => {
  for (const name of ['Ångström', 'Nguyễn', 'Hoàng', 'à la', 'Íñigo', 'Łukasz', 'Đặng', 'Übel']) {
    const once = Buffer.from(name).toString('latin1')
    const twice = Buffer.from(once).toString('latin1')
    for (const misread of [once, twice]) expect(onOneLine(readCell(misread))).toBe(misread)
  }
  expect(readCell('one\u0085two')).toBe('one\ntwo')
  expect(readCell('é\u0085two')).toBe('é\ntwo')
  expect(onOneLine('Anna\u00A0Lee')).toBe('Anna Lee')
})
