import { expect, test } from 'vitest'
import { accountIdFor } from '../../../src-main/engine/account/accounts.ts'

test.each([
  ['Main office', 'main-office'],
  ['Büro Müller', 'bu-ro-mu-ller'],
  ['!', 'account'],
  ['CON', 'account-con'],
  ['aux', 'account-aux'],
  ['Com1', 'account-com1'],
  ['Console', 'console'],
])('the folder of an account called "%s" is one on every system: %s', (name, id) => {
  expect(accountIdFor(name, () => false)).toBe(id)
})

test('names that come to the same folder are numbered', () => {
  expect(accountIdFor('Nul', (id) => id === 'account-nul')).toBe('account-nul-2')
})
