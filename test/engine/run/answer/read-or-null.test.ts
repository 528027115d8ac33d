import { expect, test } from 'vitest'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import { readOrNull } from '../../../../src-main/engine/run/answer/read-or-null.ts'

const failing = (error: unknown) => readOrNull(['service.shape', 'service.refused'], Promise.reject(error))

test('a read brings its value, also where that is null', async () => {
  expect(await readOrNull([], Promise.resolve(5))).toEqual({ value: 5 })
  expect(await readOrNull([], Promise.resolve(null))).toEqual({ value: null })
})

test('a read that fails for one of the reasons brings nothing', async () => {
  expect(await failing(new AppError('service.shape', 'm', 'h'))).toBeNull()
  expect(await failing(new AppError('service.refused', 'm', 'h'))).toBeNull()
})

test('any other error passes', async () => {
  await expect(failing(new AppError('service.failed', 'm', 'h'))).rejects.toMatchObject({ code: 'service.failed' })
  await expect(failing(Object.assign(new Error('odd'), { code: 'service.shape' }))).rejects.toThrow('odd')
})
