import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRunner } from '../../../src-main/engine/run/runner.ts'
import { runSummary } from '../../../src-main/engine/results/run-summary.ts'
import type { Service } from '../../../src-main/engine/service/service.ts'
import { openStore, type Store } from '../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { portion } from '../../helpers/portion.ts'
import { account, hurriedClock, type RowParts, runStations } from './run-stations.ts'

const station = runStations()

const messagesTo = (phones: readonly string[], each: number): RowParts[] =>
  phones.flatMap((phone) =>
    Array.from({ length: each }, (_, at) => ({ phone, message: { body: `${at} to ${phone}`, attachments: [], sentAtSeconds: null } })),
  )

/**
 * The real service, until it is cut: from then on nothing is heard of it. Of the calls at that moment some have arrived
 * and some have not, as in a crash.
 */
function cuttable(service: Service, callsBeforeCut: number, arrives: (call: number) => boolean): Service & { cut: Promise<void> } {
  let calls = 0
  const { promise: cut, resolve } = Promise.withResolvers<void>()
  return {
    ...service,
    cut,
    async perform(call, signal) {
      calls += 1
      const mine = calls
      if (mine >= callsBeforeCut) resolve()
      if (mine < callsBeforeCut || arrives(mine)) {
        const outcome = await service.perform(call, signal)
        if (mine < callsBeforeCut && calls < callsBeforeCut) return outcome
      }
      return new Promise(() => undefined)
    },
  }
}

/** Every row is of one class or outcome, and what the summary says is what is in the tables. */
function expectSums(store: Store, runId: string): void {
  const summary = runSummary(store, runId, Date.now())
  const { rows, done, failed, unknown, pending, unchanged, held, skipped, invalid } = summary
  expect(done + failed + unknown + pending + unchanged + held + skipped + invalid).toBe(rows)
  expect(tablesOf(store).runRows.counts(runId)).toEqual({ done, failed, unknown, held })
  const count = (sql: string) => store.prepare<[string], number>(sql).pluck().get(runId)
  expect(count("SELECT count(*) FROM calls WHERE run_id = ? AND state IN ('done', 'failed')")).toBe(summary.calls)
  // A row ends together with its last call.
  expect(
    count(
      "SELECT count(*) FROM calls WHERE run_id = ? AND state IN ('failed', 'unknown') AND row NOT IN (SELECT row FROM run_rows WHERE run_id = calls.run_id)",
    ),
  ).toBe(0)
}

test('whatever the moments at which it crashes, a run does everything once, nothing that matters twice, and its counts add up', async () => {
  const { folder, sandbox, store, service, phones, plan } = await station({ contacts: 60 })
  // On a busy computer an answer takes longer; a request would be given up as it waits.
  const clock = hurriedClock(25)
  let round = 0
  const scenario = fc.record({
    contacts: fc.integer({ min: 1, max: 8 }),
    each: fc.integer({ min: 1, max: 5 }),
    creates: fc.integer({ min: 0, max: 3 }),
    concurrency: fc.integer({ min: 1, max: 6 }),
    crashes: fc.array(fc.record({ after: fc.integer({ min: 1, max: 12 }), arriving: fc.integer({ min: 0, max: 255 }) }), { maxLength: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(scenario, async ({ contacts, each, creates, concurrency, crashes }) => {
      round += 1
      const tag = `round ${round}`
      const messages = messagesTo(phones.slice(0, contacts), each).map((row) => ({
        ...row,
        message: { attachments: [], sentAtSeconds: null, body: `${tag} ${row.message?.body}` },
      }))
      const newPhones = Array.from({ length: creates }, (_, at) => `+1650${String(2_000_000 + round * 10 + at)}`)
      const createdBefore = sandbox.counts().customerCreates
      const plans = [
        await plan(messages, { kind: 'messages' }),
        await plan(
          [
            ...newPhones.map((phone) => ({ phone, contact: { name: tag, unreachable: true } })),
            ...phones.slice(0, contacts).map((phone) => ({ phone, contact: { notes: tag } })),
          ],
          { notFound: 'create' },
        ),
      ]
      for (const planId of plans) {
        let runId: string | null = null
        for (const [at, crash] of [...crashes, null].entries()) {
          // The lease of the one before has ended.
          clock.jump(60_000)
          // Each process has its own connection; what is not committed is gone with it.
          const own = openStore(join(folder, 'rollcall.db'))
          const cut = crash === null ? null : cuttable(service, crash.after, (call) => ((crash.arriving >> (call % 8)) & 1) === 1)
          const runner = createRunner({
            store: own,
            service: cut ?? service,
            clock,
            operator: () => 'Pat',
            account,
            owner: `elsewhere:${at + 1}`,
            settings: () => ({ concurrency, requestsPerMinute: null }),
            onProgress: () => undefined,
          })
          if (runId === null) runId = await runner.start(planId)
          else if (runSummary(store, runId, clock.nowMs()).state === 'finished') {
            own.close()
            break
          } else await runner.resume(runId)
          await Promise.race([runner.whenSettled(runId), ...(cut === null ? [] : [cut.cut.then(() => service.customFields())])])
          own.close()
          expectSums(store, runId)
        }
        expect(runSummary(store, runId ?? '', Date.now())).toMatchObject({ state: 'finished', pending: 0, failed: 0 })
      }

      const [messagePlan = ''] = plans
      const messageRun = store.prepare<[string], string>('SELECT id FROM runs WHERE plan_id = ?').pluck().get(messagePlan) ?? ''
      const outcomes = tablesOf(store).runRows.range(messageRun, 1, messages.length)
      const order = new Map<string, string[]>()
      for (const { row } of tablesOf(store).planRows.after(messagePlan, 0, 1000)) {
        const { phone = '', message } = messages[row - 1] ?? {}
        const arrived = sandbox.importedCount(phone, message?.body ?? '')
        if (outcomes.get(row)?.outcome === 'done') expect(arrived).toBe(1)
        else expect(arrived).toBeLessThanOrEqual(1)
        if (arrived === 1) order.set(phone, [...(order.get(phone) ?? []), message?.body ?? ''])
      }
      for (const [phone, bodies] of order) {
        expect(
          sandbox
            .posts(phone)
            .map(({ body }) => body)
            .filter((body) => body?.startsWith(`${tag} `)),
        ).toEqual(bodies)
      }
      for (const phone of phones.slice(0, contacts)) expect(sandbox.customerByPhone(phone)?.notes).toBe(tag)
      expect(sandbox.counts().customerCreates - createdBefore).toBeLessThanOrEqual(creates)
    }),
    { numRuns: portion(15) },
  )
}, 120_000)
