import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Input, Output, ProcedureName } from '../../../src-main/engine/contract.ts'
import { procedures } from '../../../src-main/engine/contract.ts'
import { systemClock } from '../../../src-main/engine/model/clock.ts'
import { createEngine } from '../../../src-main/engine/engine.ts'
import { verifyExportedLedger } from '../../../src-main/engine/ledger/verify-exported-ledger.ts'
import { createSandbox, type Sandbox } from '../../../src-main/sandbox/sandbox.ts'
import { ledgerFiles, tamper } from '../ledger/ledger-case.ts'

const { folder, open } = ledgerFiles()
const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** The whole engine in practice mode. Answers are parsed with the contract's own schema. */
async function practice(clock = systemClock) {
  const home = folder()
  const sandbox: Sandbox = await createSandbox({ contacts: 40 })
  endings.push(() => sandbox.close())
  const vault = { read: async () => null, write: async () => undefined, forget: async () => undefined }
  const engine = createEngine({
    home,
    vault,
    clock,
    operator: 'Pat',
    practice: { baseUrl: sandbox.baseUrl, token: sandbox.token },
    environment: null,
  })
  endings.push(() => engine.close())
  const call = async <P extends ProcedureName>(procedure: P, input: Input<P>): Promise<Output<P>> => {
    const answer = await engine.call(procedure, input)
    if (!answer.ok) throw Object.assign(new Error(answer.error.message), answer.error)
    return procedures[procedure].output.parse(answer.value) as Output<P>
  }
  await call('accounts.open', { accountId: 'practice' })
  return { home, sandbox, call }
}

const [first, second] = ['+12125550100', '+12125550101'] as const

/** Gives consent to one, and takes it from another. */
async function consentRun(home: string, call: Awaited<ReturnType<typeof practice>>['call']) {
  const path = join(home, 'list.csv')
  writeFileSync(path, `Phone,Opted In,Source\n${first},Yes,"Web form, page 3"\n${second},No,=cmd\n`)
  const file = await call('files.open', { path })
  const recipe = {
    version: 1 as const,
    name: 'List',
    kind: 'consent' as const,
    match: { by: 'phone' as const, column: 'Phone' },
    fields: [
      { to: 'consent' as const, from: ['Opted In'], values: { Yes: true, No: false } },
      { to: 'evidence' as const, from: ['Source'] },
    ],
    notFound: 'create' as const,
  }
  const plan = await call('plans.start', { fileId: file.id, recipe, wait: true })
  const run = await call('runs.start', { planId: plan.id, wait: true })
  expect(run).toMatchObject({ state: 'finished', done: 2 })
  return { run, file }
}

test('consent that a run set is shown, searched, exported and verified', async () => {
  const { home, sandbox, call } = await practice()
  const { run, file } = await consentRun(home, call)

  const { records, total } = await call('ledger.page', { offset: 0, limit: 10 })
  expect(total).toBe(2)
  expect(records.map(({ number }) => number)).toEqual([2, 1])
  expect(new Map(records.map(({ phone, to }) => [phone, to]))).toEqual(
    new Map([
      [first, true],
      [second, false],
    ]),
  )
  for (const { phone, contact, contactName, run: runId, account, file: from } of records) {
    expect(contact).toBe(sandbox.customerByPhone(phone ?? '')?.uuid)
    expect(contactName).toBe(sandbox.customerByPhone(phone ?? '')?.name)
    expect({ runId, account, from }).toEqual({
      runId: run.id,
      account: { name: 'Practice', baseUrl: sandbox.baseUrl },
      from: { name: 'list.csv', sha256: file.sha256 },
    })
  }
  expect((await call('ledger.page', { offset: 0, limit: 10, search: 'page 3' })).records.map(({ phone }) => phone)).toEqual([first])

  const json = join(home, 'ledger.json')
  expect(await call('ledger.export', { path: json, format: 'json' })).toEqual({ path: json, records: 2 })
  expect(await verifyExportedLedger(json)).toEqual(await call('ledger.verify', {}))
  await expect(call('ledger.export', { path: json, format: 'csv' })).rejects.toMatchObject({ code: 'usage' })

  tamper(open(join(home, 'accounts', 'practice', 'rollcall.db')), (raw) => raw.exec('DELETE FROM consent_ledger WHERE number = 1'))
  expect(await call('ledger.verify', {})).toMatchObject({ ok: false, firstProblem: { record: 1, kind: 'removed' } })
})

test('a person is sealed by the typed number of records; backups of before go, and a refusal still holds', async () => {
  const { home, call } = await practice()
  await consentRun(home, call)
  await call('backups.make', { accountId: 'practice' })
  const person = { phone: '(212) 555-0101' }
  const found = await call('ledger.person', { person })
  expect(found).toMatchObject({ records: 1, phones: [second], contacts: [expect.any(String)] })
  await expect(call('ledger.seal', { person, records: 2 })).rejects.toMatchObject({ code: 'guard.wrong_count' })
  await expect(call('ledger.seal', { person: { phone: 'nobody' }, records: 1 })).rejects.toMatchObject({ code: 'usage' })
  await expect(call('ledger.seal', { person: { contact: 'nobody' }, records: 0 })).rejects.toMatchObject({ code: 'usage' })
  expect(await call('ledger.verify', {})).toMatchObject({ ok: true, records: 2 })

  expect(await call('ledger.seal', { person, records: 1 })).toEqual({ records: 1 })
  expect(await call('ledger.verify', {})).toMatchObject({ ok: true, records: 3 })
  const { records } = await call('ledger.page', { offset: 0, limit: 10 })
  expect(records.map(({ kind, isSealed, phone }) => [kind, isSealed, phone])).toEqual([
    ['sealing', false, null],
    ['consent', true, null],
    ['consent', false, first],
  ])
  expect((await call('backups.list', { accountId: 'practice' })).backups.map(({ because }) => because)).toEqual(['forgotten'])
})

test('an account is forgotten once its ledger is exported, or its time is over; the ledger stays', async () => {
  let years = 0
  const clock = { ...systemClock, nowMs: () => new Date().setFullYear(new Date().getFullYear() + years) }
  const { home, call } = await practice(clock)
  await consentRun(home, call)
  const account = { accountId: 'practice', scope: { kind: 'account' } } as const
  const { ledgerKeptUntilSeconds } = await call('forget.preview', account)
  expect(new Date((ledgerKeptUntilSeconds ?? 0) * 1000).getFullYear()).toBe(new Date().getFullYear() + 5)
  await expect(call('forget.carryOut', account)).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('kept until') })
  years = 4
  await expect(call('forget.carryOut', account)).rejects.toMatchObject({ code: 'usage' })
  years = 6
  await call('accounts.update', { accountId: 'practice', settings: { ledgerYears: 7 } })
  await expect(call('forget.carryOut', account)).rejects.toMatchObject({ code: 'usage' })
  const ledgerPath = join(home, 'kept.json')
  expect(await call('forget.carryOut', { ...account, ledgerPath })).toMatchObject({ ledgerPath })
  expect(await verifyExportedLedger(ledgerPath)).toMatchObject({ ok: true, records: 2 })
  years = 8
  expect(await call('forget.carryOut', account)).toMatchObject({ ledgerPath: null })
  expect(await call('ledger.verify', {})).toMatchObject({ ok: true, records: 2 })
})
