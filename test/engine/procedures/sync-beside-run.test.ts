import { expect, test } from 'vitest'
import { recipe } from '../store/stored-things.ts'
import { practiceEngine } from './practice-engine.ts'

test('a sync and a run go on beside each other: both end whole, and what the run wrote is not taken for older', async () => {
  const { call, sandbox, openFile } = await practiceEngine({ contacts: 400, faults: 'latency=4' })
  const synced = async () => {
    await call('sync.start', { anew: true })
    await expect.poll(async () => (await call('sync.status', {})).state).toBe('complete')
  }
  await synced()
  const { contacts } = await call('contacts.page', { offset: 0, limit: 400 })
  const numbers = contacts.flatMap(({ phone }) => (phone === null ? [] : [phone])).slice(0, 250)
  const file = await openFile('notes.csv', ['Phone,Notes', ...numbers.map((phone) => `${phone},Wombat`)].join('\n'))
  const fields = [{ to: 'notes' as const, from: ['Notes'] }]
  const plan = await call('plans.start', { fileId: file.id, recipe: recipe({ fields }), wait: true })
  const running = call('runs.start', { planId: plan.id, wait: true })
  await synced()
  const run = await running
  expect(run).toMatchObject({ state: 'finished', failed: 0, held: 0, unknown: 0, done: plan.send })
  expect((await call('contacts.page', { offset: 0, limit: 1, search: 'wombat' })).total).toBe(plan.send)
  // What Rollcall wrote itself is no difference that the service has shown.
  const { total } = await call('sync.differences', { kind: 'changed', offset: 0, limit: 1 })
  expect(total).toBe(0)
  await synced()
  expect((await call('contacts.page', { offset: 0, limit: 1, search: 'wombat' })).total).toBe(plan.send)
  const again = await call('plans.start', { fileId: file.id, recipe: recipe({ fields }), wait: true })
  expect(again).toMatchObject({ send: 0, calls: 0 })
  expect(sandbox.counts().customerUpdates).toBe(plan.send)
})
