import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { createAbortListeners } from '../../../../src-main/engine/service/http/abort-listeners.ts'

test('all who listen to a signal are told once that it aborts, those who have stopped are not, and it has one listener', () => {
  const listeners = createAbortListeners()
  const [shared, other] = [new AbortController(), new AbortController()]
  const told: string[] = []
  const stopThird = listeners.add(shared.signal, () => told.push('third'))
  const stopFirst = listeners.add(shared.signal, () => {
    told.push('first')
    stopFirst()
  })
  listeners.add(shared.signal, () => told.push('second'))
  listeners.add(other.signal, () => told.push('other'))
  stopThird()
  expect(getEventListeners(shared.signal, 'abort')).toHaveLength(1)
  shared.abort()
  shared.abort()
  expect(told).toEqual(['first', 'second'])
})
