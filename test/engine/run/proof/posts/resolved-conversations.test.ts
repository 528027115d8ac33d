import { expect, test } from 'vitest'
import { runRows, runSummary } from '../../../../../src-main/engine/results/run-summary.ts'
import { readProfile } from '../../../../../src-main/engine/run/late/service-profile.ts'
import { createResolvedConversations } from '../../../../../src-main/engine/run/proof/posts/resolved-conversations.ts'
import { itemWith } from '../../answer/items.ts'
import { hurriedClock, runStations } from '../../run-stations.ts'

const station = runStations()

test('it knows whether any conversation was resolved, by this process or an earlier one', () => {
  expect(createResolvedConversations(['lane']).hasAny()).toBe(true)
  const resolved = createResolvedConversations()
  expect(resolved.hasAny()).toBe(false)
  resolved.note(itemWith({ lane: 'a' }), false)
  resolved.note(itemWith({ lane: 'b' }), null)
  expect(resolved.hasAny()).toBe(false)
  resolved.note(itemWith({ lane: 'c' }), true)
  expect(resolved.hasAny()).toBe(true)
})

test('conversations that were resolved are resolved again after their last message, and no others', async () => {
  const here = await station({ contacts: 60 })
  const { service, sandbox, store, runner } = here
  const phones: string[] = []
  for (const phone of here.phones) if ((await service.conversationByPhone(phone)) !== null && phones.length < 12) phones.push(phone)
  const stateOf = async (phone: string) => (await service.conversationByPhone(phone))?.resolved
  const resolved = phones.filter((_, at) => at % 3 === 0)
  for (const phone of phones) {
    const conversation = await service.conversationByPhone(phone)
    if (conversation?.resolved === true)
      await service.perform({ kind: 'importMessage', phone, groupUuid: null, body: 'Open', attachments: [] })
    const conversationUuid = conversation?.conversationUuid ?? ''
    if (resolved.includes(phone)) await service.perform({ kind: 'resolveConversation', conversationUuid, disposition: null })
  }
  sandbox.resetCounts()
  const rows = [1, 2, 3].flatMap((nth) =>
    phones.map((phone) => ({ phone, message: { body: `${nth} to ${phone}`, attachments: [], sentAtSeconds: null } })),
  )
  const runId = await runner.start(await here.plan(rows, { kind: 'messages' }))
  await runner.whenSettled(runId)
  expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 36, failed: 0, calls: 36 + resolved.length })
  for (const phone of phones) expect([phone, await stateOf(phone)]).toEqual([phone, resolved.includes(phone)])
  expect(sandbox.counts().requestsByOperation).toMatchObject({ 'import-message': 36, resolve: resolved.length })
  const said = runRows(store, runId, { outcome: 'done', offset: 0, limit: 50 }).rows.flatMap(({ error }) => error ?? [])
  expect(said).toEqual(resolved.map(() => 'The conversation was resolved before, and the message opened it. It was resolved again.'))
  expect(readProfile(store, Date.now()).importReopens).toBe(true)
})

test('a run that is resumed resolves what the one before has left open', async () => {
  const here = await station({ contacts: 40 })
  const { service, store } = here
  const [phone = ''] = here.phones
  await service.perform({ kind: 'importMessage', phone, groupUuid: null, body: 'Open', attachments: [] })
  const conversationUuid = (await service.conversationByPhone(phone))?.conversationUuid ?? ''
  await service.perform({ kind: 'resolveConversation', conversationUuid, disposition: null })
  here.sandbox.setFaults('503@resolve')
  const rows = ['a', 'b'].map((body) => ({ phone, message: { body, attachments: [], sentAtSeconds: null } }))
  const runId = await here.runner.start(await here.plan(rows, { kind: 'messages' }))
  while ((here.sandbox.counts().requestsByOperation.resolve ?? 0) < 2) await new Promise((resolve) => setTimeout(resolve, 5))
  await here.runner.pause(runId)
  expect((await service.conversationByPhone(phone))?.resolved).toBe(false)
  here.sandbox.clearFaults()
  const next = here.makeRunner()
  await next.resume(runId)
  await next.whenSettled(runId)
  expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 2 })
  expect((await service.conversationByPhone(phone))?.resolved).toBe(true)
})

test('one that does not stay resolved is said in its row, and stops nothing: a late message may have opened it', async () => {
  const here = await station({ contacts: 40 }, { clock: hurriedClock() })
  const { service, store } = here
  const [phone = ''] = here.phones
  await service.perform({ kind: 'importMessage', phone, groupUuid: null, body: 'Open', attachments: [] })
  const conversationUuid = (await service.conversationByPhone(phone))?.conversationUuid ?? ''
  await service.perform({ kind: 'resolveConversation', conversationUuid, disposition: null })
  here.sandbox.setFaults('echo-only@resolve')
  const rows = ['a', 'b'].map((body) => ({ phone, message: { body, attachments: [], sentAtSeconds: null } }))
  const runId = await here.runner.start(await here.plan(rows, { kind: 'messages' }))
  await here.runner.whenSettled(runId)
  expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 2, failed: 0 })
  const said = runRows(store, runId, { outcome: 'done', offset: 0, limit: 50 }).rows.flatMap(({ error }) => error ?? [])
  expect(said).toEqual([expect.stringMatching(/was resolved before.*did not let Rollcall resolve it again/)])
})
