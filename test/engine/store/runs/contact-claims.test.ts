import { expect, test } from 'vitest'
import { createContactClaims } from '../../../../src-main/engine/store/runs/contact-claims.ts'
import { tempStores } from '../temp-store.ts'

const newStore = tempStores()
const phone = '+12025550100'

test('a number is of the run that claimed it first, until that run releases it', () => {
  const claims = createContactClaims(newStore())
  expect(claims.holder(phone)).toBeNull()
  expect(claims.claim(phone, 'a', 1)).toBe(true)
  expect(claims.claim(phone, 'a', 2)).toBe(true)
  expect(claims.claim(phone, 'b', 3)).toBe(false)
  expect(claims.holder(phone)).toBe('a')
  claims.release(phone, 'b')
  expect(claims.holder(phone)).toBe('a')
  claims.release(phone, 'a')
  expect(claims.holder(phone)).toBeNull()
  expect(claims.claim(phone, 'b', 4)).toBe(true)
})

test('of two windows on the same data one gets the number', () => {
  const store = newStore()
  expect([createContactClaims(store).claim(phone, 'a', 1), createContactClaims(store).claim(phone, 'b', 1)]).toEqual([true, false])
})

test.each([
  ['pending', true],
  ['done', true],
  ['failed', true],
  ['sent', false],
  ['unknown', false],
])('a run that is over frees its numbers where its call is %s: %s', (state, isFreed) => {
  const store = newStore()
  store.pragma('foreign_keys = OFF')
  store
    .prepare(
      `INSERT INTO calls (run_id, row, ordinal, kind, state, attempts, first_sent_at_ms, last_sent_at_ms) VALUES (?, 1, 0, 'createCustomer', ?, 1, 0, 0)`,
    )
    .run('a', state)
  const claims = createContactClaims(store)
  claims.claim(phone, 'a', 1)
  claims.claim('+12025550101', 'b', 1)
  claims.releaseUnsent('a')
  expect(claims.holder(phone)).toBe(isFreed ? null : 'a')
  expect(claims.holder('+12025550101')).toBe('b')
})
