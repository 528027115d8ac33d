import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { refuseRunOfAnotherProcess, visibleState } from '../../../../src-main/engine/store/runs/run-lease.ts'

const held = { state: 'running', leaseOwner: 'elsewhere:7', leaseUntilMs: 1_000 } as const
const here = `${hostname()}:${process.pid}`

test('a run is held until its lease ends, and interrupted afterwards', () => {
  expect(visibleState(held, 999)).toBe('running')
  expect(visibleState(held, 1_000)).toBe('interrupted')
  expect(() => refuseRunOfAnotherProcess(held, here, 999)).toThrow('the computer "elsewhere" (process 7)')
  expect(() => refuseRunOfAnotherProcess(held, here, 1_000)).not.toThrow()
  expect(() => refuseRunOfAnotherProcess(held, 'elsewhere:7', 999)).not.toThrow()
})

test('a process of this computer that is gone holds nothing, one that lives does', () => {
  const gone = { ...held, leaseOwner: `${hostname()}:99999999` }
  expect(visibleState(gone, 1)).toBe('interrupted')
  expect(() => refuseRunOfAnotherProcess(gone, here, 1)).not.toThrow()
  expect(visibleState({ ...held, leaseOwner: here }, 1)).toBe('running')
  expect(() => refuseRunOfAnotherProcess({ ...held, leaseOwner: here }, 'other:1', 1)).toThrow('on this computer')
})

test('only running runs are held', () => {
  expect(visibleState({ ...held, state: 'paused' }, 1)).toBe('paused')
  expect(() => refuseRunOfAnotherProcess({ ...held, state: 'paused' }, here, 1)).not.toThrow()
})
