import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
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
import { createConsentLedger, toRecord } from '../../../src-main/engine/store/ledger/consent-ledger.ts'
import { createFiles } from '../../../src-main/engine/store/files/files.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { createPlanRows } from '../../../src-main/engine/store/plans/plan-rows.ts'
import { createRunRows } from '../../../src-main/engine/store/runs/run-rows.ts'
import type { Sandbox } from '../../../src-main/sandbox/sandbox.ts'
import { planTotals, runStations } from '../run/running.ts'

const station = runStations()
const sample = fileURLToPath(new URL('../../../resources/samples/consent-list.csv', import.meta.url))

const recordsOf = (store: Store) => [...createConsentLedger(store).iterate()].map(toRecord)

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
  createFiles(store).add({
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
  expect(createRunRows(store).counts(runId)).toMatchObject({ done: send, failed: 0, unknown: 0 })
  const counts = sandbox.counts()
  expect(counts.consentsTrue + counts.consentsFalse).toBe(send)
  const records = recordsOf(store)
  expect(records.map(({ row }) => row).sort((a, b) => a - b)).toEqual(
    createPlanRows(store)
      .after(planId, 0, 10_000)
      .filter((row) => row.class === 'send')
      .map(({ row }) => row),
  )
  const sha256 = await hashFile(sample)
  for (const record of records) {
    const planned = createPlanRows(store).find(planId, record.row)
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
  expect(records.filter(({ evidence }) => 'Consent Date' in evidence && 'Source' in evidence).length).toBeGreaterThan(50)
  expect(await verifyLedger(createConsentLedger(store))).toMatchObject({ ok: true, records: send })
})

test('a refused consent leaves no record, and neither does a run of other things', async () => {
  const { store, runner, sandbox, phones, plan } = await station({ settings: { userMaySetConsent: false } })
  const rows = withdrawals(sandbox, phones).slice(0, 5)
  const runId = await runner.start(await plan(rows, { kind: 'consent' }))
  await runner.whenSettled(runId)
  // The run stops at the third: the refusal would meet all rows.
  expect(createRunRows(store).counts(runId).failed).toBe(3)
  const other = await runner.start(await plan(phones.slice(0, 5).map((phone) => ({ phone, contact: { notes: 'new' } }))))
  await runner.whenSettled(other)
  expect(createRunRows(store).counts(other).done).toBe(5)
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
