import { expect, test } from 'vitest'
import { runRows, runSummary } from '../../../src-main/engine/results/run-summary.ts'
import { markRestored } from '../../../src-main/engine/store/backups/restored-mark.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { wallClock } from '../../../src-main/sandbox/sandbox-options.ts'
import { type RowParts, runStations, runToEnd } from './run-stations.ts'

const station = runStations()
const message = (phone: string, body: string): RowParts => ({ phone, message: { body, attachments: [], sentAtSeconds: null } })

/** What the restore of a backup of before the last runs leaves of their messages. */
function restore(store: Store, sinceMs: number): void {
  store.exec('DELETE FROM imported_messages')
  markRestored(store, sinceMs, Date.now())
}

test('after a restore what was sent since the backup is not sent again, and counts as done; the rest is sent', async () => {
  const { sandbox, store, runner, phones, plan } = await station({ contacts: 20 })
  const [a = '', b = '', c = ''] = phones
  const sent = [message(a, 'Yes'), message(a, 'Yes'), message(b, 'On my way')]
  const sinceMs = Date.now()
  await runToEnd(runner, store, await plan(sent, { kind: 'messages' }))
  restore(store, sinceMs)

  const rows = [...sent, message(a, 'Yes'), message(b, 'I am here'), message(c, 'Hello')]
  const runId = await runToEnd(runner, store, await plan(rows, { kind: 'messages' }))
  const bodies = (phone: string) => sandbox.posts(phone).flatMap(({ kind, body }) => (kind === 'import' ? [body] : []))
  expect([bodies(a), bodies(b), bodies(c)]).toEqual([['Yes', 'Yes', 'Yes'], ['On my way', 'I am here'], ['Hello']])
  expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 6, held: 0, unknown: 0 })
})

test('where it cannot be told whether a message was sent since the backup, its row is held and says why', async () => {
  const { sandbox, store, runner, phones, plan } = await station({ contacts: 20 })
  const [a = ''] = phones
  const sinceMs = Date.now()
  await runToEnd(runner, store, await plan([message(a, 'Something else')], { kind: 'messages' }))
  restore(store, sinceMs)
  const runId = await runToEnd(runner, store, await plan([message(a, 'Perhaps this')], { kind: 'messages' }))
  expect(sandbox.posts(a).filter(({ kind }) => kind === 'import')).toHaveLength(1)
  expect(runRows(store, runId, { outcome: 'held', offset: 0, limit: 5 }).rows).toMatchObject([{ error: expect.stringContaining('backup') }])
})

test('what came to a conversation after the restore holds up nothing', async () => {
  const { sandbox, store, runner, phones, plan } = await station({ contacts: 20 })
  const [a = ''] = phones
  const now = Date.now()
  await runToEnd(runner, store, await plan([message(a, 'Later')], { kind: 'messages' }))
  store.exec('DELETE FROM imported_messages')
  markRestored(store, now - 90_000_000, now - 80_000_000)
  await runToEnd(runner, store, await plan([message(a, 'Latest')], { kind: 'messages' }))
  expect(sandbox.posts(a).filter(({ kind }) => kind === 'import')).toHaveLength(2)
})

test.each([
  ['15 minutes behind', -15],
  ['15 minutes ahead', 15],
])(
  'a message that was sent since the backup and altered is not sent again where the clock of the service is %s',
  async (_name, minutes) => {
    const clock = { ...wallClock, nowMs: () => Date.now() + minutes * 60_000 }
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 20, clock })
    const [proof = '', a = '', b = ''] = phones
    const sinceMs = Date.now()
    await runToEnd(runner, store, await plan([message(proof, 'Short')], { kind: 'messages' }))
    sandbox.setFaults('truncate=9:field=body')
    await runToEnd(runner, store, await plan([message(a, 'On my way to you')], { kind: 'messages' }))
    sandbox.setFaults('')
    restore(store, sinceMs)
    const runId = await runToEnd(runner, store, await plan([message(a, 'On my way to you'), message(b, 'Hello')], { kind: 'messages' }))
    expect(sandbox.arrivals(a, 'On my way to you')).toBe(1)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 1, held: 1 })
  },
)
