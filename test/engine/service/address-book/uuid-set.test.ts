import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createUuidSet } from '../../../../src-main/engine/service/address-book/uuid-set.ts'

const nil = '00000000-0000-0000-0000-000000000000'
/** Close to one another, so that they meet in the same slots. */
const near = fc.nat(40).map((n) => nil.slice(0, -2) + n.toString(16).padStart(2, '0'))
const key = fc.oneof(
  fc.uuid(),
  near,
  near.map((one) => `80000000${one.slice(8)}`),
  fc.uuid().map((one) => one.toUpperCase()),
  fc.string(),
  fc.constant(nil),
)

test('it says of each key whether it is new, as a Set does', () => {
  fc.assert(
    fc.property(fc.array(key, { maxLength: 3000, size: 'max' }), (keys) => {
      const set = createUuidSet()
      const known = new Set<string>()
      const wrong = [...keys, ...keys].filter((one) => {
        const isKnown = known.has(one)
        known.add(one)
        return set.has(one) !== isKnown || set.add(one) === isKnown
      })
      expect(wrong).toEqual([])
    }),
    { numRuns: 20 },
  )
})

test('a hundred thousand neighbours are told apart', () => {
  const set = createUuidSet()
  const uuid = (n: number) => `6f1f7a50-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
  let fresh = 0
  for (let round = 0; round < 2; round += 1) for (let n = 0; n < 100_000; n += 1) fresh += Number(set.add(uuid(n)))
  expect(fresh).toBe(100_000)
})

test('uuids that have most of their digits in common are told apart', () => {
  const set = createUuidSet()
  const digits = [...'01234567']
  const all = digits.flatMap((a) =>
    digits.flatMap((b) => digits.flatMap((c) => digits.map((d) => `0000000${a}-000${b}-0000-000${c}-00000000000${d}`))),
  )
  expect(all.every((one) => !set.has(one) && set.add(one))).toBe(true)
  expect(all.every((one) => set.has(one) && !set.add(one))).toBe(true)
})
