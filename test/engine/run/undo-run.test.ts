import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../src-main/engine/model/clock.ts'
import { planSummary } from '../../../src-main/engine/plan/read/read-plan.ts'
import { runRows, runSummary } from '../../../src-main/engine/results/run-summary.ts'
import { releaseRows } from '../../../src-main/engine/plan/guards/release-rows.ts'
import type { RunnerOptions } from '../../../src-main/engine/run/runner.ts'
import type { SandboxOptions } from '../../../src-main/sandbox/sandbox-options.ts'
import { portion } from '../../helpers/portion.ts'
import { hurriedClock, type RowParts, runStations } from './run-stations.ts'
import { editAsAnotherAgent, runPlan, stateOf, undoPlan, undoRun } from './undoing.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'

const stations = runStations()
const station = (options: SandboxOptions, parts: Partial<RunnerOptions> = {}) => stations(options, { clock: hurriedClock(), ...parts })
const tags = (handling: 'add' | 'remove' | 'replace', ...names: string[]) => ({ handling, tags: names })

test('what a run wrote goes, what somebody edited since stays, and the counts say so', async () => {
  const { sandbox, store, runner, phones, plan } = await station({ contacts: 60 })
  const some = phones.slice(0, 20)
  const uuids = some.map((phone) => sandbox.customerByPhone(phone)?.uuid ?? '')
  const before = uuids.map((uuid) => stateOf(sandbox, uuid))
  const rows = some.map((phone, n): RowParts => ({
    phone,
    contact: { name: `New ${n}`, notes: `Note ${n}`, tags: tags('add', 'imported tag'), email: `n${n}@example.com` },
  }))
  const run = await runPlan(store, runner, await plan(rows))
  expect(run).toMatchObject({ done: 20, failed: 0, undo: null, undoneByRunId: null })

  const [all = '', one = '', other = ''] = uuids
  await editAsAnotherAgent(sandbox, all, { name: 'By hand', notes: 'By hand' })
  await editAsAnotherAgent(sandbox, one, { name: 'By hand' })
  await editAsAnotherAgent(sandbox, other, { tags: 'by_hand', tags_handling: 'add' })

  const planId = await undoPlan(store, run.id)
  expect(planSummary(store, planId)).toMatchObject({
    rows: 20,
    send: 20,
    calls: 20,
    contacts: 20,
    undo: { restorable: 60, kept: 0, already: 0, impossible: 20 },
    issues: [{ code: 'undo.impossible', column: 'E-mail', rows: 20 }],
  })
  const undo = await runPlan(store, runner, planId)
  expect(undo).toMatchObject({
    kind: 'undo',
    state: 'finished',
    rows: 20,
    done: 20,
    failed: 0,
    held: 0,
    calls: 20,
    undo: { undoesRunId: run.id, restored: 57, kept: 3, impossible: 20, already: 0, failed: 0 },
  })
  expect(runSummary(store, run.id, Date.now()).undoneByRunId).toBe(undo.id)
  const after = uuids.map((uuid) => stateOf(sandbox, uuid))
  expect(after[0]).toEqual({ ...before[0], name: 'By hand', notes: 'By hand' })
  expect(after[1]).toEqual({ ...before[1], name: 'By hand' })
  expect(after[2]).toEqual({ ...before[2], tags: [...(before[2]?.tags ?? []), 'by hand'].toSorted() })
  expect(after.slice(3)).toEqual(before.slice(3))
  // Nothing but the contacts concerned was written, each once.
  expect(sandbox.counts().customerUpdates).toBe(20 + 3 + 20)
  const { rows: noted } = runRows(store, undo.id, { offset: 0, limit: 20 })
  expect(noted.filter(({ error }) => error !== null).map(({ line, error }) => [line, error])).toEqual([
    [2, expect.stringContaining('Name, Notes: somebody has edited this since')],
    [3, expect.stringContaining('Name: somebody has edited this since')],
  ])
})

test('a row of which everything was edited since is held, and nothing is sent for it', async () => {
  const { sandbox, store, runner, phones, plan } = await station({ contacts: 20 })
  const [phone = '', second = ''] = phones
  const run = await runPlan(store, runner, await plan([phone, second].map((one) => ({ phone: one, contact: { notes: `For ${one}` } }))))
  await editAsAnotherAgent(sandbox, sandbox.customerByPhone(phone)?.uuid ?? '', { notes: 'By hand' })
  sandbox.resetCounts()
  const undo = await undoRun(store, runner, run.id)
  expect(undo).toMatchObject({ done: 1, held: 1, calls: 1, undo: { restored: 1, kept: 1 }, failures: [{ code: 'undo.edited', line: 2 }] })
  expect(sandbox.counts().customerUpdates).toBe(1)
  expect(sandbox.customerByPhone(phone)?.notes).toBe('By hand')

  // What was kept may be tried again; by then it is as the run left it once more.
  await editAsAnotherAgent(sandbox, sandbox.customerByPhone(phone)?.uuid ?? '', { notes: `For ${phone}` })
  expect(await undoRun(store, runner, run.id)).toMatchObject({ undo: { restored: 1, kept: 0, already: 1 } })
  await expect(undoPlan(store, run.id)).rejects.toMatchObject({ code: 'run.state', message: expect.stringContaining('taken back already') })
})

test("an undo can be undone: the run's changes are there again, and the run can be taken back again", async () => {
  const { sandbox, store, runner, phones, plan } = await station({ contacts: 30 })
  const some = phones.slice(0, 10)
  const uuids = some.map((phone) => sandbox.customerByPhone(phone)?.uuid ?? '')
  const states = () => uuids.map((uuid) => stateOf(sandbox, uuid))
  const before = states()
  const run = await runPlan(
    store,
    runner,
    await plan(some.map((phone, n) => ({ phone, contact: { name: `New ${n}`, tags: tags('replace', 'only', `n${n}`), archived: true } }))),
  )
  const written = states()
  const undo = await undoRun(store, runner, run.id)
  expect(states()).toEqual(before)
  const redo = await undoRun(store, runner, undo.id)
  expect(redo).toMatchObject({ kind: 'undo', done: undo.done, undo: { undoesRunId: undo.id, restored: undo.undo?.restored, kept: 0 } })
  expect(states()).toEqual(written)
  expect(runSummary(store, run.id, Date.now()).undoneByRunId).toBeNull()
  await undoRun(store, runner, run.id)
  expect(states()).toEqual(before)
})

test('consent does not come back by itself: it is held, and released row by row with evidence that goes to the ledger', async () => {
  const { sandbox, store, runner, phones, plan } = await stations({ contacts: 60 })
  const rows = phones.slice(0, 30).map((phone): RowParts => ({ phone, consent: false, evidence: { Source: 'Form' } }))
  const before = new Map(rows.map(({ phone = '' }) => [phone, sandbox.customerByPhone(phone)?.consent]))
  const given = [...before.values()].filter((consent) => consent === true).length
  const never = [...before.values()].filter((consent) => consent === null).length
  const same = before.size - given - never
  expect(Math.min(given, never, same)).toBeGreaterThan(1)
  const run = await runPlan(store, runner, await plan(rows, { kind: 'consent' }))
  const ledger = tablesOf(store).consentLedger
  const ended = ledger.page({ search: '', offset: 0, limit: 500 }).total
  expect(ended).toBe(run.done)

  const planId = await undoPlan(store, run.id)
  expect(planSummary(store, planId)).toMatchObject({
    send: same,
    held: given,
    undo: { restorable: 0, already: same, held: given, impossible: never },
    guards: [{ guard: 'consent', rows: given, contacts: given }],
  })
  expect(await runPlan(store, runner, planId)).toMatchObject({
    state: 'finished',
    done: same,
    held: given,
    calls: 0,
    undo: { restored: 0, kept: 0, already: same, held: given, unknown: 0, impossible: never, failed: 0 },
    attention: [{ code: 'held.consent', rows: given }],
  })
  for (const [phone, consent] of before) expect(sandbox.customerByPhone(phone)?.consent).toBe(consent === undefined ? undefined : false)

  // What is held may be released in another undo of the same run.
  const again = await undoPlan(store, run.id)
  const held = tablesOf(store)
    .planRows.after(again, 0, 100)
    .filter((row) => row.class === 'held')
  const [first, second] = held.map(({ line }) => line)
  const evidence = (date: string) => ({ text: 'Wrong list; asked again at the desk', date })
  const later = new Date(Date.now() + 1000).toISOString()
  const release = (date: string) =>
    releaseRows(store, again, { lines: [first ?? 0, second ?? 0], evidence: evidence(date) }, Date.now() + 5000)
  expect(() => release('2020-01-31')).toThrow(expect.objectContaining({ code: 'guard.evidence' }))
  expect(release(later)).toMatchObject({
    send: same + 2,
    held: given - 2,
    calls: 2,
    contacts: same + 2,
    undo: { restorable: 2, held: given - 2 },
  })
  expect(await runPlan(store, runner, again)).toMatchObject({ done: same + 2, held: given - 2, undo: { restored: 2, held: given - 2 } })
  expect(held.slice(0, 3).map(({ phone }) => sandbox.customerByPhone(phone ?? '')?.consent)).toEqual([true, true, false])
  const { records, total } = ledger.page({ search: '', offset: 0, limit: 2 })
  expect(total).toBe(ended + 2)
  for (const record of records) {
    expect(record).toMatchObject({ from: false, to: true, operator: 'Pat' })
    expect(record.evidence).toEqual({
      'Undo of run': run.id,
      'Released with': 'Wrong list; asked again at the desk',
      'Released with, dated': later,
    })
  }
})

test('a contact that the run blocked stays blocked, and the rest of its row is taken back', async () => {
  const { sandbox, store, runner, phones, plan } = await station({ contacts: 40 })
  const phone = phones.find((one) => sandbox.customerByPhone(one)?.blocked === false) ?? ''
  const uuid = sandbox.customerByPhone(phone)?.uuid ?? ''
  const before = stateOf(sandbox, uuid)
  const run = await runPlan(store, runner, await plan([{ phone, contact: { notes: 'New', blocked: true } }]))
  expect(await undoRun(store, runner, run.id)).toMatchObject({
    rows: 2,
    done: 1,
    held: 1,
    undo: { restored: 1, held: 1 },
    attention: [{ code: 'held.consent' }],
  })
  expect(stateOf(sandbox, uuid)).toEqual({ ...before, blocked: true })
})

test('what would allow texts only as the contact is found is held then, and nothing is sent', async () => {
  const { sandbox, store, service, runner, phones, plan } = await station({ contacts: 60 })
  const phone = phones.find((one) => sandbox.customerByPhone(one)?.consent === true) ?? ''
  const { uuid = '' } = sandbox.customerByPhone(phone) ?? {}
  const run = await runPlan(store, runner, await plan([{ phone, consent: false }], { kind: 'consent' }))
  // The preview believes that somebody has given it again; until the undo runs, somebody has taken it back.
  tablesOf(store).contacts.applyWrite(uuid, { consent: true }, Date.now())
  const planId = await undoPlan(store, run.id)
  expect(planSummary(store, planId)).toMatchObject({ send: 1, undo: { already: 1, held: 0 } })
  expect((await service.customerByUuid(uuid))?.record.consent).toBe(false)
  sandbox.resetCounts()
  expect(await runPlan(store, runner, planId)).toMatchObject({
    held: 1,
    undo: { already: 0, held: 1, restored: 0 },
    failures: [{ code: 'undo.permission' }],
    attention: [{ code: 'held.permission', rows: 1 }],
  })
  expect(sandbox.counts().consentsTrue).toBe(0)
})

describe('what cannot be taken back', () => {
  test('contacts that were created stay, and count as one each', async () => {
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 20 })
    const rows = [
      { phone: '+16502530101', contact: { name: 'Created', notes: 'x', archived: true } },
      { phone: phones[0] ?? '', contact: { notes: 'y' } },
    ]
    const run = await runPlan(store, runner, await plan(rows, { notFound: 'create' }))
    expect(await undoRun(store, runner, run.id)).toMatchObject({ rows: 2, done: 1, skipped: 1, undo: { restored: 1, impossible: 1 } })
    expect(sandbox.customerByPhone('+16502530101')).toMatchObject({ name: 'Created', notes: 'x' })
  })

  test('a contact that is gone, or that may not be read, fails without anything being written', async () => {
    const { sandbox, store, runner, makeRunner, service, phones, plan } = await station({ contacts: 20 })
    const run = await runPlan(
      store,
      runner,
      await plan(phones.slice(0, 3).map((phone) => ({ phone, contact: { name: 'New', notes: 'New' } }))),
    )
    const gone = sandbox.customerByPhone(phones[0] ?? '')?.uuid
    const planId = await undoPlan(store, run.id)
    const lost = makeRunner({
      service: { ...service, customerByUuid: async (uuid, signal) => (uuid === gone ? null : service.customerByUuid(uuid, signal)) },
    })
    expect(await runPlan(store, lost, planId)).toMatchObject({
      done: 2,
      failed: 1,
      undo: { restored: 4, failed: 2 },
      failures: [{ code: 'service.not_found', rows: 1 }],
    })
    expect(stateOf(sandbox, gone ?? '').name).toBe('New')
  })
})

test('before-images come from the read right before the write: what was changed between preview and run is what comes back', async () => {
  const { sandbox, store, makeRunner, phones, plan } = await station({ contacts: 20 })
  const [phone = ''] = phones
  const uuid = sandbox.customerByPhone(phone)?.uuid ?? ''
  const planId = await plan([{ phone, contact: { notes: 'Same', tags: tags('add', 'ours', 'theirs') } }])
  await editAsAnotherAgent(sandbox, uuid, { notes: 'Same', tags: 'theirs', tags_handling: 'add' })
  const before = stateOf(sandbox, uuid)
  const runner = makeRunner({
    settings: () => ({ concurrency: 8, requestsPerMinute: null, freshReadAfterSeconds: 0 }),
    clock: { ...systemClock, nowMs: () => Date.now() + 5_000 },
  })
  const run = await runPlan(store, runner, planId)
  expect(stateOf(sandbox, uuid).tags).toContain('ours')
  await undoRun(store, runner, run.id)
  expect(stateOf(sandbox, uuid)).toEqual(before)
})

test('a preview that the cache has outdated is looked at again, although the cache is young', async () => {
  const { sandbox, store, service, runner, phones, plan } = await station({ contacts: 20 })
  const [phone = ''] = phones
  const uuid = sandbox.customerByPhone(phone)?.uuid ?? ''
  const planId = await plan([{ phone, contact: { name: 'New' } }])
  await editAsAnotherAgent(sandbox, uuid, { name: 'By hand' })
  const read = await service.customerByUuid(uuid)
  if (read !== null) tablesOf(store).contacts.putRead(read, Date.now())
  expect(await runPlan(store, runner, planId)).toMatchObject({ done: 0, held: 1 })
  expect(stateOf(sandbox, uuid).name).toBe('By hand')
})

test('an undo that was cancelled can be begun again; what is back already is not counted twice', async () => {
  const { sandbox, store, runner, phones, plan } = await station({ contacts: 100 })
  const some = phones.slice(0, 60)
  const run = await runPlan(store, runner, await plan(some.map((phone) => ({ phone, contact: { notes: `For ${phone}` } }))))
  sandbox.setFaults('latency=5')
  const undoId = await runner.start(await undoPlan(store, run.id))
  while ((runner.progress(undoId)?.done ?? 60) < 10) await new Promise((resolve) => setImmediate(resolve))
  await runner.cancel(undoId)
  sandbox.clearFaults()
  const first = runSummary(store, undoId, Date.now())
  expect(first).toMatchObject({ state: 'cancelled' })
  expect(runSummary(store, run.id, Date.now()).undoneByRunId).toBeNull()
  const second = await undoRun(store, runner, run.id)
  expect((first.undo?.restored ?? 0) + (second.undo?.restored ?? 0)).toBe(60)
  expect(first.undo?.restored).toBeGreaterThan(9)
  expect(second).toMatchObject({ state: 'finished', rows: 60, done: 60, undo: { already: first.undo?.restored } })
})

const words = fc.constantFrom('', 'a', 'Ä b', ' x ', 'long text\nof two lines')
const tagNames = fc.uniqueArray(fc.constantFrom('vip', 'new', 'a b', 'ä'), { maxLength: 3 })
const desired = fc.record(
  {
    name: words,
    notes: words,
    tags: fc.record({ handling: fc.constantFrom('add', 'remove', 'replace'), tags: tagNames }),
    archived: fc.boolean(),
    blocked: fc.boolean(),
  },
  { requiredKeys: [] },
)

test('whatever a run wrote and whatever was edited since, an undo brings back all that was known and not edited', async () => {
  const clock = hurriedClock(3)
  const { sandbox, store, service, runner, phones, plan } = await station({ contacts: 24 }, { clock })
  const contacts = tablesOf(store).contacts
  const some = phones.slice(0, 6)
  const uuids = some.map((phone) => sandbox.customerByPhone(phone)?.uuid ?? '')
  const scenario = fc.record({
    wanted: fc.array(desired, { minLength: 6, maxLength: 6 }),
    corrections: fc.array(fc.option(fc.record({ name: words, notes: words, archived: fc.boolean() }, { requiredKeys: [] })), {
      minLength: 6,
      maxLength: 6,
    }),
  })
  await fc.assert(
    fc.asyncProperty(scenario, async ({ wanted, corrections }) => {
      for (const read of await Promise.all(uuids.map((uuid) => service.customerByUuid(uuid))))
        if (read !== null) contacts.putRead(read, clock.nowMs())
      const before = uuids.map((uuid) => stateOf(sandbox, uuid))
      const run = await runPlan(store, runner, await plan(some.map((phone, n) => ({ phone, contact: wanted[n] ?? {} }))))
      if (run.calls === 0) return
      const written = uuids.map((uuid) => stateOf(sandbox, uuid))
      for (const [n, uuid] of uuids.entries()) if (corrections[n]) await editAsAnotherAgent(sandbox, uuid, corrections[n])
      const edited = uuids.map((uuid) => stateOf(sandbox, uuid))
      const undo = await undoRun(store, runner, run.id, clock)
      expect(undo).toMatchObject({ state: 'finished', failed: 0, pending: 0 })
      const after = uuids.map((uuid) => stateOf(sandbox, uuid))
      for (const n of uuids.keys()) {
        for (const field of ['name', 'notes', 'tags', 'archived', 'blocked'] as const) {
          const [was, ran, then, is] = [before, written, edited, after].map((states) => meaning(states[n]?.[field]))
          const staysBlocked = field === 'blocked' && then === 'true' && was === 'false'
          if ((then === ran || then === was) && !staysBlocked) expect(is, `${field} of ${n}`).toEqual(was)
          else expect(is, `${field} of ${n}`).toEqual(then)
        }
      }
      const { restored = 0, kept = 0, already = 0, held = 0, impossible = 0, failed = 0 } = undo.undo ?? {}
      const unchanged = planSummary(store, undo.planId).undo
      expect(restored + kept + already + held + impossible + failed).toBe(
        (unchanged?.restorable ?? 0) +
          (unchanged?.kept ?? 0) +
          (unchanged?.already ?? 0) +
          (unchanged?.held ?? 0) +
          (unchanged?.impossible ?? 0),
      )
      expect([...tablesOf(store).runRows.range(undo.id, 1, 100).values()].every(({ undone }) => undone !== null)).toBe(true)
    }),
    { numRuns: portion(40) },
  )
})

/** As a field is compared: by meaning. */
function meaning(value: unknown): string {
  return typeof value === 'string' ? value.trim() : JSON.stringify(value)
}
