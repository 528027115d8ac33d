import { expect, test } from 'vitest'
import { learn } from '../../../../src-main/engine/run/late/service-profile.ts'
import { createAskedBefore } from '../../../../src-main/engine/run/reconcile/asked-before.ts'
import type { ConversationPost, Post } from '../../../../src-main/engine/service/service.ts'
import { learntForMs } from '../../../../src-main/engine/store/learnt-traits.ts'
import { markRestored } from '../../../../src-main/engine/store/backups/restored-mark.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { storeRuns } from '../../results/stored-runs.ts'
import { tempStores } from '../../store/temp-store.ts'

const newStore = tempStores()
const phone = '+12025550100'
/** The clocks may differ by an hour. */
const [since, until, hour] = [100_000, 200_000, 3_600]
const posts = (parts: Partial<Post>, count = 1) =>
  Array.from(
    { length: count },
    (_, at) =>
      ({ uuid: `p${at}`, body: 'Hi', createdAtSeconds: since, creatorType: 'system', isWhisper: false, ...parts }) as ConversationPost,
  )

/** Whether somebody may have been asked before, with these posts in the last department; and which departments that was asked of. */
async function asked(shown: ConversationPost[], { isRestored = true, groupUuids = [] as string[], ownPost = '', seen = [true] } = {}) {
  const store = newStore()
  storeRuns(store, { runs: 1, rows: 1 })
  const { departments, importedMessages } = tablesOf(store)
  departments.replaceAll(groupUuids.map((uuid) => ({ uuid, name: uuid, phone: null, isSmsGroup: false })))
  if (ownPost !== '') importedMessages.add({ fingerprint: 'f', runId: 'run-0', row: 1, postUuid: ownPost, importedAtMs: 1 })
  for (const isShown of seen) learn(store, { kind: 'question', isShown }, Date.now() - 2 * learntForMs)
  if (isRestored) markRestored(store, since * 1000, until * 1000)
  const inGroups: (string | undefined)[] = []
  const conversationByPhone = async (_phone: string, { groupUuid }: { groupUuid?: string } = {}) => {
    inGroups.push(groupUuid)
    return { conversationUuid: 'c', resolved: null, customer: null, posts: groupUuid === groupUuids.at(-1) ? shown : [] }
  }
  const answer = await createAskedBefore(store, { conversationByPhone })(phone, new AbortController().signal)
  return { answer, inGroups: [...new Set(inGroups)] }
}
const mayBe = async (...given: Parameters<typeof asked>) => (await asked(...given)).answer

test('nobody was asked in a time that nobody remembers where no backup was restored, and nothing is read for it', async () => {
  expect(await asked(posts({}), { isRestored: false, seen: [] })).toEqual({ answer: null, inGroups: [] })
})

test.each([
  ['what the service wrote', posts({}), true],
  ['what the office wrote', posts({ creatorType: 'user' }), true],
  ['what nobody knows who wrote', posts({ creatorType: null }), true],
  ['what has no time', posts({ createdAtSeconds: null }), true],
  ['what the contact wrote', posts({ creatorType: 'customer' }), false],
  ['an hour before', posts({ createdAtSeconds: since - hour }), true],
  ['more than an hour before', posts({ createdAtSeconds: since - hour - 1 }), false],
  ['an hour after', posts({ createdAtSeconds: until + hour }), true],
  ['more than an hour after', posts({ createdAtSeconds: until + hour + 1 }), false],
  ['nothing', [], false],
  ['more than is shown', posts({ creatorType: 'customer' }, 30), true],
] as const)('of what was written since the backup, this may have been the question: %s', async (_what, shown, answer) => {
  expect(await mayBe([...shown])).toBe(answer ? 'written' : null)
})

test('no message that a run is known to have sent was the question', async () => {
  expect(await mayBe(posts({}), { ownPost: 'p0' })).toBeNull()
  expect(await mayBe(posts({}), { ownPost: 'other' })).toBe('written')
})

test('that nothing was written says nothing of a service that was never seen to show its questions, or once not to', async () => {
  expect(await mayBe([], { seen: [] })).toBe('unshown')
  expect(await mayBe([], { seen: [false] })).toBe('unshown')
  expect(await mayBe([], { seen: [true, false] })).toBe('unshown')
  expect(await mayBe([], { seen: [true] })).toBeNull()
})

test('every department is looked at, and the first one where none is known', async () => {
  expect(await asked(posts({}), { groupUuids: ['g1', 'g2'] })).toEqual({ answer: 'written', inGroups: ['g1', 'g2'] })
  expect((await asked([])).inGroups).toEqual([undefined])
})
