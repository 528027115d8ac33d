import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createExecutions } from '../../../../src-main/engine/run/dispatch/executions.ts'

type State = 'running' | 'pausing'

/** One that is under way until it is told that it is over. */
function execution(state: State) {
  const { promise: settled, resolve: end, reject: fail } = Promise.withResolvers<void>()
  return { settled, end, fail, progress: () => ({ state }) }
}

function station() {
  let idle = 0
  const executions = createExecutions<ReturnType<typeof execution>>(() => void (idle += 1))
  const begun: string[] = []
  /** Adds the next execution of a run, if it can be begun. */
  const begin = (name: string) =>
    executions.whenStopped('run', () => {
      begun.push(name)
      void executions.add('run', execution('running'))
    })
  return { executions, begun, begin, idle: () => idle }
}

test('a run that goes on is not begun again', async () => {
  const { executions, begun, begin } = station()
  void executions.add('run', execution('running'))
  await begin('again')
  expect(begun).toEqual([])
})

test('a run that is stopping is begun again once nothing of it is under way, and once, however many ask for it', async () => {
  const { executions, begun, begin } = station()
  const stopping = execution('pausing')
  void executions.add('run', stopping)
  const asked = [begin('first'), begin('second')]
  await setImmediate()
  expect(begun).toEqual([])
  stopping.end()
  await Promise.all(asked)
  expect(begun).toEqual(['first'])
  await begin('third')
  expect(begun).toEqual(['first'])
})

test('a run of which nothing is under way is begun at once, and once', async () => {
  const { begun, begin } = station()
  const asked = [begin('first'), begin('second')]
  expect(begun).toEqual(['first'])
  await Promise.all(asked)
  expect(begun).toEqual(['first'])
})

test('what kept a run from being recorded is told to whoever would resume it', async () => {
  const { executions, begun, begin } = station()
  const stopping = execution('pausing')
  void executions.add('run', stopping)
  const asked = begin('again')
  stopping.fail(new Error('The disk is full.'))
  await expect(asked).rejects.toThrow('The disk is full.')
  expect([begun, executions.find('run')]).toEqual([[], undefined])
})

test('it is told when no run is under way any more', async () => {
  const { executions, idle } = station()
  const [one, other] = [execution('running'), execution('running')]
  const [first, second] = [executions.add('one', one), executions.add('other', other)]
  expect(executions.all()).toEqual([one, other])
  expect(() => executions.refuseUnderWay('one')).toThrow('This run is under way.')
  one.end()
  await first
  expect([executions.find('one'), executions.find('other'), idle()]).toEqual([undefined, other, 0])
  expect(() => executions.refuseUnderWay('one')).not.toThrow()
  other.fail(new Error('The disk is full.'))
  await second
  expect([executions.all(), idle()]).toEqual([[], 1])
})
