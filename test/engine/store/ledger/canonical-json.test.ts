import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, type CanonicalValue } from '../../../../src-main/engine/store/ledger/canonical-json.ts'

const text = fc.string({ unit: 'binary' })
const value = fc.letrec<{ value: CanonicalValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 5 }),
  ),
})).value

test('the text is the same whatever the order of the keys', () => {
  const reversed = (one: CanonicalValue): CanonicalValue =>
    typeof one === 'object' && one !== null
      ? Object.fromEntries(
          Object.entries(one)
            .reverse()
            .map(([key, inner]) => [key, reversed(inner)]),
        )
      : one
  fc.assert(fc.property(value, (one) => void expect(canonicalJson(reversed(one))).toBe(canonicalJson(one))))
})

test('reading the text back and writing it again gives the same text', () => {
  fc.assert(
    fc.property(value, (one) => void expect(canonicalJson(JSON.parse(canonicalJson(one)) as CanonicalValue)).toBe(canonicalJson(one))),
  )
})

test('values that differ in more than their Unicode form have different texts', () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(canonicalJson({ a: one }) === canonicalJson({ a: other })).toBe(one.normalize('NFC') === other.normalize('NFC'))
    }),
  )
})

test('keys are ordered by code units, texts are composed, escapes are the short ones', () => {
  expect(canonicalJson({ é: 1, z: 'e\u0301', B: { b: '\n"\u0001', a: null } })).toBe('{"B":{"a":null,"b":"\\n\\"\\u0001"},"z":"é","é":1}')
})

test('fractions, and keys that are one and the same in NFC, are refused', () => {
  expect(() => canonicalJson({ a: 0.5 })).toThrow(RangeError)
  expect(() => canonicalJson({ a: Number.NaN })).toThrow(RangeError)
  expect(() => canonicalJson({ é: 1, 'e\u0301': 2 })).toThrow(RangeError)
})
