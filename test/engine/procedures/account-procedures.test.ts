import { expect, test } from 'vitest'
import { practiceEngine } from './practice-engine.ts'

test('settings that a change does not name stay as they are', async () => {
  const { call } = await practiceEngine({ contacts: 0 })
  const accountId = 'practice'
  await call('accounts.update', { accountId, settings: { concurrency: 3, requestsPerMinute: 60 } })
  await call('accounts.update', { accountId, operator: 'Kim', settings: { country: 'DE' } })
  const account = await call('accounts.update', { accountId, settings: { requestsPerMinute: null } })
  expect(account).toMatchObject({ operator: 'Kim', settings: { country: 'DE', concurrency: 3, requestsPerMinute: null } })
})

test('nothing is said of a service of which nothing was learnt', async () => {
  const { call } = await practiceEngine({ contacts: 0 })
  expect(await call('accounts.learnt', {})).toEqual([])
})
