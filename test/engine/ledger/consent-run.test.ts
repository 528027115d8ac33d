import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createConsentRecorder } from '../../../src-main/engine/ledger/consent-recorder.ts'
import { systemClock } from '../../../src-main/engine/model/clock.ts'
import { verifyLedger } from '../../../src-main/engine/ledger/verify-ledger.ts'
import { compileRecipe } from '../../../src-main/engine/mapping/compile/compile-recipe.ts'
import { confirmWords, unconfirmedWords } from '../../../src-main/engine/mapping/recipe/unconfirmed-words.ts'
import { suggestRecipe } from '../../../src-main/engine/mapping/suggest/suggest-recipe.ts'
import { buildPlan } from '../../../src-main/engine/plan/build/build-plan.ts'
import { hashFile } from '../../../src-main/engine/source/open/copy-file.ts'
import { inspectFile } from '../../../src-main/engine/source/open/inspect-file.ts'
import { readRows } from '../../../src-main/engine/source/table/read-rows.ts'
import { dialectChoiceSchema } from '../../../src-main/engine/model/files/source-schema.ts'
import { toEntry } from '../../../src-main/engine/store/ledger/stored-ledger-record.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import type { Sandbox } from '../../../src-main/sandbox/sandbox.ts'
import { hurriedClock, planTotals, runStations } from '../run/run-stations.ts'

const station = runStations()
const sample = fileURLToPath(new URL('../../../resources/samples/consent-list.csv', import.meta.url))

const recordsOf = (store: Store) => [...tablesOf(store).consentLedger.iterate()].map(toEntry)

/** Rows that take consent away: no guard holds those. */
function withdrawals(sandbox: Sandbox, phones: readonly string[]) {
  return phones.filter((phone) => sandbox.customerByPhone(phone)?.consent !== false).map((phone) => ({ phone, consent: false }))
}

/** Plans the sample as the wizard does, with every word confirmed. */
async function planSample(store: Store): Promise<string> {
  const inspection = await inspectFile(sample, dialectChoiceSchema.parse({}))
  const { columns, dialect, rows } = inspection
  const account = { country: 'US', customFields: [], departments: [] }
  const { recipe: suggested } = suggestRecipe({ kind: 'consent', columns, rows, account })
  const recipe = confirmWords(suggested, unconfirmedWords(suggested), [])
  tablesOf(store).files.add({
    id: 'sample',
    name: 'consent-list.csv',
    originalPath: sample,
    storedPath: sample,
    sizeBytes: 1,
    sha256: await hashFile(sample),
    openedAtMs: 1,
  })
  await buildPlan({
    store,
    planId: 'sample',
    file: { id: 'sample', storedPath: sample, sizeBytes: 1 },
    dialect,
    columns,
    recipe,
    mapping: compileRecipe(recipe, columns, account),
    readRows,
    service: null,
    lookup: 'never',
    settings: { syncMaxAgeSeconds: 3600, concurrency: 4 },
    clock: systemClock,
  })
  return 'sample'
}

test('a run of the sample list leaves one record for each consent that was set, true to the file and to the service', async () => {
  const { store, runner, sandbox } = await station({ contacts: 2_000 })
  const planId = await planSample(store)
  const runId = await runner.start(planId)
  await runner.whenSettled(runId)

  const { send } = planTotals(store, planId)
  expect(send).toBeGreaterThan(50)
  expect(tablesOf(store).runRows.counts(runId)).toMatchObject({ done: send, failed: 0, unknown: 0 })
  const counts = sandbox.counts()
  expect(counts.consentsTrue + counts.consentsFalse).toBe(send)
  const records = recordsOf(store)
  expect(records.map(({ row }) => Number(row)).sort((a, b) => a - b)).toEqual(
    tablesOf(store)
      .planRows.after(planId, 0, 10_000)
      .filter((row) => row.class === 'send')
      .map(({ row }) => row),
  )
  const sha256 = await hashFile(sample)
  for (const record of records) {
    const planned = tablesOf(store).planRows.find(planId, Number(record.row))
    const change = planned?.detail.changes?.[0]
    expect(record).toMatchObject({
      contact: planned?.contactUuid,
      phone: planned?.phone,
      // What is not known recently enough of a contact who refuses is not taken for known.
      from: change?.beforeKnown === false ? 'unknown' : change?.before,
      to: change?.after,
      line: planned?.line,
      evidence: planned?.detail.evidence,
      file: { name: 'consent-list.csv', sha256 },
      operator: 'Pat',
      account: { name: 'Practice', baseUrl: sandbox.baseUrl },
      answer: { status: 200, said: 'success: 1' },
      run: runId,
    })
    expect(sandbox.customer(record.contact ?? '')?.consent).toBe(record.to)
  }
  // The first goes alone and is read back.
  // The first, a few with something else at stake, and samples are read back: see `createCanary`.
  const readBack = records.filter(({ confirmed }) => confirmed === 'readBack')
  expect(records[0]?.confirmed).toBe('readBack')
  expect(readBack.length).toBeGreaterThanOrEqual(3)
  expect(readBack.length).toBeLessThan(20)
  expect(records.filter(({ confirmed }) => confirmed === 'answer')).toHaveLength(records.length - readBack.length)
  expect(records.filter(({ evidence }) => 'Consent Date' in evidence && 'Source' in evidence).length).toBeGreaterThan(50)
  expect(await verifyLedger(tablesOf(store).consentLedger)).toMatchObject({ ok: true, records: send })
})

test('a refused consent leaves no record, and neither does a run of other things', async () => {
  const { store, runner, sandbox, phones, plan } = await station({ settings: { userMaySetConsent: false } })
  const rows = withdrawals(sandbox, phones).slice(0, 5)
  const runId = await runner.start(await plan(rows, { kind: 'consent' }))
  await runner.whenSettled(runId)
  // The run stops at the third: the refusal would meet all rows.
  expect(tablesOf(store).runRows.counts(runId).failed).toBe(3)
  const other = await runner.start(await plan(phones.slice(0, 5).map((phone) => ({ phone, contact: { notes: 'new' } }))))
  await runner.whenSettled(other)
  expect(tablesOf(store).runRows.counts(other).done).toBe(5)
  expect(recordsOf(store)).toEqual([])
})

test('a contact that the row itself creates is recorded with its new uuid', async () => {
  const { store, runner, sandbox, plan } = await station()
  const phone = '+12025550142'
  expect(sandbox.customerByPhone(phone)).toBeNull()
  const runId = await runner.start(await plan([{ phone, consent: true }], { kind: 'consent', notFound: 'create' }))
  await runner.whenSettled(runId)
  expect(recordsOf(store)).toMatchObject([{ contact: sandbox.customerByPhone(phone)?.uuid, phone, from: null, to: true }])
})

test('a consent that was answered and not stored is no record; one that a later read does not show gets a record that corrects it', async () => {
  const { store, runner, sandbox, phones, plan } = await station({ contacts: 80 }, { clock: hurriedClock() })
  sandbox.setFaults('echo-only@set-consent')
  const rows = withdrawals(sandbox, phones).slice(0, 4)
  const runId = await runner.start(await plan(rows, { kind: 'consent' }))
  await runner.whenSettled(runId)
  expect(tablesOf(store).runRows.counts(runId)).toMatchObject({ done: 0, failed: 1 })
  expect(recordsOf(store)).toEqual([])

  sandbox.clearFaults()
  await runner.resume(runId)
  await runner.whenSettled(runId)
  expect(recordsOf(store).map(({ row, confirmed }) => [row, confirmed])).toEqual([
    [2, 'readBack'],
    [3, 'readBack'],
    [4, 'answer'],
  ])
  const { planId } = tablesOf(store).runs.find(runId) ?? { planId: '' }
  const signer = { runId, planId, operator: 'Kim', account: { name: 'Office', baseUrl: 'https://texts.example.com' } }
  store.transaction(() => createConsentRecorder(store, signer).lookedUp(3, 'missing', 5)).immediate()
  expect(recordsOf(store).at(-1)).toMatchObject({
    kind: 'correction',
    corrects: 2,
    run: runId,
    operator: 'Kim',
    time: '1970-01-01T00:00:00.005Z',
  })
  expect(await verifyLedger(tablesOf(store).consentLedger)).toMatchObject({ ok: true, records: 4 })
})

test('a consent whose reading back was never finished is recorded with what the service answered, once', async () => {
  const { store, runner, sandbox, phones, plan } = await station({ contacts: 80 })
  const planId = await plan(withdrawals(sandbox, phones).slice(0, 2), { kind: 'consent' })
  const runId = await runner.start(planId)
  await runner.whenSettled(runId)
  const [first] = recordsOf(store)
  const { consentLedger, awaitedConsents } = tablesOf(store)
  const { time, contact, phone, from, operator, account } = first ?? raise()
  const rest = { name: null, file: { name: 'a.csv', sha256: 'a'.repeat(64) }, evidence: {}, answer: { status: 200, said: null } }
  awaitedConsents.add({
    time,
    contact,
    phone,
    from,
    to: false,
    line: 2,
    operator,
    account,
    ...rest,
    confirmed: 'answer',
    run: runId,
    row: 1,
  })
  const recorder = createConsentRecorder(store, { runId, planId, operator, account })
  for (let times = 0; times < 2; times += 1) store.transaction(() => recorder.ended()).immediate()
  expect([consentLedger.count(), consentLedger.last()]).toMatchObject([3, { row: 1, confirmed: 'answer' }])
})

function raise(): never {
  throw new Error('There is no record.')
}
