import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRecentlyUsed } from '../../../src-main/engine/text/recently-used.ts'

test('of more than fit, those stay that were used last, by looking or by putting', () => {
  const step = fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), sets: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step), fc.integer({ min: 1, max: 3 }), (steps, most) => {
      const kept = createRecentlyUsed<number>(most)
      // The model: all that is kept, the last used at the end.
      let model: [string, number][] = []
      steps.forEach(({ name, sets }, at) => {
        const known = model.find(([own]) => own === name)?.[1]
        if (!sets) expect(kept.get(name)).toBe(known)
        else kept.set(name, at)
        if (sets || known !== undefined)
          model = [...model.filter(([own]) => own !== name), [name, sets ? at : (known ?? 0)] as [string, number]].slice(-most)
      })
      for (const name of ['a', 'b', 'c', 'd']) expect(kept.get(name)).toBe(model.find(([own]) => own === name)?.[1])
    }),
  )
})

test('only the very item is forgotten that was meant', () => {
  const kept = createRecentlyUsed<object>(2)
  const [first, second] = [{}, {}]
  kept.set('a', second)
  kept.forget('a', first)
  expect(kept.get('a')).toBe(second)
  kept.forget('a', second)
  expect(kept.get('a')).toBeUndefined()
})
