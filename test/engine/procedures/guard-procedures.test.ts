import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Recipe } from '../../../src-main/engine/contract.ts'
import { type SandboxOptions, wallClock } from '../../../src-main/sandbox/sandbox-options.ts'
import { type Clock, systemClock } from '../../../src-main/engine/model/clock.ts'
import { confirmWords, unconfirmedWords } from '../../../src-main/engine/mapping/recipe/unconfirmed-words.ts'
import type { Guard } from '../../../src-main/engine/model/plans/plan-schema.ts'
import { openKeptStore } from '../../../src-main/engine/store/integrity/kept-store.ts'
import { addHeldPlan } from '../plan/held-plan.ts'
import { addFile, recipe } from '../store/stored-things.ts'
import { hurriedClock } from '../run/run-stations.ts'
import { openEngine, practiceEngine } from './practice-engine.ts'

/** The whole engine in practice mode. Answers are parsed with the contract's own schema; refusals are thrown. */
async function practice(options: SandboxOptions, clock?: Clock) {
  const { home, sandbox, call } = await practiceEngine(options, clock)
  const planOf = async (path: string, parts: Partial<Recipe>) => {
    const file = await call('files.open', { path })
    return call('plans.start', { fileId: file.id, recipe: recipe(parts), wait: true })
  }
  return { home, sandbox, call, planOf }
}

test('the sample list: the rows that give consent again are held, released with evidence, and only then reach the service', async () => {
  const { sandbox, call } = await practice({ contacts: 1300 })
  const file = await call('files.open', { path: 'resources/samples/consent-list.csv' })
  const { recipe: unconfirmed } = await call('mapping.suggest', { fileId: file.id })
  const confirmed = confirmWords(unconfirmed, unconfirmedWords(unconfirmed), [])
  const cautious = await call('plans.start', { fileId: file.id, recipe: confirmed, wait: true })
  expect(cautious.guards).toMatchObject([
    { guard: 'consent', rows: 2, contacts: 2 },
    { guard: 'withdraw', rows: 23, contacts: 23 },
  ])
  const suggested = { ...confirmed, limits: { release: { withdraw: 23 } } }
  const plan = await call('plans.start', { fileId: file.id, recipe: suggested, wait: true })
  // One more gives and takes it back in another row: the refusal counts.
  expect(plan.guards).toMatchObject([{ guard: 'consent', rows: 2, contacts: 2, released: false }])
  const { rows: held } = await call('plans.rows', { planId: plan.id, class: 'held', offset: 0, limit: 10 })
  const consentOf = () => held.map((row) => sandbox.customer(row.contact?.uuid ?? '')?.consent)
  expect(held.map((row) => row.changes[0])).toMatchObject(Array(2).fill({ field: 'consent', after: true }))

  // Without a release the rest is run, and nobody who opted out is touched.
  const before = consentOf()
  const run = await call('runs.start', { planId: plan.id, wait: true })
  expect(run).toMatchObject({ state: 'finished', rows: plan.rows, done: plan.send, failed: 0, held: 2, calls: plan.calls })
  const listed = await call('runs.rows', { runId: run.id, outcome: 'held', offset: 1, limit: 10 })
  expect(listed.total).toBe(2)
  expect(listed.rows.map(({ line }) => line)).toEqual(held.slice(1).map(({ line }) => line))
  expect(consentOf()).toEqual(before)
  await expect(call('plans.release', { planId: plan.id, guard: 'consent', contacts: 2 })).rejects.toMatchObject({ code: 'run.state' })

  // The next plan holds just these again. The right number alone sends none: nothing in the file is dated after the refusals.
  const again = await call('plans.start', { fileId: file.id, recipe: suggested, wait: true })
  expect(again).toMatchObject({ rows: plan.rows, send: 0, held: 2, calls: 0 })
  await expect(call('plans.release', { planId: again.id, guard: 'consent', contacts: 3 })).rejects.toMatchObject({
    code: 'guard.wrong_count',
    message: expect.stringContaining('holds 2 contacts, not 3'),
  })
  await expect(call('plans.release', { planId: again.id, guard: 'consent', contacts: 2 })).rejects.toMatchObject({ code: 'guard.evidence' })
  const lines = held.map(({ line }) => line)
  const evidence = { text: 'Paper form', date: '2024-06-03', refusedDate: '2024-06-02' }
  await expect(
    call('plans.releaseRows', { planId: again.id, lines, evidence: { ...evidence, refusedDate: '2024-06-04' } }),
  ).rejects.toMatchObject({ code: 'guard.evidence' })
  expect(await call('plans.releaseRows', { planId: again.id, lines, evidence })).toMatchObject({ send: 2, held: 0, calls: 2 })
  expect(await call('runs.start', { planId: again.id, wait: true })).toMatchObject({ state: 'finished', done: 2, held: 0 })
  expect(consentOf()).toEqual([true, true])
})

const consentRecipe: Partial<Recipe> = {
  kind: 'consent',
  match: { by: 'phone', column: 'Phone' },
  fields: [
    { to: 'consent', from: ['Opted In'], values: { Yes: true, No: false } },
    { to: 'evidence', from: ['Source'] },
  ],
  notFound: 'skip',
}

test('failed rows are tried again alone, on their own lines, as often as need be; their results are theirs alone', async () => {
  const { home, sandbox, call, planOf } = await practice({ contacts: 60 })
  await call('sync.start', {})
  await expect.poll(async () => (await call('sync.status', {})).state).toBe('complete')
  const { contacts } = await call('contacts.page', { offset: 0, limit: 60 })
  const open = contacts.filter(
    ({ phone, consent, blocked, archived }) => phone && consent === null && blocked === false && archived === false,
  )
  const [first, second, third] = open.filter((one) => contacts.filter(({ phone }) => phone === one.phone).length === 1)
  if (!first || !second || !third) throw new Error('the seed has no three such contacts')
  const path = join(home, 'list.csv')
  writeFileSync(
    path,
    [
      'Phone,Opted In,Source',
      `${first.phone},No,a`,
      'nonsense,No,b',
      '',
      `${second.phone},No,c`,
      '+12015550999,No,d',
      `${third.phone},No,"two\nlines"`,
    ].join('\n'),
  )

  const plan = await planOf(path, consentRecipe)
  expect(plan).toMatchObject({ rows: 5, send: 3, invalid: 1, skipped: 1, retriesRunId: null })
  sandbox.setSettings({ allowApiImport: false })
  const run = await call('runs.start', { planId: plan.id, wait: true })
  expect(run).toMatchObject({ state: 'finished', rows: 5, failed: 3 })

  const retried = await call('plans.retry', { runId: run.id, wait: true })
  expect(retried).toMatchObject({
    state: 'ready',
    rows: 3,
    send: 3,
    unchanged: 0,
    invalid: 0,
    skipped: 0,
    calls: 3,
    fileName: 'list.csv',
    retriesRunId: run.id,
  })
  const { rows } = await call('plans.rows', { planId: retried.id, offset: 0, limit: 10 })
  expect(rows.map(({ row, line, contact }) => [row, line, contact?.uuid])).toEqual([
    [1, 2, first.uuid],
    [2, 5, second.uuid],
    [3, 7, third.uuid],
  ])
  const secondRun = await call('runs.start', { planId: retried.id, wait: true })
  expect(secondRun).toMatchObject({ state: 'finished', rows: 3, failed: 3 })

  sandbox.setSettings({ allowApiImport: true })
  const thirdPlan = await call('plans.retry', { runId: secondRun.id, wait: true })
  const thirdRun = await call('runs.start', { planId: thirdPlan.id, wait: true })
  expect(thirdRun).toMatchObject({ state: 'finished', rows: 3, done: 3, failed: 0 })
  expect([first, second, third].map(({ uuid }) => sandbox.customer(uuid)?.consent)).toEqual([false, false, false])
  await expect(call('plans.retry', { runId: thirdRun.id, wait: true })).rejects.toMatchObject({
    code: 'run.state',
    message: 'No row of this run failed.',
  })

  const folder = join(home, 'results')
  mkdirSync(folder)
  const { files } = await call('runs.writeResults', { runId: secondRun.id, folder })
  expect(files.map(({ kind, rows }) => [kind, rows])).toEqual([
    ['results', 3],
    ['failed', 3],
  ])
  const text = readFileSync(files[0]?.path ?? '', 'utf8')
  for (const { phone } of [first, second, third]) expect(text).toContain(phone)
  expect(text).not.toContain('nonsense')

  // The first run once more: all of it is done by now.
  expect(await call('plans.retry', { runId: run.id, wait: true })).toMatchObject({ rows: 3, unchanged: 3, send: 0 })
  await expect(call('plans.retry', { runId: 'nobody' })).rejects.toMatchObject({ code: 'run.unknown' })
})

test('of equal messages to one contact, the one that was refused is sent by the retry, and only that', async () => {
  const clock = hurriedClock()
  const time = { ...wallClock, nowMs: clock.nowMs, monotonicMs: clock.monotonicMs }
  const { home, sandbox, call, planOf } = await practice({ contacts: 5, clock: time }, clock)
  const phone = '+12015550999'
  const path = join(home, 'history.csv')
  writeFileSync(path, `Phone,Text\n${`${phone},hi\n`.repeat(3)}`)
  const parts: Partial<Recipe> = {
    kind: 'messages',
    match: { by: 'phone', column: 'Phone' },
    fields: [{ to: 'body', from: ['Text'] }],
    notFound: 'create',
  }
  const plan = await planOf(path, parts)
  expect(plan).toMatchObject({ rows: 3, send: 3 })
  sandbox.setFaults('error-in-200@import-message/1')
  const run = await call('runs.start', { planId: plan.id, wait: true })
  // It was looked for as long as it could arrive, before the next one to the same contact left.
  expect(run).toMatchObject({ state: 'finished', done: 2, failed: 1, unknown: 0, pending: 0 })
  expect(sandbox.importedCount(phone, 'hi')).toBe(2)

  const retried = await call('plans.retry', { runId: run.id, wait: true })
  expect(retried).toMatchObject({ rows: 1, send: 1, unchanged: 0 })
  expect(await call('runs.start', { planId: retried.id, wait: true })).toMatchObject({ state: 'finished', rows: 1, done: 1 })
  expect(sandbox.importedCount(phone, 'hi')).toBe(3)
  expect(await planOf(path, parts)).toMatchObject({ send: 0, unchanged: 3 })
})

test('a release that takes a moment tells how far it is; cancelled, it has released nothing, and can be done again', async () => {
  const { home, sandbox, engine } = await practiceEngine({ contacts: 0 })
  await engine.close()
  const held = Array.from({ length: 25_000 }, (_, at): Guard[] => (at % 3 === 0 ? ['clear', 'mass'] : ['mass']))
  const { store, close } = openKeptStore(join(home, 'accounts', 'practice', 'rollcall.db'), () => 0)
  addFile(store)
  addHeldPlan(store, 'large', held)
  close()

  // A quarter of a second goes by at each look at it.
  let nowMs = 0
  const { call, engine: opened } = await openEngine(home, sandbox, { ...systemClock, monotonicMs: () => (nowMs += 250) })
  const told: unknown[] = []
  opened.onAnyEvent((event, payload) => event === 'plan.releasing' && told.push(payload))
  const before = await call('plans.get', { planId: 'large' })
  const release = () => call('plans.release', { planId: 'large', guard: 'mass', contacts: held.length })
  const [given] = await Promise.allSettled([release(), call('plans.cancel', { planId: 'large' })])
  expect(given).toMatchObject({ status: 'rejected', reason: { code: 'cancelled' } })
  expect(await call('plans.get', { planId: 'large' })).toEqual(before)

  told.length = 0
  expect(await release()).toMatchObject({ send: 16_666, held: 8_334, calls: 16_666 })
  expect(told).toEqual([20_000, 25_000].map((rowsCounted) => ({ planId: 'large', guard: 'mass', rowsCounted, rows: 25_000 })))
  expect((await call('plans.rows', { planId: 'large', class: 'held', offset: 8_333, limit: 2 })).rows).toMatchObject([
    { row: 25_000, class: 'held' },
  ])
})
