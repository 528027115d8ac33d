import { describe, expect, test } from 'vitest'
import { compileRecipe } from '../../../src-main/engine/mapping/compile/compile-recipe.ts'
import type { Lookup } from '../../../src-main/engine/model/plans/plan-schema.ts'
import type { Recipe } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import { systemClock } from '../../../src-main/engine/model/clock.ts'
import { buildPlan } from '../../../src-main/engine/plan/build/build-plan.ts'
import { planSummary } from '../../../src-main/engine/plan/read/read-plan.ts'
import { runSummary } from '../../../src-main/engine/results/run-summary.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { dialect, recipe } from '../store/stored-things.ts'
import { readAgain, refuser } from './proof/contacts-at-stake.ts'
import { hurriedClock, type RowParts, runStations, runToEnd } from './run-stations.ts'
import { allRows } from '../plan/planning.ts'

const station = runStations()
const columns = ['Phone', 'Disposition', 'Text'].map((name, index) => ({ index, name, header: name, samples: [] }))
const resolving = recipe({ kind: 'resolve', fields: [{ to: 'disposition', from: ['Disposition'] }] })
let planNumber = 0

/** A station whose contacts have a conversation each, but for the last one; `resolved`: of how many it is resolved. */
async function office({ conversations = 6, resolved = 0 } = {}) {
  const here = await station({ contacts: 60 }, { clock: hurriedClock() })
  // Of a contact that is gone there is no conversation either.
  const lonely = '+14155550199'
  tablesOf(here.store).contacts.putRead({ record: { uuid: 'lonely', phone: lonely }, extra: null }, Date.now())
  const phones = [...here.phones.slice(0, conversations), lonely]
  for (const [at, phone] of phones.slice(0, conversations).entries()) {
    const imported = await here.service.perform({ kind: 'importMessage', phone, groupUuid: null, body: 'Hello', attachments: [] })
    if (imported.kind !== 'done') throw new Error('No conversation.')
    if (at >= resolved) continue
    const found = await here.service.conversationByPhone(phone)
    await here.service.perform({ kind: 'resolveConversation', conversationUuid: found?.conversationUuid ?? '', disposition: null })
  }
  here.sandbox.resetCounts()
  const dispositions = await here.service.dispositions()
  const planned = async (rows: readonly string[][], one: Recipe = resolving, lookup: Lookup = 'missing') => {
    planNumber += 1
    const planId = `resolve-${planNumber}`
    await buildPlan({
      store: here.store,
      planId,
      file: { id: 'file', storedPath: '/nowhere', sizeBytes: 1 },
      dialect,
      columns,
      recipe: one,
      mapping: compileRecipe(one, columns, { country: 'US', customFields: [], departments: [], dispositions }),
      readRows: async function* () {
        yield { rows: rows.map((cells, at) => ({ line: at + 2, cells })), bytesRead: 1 }
      },
      service: here.service,
      lookup,
      settings: { syncMaxAgeSeconds: 3600, concurrency: 4 },
      clock: systemClock,
    })
    return planId
  }
  return { ...here, phones, planned, dispositions }
}

describe('conversations of a list', () => {
  test('are resolved once each, with the disposition of their row; resolved ones are up to date, and where there is none nothing happens', async () => {
    const { sandbox, store, runner, service, phones, planned, dispositions } = await office({ resolved: 2 })
    const [name = ''] = dispositions.map((one) => one.name)
    const rows = phones.map((phone, at) => [phone, at % 2 === 0 ? name.toUpperCase() : '', ''])
    const planId = await planned([...rows, [phones[3] ?? '', '', ''], [phones[4] ?? '', 'No such word', ''], ['+12015550999', '', '']])
    expect(allRows(store, planId).map((row) => [row.class, row.reason])).toEqual([
      ['unchanged', 'already_resolved'],
      ['unchanged', 'already_resolved'],
      ['send', null],
      ['skipped', 'duplicate'],
      ['send', null],
      ['send', null],
      ['skipped', 'no_conversation'],
      ['send', null],
      ['invalid', null],
      ['skipped', 'not_found'],
    ])
    expect(allRows(store, planId)[8]?.detail.issues?.[0]).toMatchObject({ code: 'disposition.unknown', value: 'No such word' })
    expect(planSummary(store, planId)).toMatchObject({ send: 4, calls: 4, unchanged: 2, skipped: 3, invalid: 1 })
    const runId = await runToEnd(runner, store, planId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ kind: 'resolve', done: 4, failed: 0, unknown: 0, calls: 4 })
    expect(sandbox.counts()).toMatchObject({ resolves: 4, messagesSent: 0, messagesImported: 0, customerUpdates: 0 })
    expect(phones.slice(0, 6).map((phone) => sandbox.isResolved(phone))).toEqual(Array.from({ length: 6 }, () => true))
    expect(sandbox.isResolved(phones[6] ?? '')).toBeNull()
    // The same list again.
    expect(planSummary(store, await planned(rows))).toMatchObject({ send: 0, calls: 0, unchanged: 6, skipped: 1 })
    // Where nobody may be asked, each is resolved, which changes nothing.
    expect(planSummary(store, await planned(rows, resolving, 'never'))).toMatchObject({ send: 7, unchanged: 0 })
    expect(await service.conversationByPhone(phones[6] ?? '')).toBeNull()
  })

  test('whose answers are lost are resolved all the same, and a conversation that is gone is a failed row', async () => {
    const { sandbox, store, runner, phones, planned } = await office()
    const planId = await planned(
      phones.map((phone) => [phone, '', '']),
      resolving,
      'never',
    )
    sandbox.setFaults('drop-after@resolve=0.4,503@resolve=0.2,seed=4')
    const runId = await runToEnd(runner, store, planId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ done: 6, failed: 1, unknown: 0, pending: 0 })
    expect(phones.slice(0, 6).map((phone) => sandbox.isResolved(phone))).toEqual(Array.from({ length: 6 }, () => true))
  })

  test.each([
    ['unblock@resolve', 'Blocked went from yes to no'],
    ['give-consent@resolve', 'Consent went from “Refused” to “Agreed”'],
    ['auto-reply@resolve', 'a text was sent to the contact'],
  ])('are resolved for two contacts at most by a service that does %s with it', async (faults, says) => {
    const { sandbox, store, service, runner, phones, planned } = await office({ conversations: 40 })
    const state = { ...refuser, archived: false, unreachable: false }
    for (const phone of phones.slice(0, 40)) sandbox.changeCustomer({ uuid: sandbox.customerByPhone(phone)?.uuid ?? '' }, state)
    await readAgain({ sandbox, service, store }, phones.slice(0, 40))
    const planId = await planned(phones.slice(0, 40).map((phone) => [phone, '', '']))
    sandbox.resetCounts()
    sandbox.setFaults(faults)
    const runId = await runner.start(planId)
    await runner.whenSettled(runId)
    const { state: ended, reason } = runSummary(store, runId, Date.now())
    expect(ended).toBe('paused')
    expect(reason).toMatchObject({ code: 'run.changed_more', message: expect.stringContaining(says) })
    expect(sandbox.counts().resolves).toBeLessThanOrEqual(2)
    // What can be put back is.
    if (faults.startsWith('unblock'))
      expect(phones.slice(0, 40).filter((phone) => sandbox.customerByPhone(phone)?.blocked !== true)).toEqual([])
  })

  test('of messages are resolved after the last one with the disposition of the recipe, which has to be one of the account', async () => {
    const { sandbox, store, runner, phones, planned, dispositions } = await office()
    const history: Partial<Recipe> = {
      kind: 'messages',
      direction: 'inbound',
      resolveAfter: true,
      fields: [{ to: 'body', from: ['Text'] }],
    }
    const rows = phones.slice(0, 2).flatMap((phone) => ['One', 'Two'].map((body) => [phone, '', `${body} of ${phone}`]))
    const [first] = dispositions
    const planId = await planned(rows, recipe({ ...history, disposition: first?.name ?? '' }))
    const closing = allRows(store, planId).flatMap(({ detail }) => detail.calls?.filter(({ kind }) => kind === 'resolveConversation') ?? [])
    expect(closing).toEqual(phones.slice(0, 2).map((phone) => ({ kind: 'resolveConversation', phone, with: first })))
    sandbox.resetCounts()
    await runToEnd(runner, store, planId)
    expect(sandbox.counts()).toMatchObject({ messagesImported: 4, resolves: 2 })
    await expect(planned(rows, recipe({ ...history, disposition: 'Gone' }))).rejects.toMatchObject({ code: 'recipe.misfit' })
  })
})

test('rows that are mapped already name their department and disposition in the call', async () => {
  const { store, plan, phones } = await station({ contacts: 10 })
  const rows: RowParts[] = [{ phone: phones[0] ?? '', disposition: { uuid: 'd-1', name: 'Answered' } }]
  const planId = await plan(rows, { kind: 'resolve', fields: [] })
  expect(allRows(store, planId)[0]?.detail.calls).toEqual([
    { kind: 'resolveConversation', phone: phones[0], groupUuid: null, isAsked: true, with: { uuid: 'd-1', name: 'Answered' } },
  ])
})
