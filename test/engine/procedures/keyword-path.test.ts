import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Recipe } from '../../../src-main/engine/contract.ts'
import { wallClock } from '../../../src-main/sandbox/sandbox-options.ts'
import { hurriedClock } from '../run/run-stations.ts'
import { recipe } from '../store/stored-things.ts'
import { practiceEngine } from './practice-engine.ts'

const parts: Partial<Recipe> = {
  kind: 'messages',
  match: { by: 'phone', column: 'Phone' },
  fields: [{ to: 'body', from: ['Text'] }],
  notFound: 'skip',
}

/** A history of two contacts in which three messages are nothing but a keyword. */
async function history() {
  const clock = hurriedClock()
  const time = { ...wallClock, nowMs: clock.nowMs, monotonicMs: clock.monotonicMs }
  const engine = await practiceEngine({ contacts: 5, clock: time }, clock)
  const { home, call, sandbox } = engine
  await expect.poll(async () => (await call('sync.status', {})).state).toBe('complete')
  const { contacts } = await call('contacts.page', { offset: 0, limit: 5 })
  const [first = '', second = ''] = contacts.flatMap(({ phone }) => phone ?? [])
  const path = join(home, 'history.csv')
  const texts = [
    [first, 'Hello there'],
    [first, 'STOP'],
    [second, 'Stop by at noon?'],
    [second, 'start'],
    [second, 'Stop!'],
  ]
  writeFileSync(path, ['Phone,Text', ...texts.map((row) => row.join(','))].join('\n'))
  const planned = async () => {
    const file = await call('files.open', { path })
    return call('plans.start', { fileId: file.id, recipe: recipe(parts), wait: true })
  }
  const imported = () => texts.map(([phone = '', text = '']) => sandbox.importedCount(phone, text))
  return { ...engine, planned, imported }
}

test('messages that are only a keyword stay out of the figures, the run and the service until somebody releases them', async () => {
  const { call, planned, imported, home } = await history()
  const plan = await planned()
  expect(plan).toMatchObject({ rows: 5, send: 2, held: 3, calls: 2 })
  expect(plan.guards).toMatchObject([{ guard: 'keyword', rows: 3, contacts: 2, released: false }])
  expect(await call('plans.figures', { planId: plan.id })).toMatchObject({ rows: 2, conversations: 2 })
  const { rows } = await call('plans.rows', { planId: plan.id, class: 'held', offset: 0, limit: 10 })
  expect(rows.map(({ line, heldBy }) => [line, heldBy])).toEqual([3, 5, 6].map((line) => [line, ['keyword']]))
  for (const { reason } of rows) expect(reason).toContain('only a word such as STOP')

  const run = await call('runs.start', { planId: plan.id, wait: true })
  expect(run).toMatchObject({ state: 'finished', rows: 5, done: 2, held: 3, failed: 0 })
  expect(imported()).toEqual([1, 0, 1, 0, 0])
  const { files } = await call('runs.writeResults', { runId: run.id, folder: home })
  const lines = readFileSync(files[0]?.path ?? '', 'utf8')
    .trim()
    .split(/\r?\n/)
  expect(lines.filter((line) => line.includes('only a word such as STOP')).map((line) => line.split(',')[1])).toEqual([
    'STOP',
    'start',
    'Stop!',
  ])
})

test('released by the number of their contacts, or one by one, they are imported in the order of the file, each once', async () => {
  const { call, planned, imported } = await history()
  const plan = await planned()
  await expect(call('plans.release', { planId: plan.id, guard: 'keyword', contacts: 3 })).rejects.toMatchObject({
    code: 'guard.wrong_count',
  })
  expect(await call('plans.releaseRows', { planId: plan.id, lines: [3] })).toMatchObject({ send: 3, held: 2, calls: 3 })
  expect(await call('plans.release', { planId: plan.id, guard: 'keyword', contacts: 1 })).toMatchObject({ send: 5, held: 0, calls: 5 })
  expect(await call('plans.figures', { planId: plan.id })).toMatchObject({ rows: 5, conversations: 2 })
  const run = await call('runs.start', { planId: plan.id, wait: true })
  expect(run).toMatchObject({ state: 'finished', done: 5, held: 0, failed: 0 })
  expect(imported()).toEqual([1, 1, 1, 1, 1])
  // A second run of the file has nothing to import, and nothing to ask.
  expect(await planned()).toMatchObject({ send: 0, held: 0, unchanged: 5 })
})

test('held ones of a finished run are released later, as a run of their own', async () => {
  const { call, planned, imported } = await history()
  const run = await call('runs.start', { planId: (await planned()).id, wait: true })
  const later = await call('plans.retry', { runId: run.id, outcome: 'held', wait: true })
  expect(later).toMatchObject({ rows: 3, send: 0, held: 3 })
  expect(await call('plans.release', { planId: later.id, guard: 'keyword', contacts: 2 })).toMatchObject({ send: 3, held: 0 })
  expect(await call('runs.start', { planId: later.id, wait: true })).toMatchObject({ state: 'finished', rows: 3, done: 3 })
  expect(imported()).toEqual([1, 1, 1, 1, 1])
})
