import { describe, expect, test } from 'vitest'
import { createTasks, briefWaitMs, type TaskKey } from '../../../src-main/engine/account/tasks.ts'

const plan: TaskKey = { kind: 'plan', id: 'p' }
const never = { sleep: () => new Promise<void>(() => undefined) }

/** Work that ends when it is told to, or is stopped. */
function work() {
  const signals: AbortSignal[] = []
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return {
    resolve,
    reject,
    signal: () => signals[0],
    run: (signal: AbortSignal) => {
      signals.push(signal)
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      return promise
    },
  }
}

describe('what is under way', () => {
  test('begins at once, is found by its kind and by what it is about, and is forgotten when it has ended', async () => {
    const tasks = createTasks(never)
    const one = work()
    const ended: boolean[] = []
    const done = tasks.run(plan, one.run, () => ended.push(tasks.isUnderWay({ kinds: ['plan'] })))
    expect(one.signal()).toBeDefined()
    expect(tasks.isUnderWay({ kinds: ['plan'] })).toBe(true)
    expect(tasks.isUnderWay({ kinds: ['release', 'plan'], id: 'p' })).toBe(true)
    expect(tasks.isUnderWay({ kinds: ['plan'], id: 'p ' })).toBe(false)
    expect(tasks.isUnderWay({ kinds: ['release'], id: 'p' })).toBe(false)
    one.resolve('planned')
    expect(await done).toBe('planned')
    expect(ended).toEqual([false])
  })

  test('is forgotten when it fails, also before it returns a promise', async () => {
    const tasks = createTasks(never)
    const failing = tasks.run(plan, () => {
      throw new Error('No file.')
    })
    await expect(failing).rejects.toThrow('No file.')
    expect(tasks.isUnderWay({ kinds: ['plan'] })).toBe(false)
  })
})

describe('stopping', () => {
  test('ends just those of these kinds that are about this, with the reason, and waits until each has ended', async () => {
    const tasks = createTasks(never)
    const [own, release, other] = [work(), work(), work()]
    const ended: string[] = []
    const results = [
      tasks.run(plan, own.run, () => ended.push('plan')).catch((error: Error) => error.message),
      tasks.run({ kind: 'release', id: 'p' }, release.run, () => ended.push('release')).catch((error: Error) => error.message),
    ]
    const left = tasks.run({ kind: 'plan', id: 'p2' }, other.run)
    await tasks.stop({ kinds: ['plan', 'release'], id: 'p' }, new Error('Enough.'))
    expect(ended.sort()).toEqual(['plan', 'release'])
    expect(await Promise.all(results)).toEqual(['Enough.', 'Enough.'])
    expect(other.signal()?.aborted).toBe(false)
    other.resolve('left alone')
    expect(await left).toBe('left alone')
  })

  test('stops each of several with the same key', async () => {
    const tasks = createTasks(never)
    const both = [work(), work()]
    const results = both.map(({ run }) => tasks.run(plan, run).catch(() => 'stopped'))
    await tasks.stop({ kinds: ['plan'] })
    expect(await Promise.all(results)).toEqual(['stopped', 'stopped'])
  })
})

describe('in turn', () => {
  const revision: TaskKey = { kind: 'revision', id: 'p' }

  test('begins when the ones before it have ended, however they ended; others do not wait', async () => {
    const tasks = createTasks(never)
    const [first, second, third, other] = [work(), work(), work(), work()]
    const results = [first, second, third].map(({ run }) => tasks.inTurn(revision, run).catch((error: Error) => error.message))
    void tasks.inTurn({ kind: 'revision', id: 'q' }, other.run)
    await Promise.resolve()
    expect([first, second, other].map(({ signal }) => signal() !== undefined)).toEqual([true, false, true])
    first.reject(new Error('In vain.'))
    expect(await results[0]).toBe('In vain.')
    await expect.poll(() => second.signal()).toBeDefined()
    expect(third.signal()).toBeUndefined()
    second.resolve('2')
    expect(await results[1]).toBe('2')
    await expect.poll(() => third.signal()).toBeDefined()
    third.resolve('3')
    expect(await results[2]).toBe('3')
  })

  test('one that is stopped while it waits never begins', async () => {
    const tasks = createTasks(never)
    const [first, second] = [work(), work()]
    const results = [first, second].map(({ run }) => tasks.inTurn(revision, run).catch((error: { code?: string }) => error.code))
    await tasks.stop({ kinds: ['revision'] }, new Error('Enough.'))
    expect((await Promise.all(results))[1]).toBe('cancelled')
    expect(second.signal()).toBeUndefined()
  })
})

describe('waiting, but not for long', () => {
  test('ends when the time is over, while the work goes on', async () => {
    const waits: number[] = []
    const tasks = createTasks({ sleep: (delayMs) => (waits.push(delayMs), Promise.resolve()) })
    await tasks.waitBriefly(new Promise(() => undefined))
    expect(waits).toEqual([briefWaitMs])
  })

  test('ends with the work, or with what it fails for', async () => {
    const tasks = createTasks(never)
    await tasks.waitBriefly(Promise.resolve())
    await expect(tasks.waitBriefly(Promise.reject(new Error('It broke.')))).rejects.toThrow('It broke.')
  })
})
