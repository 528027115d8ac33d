import { describe, expect, test } from 'vitest'
import { releaseFileGuards } from '../../../src-main/engine/plan/guards/release-file.ts'
import { planSummary } from '../../../src-main/engine/plan/read/read-plan.ts'
import { runRows, runSummary } from '../../../src-main/engine/results/run-summary.ts'
import { liveWith } from '../../../src-main/engine/run/late/service-profile.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { groupUuids } from '../../../src-main/sandbox/seed/seed-account.ts'
import type { Disposition } from '../../../src-main/engine/model/contacts/customer.ts'
import type { Recipe } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import { hurriedClock, planRows, runStations } from './run-stations.ts'

const station = runStations()
const words = 'Tom & Jerry, your visit is on "May 3".'

/** People who may be texted. */
async function texting() {
  const here = await station({ contacts: 60 }, { clock: hurriedClock(20), settings: () => ({ concurrency: 8, requestsPerMinute: null }) })
  const { sandbox, store, service, runner } = here
  const { contacts } = tablesOf(store)
  const people: string[] = []
  for (const phone of here.phones) {
    sandbox.changeCustomer({ phone }, { consent: true, archived: false, blocked: false, unreachable: false })
    const customer = await service.customerByPhone(phone)
    if (customer === null || customer.record.reachableBySms === false) continue
    contacts.putRead(customer, Date.now())
    people.push(phone)
  }
  const start = async (
    phones: readonly string[],
    {
      groupUuid = null,
      disposition = null,
      ...parts
    }: Omit<Partial<Recipe>, 'disposition'> & { groupUuid?: string | null; disposition?: Disposition | null } = {},
  ) => {
    const rows = phones.map((phone) => ({ phone, message: { body: words, attachments: [], sentAtSeconds: null } }))
    const planId = await planRows(store, rows, { kind: 'send', duplicates: 'first', ...parts } as Partial<Recipe>, groupUuid, disposition)
    await releaseFileGuards(store, planId, planSummary(store, planId).fileHeld.contacts)
    const runId = await runner.start(planId)
    await runner.whenSettled(runId)
    return { runId, planId }
  }
  const summary = (runId: string) => runSummary(store, runId, Date.now())
  const textsIn = async (phone: string, groupUuid?: string) =>
    ((await service.conversationByPhone(phone, groupUuid === undefined ? {} : { groupUuid }))?.posts ?? []).filter(
      ({ creatorType, isWhisper, marksResolved }) => creatorType === 'user' && !isWhisper && marksResolved !== true,
    )
  return { ...here, people: people.slice(0, 12), start, summary, textsIn }
}

describe('texts of a department of its own', () => {
  const { billing } = groupUuids

  test('go into its conversations, and into no other', async () => {
    const { people, start, summary, textsIn, sandbox } = await texting()
    const before = await Promise.all(people.map(async (phone) => (await textsIn(phone)).length))
    const { runId } = await start(people, { groupUuid: billing })
    expect(summary(runId)).toMatchObject({ state: 'finished', done: 12, failed: 0, unknown: 0 })
    expect(sandbox.counts().messagesSent).toBe(12)
    for (const [at, phone] of people.entries()) {
      expect((await textsIn(phone, billing)).filter(({ body }) => body === words)).toHaveLength(1)
      expect(await textsIn(phone)).toHaveLength(before[at] ?? 0)
    }
  })

  test('are looked for there where an answer was lost, and none is sent twice', async () => {
    const { people, start, summary, textsIn, sandbox } = await texting()
    sandbox.setFaults('drop-after@send-by-phone=0.4')
    const { runId } = await start(people, { groupUuid: billing })
    expect(summary(runId)).toMatchObject({ state: 'finished', done: 12, failed: 0, unknown: 0 })
    expect(sandbox.counts().messagesSent).toBe(12)
    for (const phone of people) expect((await textsIn(phone, billing)).filter(({ body }) => body === words)).toHaveLength(1)
  })

  test('wait for nobody’s consent but are kept from who refused in another department', async () => {
    const { people, start, summary, service, sandbox } = await texting()
    const [refusing = ''] = people
    const answer = await service.perform({
      kind: 'importMessage',
      phone: refusing,
      groupUuid: groupUuids.frontDesk,
      body: 'STOP',
      attachments: [],
    })
    expect(answer).toMatchObject({ kind: 'done' })
    const { runId } = await start(people, { groupUuid: billing })
    expect(summary(runId)).toMatchObject({ done: 11, held: 1 })
    expect(sandbox.counts().messagesSent).toBe(11)
  })
})

describe('texts of a service that is late or makes something else of them', () => {
  test('are each sent once, and proven once they are shown, where reads are late', async () => {
    const { people, start, summary, textsIn, sandbox } = await texting()
    sandbox.setFaults('read-lag=300')
    const { runId } = await start(people)
    expect(summary(runId)).toMatchObject({ state: 'finished', done: 12, failed: 0, unknown: 0 })
    sandbox.clearFaults()
    expect(sandbox.counts().messagesSent).toBe(12)
    for (const phone of people) expect((await textsIn(phone)).filter(({ body }) => body === words)).toHaveLength(1)
  })

  test('that takes effect long after a lost answer are found, and none is sent twice', async () => {
    const { people, start, summary, textsIn, sandbox } = await texting()
    sandbox.setFaults('late-effect@send-by-phone=400/3,drop-after@send-by-phone=1/3')
    const { runId } = await start(people)
    const { done, unknown } = summary(runId)
    expect(done + unknown).toBe(12)
    await expect.poll(() => sandbox.counts().messagesSent).toBe(12)
    for (const phone of people) expect((await textsIn(phone)).filter(({ body }) => body === words)).toHaveLength(1)
  })

  test('with other words stop the run at the first, which says that it was sent; whoever lives with that has the others sent once', async () => {
    const { people, start, summary, store, runner, sandbox } = await texting()
    sandbox.setFaults('html-escape@send-by-phone:field=body')
    const { runId } = await start(people)
    expect(summary(runId)).toMatchObject({ state: 'paused', done: 1, failed: 0, reason: { offers: ['altered-texts'] } })
    expect(runRows(store, runId, { outcome: 'done', offset: 0, limit: 1 }).rows[0]?.error).toMatch(
      /^The text was sent, and the service stored other words/,
    )
    liveWith(store, ['altered-texts'], Date.now())
    await runner.resume(runId)
    await runner.whenSettled(runId)
    expect(summary(runId)).toMatchObject({ state: 'finished', done: 12, failed: 0, unknown: 0 })
    expect(sandbox.counts().messagesSent).toBe(12)
  })
})

describe('conversations that are resolved after a text', () => {
  test('are, each once, with the disposition', async () => {
    const { people, start, summary, service, sandbox } = await texting()
    const [disposition] = await service.dispositions()
    if (disposition === undefined) throw new Error('The sandbox has dispositions.')
    const { runId, planId } = await start(people.slice(0, 5), { resolveAfter: true, disposition })
    expect(planId).not.toBe('')
    expect(summary(runId)).toMatchObject({ state: 'finished', done: 5, failed: 0, unknown: 0, calls: 10 })
    expect(sandbox.counts()).toMatchObject({ messagesSent: 5, resolves: 5 })
    for (const phone of people.slice(0, 5)) expect((await service.conversationByPhone(phone))?.resolved).toBe(true)
  })

  test('are not, where the text was not sent', async () => {
    const { people, start, summary, service, sandbox } = await texting()
    sandbox.setFaults('422@send-by-phone=1')
    const resolvedBefore = await Promise.all(people.slice(0, 3).map(async (phone) => (await service.conversationByPhone(phone))?.resolved))
    const { runId } = await start(people.slice(0, 3), { resolveAfter: true })
    expect(summary(runId).done).toBe(0)
    expect(sandbox.counts().resolves).toBe(0)
    const now = await Promise.all(people.slice(0, 3).map(async (phone) => (await service.conversationByPhone(phone))?.resolved))
    expect(now).toEqual(resolvedBefore)
  })
})
