import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { releaseFileGuards } from '../../src-main/engine/plan/guards/release-file.ts'
import { planSummary } from '../../src-main/engine/plan/read/read-plan.ts'
import { runSummary } from '../../src-main/engine/results/run-summary.ts'
import type { Service } from '../../src-main/engine/service/service.ts'
import { tablesOf } from '../../src-main/engine/store/tables.ts'
import { groupUuids } from '../../src-main/sandbox/seed/seed-account.ts'
import { hurriedClock, planRows, runStations } from '../engine/run/run-stations.ts'
import { killedAt } from './killed-child.ts'

const station = runStations()

test('texts of a process that is killed twice go out once at most, and to nobody who has refused meanwhile', async () => {
  const { folder, sandbox, store, service, makeRunner, phones, plan } = await station({ contacts: 260 }, { clock: hurriedClock() })
  const { contacts } = tablesOf(store)
  const people = phones.filter((phone) => contacts.findByPhone(phone)[0]?.record.reachableBySms !== false).slice(0, 150)
  for (const phone of people) {
    sandbox.changeCustomer({ phone }, { consent: true, archived: false, blocked: false, unreachable: false })
    const customer = await service.customerByPhone(phone)
    if (customer !== null) contacts.putRead(customer, Date.now())
  }
  const message = { body: 'See you on Tuesday at ten.', attachments: [], sentAtSeconds: null }
  const planId = await plan(
    people.map((phone) => ({ phone, message })),
    { kind: 'send', duplicates: 'first' },
  )
  await releaseFileGuards(store, planId, planSummary(store, planId).fileHeld.contacts)
  sandbox.setFaults('latency=4')
  const database = join(folder, 'rollcall.db')
  const runId = await killedAt(20, [database, sandbox.baseUrl, sandbox.token, planId, 'start'])
  const isTexted = (phone: string) => sandbox.posts(phone).some(({ kind }) => kind === 'message')
  const refusing = people.filter((phone) => !isTexted(phone)).slice(-20)
  for (const phone of refusing) sandbox.changeCustomer({ phone }, { consent: false })
  await killedAt(60, [database, sandbox.baseUrl, sandbox.token, runId, 'resume'])
  sandbox.clearFaults()
  const runner = makeRunner({ owner: `${hostname()}:${process.pid}` })
  await runner.resume(runId)
  await runner.whenSettled(runId)
  const summary = runSummary(store, runId, Date.now())
  expect(summary).toMatchObject({ state: 'finished', failed: 0, pending: 0, held: refusing.length })
  expect(summary.done + summary.unknown).toBe(people.length - refusing.length)
  expect(summary.unknown).toBeLessThanOrEqual(16)
  const outcomes = tablesOf(store).runRows.range(runId, 1, people.length)
  for (const [at, phone] of people.entries()) {
    const texts = sandbox.posts(phone).filter(({ kind }) => kind === 'message').length
    if (refusing.includes(phone)) expect(texts).toBe(0)
    else if (outcomes.get(at + 1)?.outcome === 'done') expect(texts).toBe(1)
    else expect(texts).toBeLessThanOrEqual(1)
  }
})

test('texts to groups go out once at most, whenever the process is killed, and what cannot be known waits for a person', async () => {
  const { folder, sandbox, store, service, makeRunner, phones } = await station({ contacts: 260 }, { clock: hurriedClock() })
  const { contacts } = tablesOf(store)
  for (const phone of phones) {
    sandbox.changeCustomer({ phone }, { consent: true, archived: false, blocked: false, unreachable: false })
    const customer = await service.customerByPhone(phone)
    if (customer !== null) contacts.putRead(customer, Date.now())
  }
  const people = phones.filter((phone) => contacts.findByPhone(phone)[0]?.record.reachableBySms !== false).slice(0, 180)
  const groups = Array.from({ length: 60 }, (_, at) => people.slice(3 * at, 3 * at + 3))
  const message = { body: 'The team meets at ten.', attachments: [], sentAtSeconds: null }
  const planId = await planRows(
    store,
    groups.map((members) => ({ phone: members[0] ?? '', members, message })),
    { kind: 'groupSend', duplicates: 'first', group: groupUuids.groupTexts },
    groupUuids.groupTexts,
  )
  await releaseFileGuards(store, planId, planSummary(store, planId).fileHeld.contacts)
  sandbox.setFaults('latency=4')
  const database = join(folder, 'rollcall.db')
  const runId = await killedAt(10, [database, sandbox.baseUrl, sandbox.token, planId, 'start'])
  await killedAt(30, [database, sandbox.baseUrl, sandbox.token, runId, 'resume'])
  sandbox.clearFaults()
  const runner = makeRunner({ owner: `${hostname()}:${process.pid}` })
  await runner.resume(runId)
  await runner.whenSettled(runId)
  const summary = runSummary(store, runId, Date.now())
  expect(summary).toMatchObject({ state: 'finished', failed: 0, pending: 0, held: 0 })
  expect(summary.done + summary.unknown).toBe(groups.length)
  expect(summary.unknown).toBeLessThanOrEqual(16)
  // Each group has its own conversation: whatever was sent twice would stand in one of them twice.
  const sent = await sentToGroups(service)
  expect(sent.every((texts) => texts === 1)).toBe(true)
  expect(sent.length).toBeGreaterThanOrEqual(summary.done)
  expect(sent.length).toBeLessThanOrEqual(groups.length)
  expect(sandbox.counts().groupMessagesSent).toBe(sent.length)
})

/** How many messages stand in each conversation of a group. */
async function sentToGroups(service: Service): Promise<number[]> {
  const sent: number[] = []
  for (let page = 0; ; page += 1) {
    const { conversations } = await service.conversations({ groupUuid: groupUuids.groupTexts, page })
    for (const { conversationUuid } of conversations) sent.push((await service.conversation(conversationUuid))?.posts.length ?? 0)
    if (conversations.length === 0) return sent
  }
}
