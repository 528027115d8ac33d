import { describe, expect, test } from 'vitest'
import { textsIn } from '../../../../../src-main/engine/run/proof/posts/texts-after.ts'
import { runRows, runSummary } from '../../../../../src-main/engine/results/run-summary.ts'
import type { ConversationPost, Service } from '../../../../../src-main/engine/service/service.ts'
import { type RowParts, runStations } from '../../run-stations.ts'
import { agreer, contactsLike, messages, names, refusals, stoppedRun } from '../contacts-at-stake.ts'
import { tablesOf } from '../../../../../src-main/engine/store/tables.ts'

const station = runStations()
type Station = Awaited<ReturnType<typeof station>>

const creations = () => [1, 2, 3, 4, 5].map((nth) => ({ phone: `+1503555010${nth}`, contact: { name: `New ${nth}` } }))

describe('a service that texts people by itself', () => {
  test.each([
    ['auto-reply@update-customer', names, 'contacts', 2],
    ['auto-reply@set-consent', refusals, 'consent', 2],
    ['auto-reply@create-customer', creations, 'contacts', 2],
    ['auto-reply@update-customer:from=6', names, 'contacts', 60],
  ] as const)('%s: stops the run, and says so', async (faults, rows, kind, most) => {
    const count = faults.includes('from=') ? 150 : 20
    const here = await station({ contacts: count + 10 })
    const planId = await here.plan(rows(await contactsLike(here, agreer, count)), { kind, notFound: 'create' })
    here.sandbox.setFaults(faults)
    const runId = await here.runner.start(planId)
    await here.runner.whenSettled(runId)
    const summary = runSummary(here.store, runId, Date.now())
    const texted = textsSent(here)
    expect(summary).toMatchObject({
      state: 'paused',
      reason: {
        code: 'run.changed_more',
        message: expect.stringContaining('a text was sent to the contact; row '),
        hint: expect.stringContaining('texts people by itself'),
      },
    })
    expect(texted.length).toBeGreaterThan(1)
    expect(texted.length).toBeLessThanOrEqual(most)
    // Each of those who were texted says so itself.
    const all = runRows(here.store, runId, { offset: 0, limit: 100 }).rows
    expect(all.filter(({ error }) => error?.includes('a text was sent to the contact')).length).toBe(texted.length)
    expect(tablesOf(here.store).proofs.allOpen(runId)).toEqual([])
  })

  test('stops at the second contact, where what is asked differs from row to row so that no other could show the same', async () => {
    const here = await station({ contacts: 30 })
    const phones = await contactsLike(here, agreer, 4)
    const asked: RowParts['contact'][] = [
      { name: 'Ann' },
      { notes: 'Paid' },
      { archived: true },
      { tags: { handling: 'add', tags: ['vip'] } },
    ]
    const planId = await here.plan(phones.map((phone, at) => ({ phone, contact: asked[at] ?? {} })))
    here.sandbox.setFaults('auto-reply@update-customer')
    const runId = await here.runner.start(planId)
    await here.runner.whenSettled(runId)
    expect(runSummary(here.store, runId, Date.now())).toMatchObject({ state: 'paused', reason: { code: 'run.changed_more' } })
    expect(textsSent(here).length).toBe(2)
  })

  test('in another department than the first is found, too', async () => {
    const here = await station({ contacts: 30 })
    tablesOf(here.store).departments.replaceAll(await here.service.departments())
    const [, other] = tablesOf(here.store).departments.all()
    const planId = await here.plan(names(await contactsLike(here, agreer, 20)))
    const service: Service = {
      ...here.service,
      async perform(call, signal) {
        const outcome = await here.service.perform(call, signal)
        const phone = call.kind === 'updateCustomer' ? here.sandbox.customer(call.uuid)?.phone : undefined
        const post = { as: 'message', body: 'Welcome', attachments: [], resolve: false } as const
        if (typeof phone === 'string') await here.service.perform({ kind: 'sendToPhone', phone, groupUuid: other?.uuid ?? '', post })
        return outcome
      },
    }
    const runner = here.makeRunner({ service })
    const runId = await runner.start(planId)
    await runner.whenSettled(runId)
    expect(runSummary(here.store, runId, Date.now())).toMatchObject({
      state: 'paused',
      reason: { code: 'run.changed_more', message: expect.stringContaining('a text was sent to the contact; row ') },
    })
    expect(here.sandbox.counts().messagesSent).toBe(2)
  })

  test('who answers imported messages from the middle of a run on: each that was answered says so', async () => {
    const here = await station({ contacts: 160 })
    const phones = await contactsLike(here, agreer, 150)
    const { summary, runId } = await stoppedRun(here, messages(phones), 'messages', 'auto-reply@import-message:from=6')
    expect(summary).toMatchObject({ state: 'paused', reason: { code: 'run.changed_more' } })
    const all = runRows(here.store, runId, { offset: 0, limit: 200 }).rows
    const said = all.filter(({ error }) => error?.includes('a message was added to the conversation'))
    expect(said.length).toBe(textsSent(here).length)
    expect(said.length).toBeGreaterThan(3)
  })

  test.each([
    ['a colleague who texts the first contact', 0, 1],
    ['a colleague who texts the tenth contact', 9, 1],
    // Each sample is told of one that came about that time.
    ['an announcement to all shortly before', null, 3],
  ])('%s does not stop a run', async (_who, at, toldOf) => {
    const here = await station({ contacts: 60 })
    const phones = await contactsLike(here, agreer)
    if (at === null) for (const phone of phones) await textBy(here, phone)
    const texted = at === null ? undefined : phones[at]
    const planId = await here.plan(names(phones))
    const service: Service = {
      ...here.service,
      async perform(call, signal) {
        const outcome = await here.service.perform(call, signal)
        const uuid = texted === undefined ? undefined : here.sandbox.customerByPhone(texted)?.uuid
        if (texted !== undefined && call.kind === 'updateCustomer' && call.uuid === uuid) await textBy(here, texted)
        return outcome
      },
    }
    const runner = here.makeRunner({ service })
    const runId = await runner.start(planId)
    await runner.whenSettled(runId)
    const { rows } = runRows(here.store, runId, { outcome: 'done', offset: 0, limit: 100 })
    expect(rows.length).toBe(phones.length)
    const told = rows.flatMap(({ error }) => error ?? [])
    expect(told.length).toBe(toldOf)
    for (const error of told) expect(error).toBe('This is done. About that time a text was sent to the contact.')
  })
})

function textsSent({ sandbox, phones }: Station): string[] {
  const all = [...phones, ...creations().map(({ phone }) => phone)]
  return all.filter((phone) => sandbox.posts(phone).some(({ kind }) => kind === 'auto-reply'))
}

async function textBy({ service }: Station, phone: string): Promise<void> {
  await service.perform({
    kind: 'sendToPhone',
    phone,
    groupUuid: null,
    post: { as: 'message', body: 'See you soon', attachments: [], resolve: false },
  })
}

describe('what of a conversation is a text to its contact', () => {
  const post = (parts: Partial<ConversationPost>): ConversationPost => ({
    uuid: 'new',
    conversationUuid: null,
    body: 'You are subscribed.',
    createdAtSeconds: 1_000,
    creatorType: 'system',
    isWhisper: false,
    marksResolved: false,
    attachments: [],
    isFirst: null,
    messageType: 'SMS',
    transferredTo: null,
    assignedTo: null,
    ...parts,
  })
  const none = () => false
  const exact = { texts: { uuids: new Set(['old']), newestSeconds: 990 }, readAtSeconds: 1_000 }

  test.each([
    ['what the service sends', {}, true],
    ['what the office sends', { creatorType: 'user', messageType: null }, true],
    ['a picture', { body: null }, true],
    ['what the contact writes', { creatorType: 'customer' }, false],
    ['a note', { isWhisper: true, creatorType: 'user' }, false],
    ['an entry of the service that is no message', { messageType: null }, false],
    ['that it was resolved', { marksResolved: true }, false],
    ['one that was there before', { uuid: 'old' }, false],
    ['one that only another page shows, and is older', { createdAtSeconds: 989 }, false],
  ] as const)('%s', (_what, parts, isText) => {
    expect(textsIn([post(parts)], exact, none).length > 0).toBe(isText)
  })

  test('without a look right before, one of about that time', () => {
    const at = (createdAtSeconds: number | null) => textsIn([post({ createdAtSeconds })], { readAtSeconds: 1_000 }, none).length > 0
    expect([at(880), at(879), at(null), at(5_000)]).toEqual([true, false, false, true])
    expect(textsIn([post({})], { readAtSeconds: 1_000, texts: null }, none).length).toBe(1)
  })

  test('what a run of Rollcall has sent, and what was not read, tell nothing', () => {
    expect(textsIn([post({})], exact, (uuid) => uuid === 'new')).toEqual([])
    expect(textsIn(null, exact, none)).toEqual([])
    expect(textsIn([post({})], {}, none)).toEqual([])
  })
})
