import { describe, expect, test } from 'vitest'
import { inParallel } from '../../../src-main/engine/service/in-parallel.ts'

/** Work that ends when it is told to. */
function heldWork() {
  const started: number[] = []
  const ends = new Map<number, { resolve: () => void; reject: (error: Error) => void }>()
  const signals = new Map<number, AbortSignal>()
  return {
    started,
    signals,
    work: (item: number, signal: AbortSignal) => {
      started.push(item)
      signals.set(item, signal)
      return new Promise<void>((resolve, reject) => ends.set(item, { resolve, reject }))
    },
    end: (item: number) => ends.get(item)?.resolve(),
    fail: (item: number, error: Error) => ends.get(item)?.reject(error),
  }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('work in parallel', () => {
  test('is done once for every item, never more than the limit at once', async () => {
    const held = heldWork()
    const done = inParallel([1, 2, 3, 4, 5], 2, undefined, held.work)
    expect(held.started).toEqual([1, 2])
    held.end(2)
    await turn()
    expect(held.started).toEqual([1, 2, 3])
    for (const item of [1, 3, 4, 5]) {
      held.end(item)
      await turn()
    }
    await done
    expect(held.started).toEqual([1, 2, 3, 4, 5])
  })

  test('of nothing is done at once', async () => {
    const held = heldWork()
    await inParallel([], 4, undefined, held.work)
    expect(held.started).toEqual([])
  })

  test('starts no more workers than there are items', async () => {
    const held = heldWork()
    const done = inParallel([1], 1_000_000_000, undefined, held.work)
    expect(held.started).toEqual([1])
    held.end(1)
    await done
  })

  test('that fails stops the rest, and throws the first failure when all have ended', async () => {
    const held = heldWork()
    let hasEnded = false
    const done = inParallel([1, 2, 3, 4], 2, undefined, held.work).finally(() => {
      hasEnded = true
    })
    const failed = expect(done).rejects.toThrow('first')
    held.fail(1, new Error('first'))
    await turn()
    expect(held.signals.get(2)?.aborted).toBe(true)
    expect(hasEnded).toBe(false)
    held.fail(2, new Error('second'))
    await failed
    expect(held.started).toEqual([1, 2])
  })

  test('that is stopped from outside starts nothing more, and throws why', async () => {
    const held = heldWork()
    const stop = new AbortController()
    const done = inParallel([1, 2, 3], 1, stop.signal, held.work)
    const failed = expect(done).rejects.toThrow('enough')
    stop.abort(new Error('enough'))
    expect(held.signals.get(1)?.aborted).toBe(true)
    held.end(1)
    await failed
    expect(held.started).toEqual([1])
  })

  test('that was stopped before starts nothing', async () => {
    const held = heldWork()
    await expect(inParallel([1], 1, AbortSignal.abort(new Error('enough')), held.work)).rejects.toThrow('enough')
    expect(held.started).toEqual([])
  })
})
