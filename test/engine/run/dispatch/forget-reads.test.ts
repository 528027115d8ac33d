import { expect, test } from 'vitest'
import { forgetReads } from '../../../../src-main/engine/run/dispatch/forget-reads.ts'
import type { RunItem } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import { itemWith } from '../answer/items.ts'

const before = { record: { uuid: 'u1' }, posts: null }
const sample = { kind: 'wanted', how: 'sample', before } as const

test.each<[string, RunItem['proof'], RunItem['proof']]>([
  ['a call that has to prove something', sample, { ...sample, before: null }],
  ['a call that has left already', { ...sample, isKept: true }, { ...sample, isKept: true }],
  ['a call that has to prove nothing', { kind: 'none' }, { kind: 'none' }],
  ['a call of which that is not decided', { kind: 'open' }, { kind: 'open' }],
])('the contact is read again for %s', (_what, proof, after) => {
  const item = itemWith({ contact: { isFresh: true, beforeImage: null }, proof })
  forgetReads(item)
  expect(item).toMatchObject({ contact: { isFresh: false, mustRead: true } })
  expect(item.proof).toEqual(after)
})
