import { expect, test } from 'vitest'
import { AppError, type ErrorCode } from '../../../../src-main/engine/model/errors.ts'
import { readOrNull } from '../../../../src-main/engine/run/answer/read-or-null.ts'
import { outcomeOfRead } from '../../../../src-main/engine/run/answer/read-outcome.ts'

const failing = (code: ErrorCode) => new AppError(code, 'No.', 'Ask.')

test.each<[ErrorCode, string, string | undefined]>([
  ['sign_in.needed', 'signIn', undefined],
  ['service.unreachable', 'retry', 'unreachable'],
  ['cancelled', 'retry', 'unreachable'],
  ['service.rate_limited', 'retry', 'rate_limited'],
  ['service.failed', 'retry', 'failed'],
  ['service.shape', 'retry', 'failed'],
  ['service.refused', 'retry', 'failed'],
])('a read that failed with %s had no effect: %s %s', (code, kind, reason) => {
  expect(outcomeOfRead(failing(code))).toEqual({
    kind,
    status: null,
    ...(reason !== undefined && { reason, afterMs: null, mayArrive: false }),
    error: { code, message: 'No.', hint: 'Ask.', serviceText: null },
  })
})

test('a read brings what it read, null for the errors that are expected, and throws all others', async () => {
  expect(await readOrNull(['service.refused'], Promise.resolve(null))).toEqual({ value: null })
  expect(await readOrNull([], Promise.resolve(5))).toEqual({ value: 5 })
  expect(await readOrNull(['service.shape', 'service.refused'], Promise.reject(failing('service.refused')))).toBeNull()
  await expect(readOrNull(['service.refused'], Promise.reject(failing('service.shape')))).rejects.toMatchObject({ code: 'service.shape' })
  const other = Object.assign(new Error('x'), { code: 'service.refused' })
  await expect(readOrNull(['service.refused'], Promise.reject(other))).rejects.toBe(other)
})
