import { expect, test } from 'vitest'
import { isNewAlone } from '../../../../src-main/engine/run/dispatch/new-alone.ts'
import type { RunItem } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import { itemWith, lostUntil } from '../answer/items.ts'

const alone = { kind: 'wanted', how: 'alone', before: null } as const

test.each<[string, Partial<RunItem>, boolean]>([
  ['one that goes alone', {}, true],
  ['one that goes beside others', { proof: { ...alone, how: 'sample' } }, false],
  ['one of which that is not decided', { proof: { kind: 'open' } }, false],
  ['one that an earlier process has sent', { proof: { ...alone, isKept: true } }, false],
  ['one that was tried', { attempts: 1 }, false],
  ['one that was in vain', { inVain: { ordinal: 0, times: 1, attempts: 0, refused: null, wantsLook: true } }, false],
  ['one that got lost', { phase: lostUntil(5) }, false],
  ['one that puts something back', { putBack: { target: { uuid: 'u1' }, changes: [], rounds: 1, isCutShort: false } }, false],
])('a call that goes alone and has not left yet: %s', (_what, parts, is) => {
  expect(isNewAlone(itemWith({ proof: alone, ...parts }))).toBe(is)
})
