import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headerSignature } from '../../../../src-main/engine/mapping/suggest/header-signature.ts'

const columns = (...names: string[]) => names.map((name) => ({ name }))

test('the signature does not depend on the order of the columns, nor on case and spaces', () => {
  fc.assert(
    fc.property(
      fc
        .uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 })
        .chain((names) => fc.tuple(fc.constant(names), fc.shuffledSubarray(names, { minLength: names.length }))),
      ([names, shuffled]) => {
        expect(headerSignature(columns(...names))).toBe(headerSignature(columns(...shuffled)))
      },
    ),
  )
  expect(headerSignature(columns('First  Name', 'Phone'))).toBe(headerSignature(columns(' phone', 'first name')))
})

test('other columns have another signature', () => {
  expect(headerSignature(columns('a', 'b'))).not.toBe(headerSignature(columns('a', 'c')))
  expect(headerSignature(columns('a', 'b'))).not.toBe(headerSignature(columns('a,b')))
  expect(headerSignature(columns('a'))).not.toBe(headerSignature(columns('a', 'a (2)')))
})
