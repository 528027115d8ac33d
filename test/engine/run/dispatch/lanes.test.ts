import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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

describe('a lane', () => {
  const item = (lane: string, number = 0) => ({ lane, number })

  test('that was released waits until its time, which others need not', () => {
    const lanes = createLanes<{ lane: string; number: number }>()
    const [first, second, other] = [item('a', 1), item('a', 2), item('b')]
    for (const one of [first, second, other]) lanes.add(one)
    expect(lanes.readyCount()).toBe(2)
    expect(lanes.take(0)).toBe(first)
    lanes.release(first, 100, 0)
    // A further row of a lane that waits does not make it ready.
    lanes.add(item('a', 3))
    expect(lanes.readyCount()).toBe(1)
    expect(lanes.take(0)).toBe(other)
    expect([lanes.take(99), lanes.hasReady(99), lanes.nextDueMs(99)]).toEqual([null, false, 100])
    expect([lanes.hasReady(100), lanes.nextDueMs(100)]).toEqual([true, null])
    expect(lanes.take(100)).toBe(first)
    expect([lanes.take(100), lanes.hasReady(100)]).toEqual([null, false])
    lanes.finish(first, 100)
    expect(lanes.take(100)).toBe(second)
  })

  test('that is due is the next of those that wait', () => {
    const lanes = createLanes<{ lane: string; number: number }>()
    const items = [item('a'), item('b'), item('c')]
    for (const one of items) {
      lanes.add(one)
      expect(lanes.take(0)).toBe(one)
    }
    expect(lanes.nextDueMs(0)).toBeNull()
    items.forEach((one, at) => lanes.release(one, [30, 10, 20][at] ?? 0, 0))
    expect([lanes.nextDueMs(0), lanes.nextDueMs(10), lanes.nextDueMs(20), lanes.nextDueMs(30)]).toEqual([10, 20, 30, null])
  })

  test("forgets its wait with the row that had it: the next one's is its own", () => {
    const lanes = createLanes<{ lane: string; number: number }>()
    const [first, second] = [item('a', 1), item('a', 2)]
    lanes.add(first)
    lanes.add(second)
    lanes.take(0)
    lanes.release(first, 0, 0)
    expect(lanes.takeThis(first, 0)).toBe(first)
    expect(lanes.takeThis(first, 0)).toBeNull()
    lanes.release(first, 50, 0)
    expect(lanes.takeThis(first, 49)).toBeNull()
    expect(lanes.takeThis(first, 50)).toBe(first)
    expect(lanes.hasReady(50)).toBe(false)
    lanes.finish(first, 10)
    expect(lanes.take(10)).toBe(second)
    lanes.finish(second, 10)
    expect([lanes.size(), lanes.take(10)]).toEqual([0, null])
  })

  test('that has begun goes on before others begin; its next row takes its turn among them', () => {
    const lanes = createLanes<{ lane: string; number: number }>()
    const [first, second, b, c] = [item('a', 1), item('a', 2), item('b'), item('c')]
    for (const one of [first, second, b, c]) lanes.add(one)
    expect(lanes.take(0)).toBe(first)
    lanes.release(first, 0, 0)
    expect(lanes.take(0)).toBe(first)
    lanes.release(first, 10, 0)
    expect(lanes.take(10)).toBe(first)
    lanes.finish(first, 10)
    expect([lanes.take(10), lanes.take(10), lanes.take(10)]).toEqual([b, c, second])
  })

  test('is free for its next row, in its turn or before all others, once a row is finished', () => {
    const lanes = createLanes<{ lane: string; number: number }>()
    const [first, second] = [item('a', 1), item('a', 2)]
    lanes.add(first)
    lanes.take(0)
    expect(lanes.isLast(first)).toBe(true)
    lanes.add(second)
    expect(lanes.isLast(first)).toBe(false)
    lanes.finish(first, 0)
    expect(lanes.takeThis(second, 0)).toBe(second)
  })

  test('waits only as long as a row of it has to', () => {
    const lanes = createLanes<{ lane: string; number: number }>()
    const first = item('a')
    lanes.add(first)
    lanes.take(0)
    expect(lanes.hasDelayed()).toBe(false)
    lanes.release(first, 10, 0)
    expect(lanes.hasDelayed()).toBe(true)
    lanes.take(10)
    expect(lanes.hasDelayed()).toBe(false)
  })

  test('that waits can be made to wait until another time; one that does not wait is left alone', () => {
    const lanes = createLanes<{ lane: string; number: number }>()
    const [waiting, ready] = [item('a'), item('b')]
    for (const one of [waiting, ready]) lanes.add(one)
    lanes.takeThis(waiting, 0)
    lanes.release(waiting, 500, 0)
    for (const one of [waiting, ready]) lanes.postpone(one, 100)
    expect([lanes.take(99), lanes.take(99)]).toEqual([ready, null])
    expect(lanes.take(100)).toBe(waiting)
    const [begun] = [item('c')]
    lanes.add(begun)
    lanes.postpone(begun, 900)
    expect(lanes.takeThis(begun, 100)).toBe(begun)
  })

  test('that waits is asked of by the row at its head', () => {
    const lanes = createLanes<{ lane: string; number: number }>()
    const [a, b, ready] = [item('a', 1), item('b', 2), item('c', 9)]
    for (const one of [a, b, ready, item('a', 9)]) lanes.add(one)
    expect(lanes.isEachDelayed(() => false)).toBe(true)
    for (const one of [a, b]) {
      lanes.takeThis(one, 0)
      lanes.release(one, 50, 0)
    }
    expect(lanes.isEachDelayed(({ number }) => number <= 2)).toBe(true)
    expect(lanes.isEachDelayed(({ number }) => number <= 1)).toBe(false)
  })

  test('is told only of the row at its head', () => {
    const lanes = createLanes<{ lane: string; number: number }>()
    const [first, second] = [item('a', 1), item('a', 2)]
    lanes.add(first)
    lanes.add(second)
    expect(() => lanes.finish(second, 0)).toThrow('not at the head')
    expect(() => lanes.release(item('b'), 0, 0)).toThrow('not at the head')
  })
})
