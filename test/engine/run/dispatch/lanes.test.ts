import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLanes } from '../../../../src-main/engine/run/dispatch/lanes.ts'

test('a lane has one item under way and keeps its order, others go meanwhile, and nothing is left', () => {
  const step = fc.record({
    act: fc.constantFrom('take', 'finish', 'release', 'add'),
    pick: fc.nat(20),
    delayMs: fc.integer({ min: 0, max: 50 }),
  })
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 }), fc.array(step, { maxLength: 120 }), (names, steps) => {
      const lanes = createLanes<{ lane: string; number: number }>()
      const items: { lane: string; number: number }[] = names.map((lane, number) => ({ lane, number }))
      const toAdd = [...items]
      const busy: typeof items = []
      const finished: typeof items = []
      const dueMs = new Map<number, number>()
      let nowMs = 0
      const take = () => {
        const item = lanes.take(nowMs)
        if (item === null) return false
        expect(busy.some(({ lane }) => lane === item.lane)).toBe(false)
        expect(dueMs.get(item.number) ?? 0).toBeLessThanOrEqual(nowMs)
        busy.push(item)
        return true
      }
      const finish = (pick: number) => {
        const [item] = busy.splice(pick % Math.max(1, busy.length), 1)
        if (item === undefined) return
        finished.push(item)
        lanes.finish(item, nowMs)
      }
      for (const { act, pick, delayMs } of steps) {
        nowMs += 5
        if (act === 'add') toAdd.splice(0, 1).forEach((item) => lanes.add(item))
        if (act === 'take') take()
        if (act === 'finish') finish(pick)
        if (act === 'release') {
          const [item] = busy.splice(pick % Math.max(1, busy.length), 1)
          if (item === undefined) continue
          dueMs.set(item.number, nowMs + delayMs)
          lanes.release(item, nowMs + delayMs, nowMs)
        }
        expect(lanes.size()).toBe(items.length - toAdd.length - finished.length)
      }
      toAdd.forEach((item) => lanes.add(item))
      nowMs += 1_000
      while (finished.length < items.length) {
        while (take());
        finish(0)
      }
      expect(lanes.size()).toBe(0)
      expect(lanes.nextDueMs(nowMs)).toBeNull()
      for (const name of ['a', 'b', 'c', 'd']) {
        const numbers = finished.filter(({ lane }) => lane === name).map(({ number }) => number)
        expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
      }
    }),
  )
})
