import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { DraftState } from '../../../src-main/engine/contract.ts'
import { createDrafts } from '../../../src-main/engine/store/files/drafts.ts'
import { tempStores } from '../store/temp-store.ts'
import { practiceEngine } from './practice-engine.ts'

const empty: DraftState = { step: 'file', fileId: null, fileName: null, kind: null, dialect: null, recipe: null, planId: null, runId: null }

test('imports of the same content are listed once until they are started, the one changed last', async () => {
  const { home, call } = await practiceEngine({ contacts: 5 })
  const path = join(home, 'list.csv')
  writeFileSync(path, 'Name,Phone\nAna,+12025550171\n')
  const [first, second] = [await call('files.open', { path }), await call('files.open', { path })]
  const state = (file: { id: string; name: string }): DraftState => ({ ...empty, fileId: file.id, fileName: file.name })
  const older = await call('drafts.create', { state: state(first) })
  const newer = await call('drafts.create', { state: state(second) })
  const listed = async () => (await call('drafts.list', {})).drafts.map(({ id }) => id)
  expect(await listed()).toHaveLength(1)
  await call('drafts.save', { draftId: newer.id, state: { ...state(second), runId: 'a run' } })
  expect((await listed()).sort()).toEqual([older.id, newer.id].sort())
  // The other one is still there for the window in which it is open.
  expect(await call('drafts.get', { draftId: older.id })).toMatchObject({ id: older.id })
})

const newStore = tempStores()

test('an import that was not started goes when nobody has changed it for a while; one with a run stays', () => {
  const drafts = createDrafts(newStore())
  drafts.add('old', empty, 1000)
  drafts.add('old with a run', { ...empty, runId: 'r' }, 1000)
  drafts.add('touched', empty, 1000)
  drafts.save('touched', empty, 5000)
  expect(drafts.expire(5000)).toBe(1)
  expect(
    drafts
      .all()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(['old with a run', 'touched'])
})
