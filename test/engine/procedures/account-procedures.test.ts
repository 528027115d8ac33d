import { expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../../src-main/sandbox/sandbox.ts'
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

test('a name is asked once: accounts without one get it, and no other', async () => {
  const { call, sandbox } = await practiceEngine({ contacts: 0 })
  const other = await createSandbox({ contacts: 0 })
  onTestFinished(() => other.close())
  const ids = []
  for (const { baseUrl, token } of [sandbox, other]) {
    const step = await call('signIn.pasteToken', { baseUrl, token, tokenIn: 'header', keep: false })
    if (step.step === 'signedIn') ids.push(step.account.id)
  }
  const [here = '', there = ''] = ids
  const operators = async () => {
    const { accounts } = await call('accounts.list', {})
    return [here, there, 'practice'].map((id) => accounts.find((account) => account.id === id)?.operator)
  }
  await call('accounts.update', { accountId: here, operator: '' })
  await call('accounts.update', { accountId: there, operator: 'Lee' })
  expect(await operators()).toEqual(['Lee', 'Lee', 'Pat'])
  await call('accounts.update', { accountId: 'practice', operator: 'Kim' })
  expect(await operators()).toEqual(['Lee', 'Lee', 'Kim'])
})
