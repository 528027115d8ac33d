import { describe, expect, test } from 'vitest'
import { releaseGuard } from '../../../src-main/engine/plan/guards/release-guard.ts'
import { releaseFileGuards } from '../../../src-main/engine/plan/guards/release-file.ts'
import { releaseRows } from '../../../src-main/engine/plan/guards/release-rows.ts'
import { planSummary } from '../../../src-main/engine/plan/read/read-plan.ts'
import { reasonWords } from '../../../src-main/engine/plan/row/reasons.ts'
import { runRows, runSummary } from '../../../src-main/engine/results/run-summary.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import type { Service } from '../../../src-main/engine/service/service.ts'
import type { CustomerChange } from '../../../src-main/sandbox/control/inspect-service.ts'
import { portion } from '../../helpers/portion.ts'
import type { Sandbox } from '../../../src-main/sandbox/sandbox.ts'

import { entry } from '../ledger/ledger-entry.ts'
import { hurriedClock, type RowParts, runStations, runToEnd } from './run-stations.ts'

const station = runStations()
const quickly = () => ({ clock: hurriedClock(), settings: () => ({ concurrency: 16, requestsPerMinute: null }) })

const text = (phone: string, body: string, parts: RowParts = {}): RowParts => ({
  phone,
  message: { body, attachments: [], sentAtSeconds: null },
  ...parts,
})
async function reread(store: Store, service: Service, people: readonly string[]): Promise<void> {
  for (const phone of people) {
    const customer = await service.customerByPhone(phone)
    if (customer !== null) tablesOf(store).contacts.putRead(customer, Date.now())
  }
}

const agreed = (phone: string, body: string): RowParts => text(phone, body, { consent: true })

const toSend = { kind: 'send', duplicates: 'first' } as const

/** Types the right number. */
async function release(store: Store, planId: string): Promise<string> {
  await releaseFileGuards(store, planId, planSummary(store, planId).fileHeld.contacts)
  return planId
}

const sentTo = (sandbox: Sandbox, phone: string) => sandbox.posts(phone).filter(({ kind }) => kind === 'message')

/** Makes people who may be texted of those who can be reached by SMS. */
function makeTextable(sandbox: Sandbox, store: Store, phones: readonly string[]): string[] {
  for (const phone of phones) sandbox.changeCustomer({ phone }, { consent: true, archived: false, blocked: false, unreachable: false })
  return phones.filter((phone) => tablesOf(store).contacts.findByPhone(phone)[0]?.record.reachableBySms !== false)
}

describe('messages that people are sent', () => {
  test('go to each person once, after their number was typed, and not again by the same words in another file', async () => {
    const { sandbox, store, service, runner, phones, plan } = await station({ contacts: 60 }, quickly())
    const people = makeTextable(sandbox, store, phones).slice(0, 20)
    await reread(store, service, people)
    const rows = people.map((phone) => text(phone, 'Your visit is on May 3.'))
    const planId = await plan(rows, toSend)
    expect(planSummary(store, planId)).toMatchObject({ send: 0, held: 20, calls: 0, fileHeld: { rows: 20, contacts: 20 } })
    expect(planSummary(store, planId).guards).toMatchObject([{ guard: 'sending', contacts: 20 }])
    await expect(releaseGuard(store, planId, 'sending', 19)).rejects.toMatchObject({ code: 'guard.wrong_count' })
    const runId = await runner.start(await release(store, planId))
    await runner.whenSettled(runId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ kind: 'send', done: 20, failed: 0, unknown: 0, held: 0, calls: 20 })
    expect(sandbox.counts()).toMatchObject({ messagesSent: 20, whispers: 0, messagesImported: 0, resolves: 0, reopens: 0 })
    for (const phone of people) expect(sentTo(sandbox, phone)).toMatchObject([{ body: 'Your visit is on May 3.' }])
    expect(planSummary(store, await plan(rows, toSend))).toMatchObject({ unchanged: 20, send: 0, held: 0, calls: 0 })
    expect(runRows(store, runId, { outcome: 'done', offset: 0, limit: 1 }).rows[0]?.changes).toBe('Message')
  })

  /** People who may be texted, as they are known; the first of a sandbox with the numbers of the others. */
  async function textable(sandboxOptions = {}) {
    const all = await station({ contacts: 60, ...sandboxOptions }, quickly())
    const people = makeTextable(all.sandbox, all.store, all.phones)
    await reread(all.store, all.service, people)
    return { ...all, people }
  }

  type All = Awaited<ReturnType<typeof textable>>
  const change = async ({ sandbox, store, service }: All, phone: string, how: CustomerChange): Promise<void> => {
    sandbox.changeCustomer({ phone }, how)
    await reread(store, service, [phone])
  }
  /** What makes that nobody may text somebody, whoever asks for it. */
  const refusals: [string, string, (all: All, phone: string) => Promise<void> | void][] = [
    ['refused by the record', 'refused', (all, phone) => change(all, phone, { consent: false })],
    ['blocked', 'blocked', (all, phone) => change(all, phone, { blocked: true })],
    ['archived', 'archived', (all, phone) => change(all, phone, { archived: true })],
    ['on the do-not-text list', 'do_not_text', ({ store }, phone) => tablesOf(store).doNotText.add(phone, Date.now())],
    ['refused by the ledger', 'refused_ledger', ({ store }, phone) => writeLedger(store, phone, false)],
    [
      'unsubscribed by Rollcall',
      'unsubscribed',
      ({ store }, phone) => {
        const { contacts } = tablesOf(store)
        const uuid = contacts.findByPhone(phone)[0]?.record.uuid ?? ''
        contacts.applyWrite(uuid, { unreachable: true }, Date.now())
      },
    ],
  ]

  test.each(refusals)('never go to somebody who is %s, and that cannot be released', async (_name, reason, refuse) => {
    const all = await textable()
    const { sandbox, store, runner, people, plan } = all
    const [refusing = '', other = ''] = people
    await refuse(all, refusing)
    const rows = [agreed(refusing, 'Hello'), agreed(other, 'Hello')]
    const planId = await plan(rows, toSend)
    expect(planSummary(store, planId)).toMatchObject({
      skipped: 1,
      held: 1,
      skips: [{ reason: reasonWords(reason), rows: 1 }],
      fileHeld: { contacts: 1 },
    })
    expect(() => releaseRows(store, planId, { lines: [2] }, Date.now())).toThrow(expect.objectContaining({ code: 'guard.not_held' }))
    await runToEnd(runner, store, await release(store, planId))
    expect([sentTo(sandbox, refusing).length, sentTo(sandbox, other).length]).toEqual([0, 1])
  })

  test('wait for a person where nothing shows that somebody agreed, or can be reached; each is let go by itself', async () => {
    const all = await textable()
    const { sandbox, store, runner, people, plan } = all
    const [first = '', second = '', third = ''] = people
    await change(all, first, { consent: null })
    await change(all, second, { consent: null })
    const planId = await plan([text(first, 'Hello'), text(second, 'Hello'), text(third, 'Hello')], toSend)
    expect(planSummary(store, planId)).toMatchObject({ held: 3, fileHeld: { contacts: 1 } })
    await expect(releaseGuard(store, planId, 'noConsent', 2)).rejects.toMatchObject({ code: 'guard.wrong_count' })
    releaseRows(store, planId, { lines: [3] }, Date.now())
    expect(planSummary(store, planId)).toMatchObject({ held: 3, fileHeld: { contacts: 2 } })
    await expect(releaseGuard(store, planId, 'sending', 1)).rejects.toMatchObject({ code: 'guard.wrong_count' })
    await release(store, planId)
    expect(() => releaseRows(store, planId, { lines: [2] }, Date.now())).toThrow(expect.objectContaining({ code: 'run.state' }))
    const runId = await runToEnd(runner, store, planId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ done: 2, held: 1 })
    expect(people.slice(0, 3).map((phone) => sentTo(sandbox, phone).length)).toEqual([0, 1, 1])
  })

  test.each<[string, RowParts, (store: Store, phone: string) => void, boolean]>([
    ['a confirmed word of the file', { consent: true }, () => undefined, true],
    ['a word that nobody has confirmed', { consent: true, isUnconfirmed: true }, () => undefined, false],
    ['a word beside a column that is not read', { consent: true, isUnheard: true }, () => undefined, false],
    ['nothing', {}, () => undefined, false],
    ['the last word of the ledger', {}, (store, phone) => writeLedger(store, phone, true), true],
  ])('take %s for permission: %#', async (_name, parts, prepare, isPermission) => {
    const all = await textable()
    const { store, people, plan } = all
    const [first = ''] = people
    await change(all, first, { consent: null })
    prepare(store, first)
    const { guards } = planSummary(store, await plan([text(first, 'Hello', parts)], toSend))
    expect(guards.map(({ guard }) => guard)).toEqual(isPermission ? ['sending'] : ['noConsent', 'sending'])
  })

  test('wait where a column that nobody reads may tell of a refusal, whatever the record says', async () => {
    const { store, people, plan } = await textable()
    const { guards } = planSummary(store, await plan([text(people[0] ?? '', 'Hello', { isUnheard: true })], toSend))
    expect(guards.map(({ guard }) => guard)).toEqual(['noConsent', 'sending'])
  })

  test.each<[string, RowParts, string]>([
    ['refuses', { consent: false }, 'refused_in_file'],
    ['refuses, and is left out by the filter', { consent: false, filtered: { column: 'A', value: 'x' } }, 'refused_in_file'],
  ])('do not go to somebody of whom another row %s', async (_name, parts, reason) => {
    const { store, people, plan } = await textable()
    const [first = ''] = people
    const summary = planSummary(store, await plan([text(first, 'Hello'), text(first, 'Hello', parts)], toSend))
    expect(summary).toMatchObject({ held: 0, send: 0, skipped: 2 })
    expect(summary.skips.map((skip) => skip.reason)).toContain(reasonWords(reason))
  })

  test.each([
    [2, []],
    [1, ['sending']],
  ])('leave without a typed number only where a recipe allows so many, whoever may be let go counted: %d', async (bound, held) => {
    const all = await textable()
    const { store, people, plan } = all
    await change(all, people[0] ?? '', { consent: null })
    const rows = people.slice(0, 2).map((phone) => text(phone, 'Hello'))
    const { guards } = planSummary(store, await plan(rows, { ...toSend, limits: { release: { sending: bound } } }))
    expect(guards.map(({ guard }) => guard)).toEqual(['noConsent', ...held])
  })

  test('are one to a person: of several rows the first counts, whatever they say and whatever was sent before', async () => {
    const { sandbox, store, runner, people, plan } = await textable()
    const [first = '', second = ''] = people
    const rows = [text(first, 'One'), text(first, 'Two'), text(second, 'One'), text(first, 'One')]
    const planId = await plan(rows, toSend)
    expect(planSummary(store, planId)).toMatchObject({ held: 2, skipped: 2, skips: [{ reason: reasonWords('duplicate'), rows: 2 }] })
    await runToEnd(runner, store, await release(store, planId))
    expect(sentTo(sandbox, first)).toMatchObject([{ body: 'One' }])
    expect(planSummary(store, await plan(rows, toSend))).toMatchObject({ unchanged: 2, skipped: 2, held: 0 })
  })

  test('never make a contact', async () => {
    const { sandbox, store, plan } = await textable()
    const before = sandbox.contactCount()
    expect(planSummary(store, await plan([agreed('+12025550999', 'Hello')], toSend))).toMatchObject({ skipped: 1, notFound: 1, held: 0 })
    expect(sandbox.contactCount()).toBe(before)
  })

  test.each(refusals)('are held back from somebody who is %s only after the plan', async (_name, _reason, refuse) => {
    const all = await textable()
    const { sandbox, store, runner, people, plan } = all
    const [refusing = '', other = ''] = people
    const planId = await release(store, await plan([agreed(refusing, 'Hello'), agreed(other, 'Hello')], toSend))
    await refuse(all, refusing)
    const runId = await runToEnd(runner, store, planId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ done: 1, held: 1, failed: 0 })
    expect(runRows(store, runId, { outcome: 'held', offset: 0, limit: 1 }).rows[0]?.error).toContain('No message was sent.')
    expect([sentTo(sandbox, refusing).length, sentTo(sandbox, other).length]).toEqual([0, 1])
  })

  test('are held back from somebody who wrote STOP, has another number, or does not agree any more', async () => {
    const all = await textable()
    const { sandbox, store, runner, service, people, plan } = all
    const [stopped = '', moved = '', unsure = '', other = ''] = people
    const planId = await release(
      store,
      await plan(
        [stopped, moved, unsure, other].map((phone) => text(phone, 'Hello')),
        toSend,
      ),
    )
    await service.perform({ kind: 'importMessage', phone: stopped, groupUuid: null, body: 'STOP', attachments: [] })
    sandbox.changeCustomer({ phone: moved }, { phone: '+12025550998' })
    sandbox.changeCustomer({ phone: unsure }, { consent: null })
    const runId = await runToEnd(runner, store, planId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ done: 1, held: 3 })
    expect([stopped, '+12025550998', unsure, other].map((phone) => sentTo(sandbox, phone).length)).toEqual([0, 0, 0, 1])
  })

  test('are held back from somebody whose STOP lies below more than a page of what the office has written since', async () => {
    const all = await textable()
    const { sandbox, store, runner, service, people, plan } = all
    const [stopped = '', other = ''] = people
    const planId = await release(store, await plan([agreed(stopped, 'Hello'), agreed(other, 'Hello')], toSend))
    await service.perform({ kind: 'importMessage', phone: stopped, groupUuid: null, body: 'STOP', attachments: [] })
    for (let at = 0; at < 60; at += 1)
      await service.perform({ kind: 'writeWhisper', phone: stopped, groupUuid: null, body: `note ${at}`, attachments: [] })
    const runId = await runToEnd(runner, store, planId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ done: 1, held: 1 })
    expect([stopped, other].map((phone) => sentTo(sandbox, phone).length)).toEqual([0, 1])
  })

  test('are held back where another contact with the number, who was added since, refuses', async () => {
    const all = await textable()
    const { sandbox, store, makeRunner, service, people, plan } = all
    const [doubled = '', other = ''] = people
    const planId = await release(store, await plan([agreed(doubled, 'Hello'), agreed(other, 'Hello')], toSend))
    const runner = makeRunner({
      service: {
        ...service,
        async customerByPhone(phone, signal) {
          const found = await service.customerByPhone(phone, signal)
          return found === null || phone !== doubled
            ? found
            : { ...found, record: { ...found.record, uuid: 'the other one', consent: false } }
        },
      },
    })
    const runId = await runToEnd(runner, store, planId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ done: 1, held: 1 })
    expect([doubled, other].map((phone) => sentTo(sandbox, phone).length)).toEqual([0, 1])
  })

  test.each([
    ['a third is dropped after the effect', 'drop-after@send-by-phone=0.3,seed=5'],
    ['a third is dropped before the effect', 'drop-before@send-by-phone=0.3,seed=6'],
    [
      'answers are errors, before and after the effect, and the reading back has its own troubles',
      '503-after@send-by-phone=0.15,500@send-by-phone=0.1,429@find-conversation=0.1:retry-after=1,drop-before@find-conversation=0.1,seed=7',
    ],
  ])('whose answers are lost are looked for in the conversation, and each arrives exactly once: %s', async (_name, faults) => {
    const { sandbox, store, runner, people, plan } = await textable({ contacts: 160 })
    const chosen = people.slice(0, portion(60))
    const planId = await release(
      store,
      await plan(
        chosen.map((phone) => text(phone, 'Hello')),
        toSend,
      ),
    )
    sandbox.setFaults(faults)
    const runId = await runToEnd(runner, store, planId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ done: chosen.length, failed: 0, unknown: 0, pending: 0 })
    for (const phone of chosen) expect(sentTo(sandbox, phone)).toHaveLength(1)
  })

  test('resolve each conversation after its message where the recipe says so, and go to its department', async () => {
    const { sandbox, store, runner, people, plan } = await textable()
    const chosen = people.slice(0, 3)
    const planId = await release(
      store,
      await plan(
        chosen.map((phone) => text(phone, 'Hello')),
        { ...toSend, resolveAfter: true },
      ),
    )
    await runToEnd(runner, store, planId)
    expect(sandbox.counts()).toMatchObject({ messagesSent: 3, resolves: 3 })
    expect(chosen.map((phone) => sandbox.isResolved(phone))).toEqual([true, true, true])
  })

  test('that are answered at once stop nothing', async () => {
    const { sandbox, store, runner, service, people, plan } = await textable()
    const chosen = people.slice(0, 6)
    const planId = await release(
      store,
      await plan(
        chosen.map((phone) => text(phone, 'Hello')),
        toSend,
      ),
    )
    const answering = setInterval(() => {
      for (const phone of chosen) {
        if (sentTo(sandbox, phone).length === 0 || sandbox.arrivals(phone, 'Thanks') > 0) continue
        void service.perform({ kind: 'importMessage', phone, groupUuid: null, body: 'Thanks', attachments: [] })
      }
    }, 1)
    const runId = await runner.start(planId)
    await runner.whenSettled(runId)
    clearInterval(answering)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 6 })
  })
})

function writeLedger(store: Store, phone: string, to: boolean): void {
  const contact = tablesOf(store).contacts.findByPhone(phone)[0]?.record.uuid ?? null
  tablesOf(store).consentLedger.append(entry(1, { contact, phone, to }))
}
