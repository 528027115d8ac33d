import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultContacts } from '../../../src-main/sandbox/sandbox.ts'
import { hurriedClock } from '../run/run-stations.ts'
import { editAsAnotherAgent, stateOf } from '../run/undoing.ts'
import { practiceEngine } from './practice-engine.ts'

/** The whole engine in practice mode, after a sync. Answers are parsed with the contract's own schema; refusals are thrown. */
async function practice() {
  const { home, sandbox, engine, call } = await practiceEngine({ contacts: defaultContacts }, hurriedClock())
  const synced = new Promise<void>((resolve) =>
    engine.onAnyEvent((event, payload) => {
      if (event === 'sync.progress' && (payload as { state: string }).state === 'complete') resolve()
    }),
  )
  await call('sync.start', {})
  await synced
  const { contacts, total } = await call('contacts.page', { offset: 0, limit: 500 })
  expect(total).toBe(sandbox.contactCount())
  const states = () => new Map(contacts.map(({ uuid }) => [uuid, stateOf(sandbox, uuid)]))
  return { home, sandbox, call, states }
}

test('the HubSpot sample, run and taken back: every contact is as before, field by field, but for what was edited since', async () => {
  const { home, sandbox, call, states } = await practice()
  const before = states()
  const file = await call('files.open', { path: 'resources/samples/hubspot.csv' })
  const { recipe } = await call('mapping.suggest', { fileId: file.id, kind: 'contacts' })
  const plan = await call('plans.start', { fileId: file.id, recipe, wait: true })
  const run = await call('runs.start', { planId: plan.id, wait: true })
  expect(run).toMatchObject({ state: 'finished', failed: 0, done: plan.send })
  expect(run.done).toBeGreaterThan(10)
  const written = states()

  // Three contacts whose notes or name the run wrote are edited by another agent.
  const changed = [...before.keys()].filter((uuid) => before.get(uuid)?.name !== written.get(uuid)?.name).slice(0, 3)
  expect(changed).toHaveLength(3)
  for (const uuid of changed) await editAsAnotherAgent(sandbox, uuid, { name: `By hand ${uuid}` })

  const undoPlan = await call('undo.plan', { runId: run.id, wait: true })
  expect(undoPlan).toMatchObject({ state: 'ready', undoesRunId: run.id, rows: run.done, runId: null })
  const { restorable = 0, impossible = 0, already = 0, kept = 0 } = undoPlan.undo ?? {}
  expect(restorable).toBe(undoPlan.fields.reduce((sum, { rows }) => sum + rows, 0))
  expect(impossible).toBe(
    undoPlan.issues
      .filter(({ code }) => ['undo.impossible', 'undo.created', 'undo.not_asked'].includes(code))
      .reduce((sum, { rows }) => sum + rows, 0),
  )
  const { rows } = await call('plans.rows', { planId: undoPlan.id, class: 'send', offset: 0, limit: 500 })
  expect(rows.every(({ changes }) => changes.length > 0)).toBe(true)

  sandbox.resetCounts()
  const undo = await call('runs.start', { planId: undoPlan.id, wait: true })
  expect(undo).toMatchObject({
    kind: 'undo',
    state: 'finished',
    failed: 0,
    pending: 0,
    undo: { undoesRunId: run.id, restored: restorable - 3, kept: 3, impossible, already, failed: 0 },
  })
  expect(kept).toBe(0)
  expect(sandbox.counts().customerUpdates).toBe(undo.calls)
  expect((await call('runs.get', { runId: run.id })).summary.undoneByRunId).toBe(undo.id)

  const after = states()
  for (const [uuid, state] of before) {
    expect(after.get(uuid), uuid).toEqual(changed.includes(uuid) ? { ...state, name: `By hand ${uuid}` } : state)
  }

  // Its result file has the run's rows alone, on their lines, and no file of rows to be loaded again.
  const folder = join(home, 'results')
  mkdirSync(folder)
  const { files } = await call('runs.writeResults', { runId: undo.id, folder })
  expect(files).toMatchObject([{ kind: 'results', rows: undo.rows }])
  const text = readFileSync(files[0]?.path ?? '', 'utf8')
  expect(text.match(/Name: somebody has edited this since the run|Somebody has edited Name of this contact/g)).toHaveLength(3)

  await expect(call('undo.plan', { runId: run.id })).resolves.toMatchObject({ undoesRunId: run.id })
})

test('messages are refused in words, and so is a run that is not there', async () => {
  const { call } = await practice()
  const file = await call('files.open', { path: 'resources/samples/message-history.csv' })
  const { recipe } = await call('mapping.suggest', { fileId: file.id })
  const plan = await call('plans.start', { fileId: file.id, recipe, wait: true })
  const run = await call('runs.start', { planId: plan.id, wait: true })
  await expect(call('undo.plan', { runId: run.id, wait: true })).rejects.toMatchObject({
    code: 'run.state',
    message: expect.stringContaining('cannot be taken back'),
  })
  await expect(call('undo.plan', { runId: 'nobody' })).rejects.toMatchObject({ code: 'run.unknown' })
})

test('two undos of a run that were planned side by side cannot both be run', async () => {
  const { call } = await practice()
  const file = await call('files.open', { path: 'resources/samples/hubspot.csv' })
  const { recipe } = await call('mapping.suggest', { fileId: file.id, kind: 'contacts' })
  const plan = await call('plans.start', { fileId: file.id, recipe, wait: true })
  const run = await call('runs.start', { planId: plan.id, wait: true })
  const [first, second] = [await call('undo.plan', { runId: run.id, wait: true }), await call('undo.plan', { runId: run.id, wait: true })]
  const undo = await call('runs.start', { planId: first.id, wait: true })
  expect(undo.undo?.kept).toBe(0)
  await expect(call('runs.start', { planId: second.id })).rejects.toMatchObject({
    code: 'run.state',
    message: expect.stringContaining(undo.id),
  })
})
