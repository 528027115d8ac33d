import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { releaseFileGuards } from '../../../src-main/engine/plan/guards/release-file.ts'
import { releaseGuard } from '../../../src-main/engine/plan/guards/release-guard.ts'
import { releaseRows } from '../../../src-main/engine/plan/guards/release-rows.ts'
import { planRows as shownRows, planSummary } from '../../../src-main/engine/plan/read/read-plan.ts'
import { runRows, runSummary } from '../../../src-main/engine/results/run-summary.ts'
import { openStore } from '../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { groupUuids } from '../../../src-main/sandbox/seed/seed-account.ts'
import type { Recipe } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import type { ConversationPost } from '../../../src-main/engine/service/service.ts'
import { createRunner, type RunnerOptions } from '../../../src-main/engine/run/runner.ts'
import { account, hurriedClock, planRows, type RowParts, runStations } from './run-stations.ts'

const station = runStations()
const offset = 12 - new Date().getUTCHours()
/** Where it is noon now. */
const zone = `Etc/GMT${offset >= 0 ? '-' : '+'}${Math.abs(offset)}`

/** People who may be texted, in groups of three. */
async function groups(parts: Partial<RunnerOptions> = {}) {
  const here = await station(
    { contacts: 90 },
    { clock: hurriedClock(), settings: () => ({ concurrency: 8, requestsPerMinute: null }), ...parts },
  )
  const { sandbox, store, service, runner } = here
  for (const phone of here.phones) sandbox.changeCustomer({ phone }, { consent: true, archived: false, blocked: false, unreachable: false })
  const { contacts } = tablesOf(store)
  const reread = async (phone: string) => {
    const customer = await service.customerByPhone(phone)
    if (customer !== null) contacts.putRead(customer, Date.now())
  }
  const people: string[] = []
  for (const phone of here.phones) {
    await reread(phone)
    if (contacts.findByPhone(phone)[0]?.record.reachableBySms !== false) people.push(phone)
  }
  const group = (at: number): string[] => people.slice(3 * at, 3 * at + 3)
  const row = (members: readonly string[], body = 'We meet at ten.', own: RowParts = {}): RowParts => ({
    phone: members[0] ?? '',
    members,
    message: { body, attachments: [], sentAtSeconds: null },
    ...own,
  })
  const plan = (rows: readonly RowParts[], own: Partial<Recipe> = {}) =>
    planRows(store, rows, { kind: 'groupSend', duplicates: 'first', group: groupUuids.groupTexts, ...own }, groupUuids.groupTexts)
  const release = async (planId: string): Promise<string> => {
    await releaseFileGuards(store, planId, planSummary(store, planId).fileHeld.contacts)
    return planId
  }
  const run = async (planId: string): Promise<string> => {
    const runId = await runner.start(await release(planId))
    await runner.whenSettled(runId)
    return runId
  }
  const summary = (runId: string) => runSummary(store, runId, Date.now())
  const errors = (runId: string, outcome: 'held' | 'failed' | 'unknown') =>
    runRows(store, runId, { outcome, offset: 0, limit: 10 }).rows.map(({ error }) => error)
  /** What stands in the conversations of groups. */
  const sent = async (): Promise<string[]> => {
    const { conversations } = await service.conversations({ groupUuid: groupUuids.groupTexts })
    const read = await Promise.all(conversations.map(({ conversationUuid }) => service.conversation(conversationUuid)))
    return read.flatMap((one) => one?.posts.flatMap(({ body }) => body ?? []) ?? [])
  }
  return { ...here, people, group, row, plan, release, run, summary, errors, sent, reread }
}

describe('messages to groups', () => {
  test('go to each group once, after the number of people was typed, and not again by the same words', async () => {
    const { sandbox, store, group, row, plan, run, summary, sent } = await groups()
    const rows = [0, 1, 2, 3].map((at) => row(group(at)))
    const planId = await plan(rows)
    // Twelve people in four groups: people are counted.
    expect(planSummary(store, planId)).toMatchObject({ held: 4, send: 0, fileHeld: { rows: 4, contacts: 12, calls: 4 } })
    expect(planSummary(store, planId).guards).toMatchObject([{ guard: 'sending', rows: 4, contacts: 12 }])
    for (const wrong of [4, 11, 13])
      await expect(releaseGuard(store, planId, 'sending', wrong)).rejects.toMatchObject({ code: 'guard.wrong_count' })
    const runId = await run(planId)
    expect(summary(runId)).toMatchObject({ kind: 'groupSend', state: 'finished', done: 4, calls: 4, failed: 0, unknown: 0, held: 0 })
    expect(sandbox.counts()).toMatchObject({ groupMessagesSent: 4, messagesSent: 0, resolves: 0, customerCreates: 0 })
    expect(await sent()).toEqual(Array.from({ length: 4 }, () => 'We meet at ten.'))
    for (const at of [0, 1, 2, 3]) for (const phone of group(at)) expect(tablesOf(store).textedPeople.has(phone)).toBe(true)
    // The same people in another order are the same group.
    const again = rows.map((one) => ({ ...one, members: [...(one.members ?? [])].reverse() }))
    expect(planSummary(store, await plan(again))).toMatchObject({ unchanged: 4, held: 0, send: 0 })
    expect(planSummary(store, await plan([row(group(0), 'We meet at eleven.')]))).toMatchObject({ held: 1 })
  })

  test('the review and the results name everybody in a group', async () => {
    const { store, group, row, plan, run } = await groups()
    const planId = await plan([row(group(0))])
    const names = group(0).map((phone) => tablesOf(store).contacts.findByPhone(phone)[0]?.record.name || phone)
    const [shown] = shownRows(store, planId, { offset: 0, limit: 1 }).rows
    expect(shown?.contact?.uuid).toBeNull()
    expect(shown?.contact?.phone?.split(', ').sort()).toEqual([...group(0)].sort())
    expect(shown?.contact?.name?.split(', ').sort()).toEqual(names.sort())
    const runId = await run(planId)
    expect(runRows(store, runId, { outcome: 'done', offset: 0, limit: 1 }).rows[0]).toMatchObject({ changes: 'Message' })
  })

  test('two rows with the same people are one message; somebody in two groups is texted in each', async () => {
    const { sandbox, store, people, group, row, plan, run } = await groups()
    const other = [people[0] ?? '', people[8] ?? '']
    const planId = await plan([row(group(0)), row([...group(0)].reverse(), 'Other words.'), row(other)])
    expect(planSummary(store, planId)).toMatchObject({ held: 2, skipped: 1, fileHeld: { contacts: 5 } })
    await run(planId)
    expect(sandbox.counts().groupMessagesSent).toBe(2)
  })

  test('a group with one who refuses is left out for good, the others are texted', async () => {
    const { sandbox, store, group, row, plan, run, reread, summary } = await groups()
    const [, blocked = ''] = group(0)
    const [, , listed = ''] = group(1)
    sandbox.changeCustomer({ phone: blocked }, { blocked: true })
    await reread(blocked)
    tablesOf(store).doNotText.add(listed, Date.now())
    const planId = await plan([row(group(0)), row(group(1)), row(group(2)), row([...group(3), '+12125559999'])])
    expect(planSummary(store, planId)).toMatchObject({ skipped: 3, held: 1, fileHeld: { contacts: 3 } })
    expect(shownRows(store, planId, { offset: 0, limit: 4 }).rows.map(({ issues }) => issues.map(({ value }) => value))).toEqual([
      [blocked],
      [listed],
      [],
      ['+12125559999'],
    ])
    expect(() => releaseRows(store, planId, { lines: [2] }, Date.now())).toThrow(/not held/)
    expect(summary(await run(planId))).toMatchObject({ done: 1, skipped: 3 })
    expect(sandbox.counts().groupMessagesSent).toBe(1)
  })

  test('who refuses in another row keeps all groups that have the number from being texted', async () => {
    const { store, people, group, row, plan } = await groups()
    const own = { phone: people[1] ?? '', members: [people[1] ?? '', people[20] ?? ''], consent: false }
    const planId = await plan([row(group(0)), row(own.members, 'Hello', own), row(group(1))])
    expect(planSummary(store, planId)).toMatchObject({ skipped: 2, held: 1, fileHeld: { contacts: 3 } })
  })

  test('one without consent holds the group, which is released by its row, and counts with all of its people', async () => {
    const { sandbox, store, group, row, plan, run, reread, summary } = await groups()
    const [, unasked = ''] = group(0)
    sandbox.changeCustomer({ phone: unasked }, { consent: null })
    await reread(unasked)
    const planId = await plan([row(group(0)), row(group(1))])
    expect(planSummary(store, planId)).toMatchObject({ held: 2, fileHeld: { contacts: 3 } })
    expect(planSummary(store, planId).guards).toMatchObject([
      { guard: 'noConsent', rows: 1, contacts: 3 },
      { guard: 'sending', rows: 2, contacts: 3 },
    ])
    await expect(releaseGuard(store, planId, 'noConsent', 3)).rejects.toMatchObject({ code: 'guard.wrong_count' })
    releaseRows(store, planId, { lines: [2] }, Date.now())
    expect(planSummary(store, planId)).toMatchObject({ held: 2, fileHeld: { rows: 2, contacts: 6 } })
    expect(summary(await run(planId))).toMatchObject({ done: 2 })
    expect(sandbox.counts().groupMessagesSent).toBe(2)
  })

  test('each of a group is read right before the text: who has refused since the review keeps all of it back', async () => {
    const { sandbox, group, row, plan, release, runner, summary, errors } = await groups()
    const planId = await release(await plan([0, 1, 2, 3].map((at) => row(group(at)))))
    const [, , lastOfFirst = ''] = group(0)
    const [, middle = ''] = group(1)
    const [first = ''] = group(2)
    sandbox.changeCustomer({ phone: lastOfFirst }, { consent: false })
    sandbox.changeCustomer({ phone: middle }, { consent: null })
    sandbox.changeCustomer({ phone: first }, { blocked: true })
    const runId = await runner.start(planId)
    await runner.whenSettled(runId)
    expect(summary(runId)).toMatchObject({ done: 1, held: 3 })
    expect(sandbox.counts().groupMessagesSent).toBe(1)
    expect(errors(runId, 'held')).toEqual([
      expect.stringContaining(`${lastOfFirst}, of this group: This contact has refused texts.`),
      expect.stringContaining(`${middle}, of this group: Nothing shows any more that this contact agreed`),
      expect.stringContaining(`${first}, of this group: This contact is blocked.`),
    ])
  })

  test('what kept several people from being texted in the same way is one cause, whose first row names the first of them', async () => {
    const { sandbox, group, row, plan, release, runner, summary } = await groups()
    const planId = await release(await plan([0, 1, 2].map((at) => row(group(at)))))
    const [first = ''] = group(0)
    const [, second = ''] = group(2)
    for (const phone of [first, second]) sandbox.changeCustomer({ phone }, { consent: false })
    const runId = await runner.start(planId)
    await runner.whenSettled(runId)
    expect(summary(runId).failures).toMatchObject([{ rows: 2, line: 2, message: expect.stringContaining(`${first}, of this group: `) }])
  })

  test.each([
    ['by whom it was', true, [0, 1, 0]],
    ['not by whom it was', false, [0, 0, 0]],
  ])('a STOP in the conversation of a group is heard before the next text; the service tells %s', async (_how, isTold, texted) => {
    const { sandbox, store, service, makeRunner, group, row, plan, release, run, summary, errors } = await groups()
    await run(await plan([row(group(0))]))
    const [first = '', stopped = ''] = group(0)
    const writer = tablesOf(store).contacts.findByPhone(stopped)[0]?.record.uuid
    const stop: ConversationPost = {
      ...{
        uuid: 'stop',
        conversationUuid: null,
        body: 'STOP',
        createdAtSeconds: Date.now() / 1000,
        creatorType: 'customer',
        isWhisper: false,
      },
      ...{ attachments: [], marksResolved: null, isFirst: null, messageType: 'SMS', transferredTo: null, assignedTo: null },
      ...(isTold && writer !== undefined && { creatorUuid: writer }),
    }
    const runner = makeRunner({
      service: {
        ...service,
        async conversation(uuid, page, signal) {
          const found = await service.conversation(uuid, page, signal)
          return found === null ? null : { ...found, posts: [stop, ...found.posts] }
        },
      },
    })
    const next = async (planId: string): Promise<number> => {
      const runId = await runner.start(await release(planId))
      await runner.whenSettled(runId)
      const { done, held } = summary(runId)
      expect(done + held).toBe(1)
      if (held === 1) expect(errors(runId, 'held')[0]).toContain('The latest messages of this contact refuse texts.')
      return done
    }
    const alone = (phone: string) =>
      planRows(store, [{ phone, message: { body: 'Your visit is at ten.', attachments: [], sentAtSeconds: null } }], {
        kind: 'send',
        duplicates: 'first',
      })
    expect([
      await next(await plan([row(group(0), 'We meet at eleven.')])),
      await next(await alone(first)),
      await next(await alone(stopped)),
    ]).toEqual(texted)
    expect(sandbox.counts()).toMatchObject({ groupMessagesSent: 1, messagesSent: isTold ? 1 : 0 })
    // Of somebody who is sealed nothing is kept.
    tablesOf(store).groupConversations.remove(first)
    expect([tablesOf(store).groupConversations.of(first), tablesOf(store).groupConversations.of(stopped).length]).toEqual([[], 1])
  })

  test('a conversation is resolved with its message where that is wanted', async () => {
    const { sandbox, group, row, plan, run, summary } = await groups()
    expect(summary(await run(await plan([row(group(0))], { resolveAfter: true })))).toMatchObject({ done: 1, calls: 1 })
    expect(sandbox.counts()).toMatchObject({ groupMessagesSent: 1, resolves: 1 })
  })

  test('people, not groups, are counted for the day', async () => {
    const texting = () => ({ hours: { from: '00:00', to: '24:00' }, dailyCap: 7, until: '9999-12-31', zone })
    const { sandbox, store, runner, group, row, plan, release } = await groups({ texting })
    const planId = await release(await plan([0, 1, 2].map((at) => row(group(at)))))
    const runId = await runner.start(planId)
    await expect.poll(() => runner.progress(runId)?.wait, { timeout: 20_000 }).toMatchObject({ kind: 'daily_cap' })
    expect(sandbox.counts().groupMessagesSent).toBe(2)
    const { day } = { day: new Date(Date.now() + offset * 3_600_000).toISOString().slice(0, 10) }
    expect(tablesOf(store).textsLeft.on(day)).toBe(6)
    await runner.cancel(runId)
  })
})

describe('a message to a group whose answer is lost', () => {
  test.each([
    ['with effect', 'drop-after', 1],
    ['without effect', 'drop-before', 0],
  ])('%s is never sent again by itself, and a person decides', async (_how, fault, effects) => {
    const { sandbox, store, runner, group, row, plan, release, summary, errors } = await groups()
    const planId = await release(await plan([0, 1, 2].map((at) => row(group(at)))))
    sandbox.setFaults(`${fault}@send-by-phone/1`)
    const runId = await runner.start(planId)
    await runner.whenSettled(runId)
    sandbox.clearFaults()
    const { unknown, done } = summary(runId)
    expect(unknown).toBeGreaterThan(0)
    expect(unknown + done).toBeLessThanOrEqual(3)
    expect(sandbox.counts().groupMessagesSent).toBe(effects * unknown + done)
    expect(errors(runId, 'unknown')[0]).toContain('The service does not show by their numbers what a group was sent.')
    expect(runRows(store, runId, { outcome: 'unknown', offset: 0, limit: 1 }).rows[0]?.hint).toMatch(
      /^Look in the service at the conversation/,
    )
    const before = sandbox.counts().groupMessagesSent
    // Whoever resumes the run, or plans the list again, sends it no second time either.
    expect(planSummary(store, await plan([row(group(0))]))).toMatchObject({ skipped: 1, send: 0, held: 0 })
    expect(sandbox.counts().groupMessagesSent).toBe(before)
    expect(runner.decide(runId, 'again', null)).toBe(unknown)
    await runner.resume(runId)
    await runner.whenSettled(runId)
    expect(summary(runId)).toMatchObject({ state: 'finished', done: 3, unknown: 0 })
    expect(sandbox.counts().groupMessagesSent).toBe(before + 3 - done)
  })
})

describe('a service that does not do what it says', () => {
  test('is found although the program ended before it had looked: the conversation was kept with the answer', async () => {
    const clock = hurriedClock()
    const { folder, sandbox, service, group, row, plan, release, makeRunner, summary } = await groups({ clock })
    const planId = await release(await plan([0, 1, 2].map((at) => row(group(at)))))
    sandbox.setFaults('echo-only@send-by-phone=1')
    const { promise: looks, resolve } = Promise.withResolvers<void>()
    const conversation = (): Promise<never> => {
      resolve()
      return new Promise(() => undefined)
    }
    const ending = openStore(join(folder, 'rollcall.db'))
    const runId = await createRunner({
      store: ending,
      service: { ...service, conversation },
      clock,
      operator: () => 'Pat',
      account,
      owner: `elsewhere:${performance.now()}`,
      settings: () => ({ concurrency: 4, requestsPerMinute: null }),
      onProgress: () => undefined,
    }).start(planId)
    await looks
    ending.close()
    clock.jump(60_000)
    const runner = makeRunner({ clock })
    await runner.resume(runId)
    await runner.whenSettled(runId)
    expect(summary(runId)).toMatchObject({ state: 'paused', done: 0, reason: { code: 'run.not_applied' } })
  })

  test.each([
    ['keeps no message of a group', 'echo-only@send-by-phone=1', 0],
    ['keeps another text', 'truncate@send-by-phone=5', 2],
    ['blocks whom it texts', 'block@send-by-phone', 3],
  ])('stops the run at its first messages, where it %s', async (_how, faults, most) => {
    const { sandbox, group, row, plan, release, runner, summary } = await groups()
    const planId = await release(await plan([0, 1, 2, 3, 4, 5].map((at) => row(group(at)))))
    sandbox.setFaults(faults)
    const runId = await runner.start(planId)
    await runner.whenSettled(runId)
    expect(summary(runId)).toMatchObject({ state: 'paused' })
    expect(summary(runId).reason?.code).toMatch(/^run\./)
    expect(sandbox.counts().groupMessagesSent).toBeLessThanOrEqual(most)
  })
})
