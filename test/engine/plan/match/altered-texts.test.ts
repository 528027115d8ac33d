import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createStoredTexts, readTextRule } from '../../../../src-main/engine/plan/match/altered-texts.ts'
import { learntForMs } from '../../../../src-main/engine/store/learnt-traits.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { openNewStore } from '../../store/new-store.ts'

test('what was learnt of altered texts, and that somebody lives with it, counts for a month', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-altered-'))
  const store = openNewStore(join(folder, 'rollcall.db'))
  onTestFinished(() => {
    store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const { learntTraits } = tablesOf(store)
  learntTraits.set('livesWithAlteredTexts', 1, 1_000)
  learntTraits.set('escapes:name', 1, 1_000)
  const [last, over] = [1_000 + learntForMs, 1_001 + learntForMs]
  expect(createStoredTexts(store, last)?.('name', 'A & B', 'A &amp; B')).toBe(true)
  expect(createStoredTexts(store, over)).toBeNull()
  expect([last, over].map((nowMs) => readTextRule(store, 'name', nowMs).escapes)).toEqual([true, false])
})
