import { expect, test } from 'vitest'
import type { DraftState } from '../../../../src-main/engine/model/recipes/draft-schema.ts'
import { createDrafts } from '../../../../src-main/engine/store/files/drafts.ts'
import { tempStores } from '../temp-store.ts'

const newStore = tempStores()
const state: DraftState = { step: 'file', fileId: null, fileName: null, kind: null, dialect: null, recipe: null, planId: null, runId: null }

test('drafts are kept, changed, listed by last change and removed', () => {
  const drafts = createDrafts(newStore())
  drafts.add('a', state, 1)
  drafts.add('b', state, 2)
  expect(drafts.save('a', { ...state, step: 'mapping' }, 3)).toBe(true)
  expect(drafts.save('c', state, 3)).toBe(false)
  expect(drafts.all().map((draft) => draft.id)).toEqual(['a', 'b'])
  expect(drafts.find('a')).toEqual({ id: 'a', state: { ...state, step: 'mapping' }, createdAtMs: 1, updatedAtMs: 3 })
  expect([drafts.remove('a'), drafts.find('a')]).toEqual([true, null])
})
