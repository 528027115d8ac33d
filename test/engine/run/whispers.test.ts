import { describe, expect, test } from 'vitest'
import { runRows, runSummary } from '../../../src-main/engine/results/run-summary.ts'
import { releaseGuard } from '../../../src-main/engine/plan/guards/release-guard.ts'
import { planSummary } from '../../../src-main/engine/plan/read/read-plan.ts'
import { readProfile } from '../../../src-main/engine/run/late/service-profile.ts'
import type { Sandbox } from '../../../src-main/sandbox/sandbox.ts'
import { portion } from '../../helpers/portion.ts'
import { hurriedClock, type RowParts, runStations, runToEnd } from './run-stations.ts'

const station = runStations()
const quickly = () => ({ clock: hurriedClock(), settings: () => ({ concurrency: 16, requestsPerMinute: null }) })

const note = (phone: string, body: string): RowParts => ({ phone, message: { body, attachments: [], sentAtSeconds: null } })
const bothWays = (phone: string, at: number): RowParts => {
  const post = { body: ['Yes', 'Yes', 'On our way', 'Yes', 'STOP'][at % 5] ?? '', attachments: [], sentAtSeconds: at }
  return { phone, message: at % 3 === 0 ? post : { ...post, isWhisper: true } }
}

/** Each post of the rows once, as what it was to be, in the order of each conversation. */
function expectExactly(sandbox: Sandbox, rows: readonly RowParts[], kindOf: (row: RowParts) => 'import' | 'whisper'): void {
  for (const phone of new Set(rows.map((row) => row.phone ?? ''))) {
    const wanted = rows.filter((row) => row.phone === phone).map((row) => [kindOf(row), row.message?.body])
    const posts = sandbox.posts(phone).filter(({ kind }) => kind === 'import' || kind === 'whisper')
    expect(posts.map(({ kind, body }) => [kind, body])).toEqual(wanted)
  }
}

describe('whispers', () => {
  test('beside messages are told of the run, and a held row of the office is written as one once it is released', async () => {
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 60 }, quickly())
    const [first = '', second = ''] = phones
    const ofOffice = {
      ...note(first, 'On our way'),
      message: { body: 'On our way', attachments: [], sentAtSeconds: 1, isWhisper: true as const },
    }
    const rows = [note(first, 'Hello'), { ...ofOffice, isDirectionUnknown: true as const }, note(second, 'Hello')]
    const planId = await plan(rows, { kind: 'messages', whispers: { column: 'Direction', is: ['Outbound'] } })
    const [guard] = planSummary(store, planId).guards
    expect(guard).toMatchObject({ guard: 'direction', rows: 1 })
    expect(guard?.message).toContain('or as a whisper where it says that your office wrote it')
    await releaseGuard(store, planId, 'direction', 1)
    const runId = await runToEnd(runner, store, planId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ hasWhispers: true, done: 3 })
    expect(sandbox.counts()).toMatchObject({ whispers: 1, messagesImported: 2, messagesSent: 0 })
    const plain = await runToEnd(runner, store, await plan([note(second, 'And this')], { kind: 'messages' }))
    expect(runSummary(store, plain, Date.now()).hasWhispers).toBeUndefined()
  })

  test('come into each conversation once and in order; nobody is texted, and the same file again does nothing', async () => {
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 60 }, quickly())
    const rows = phones.slice(0, 20).flatMap((phone) => ['Called', 'Called', 'Wants the blue one', 'STOP'].map((body) => note(phone, body)))
    const runId = await runToEnd(runner, store, await plan(rows, { kind: 'whispers' }))
    expect(runSummary(store, runId, Date.now())).toMatchObject({ kind: 'whispers', done: 80, failed: 0, unknown: 0, held: 0, calls: 80 })
    expect(sandbox.counts()).toMatchObject({ whispers: 80, messagesSent: 0, messagesImported: 0, reopens: 0, resolves: 0 })
    expectExactly(sandbox, rows, () => 'whisper')
    const again = await plan(rows, { kind: 'whispers' })
    expect(planSummary(store, again)).toMatchObject({ unchanged: 80, send: 0, calls: 0 })
    // As messages of the contacts they would be something else.
    expect(planSummary(store, await plan(rows, { kind: 'messages' }))).toMatchObject({ send: 60, held: 20 })
  })

  test.each([
    ['a third is dropped after the effect', 'drop-after@send-by-phone=0.3,seed=5'],
    ['a third is dropped before the effect', 'drop-before@send-by-phone=0.3,seed=6'],
    [
      'answers are errors, before and after the effect, and the reading back has its own troubles',
      '503-after@send-by-phone=0.15,500@send-by-phone=0.1,429@find-conversation=0.1:retry-after=1,drop-before@find-conversation=0.1,seed=7',
    ],
  ])('whose answers are lost are looked for in the conversation, and each arrives exactly once: %s', async (_name, faults) => {
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 320 }, quickly())
    const rows = phones.slice(0, portion(24)).flatMap((phone) => ['Yes', 'Yes', 'Called', 'Yes', 'No'].map((body) => note(phone, body)))
    const planId = await plan(rows, { kind: 'whispers' })
    sandbox.setFaults(faults)
    const runId = await runToEnd(runner, store, planId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ done: rows.length, failed: 0, unknown: 0, pending: 0 })
    expectExactly(sandbox, rows, () => 'whisper')
  })

  test('that a colleague may have written meanwhile are left to a person', async () => {
    const { sandbox, store, runner, service, phones, plan } = await station({ contacts: 60 }, quickly())
    const [first = '', second = ''] = phones
    const planId = await plan([note(first, 'A'), note(second, 'B')], { kind: 'whispers' })
    sandbox.setFaults('drop-before@send-by-phone/2')
    const colleague = { as: 'whisper', body: 'Something else', attachments: [], resolve: false } as const
    const runId = await runner.start(planId)
    while ((sandbox.counts().requestsByOperation['send-by-phone'] ?? 0) < 2) await new Promise((resolve) => setTimeout(resolve, 1))
    await service.perform({ kind: 'sendToPhone', phone: second, groupUuid: null, post: colleague })
    await runner.whenSettled(runId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ done: 1, unknown: 1 })
    expect(sandbox.posts(second).filter(({ kind }) => kind === 'whisper')).toMatchObject([{ body: 'Something else' }])
  })
})

describe('a history of both directions', () => {
  test("brings the contact's words as messages and the office's as whispers, in order, whatever gets lost; again it does nothing", async () => {
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 320 }, quickly())
    const rows = phones.slice(0, portion(24)).flatMap((phone) => Array.from({ length: 10 }, (_, at) => bothWays(phone, at)))
    const isKeyword = ({ message }: RowParts) => message?.body === 'STOP' && message.isWhisper === undefined
    const sent = rows.filter((row) => !isKeyword(row))
    const planId = await plan(rows, { kind: 'messages' })
    sandbox.setFaults('drop-after@send-by-phone=0.2,drop-after@import-message=0.2,drop-before@import-message=0.1,seed=9')
    const runId = await runToEnd(runner, store, planId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({
      done: sent.length,
      held: rows.length - sent.length,
      failed: 0,
      unknown: 0,
    })
    expectExactly(sandbox, sent, ({ message }) => (message?.isWhisper === true ? 'whisper' : 'import'))
    expect(sandbox.counts().messagesSent).toBe(0)
    expect(planSummary(store, await plan(rows, { kind: 'messages' }))).toMatchObject({ unchanged: sent.length, send: 0, calls: 0 })
  })

  test('resolves conversations again that were resolved, and learns of each kind of post by itself whether it opens them', async () => {
    const { sandbox, store, service, runner, phones, plan } = await station({ contacts: 60 }, quickly())
    const open: string[] = []
    for (const phone of phones) {
      const found = open.length < 4 ? await service.conversationByPhone(phone) : null
      if (found === null) continue
      open.push(phone)
      await service.perform({ kind: 'resolveConversation', conversationUuid: found.conversationUuid, disposition: null })
    }
    sandbox.resetCounts()
    const [noted = '', ...both] = open
    const rows = [{ ...bothWays(noted, 1) }, ...both.flatMap((phone) => [bothWays(phone, 1), bothWays(phone, 3), bothWays(phone, 5)])]
    const runId = await runToEnd(runner, store, await plan(rows, { kind: 'messages' }))
    expect(runSummary(store, runId, Date.now())).toMatchObject({ done: rows.length, failed: 0 })
    for (const phone of open) expect((await service.conversationByPhone(phone))?.resolved).toBe(true)
    // What only got whispers was never open: nothing is added to it.
    expect(sandbox.counts()).toMatchObject({ resolves: 3, reopens: 3 })
    expect(readProfile(store, Date.now())).toMatchObject({ importReopens: true, whisperReopens: false })
    const said = runRows(store, runId, { outcome: 'done', offset: 0, limit: 50 }).rows.filter(({ error }) => error !== null)
    expect(said).toHaveLength(3)
  })

  test('stops where the service answers what it was given', async () => {
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 60 }, quickly())
    const planId = await plan(
      phones.slice(0, 10).map((phone) => note(phone, 'Careful')),
      { kind: 'whispers' },
    )
    sandbox.setFaults('auto-reply@send-by-phone')
    const runId = await runner.start(planId)
    await runner.whenSettled(runId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'paused' })
    expect(sandbox.counts().whispers).toBeLessThanOrEqual(2)
  })
})
