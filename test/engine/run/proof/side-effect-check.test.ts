import { describe, expect, test } from 'vitest'
import { runRows, runSummary } from '../../../../src-main/engine/results/run-summary.ts'
import type { ServiceCall } from '../../../../src-main/engine/model/runs/service-call.ts'
import { createFieldLabels } from '../../../../src-main/engine/model/contacts/field-labels.ts'
import { profileWords } from '../../../../src-main/engine/run/late/profile-words.ts'
import { canBeSomebody, createSideEffectCheck } from '../../../../src-main/engine/run/proof/side-effect-check.ts'
import { liveWith, readProfile } from '../../../../src-main/engine/run/late/service-profile.ts'
import type { Service } from '../../../../src-main/engine/service/service.ts'
import { customFieldUuids } from '../../../../src-main/sandbox/seed/seed-account.ts'
import { someOf } from '../../../helpers/portion.ts'
import { hurriedClock, planTotals, type RowParts, runStations, runToEnd } from '../run-stations.ts'
import { agreer, contactsLike, fewerOne, field, messages, names, note, refusals, refuser, stoppedRun, tags } from './contacts-at-stake.ts'
import { goesNow, type Proven } from '../../../../src-main/engine/run/answer/row-step.ts'
import type { RunItem } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import type { CustomerRecord, CustomerUpdate } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { Unwritten } from '../../../../src-main/engine/run/proof/unwritten-fields.ts'
import { emptyEntries } from '../../../../src-main/engine/run/journal/journal-writer.ts'
import { consent, itemWith, update } from '../answer/items.ts'
import { proofState, verified as looked } from './proof-state.ts'
import type { UnaskedChange } from '../../../../src-main/engine/run/proof/unasked-changes.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'

const station = runStations()

interface Case {
  faults: string
  rows: (phones: readonly string[]) => RowParts[]
  kind?: 'consent' | 'messages'
  who?: typeof refuser
  /** Whether each has an open conversation before the run. */
  isOpen?: boolean
  /** What the reason says. */
  says: RegExp
  /** What the contacts are like in the end, beside what the rows asked for; null where that stays as the service left it. */
  end?: Partial<typeof refuser> | Record<string, unknown>
}

const cases: Case[] = [
  // PUT customer, what was left out.
  { faults: 'replace-custom-fields', rows: field, says: /Account ID was emptied/i },
  ...['name', 'notes', 'tags', 'custom_fields', 'archived', 'blocked'].map((left): Case => ({
    faults: `clear-left-out=${left}`,
    rows: left === 'name' ? note : names,
    says:
      {
        name: /Name was emptied/,
        notes: /Notes was emptied/,
        tags: /Tags lost one, two/,
        custom_fields: /was emptied/,
        archived: /Archived went from yes to no/,
        blocked: /Blocked went from yes to no/,
      }[left] ?? /x/,
  })),
  { faults: 'clear-left-out', rows: field, says: /Name was emptied, Notes was emptied, Tags lost/ },
  { faults: 'clear-left-out=notes,echo-asked', rows: names, says: /Notes was emptied/ },
  { faults: 'replace-custom-fields,echo-asked', rows: field, says: /was emptied/ },
  { faults: 'add-replaces-tags', rows: tags, says: /Tags lost one, two/ },
  { faults: 'add-replaces-tags,echo-asked', rows: tags, says: /Tags lost one, two/ },
  // Flags, with each of the calls.
  ...(['update-customer', 'set-consent', 'import-message'] as const).flatMap((operation) => {
    const rows = { 'update-customer': names, 'set-consent': refusals, 'import-message': messages }[operation]
    const kind = ({ 'update-customer': undefined, 'set-consent': 'consent', 'import-message': 'messages' } as const)[operation]
    const with_ = (fault: string, who: typeof refuser, says: RegExp, end?: Case['end']): Case => ({
      faults: `${fault}@${operation}`,
      rows,
      ...(kind && { kind }),
      who,
      says,
      ...(end && { end }),
    })
    const isConsent = operation === 'set-consent'
    return [
      with_('unblock', isConsent ? { ...refuser, consent: true } : refuser, /Blocked went from yes to no/),
      with_('unarchive', isConsent ? { ...refuser, consent: true } : refuser, /Archived went from yes to no/),
      with_('block', agreer, /Blocked went from no to yes/, { blocked: true }),
      with_('archive', agreer, /Archived went from no to yes/),
      with_('resubscribe', isConsent ? { ...refuser, consent: true } : refuser, /Unsubscribed went from yes to no/i),
      ...(isConsent
        ? []
        : [
            // A refusal may unsubscribe.
            with_('unsubscribe', agreer, /Unsubscribed went from no to yes/i, { unreachable: true }),
            with_('give-consent', refuser, /Consent went from “Refused” to “Agreed”/),
            with_('reset-consent', refuser, /Consent went from “Refused” to “Not asked”/),
            with_('withdraw-consent', agreer, /Consent went from “Agreed” to “Refused”/, { consent: false }),
            with_('reset-consent', agreer, /Consent went from “Agreed” to “Not asked”/, { consent: null }),
          ]),
    ]
  }),
  { faults: 'resolve-open@import-message', rows: messages, kind: 'messages', isOpen: true, says: /the conversation was resolved/ },
  { faults: 'auto-reply@import-message', rows: messages, kind: 'messages', says: /a message was added to the conversation/ },
]

describe('a service that changes more than it is asked to', () => {
  test.each(someOf(cases, 3))(
    '$faults: is found at the first contact and stopped after the second',
    async ({ faults, rows, kind, who = refuser, isOpen = false, says, end = {} }) => {
      const here = await station({ contacts: 30 }, { clock: hurriedClock() })
      const phones = await contactsLike(here, who, 8)
      for (const phone of isOpen ? phones : [])
        await here.service.perform({ kind: 'importMessage', phone, groupUuid: null, body: 'Open', attachments: [] })
      const { summary, touched, runId } = await stoppedRun(here, rows(phones), kind ?? 'contacts', faults)
      expect(summary).toMatchObject({ state: 'paused', reason: { code: 'run.changed_more', message: expect.stringMatching(says) } })
      expect(touched.length).toBe(2)
      expect(summary.pending).toBe(6)
      const first = runRows(here.store, runId, { outcome: summary.failed > 0 ? 'failed' : 'done', offset: 0, limit: 5 }).rows
      expect(first).toHaveLength(2)
      for (const { error } of first) expect(error).toMatch(says)
      // A service that does it each time undoes what is put back, too.
      const isPersistent = /^(resubscribe|unblock|unarchive|archive|give-consent|reset-consent)@update/.test(faults)
      if (isPersistent) return
      for (const phone of touched) {
        const now = here.sandbox.customerByPhone(phone)
        const { consent, ...rest } = { ...who, ...end } as typeof refuser
        const asked = rows([phone])[0]
        const { customFields, tags: added, ...plain } = asked?.contact ?? {}
        expect(now).toMatchObject({
          ...rest,
          ...plain,
          consent: kind === 'consent' ? false : consent,
          tags: added === undefined ? rest.tags : expect.arrayContaining([...rest.tags, 'new']),
          customFields: { ...rest.customFields, ...customFields },
        })
      }
    },
  )
})

describe('a service that says that it stored what it did not', () => {
  test.each([
    ['echo-only@update-customer', names, 'contacts', 1],
    ['wrong-customer@update-customer', names, 'contacts', 1],
    ['echo-only@set-consent', refusals, 'consent', 1],
    ['wrong-customer@set-consent', refusals, 'consent', 1],
    ['echo-only@set-consent:from=2', refusals, 'consent', 2],
    ['echo-only@import-message', messages, 'messages', 1],
    ['wrong-customer@import-message', messages, 'messages', 1],
  ] as const)('%s: stops the run at that call, which has failed', async (faults, rows, kind, calls) => {
    const here = await station({ contacts: 30 }, { clock: hurriedClock() })
    const phones = await contactsLike(here, kind === 'consent' ? { ...refuser, consent: true } : refuser, 8)
    const { summary } = await stoppedRun(here, rows(phones), kind, faults)
    expect(summary).toMatchObject({
      state: 'paused',
      reason: { code: 'run.not_applied', message: expect.stringMatching(/accepts changes without applying them: (Name|Consent|Message)/) },
      calls,
      failed: 1,
      done: calls - 1,
      pending: 8 - calls,
    })
  })
})

test('a contact that the service says it created, and did not, stops the run; nothing is kept of it', async () => {
  const here = await station({ contacts: 20 }, { clock: hurriedClock() })
  const rows = [1, 2, 3, 4].map((nth) => ({ phone: `+1503555010${nth}`, contact: { name: `New ${nth}` } }))
  const planId = await here.plan(rows, { notFound: 'create' })
  here.sandbox.setFaults('echo-only@create-customer')
  const runId = await here.runner.start(planId)
  await here.runner.whenSettled(runId)
  expect(runSummary(here.store, runId, Date.now())).toMatchObject({
    state: 'paused',
    reason: { code: 'run.not_applied', message: expect.stringContaining('without applying them: Contact (row 2)') },
    failed: 1,
    done: 0,
    pending: 3,
  })
  expect(tablesOf(here.store).contacts.findByPhone('+15035550101')).toEqual([])
  // Once the service does it, the row that failed can be tried again, and the others go on.
  here.sandbox.setFaults('')
  expect(planTotals(here.store, await here.plan(rows, { notFound: 'create' }))).toMatchObject({ send: 4 })
})

test('a service that begins in the middle of a run not to store contacts is found at the next sample, with each row that it concerns', async () => {
  const here = await station({ contacts: 600 }, { clock: hurriedClock() })
  const rows = Array.from({ length: 120 }, (_, at) => ({ phone: `+1650253${1000 + at}`, contact: { name: `New ${at}` } }))
  const planId = await here.plan(rows, { notFound: 'create' })
  here.sandbox.setFaults('echo-only@create-customer:from=40')
  const runId = await here.runner.start(planId)
  await here.runner.whenSettled(runId)
  const { state, done, failed } = runSummary(here.store, runId, Date.now())
  expect(state).toBe('paused')
  expect(done).toBe(39)
  expect(failed).toBeGreaterThan(50)
  const kept = rows.filter(({ phone }) => tablesOf(here.store).contacts.findByPhone(phone).length > 0)
  expect(kept.length).toBe(39)
})

describe('a message that the service took and did not store', () => {
  test.each([
    ['is not there', false],
    ['has come since then', true],
  ])('%s: is imported once when the file is imported again', async (_, hasCome) => {
    const clock = hurriedClock()
    const here = await station({ contacts: 60 }, { clock })
    const [phone = ''] = await contactsLike(here, agreer, 1)
    const rows = messages([phone])
    const { runId, summary } = await stoppedRun(here, rows, 'messages', 'echo-only@import-message')
    expect(summary).toMatchObject({ failed: 1, done: 0 })
    if (summary.state !== 'finished') await here.runner.cancel(runId)
    here.sandbox.setFaults('')
    const call: ServiceCall = { kind: 'importMessage', phone, groupUuid: null, body: `To ${phone}`, attachments: [] }
    // Both clocks show the same time again.
    here.sandbox.advance(Math.max(0, clock.nowMs() - Date.now()))
    if (hasCome) await here.service.perform(call)

    const planId = await here.plan(rows, { kind: 'messages' })
    expect(planTotals(here.store, planId)).toMatchObject({ send: 1, unchanged: 0 })
    const again = await runToEnd(here.runner, here.store, planId)
    expect(runSummary(here.store, again, clock.nowMs())).toMatchObject({ state: 'finished', done: 1, failed: 0 })
    expect(here.sandbox.posts(phone).filter(({ body }) => body === call.body)).toHaveLength(1)
    // As long as the first one could still be shown, nothing was sent.
    const leftAt = (run: string) => tablesOf(here.store).calls.lastSentAtMs(run, 1, 0) ?? 0
    expect(leftAt(again) - leftAt(runId)).toBeGreaterThanOrEqual(hasCome ? 0 : 120_000)
    expect(planTotals(here.store, await here.plan(rows, { kind: 'messages' }))).toMatchObject({ send: 0, unchanged: 1 })
  })

  test('is held where something came to its conversation that may be it', async () => {
    const clock = hurriedClock()
    const here = await station({ contacts: 60 }, { clock })
    const [phone = ''] = await contactsLike(here, agreer, 1)
    const rows = messages([phone])
    const { runId, summary } = await stoppedRun(here, rows, 'messages', 'echo-only@import-message')
    if (summary.state !== 'finished') await here.runner.cancel(runId)
    here.sandbox.setFaults('')
    await here.service.perform({ kind: 'importMessage', phone, groupUuid: null, body: 'Altered', attachments: [] })
    const again = await runToEnd(here.runner, here.store, await here.plan(rows, { kind: 'messages' }))
    const held = runRows(here.store, again, { outcome: 'held', offset: 0, limit: 5 }).rows
    expect(held).toMatchObject([{ error: expect.stringContaining('sent before and the service did not show it') }])
    expect(here.sandbox.posts(phone).filter(({ body }) => body === `To ${phone}`)).toHaveLength(0)
  })
})

describe('where Rollcall can live with it', () => {
  test.each([
    ['replace-custom-fields', field, ['custom-fields']],
    ['clear-left-out=name+notes+tags+archived+blocked', field, ['texts', 'tags', 'flags']],
    ['add-replaces-tags', tags, ['tags']],
    ['remove-replaces-tags', fewerOne, ['tags']],
  ] as const)('%s: what would be cleared is sent along, once somebody chose so', async (faults, rows, offers) => {
    const here = await station({ contacts: 60 }, { clock: hurriedClock() })
    const phones = await contactsLike(here, refuser)
    const { summary, runId } = await stoppedRun(here, rows(phones), 'contacts', faults)
    expect(new Set(summary.reason?.offers)).toEqual(new Set(offers))
    expect(summary.reason?.hint).toContain('--live-with')
    expect(readProfile(here.store, Date.now()).clears).toEqual(new Set(offers))
    liveWith(here.store, summary.reason?.offers ?? [], Date.now())
    // Somebody changes a contact meanwhile: what is sent along is as it is right before.
    here.sandbox.changeCustomer({ uuid: here.sandbox.customerByPhone(phones[9] ?? '')?.uuid ?? '' }, { notes: 'Newer' })
    await here.runner.resume(runId)
    await here.runner.whenSettled(runId)
    expect(runSummary(here.store, runId, Date.now())).toMatchObject({ state: 'finished', done: 30, failed: 0 })
    for (const phone of phones) {
      const { customFields, tags: added } = (rows([phone])[0]?.contact ?? {}) as { customFields?: object; tags?: unknown }
      expect(here.sandbox.customerByPhone(phone)).toMatchObject({
        ...refuser,
        notes: phone === phones[9] ? 'Newer' : 'Notes',
        tags: added === undefined ? refuser.tags : rows === fewerOne ? ['two'] : ['one', 'two', 'new'],
        customFields: { ...refuser.customFields, ...customFields },
      })
    }
    const words = profileWords(readProfile(here.store, Date.now()), createFieldLabels([]))
    expect(words.join(' ')).toContain('with each change')
    // A month later it is proven anew.
    expect(readProfile(here.store, Date.now() + 31 * 24 * 60 * 60 * 1000).livesWith.size).toBe(0)
  })
})

describe('a colleague who edits the first contact meanwhile', () => {
  test('stops nothing, and keeps what they wrote', async () => {
    const here = await station({ contacts: 60 }, { clock: hurriedClock() })
    const phones = await contactsLike(here, refuser)
    const first = here.sandbox.customerByPhone(phones[0] ?? '')?.uuid ?? ''
    let isEdited = false
    const service: Service = {
      ...here.service,
      async perform(call, signal) {
        const outcome = await here.service.perform(call, signal)
        if (!isEdited) here.sandbox.changeCustomer({ uuid: first }, { notes: '', blocked: false })
        isEdited = true
        return outcome
      },
    }
    const runner = here.makeRunner({ service })
    const runId = await runner.start(await here.plan(names(phones)))
    await runner.whenSettled(runId)
    expect(runSummary(here.store, runId, Date.now())).toMatchObject({ state: 'finished', done: 30, failed: 0 })
    expect(here.sandbox.customer(first)).toMatchObject({ notes: '', blocked: false, name: `New ${phones[0]}` })
  })
})

test('what only one contact can show stops the run at that one, whatever row it is in', async () => {
  const here = await station({ contacts: 60 }, { clock: hurriedClock() })
  const phones = await contactsLike(here, agreer)
  const blocked = here.sandbox.customerByPhone(phones[20] ?? '')?.uuid ?? ''
  here.sandbox.changeCustomer({ uuid: blocked }, { blocked: true })
  const read = await here.service.customerByUuid(blocked)
  if (read !== null) tablesOf(here.store).contacts.putRead(read, Date.now())
  const { summary } = await stoppedRun(here, messages(phones), 'messages', 'unblock@import-message')
  expect(summary).toMatchObject({ state: 'paused', reason: { code: 'run.changed_more' } })
  expect(here.sandbox.customer(blocked)?.blocked).toBe(true)
})

test('what begins after the first calls, and that the contact of the tenth cannot show, is found at the next one who can', async () => {
  const here = await station({ contacts: 60 }, { clock: hurriedClock() })
  const phones = await contactsLike(here, agreer)
  for (const [at, phone] of phones.entries()) {
    if (at % 3 !== 0) continue
    const uuid = here.sandbox.customerByPhone(phone)?.uuid ?? ''
    here.sandbox.changeCustomer({ uuid }, { archived: true })
    const read = await here.service.customerByUuid(uuid)
    if (read !== null) tablesOf(here.store).contacts.putRead(read, Date.now())
  }
  // The tenth call is about somebody who is not archived.
  const rows = names([...phones.slice(0, 9), ...phones.slice(10)])
  const { summary } = await stoppedRun(here, rows, 'contacts', 'unarchive@update-customer:from=5')
  expect(summary).toMatchObject({ state: 'paused', reason: { code: 'run.changed_more' } })
})

test('what only a sample shows stops the run with a list of all rows since the last good one', async () => {
  const here = await station({ contacts: 60 }, { clock: hurriedClock() })
  const phones = await contactsLike(here, refuser)
  const { summary, runId, touched } = await stoppedRun(here, names(phones), 'contacts', 'echo-only@update-customer:from=6')
  expect(summary).toMatchObject({
    state: 'paused',
    reason: { code: 'run.not_applied', message: expect.stringContaining('more rows were sent since') },
  })
  expect(touched.length).toBe(5)
  // All of those that were only echoed were read again and are said to have failed, and no others.
  const echoed = runRows(here.store, runId, { outcome: 'failed', offset: 0, limit: 60 }).rows.map(({ line }) => line)
  const isNew = (line: number) => here.sandbox.customerByPhone(phones[line - 2] ?? '')?.name === `New ${phones[line - 2]}`
  expect(summary.failed).toBeGreaterThan(1)
  expect(echoed.some(isNew)).toBe(false)
  expect(summary).toMatchObject({ done: 5, failed: echoed.length })
  expect(
    runRows(here.store, runId, { outcome: 'done', offset: 0, limit: 60 }).rows.every(({ line, error }) => isNew(line) && error === null),
  ).toBe(true)
  for (const line of echoed.slice(0, 15)) expect(summary.reason?.message).toContain(String(line))
})

describe('what the service began to change in the middle', () => {
  const beside = { notes: 'Notes', tags: ['one', 'two'], customFields: refuser.customFields }
  interface Middle {
    faults: string
    rows: (phones: readonly string[]) => RowParts[]
    kind?: 'consent' | 'messages'
    who?: typeof refuser
    /** What nobody has lost in the end. */
    keeps: object
  }
  const begun: Middle[] = [
    { faults: 'clear-left-out=notes+tags:from=6', rows: names, keeps: beside },
    { faults: 'clear-left-out:from=6', rows: names, keeps: { ...beside, blocked: true, archived: true } },
    { faults: 'replace-custom-fields:from=6', rows: field, keeps: { customFields: { [customFieldUuids.accountId]: 'A-1' } } },
    { faults: 'add-replaces-tags:from=6', rows: tags, keeps: { tags: expect.arrayContaining(['one', 'two']) } },
    {
      faults: 'unblock@set-consent:from=6',
      rows: refusals,
      kind: 'consent',
      who: { ...refuser, consent: true },
      keeps: { blocked: true },
    },
    { faults: 'give-consent@import-message:from=6', rows: messages, kind: 'messages', keeps: { consent: false } },
    { faults: 'reset-consent@import-message:from=6', rows: messages, kind: 'messages', keeps: { consent: false } },
  ]
  test.each(someOf(begun, 2))(
    '$faults: is put back in each contact since, and each row says so',
    async ({ faults, rows, kind, who = refuser, keeps }) => {
      const here = await station({ contacts: 60 }, { clock: hurriedClock() })
      const phones = await contactsLike(here, who)
      const { summary, runId, touched } = await stoppedRun(here, rows(phones), kind ?? 'contacts', faults)
      expect([summary.state, summary.done + summary.failed + summary.pending]).toEqual(['paused', 30])
      // Only conversations that were still to be resolved again are left out.
      if (kind !== 'messages') expect(summary).toMatchObject({ failed: 0, done: touched.length })
      expect(summary.reason).toMatchObject({
        code: 'run.changed_more',
        message: expect.stringMatching(
          /rows? [\d, ]+( and \d+ more)? had other changes than were asked for and w(as|ere) put back as (it was|they were)/,
        ),
      })
      for (const phone of phones) expect(here.sandbox.customerByPhone(phone)).toMatchObject(keeps)
      const told = (['done', 'failed'] as const)
        .flatMap((outcome) => runRows(here.store, runId, { outcome, offset: 0, limit: 60 }).rows)
        .filter(({ error }) => error !== null)
      // The first five were as they should be.
      expect(told.length).toBe(touched.length - 5)
      expect(told.length).toBeGreaterThan(2)
      for (const { error } of told) expect(error).toMatch(/changed more than it was asked to: .* Put back as it was: /)
      expect(tablesOf(here.store).proofs.allOpen(runId)).toEqual([])
    },
  )

  test.each([
    ['withdraw-consent@import-message:from=6', /Consent went from “Agreed” to “Refused”/, { consent: false }],
    ['block@import-message:from=6', /Blocked went from no to yes/, { blocked: true }],
  ])('%s: permission is never put back; each row says what is different', async (faults, says, end) => {
    const here = await station({ contacts: 60 }, { clock: hurriedClock() })
    const phones = await contactsLike(here, agreer)
    const { summary, runId, touched } = await stoppedRun(here, messages(phones), 'messages', faults)
    expect(summary).toMatchObject({ state: 'paused', reason: { code: 'run.changed_more' } })
    expect(summary.reason?.message).toMatch(/rows? [\d, ]+( and \d+ more)? ha(s|ve) other changes than were asked for/)
    const told = (['done', 'failed'] as const)
      .flatMap((outcome) => runRows(here.store, runId, { outcome, offset: 0, limit: 60 }).rows)
      .filter(({ error }) => error !== null)
    expect(told.length).toBe(touched.length - 5)
    for (const { error, line } of told) {
      expect(error).toMatch(says)
      expect(here.sandbox.customerByPhone(phones[line - 2] ?? '')).toMatchObject(end)
    }
  })

  test('what a colleague did meanwhile stays, beside what is put back', async () => {
    const here = await station({ contacts: 60 }, { clock: hurriedClock() })
    const phones = await contactsLike(here, refuser)
    const edited: string[] = []
    const service: Service = {
      ...here.service,
      async perform(call, signal) {
        const outcome = await here.service.perform(call, signal)
        if (call.kind !== 'updateCustomer' || edited.length === 2 || here.sandbox.customer(call.uuid)?.notes !== null) return outcome
        const edit = edited.length === 0 ? { tags: ['one', 'two', 'hers'] } : { notes: 'Hers', consent: true }
        here.sandbox.changeCustomer({ uuid: call.uuid }, edit)
        edited.push(call.uuid)
        return outcome
      },
    }
    const planId = await here.plan(names(phones))
    here.sandbox.setFaults('clear-left-out=notes:from=4')
    const runner = here.makeRunner({ service, settings: () => ({ concurrency: 1, requestsPerMinute: null }) })
    const runId = await runner.start(planId)
    await runner.whenSettled(runId)
    const [tagged = '', rewritten = ''] = edited
    expect(here.sandbox.customer(tagged)).toMatchObject({ notes: 'Notes', tags: ['one', 'two', 'hers'] })
    expect(here.sandbox.customer(rewritten)).toMatchObject({ notes: 'Hers', consent: true })
    const said = runRows(here.store, runId, { outcome: 'done', offset: 0, limit: 60 }).rows.map(({ error }) => error ?? '')
    expect(said.join('\n')).toMatch(/Put back as it was: Notes\. Different from what was known, too, .*Tags got hers/)
    expect(said.join('\n')).toMatch(/this contact is different .*Notes was changed, Consent went from “Refused” to “Agreed”/)
  })
})

test('what cannot be put back of two contacts is not tried with more, and told of each', async () => {
  const here = await station({ contacts: 60 }, { clock: hurriedClock() })
  const phones = await contactsLike(here, refuser)
  const { summary, runId } = await stoppedRun(here, names(phones), 'contacts', 'unblock@update-customer:from=6')
  expect(summary).toMatchObject({ state: 'paused', reason: { code: 'run.changed_more' } })
  const isUnblocked = (line: number) => here.sandbox.customerByPhone(phones[line - 2] ?? '')?.blocked === false
  const ended = [...phones.keys()].map((at) => at + 2).filter(isUnblocked)
  expect(ended.length).toBeGreaterThan(2)
  // Each of them says so, and nobody else does.
  const told = (['done', 'failed'] as const)
    .flatMap((outcome) => runRows(here.store, runId, { outcome, offset: 0, limit: 60 }).rows)
    .filter(({ error }) => /Blocked went from yes to no/.test(error ?? ''))
    .map(({ line }) => line)
  expect(told.toSorted((a, b) => a - b)).toEqual(ended)
  expect(summary.reason?.message).toContain('other changes than were asked for')
})

test.each([
  ['says no to texts', 'consent', true, false, true],
  ['says yes', 'consent', false, true, false],
  ['is unsure', 'consent', true, null, false],
  ['cannot be reached any more', 'reachable', true, false, true],
  ['can be reached again', 'reachable', false, true, false],
  ['is blocked', 'blocked', false, true, true],
  ['is not blocked any more', 'blocked', true, false, false],
  ['is texted', 'texts', null, null, true],
  ['has their conversation resolved', 'resolved', false, true, true],
  ['is answered at once', 'posts', null, null, false],
  ['gets another name', 'name', 'Ann', 'Anna', true],
  ['loses the name', 'name', 'Ann', '', false],
  ['loses all tags', 'tags', ['a'], [], false],
] as const)('that a contact %s can be the doing of somebody, or not', (_what, field, before, after, answer) => {
  expect(canBeSomebody({ field, before, after } as unknown as UnaskedChange)).toBe(answer)
})

describe('by what is known of a contact,', () => {
  const before = { uuid: 'u1', name: 'New', notes: 'N' }
  const notes: UnaskedChange = { field: 'notes', before: 'N', after: null }
  const blocked: UnaskedChange = { field: 'blocked', before: false, after: true }
  const texts: UnaskedChange = { field: 'texts', before: null, after: null }
  const lost = [{ field: 'name', label: 'Name' }]
  const nowMs = 1_000

  function watch() {
    const { state, stops } = proofState()
    const check = createSideEffectCheck(state, createFieldLabels([]))
    const entries = emptyEntries()
    /** Of a row, whose only call is done unless `parts` say otherwise, more was changed than was asked for. */
    const suspect = (row: number, proven: Partial<Proven> = {}, parts: Partial<RunItem> = {}) => {
      const item = itemWith({ row, lane: `${row}`, ordinal: 1, ...parts })
      state.lanes.add(item)
      state.lanes.takeThis(item, nowMs)
      const whole = { call: update, before, changes: [notes], target: before, ...proven }
      check.suspect({ item, proven: whole, next: goesNow, done: 1 }, entries, nowMs)
      return item
    }
    const toldOf = (row: number) => entries.rows.find((one) => one.row === row)?.failure?.message ?? null
    return { check, state, stops, entries, suspect, toldOf }
  }

  test('what a second contact shows is confirmed, and both are put back', () => {
    const { check, suspect } = watch()
    const first = suspect(1)
    expect([check.isOpen(), check.isConfirmed(), first.putBack]).toEqual([true, false, undefined])
    const second = suspect(2)
    expect([check.isOpen(), check.isConfirmed()]).toEqual([true, true])
    for (const { putBack, calls } of [first, second]) {
      expect(putBack).toMatchObject({ changes: [notes], isCutShort: false, rounds: 1 })
      expect(calls).toEqual([update, { kind: 'updateCustomer', uuid: 'u1', customer: { name: 'New', notes: 'N' } }])
    }
  })

  test.each<[string, Partial<Proven>, boolean]>([
    ['was read right before', {}, true],
    ['was only remembered', { isRemembered: true }, false],
    ['may have been texted before', { isGuessed: true }, false],
  ])('a second contact that %s confirms it or not: %s', (_what, proven, isConfirmed) => {
    const { check, suspect } = watch()
    suspect(1)
    suspect(2, proven)
    expect(check.isConfirmed()).toBe(isConfirmed)
  })

  test('nobody else is tried where the call was not carried out as asked either', () => {
    const { check, suspect } = watch()
    const item = suspect(1, { lost })
    expect([check.isConfirmed(), item.putBack?.lost]).toEqual([true, lost])
  })

  test.each<[string, UnaskedChange, ServiceCall | null, boolean]>([
    ['a second text is no chance', texts, null, true],
    ['nor after a call of another kind sent none', texts, consent, true],
    ['another change may be', notes, null, false],
    ['so may the text, once the same call has sent none', texts, update, false],
  ])('of a text that may be a colleague’s nobody can tell more; %s', (_what, change, cleared, isConfirmed) => {
    const { check, suspect, entries } = watch()
    suspect(1, { changes: [texts] })
    expect(check.isConfirmed()).toBe(false)
    expect(check.decideAlone(entries, nowMs).map(({ item }) => [item.row, item.wasTexted])).toEqual([[1, true]])
    expect([check.isOpen(), check.watchesTexts()]).toEqual([false, true])
    if (cleared !== null) check.clear({ call: cleared, before, changes: [], target: null }, nowMs)
    suspect(2, { changes: [change] })
    expect(check.isConfirmed()).toBe(isConfirmed)
  })

  const rename = (customer: CustomerUpdate) => ({ kind: 'updateCustomer', uuid: 'u2', customer }) as const
  const verified: UnaskedChange = { field: 'verified', before: true, after: false }
  const other = { uuid: 'u2', notes: 'Hers' }
  test.each<
    [string, Partial<Proven>, ServiceCall, Parameters<ReturnType<typeof createSideEffectCheck>['canShow']>[1], Unwritten | null, boolean]
  >([
    ['whose notes could be lost in the same way', {}, rename({ name: 'X' }), other, null, true],
    ['of whom more is written beside', {}, rename({ name: 'X', archived: true }), other, null, true],
    ['who has no notes', {}, rename({ name: 'X' }), { uuid: 'u2', notes: null }, null, false],
    ['of whom nothing is known', {}, rename({ name: 'X' }), null, null, false],
    ['of whom something else is written', {}, rename({ archived: true }), other, null, false],
    ['to whom something else is done', {}, consent, other, null, false],
    [
      'of whom another custom field is written',
      { call: rename({ customFields: { f: '1' } }) },
      rename({ customFields: { g: '2' } }),
      other,
      null,
      true,
    ],
    ['whoever it is, where nobody knows what was there', { before: null }, rename({ name: 'X' }), null, null, true],
    ['who may have verified', { changes: [verified] }, rename({ name: 'X' }), other, null, true],
    ['who has verified', { changes: [verified] }, rename({ name: 'X' }), other, { verified: true }, true],
    ['who has not', { changes: [verified] }, rename({ name: 'X' }), other, { facebook_id: '1' }, false],
  ])('a contact %s can show the same or not', (_what, proven, call, record, unwritten, answer) => {
    const { check, suspect } = watch()
    expect(check.canShow(call, record, unwritten)).toBe(false)
    suspect(1, proven)
    expect(check.canShow(call, record, unwritten)).toBe(answer)
  })

  test('a contact that can show nothing after all, as it was read right before, is passed over: its call does not leave', () => {
    const { check, suspect } = watch()
    const image = { record: { uuid: 'u2', notes: null }, posts: null }
    const proof = { kind: 'wanted', how: 'alone', before: image } as const
    const passesOver = (parts: Partial<RunItem>) => check.passOver(itemWith({ row: 2, proof, contact: isFresh, ...parts }))
    const isFresh = { isFresh: true, beforeImage: null } as const
    const inVain = { ordinal: 0, times: 1, attempts: 1, refused: null, wantsLook: false }
    expect(passesOver({})).toBe(false)
    suspect(1)
    const item = itemWith({ row: 2, proof, contact: isFresh })
    expect([check.passOver(item), item.proof, item.contact]).toEqual([true, { kind: 'open' }, { isFresh: false }])
    expect(passesOver({ proof: { kind: 'none' } })).toBe(false)
    expect(passesOver({ proof: { ...proof, before: null } })).toBe(false)
    expect(passesOver({ ordinal: 1 })).toBe(false)
    expect(passesOver({ proof: { ...proof, before: { ...image, record: other } } })).toBe(false)
    // One that has left is followed to its end.
    expect(passesOver({ inVain })).toBe(false)
    expect(passesOver({ inVain: { ...inVain, ordinal: 1 } })).toBe(true)
    expect(passesOver({ proof: { ...proof, isKept: true } })).toBe(false)
  })

  test('nobody is left who could show the same once nothing goes alone, and no row is ready or waits', () => {
    const { check, suspect, state } = watch()
    expect(check.isStuck()).toBe(false)
    suspect(1)
    expect(check.isStuck()).toBe(true)
    const next = itemWith({ row: 2, lane: '2' })
    state.canary.begin(next)
    expect(check.isStuck()).toBe(false)
    state.canary.end(next)
    state.lanes.add(next)
    expect(check.isStuck()).toBe(false)
    state.lanes.take(nowMs)
    expect(check.isStuck()).toBe(true)
    state.lanes.release(next, nowMs + 500, nowMs)
    expect(check.isStuck()).toBe(false)
  })

  test('what a call like it does not show was somebody else: the rows go on', () => {
    const { check, suspect } = watch()
    suspect(1)
    const shown = (call: ServiceCall, record: CustomerRecord) =>
      check.clear({ call, before: record, changes: [], target: null }, nowMs).map(({ item }) => item.row)
    expect(shown(consent, other)).toEqual([])
    expect([shown(update, other), check.isOpen()]).toEqual([[1], false])
  })

  test('two thousand rows are looked through for a contact that could show the same', () => {
    const { check, suspect, entries } = watch()
    const aside = itemWith({ row: 9, lane: '9' })
    const setAside = (count: number) => Array.from({ length: count }, () => check.setAside(aside))
    expect(check.hasSeenEnough()).toBe(false)
    suspect(1)
    setAside(1_999)
    expect(check.hasSeenEnough()).toBe(false)
    setAside(1)
    expect(check.hasSeenEnough()).toBe(true)
    // While it is put back, the run is not about to stop yet.
    const [item] = [suspect(2)]
    expect(check.hasSeenEnough()).toBe(false)
    check.putBackEnded(item, 'done', { notBack: null, notDone: null }, entries, nowMs)
    expect(check.isStopping()).toBe(false)
  })

  test('a run that is about to stop needs no more rows', () => {
    const { check } = watch()
    check.resumeDoubts([{ row: 3, item: null, call: update, known: before, mended: [] }])
    expect([check.isStopping(), check.hasSeenEnough()]).toEqual([true, true])
  })

  test('what an earlier process began to put back comes before what it was about to read again', () => {
    const { check } = watch()
    check.resume(itemWith(), update, { changes: [notes], target: before, isCutShort: false })
    check.resumeDoubts([{ row: 4, item: null, call: update, known: before, mended: [] }])
    expect([check.isStopping(), check.isConfirmed()]).toEqual([false, true])
  })

  test.each([
    ['there', 'done', null, 'Put back as it was: Notes.'],
    ['not there', 'failed', null, 'Not put back: Notes.'],
    ['seen not to be there', 'done', [notes], 'Not put back: Notes.'],
  ] as const)('what was put back is %s, and the row says so', (_what, outcome, notBack, words) => {
    const { check, suspect, entries, toldOf, stops } = watch()
    suspect(1)
    const item = suspect(2)
    check.putBackEnded(item, outcome, { notBack, notDone: null }, entries, nowMs)
    expect(toldOf(2)).toContain(words)
    expect(stops).toEqual([])
  })

  test('the run stops once both are put back, and offers what Rollcall can live with', () => {
    const { check, suspect, entries, stops } = watch()
    const items = [suspect(1), suspect(2)]
    for (const item of items) check.putBackEnded(item, 'done', { notBack: null, notDone: null }, entries, nowMs)
    expect(stops).toMatchObject([
      { state: 'paused', reason: { offers: ['texts'], message: expect.stringContaining('All of them were put back') } },
    ])
    expect(entries.learnt).toEqual([{ kind: 'clears', what: ['texts'] }])
  })

  test('rows that were sent since are put back in what could be put back of the two, and in nothing else', () => {
    const { check, suspect, entries, state } = watch()
    const archived: UnaskedChange = { field: 'archived', before: false, after: true }
    const both = { changes: [notes, archived] }
    const two = [suspect(1, both), suspect(2, both)]
    state.canary.noteSent(update, itemWith({ row: 3, lane: '3', ordinal: 1, ended: 'done' }), before)
    for (const item of two) {
      state.lanes.takeThis(item, nowMs)
      check.putBackEnded(item, 'done', { notBack: [archived], notDone: null }, entries, nowMs)
    }
    check.beginToStop(entries, nowMs)
    const item = state.lanes.take(nowMs)
    if (item === null) throw new Error('Nothing is read again.')
    const seen = { record: { uuid: 'u1', name: 'New', notes: null, archived: true }, extra: null }
    check.lookedUpAgain(item, looked({ seen, changes: [notes, archived] }), nowMs, entries, nowMs)
    expect(item.putBack).toMatchObject({ changes: [notes], left: [archived] })
  })

  test('the run stops at once where nothing can be put back', () => {
    const { suspect, entries, stops, toldOf } = watch()
    suspect(1, { changes: [blocked] })
    suspect(2, { changes: [blocked], target: null }, { calls: [update, consent] })
    expect(stops).toMatchObject([{ reason: { message: expect.stringContaining('Not all of that could be put back') } }])
    expect(entries.learnt).toEqual([])
    expect(toldOf(1)).not.toContain('left out')
    expect(toldOf(2)).toContain('What else the row was to do was left out.')
  })

  test('the journal keeps what was suspected and then found of a row that it keeps a proof of, and of no other', () => {
    const { suspect, entries } = watch()
    const kept = () => entries.proofs.map(({ row, state }) => [row, state])
    suspect(1, {}, { proving: 0 })
    expect(kept()).toEqual([[1, 'suspected']])
    suspect(2)
    expect(kept()).toEqual([
      [1, 'suspected'],
      [1, 'found'],
    ])
  })

  test('what is not decided, or not put back yet, is told', () => {
    const { check, suspect, entries } = watch()
    const told = () => check.undecided()?.message ?? null
    expect(told()).toBeNull()
    suspect(1)
    expect(told()).toContain('(row 2: Notes was emptied)')
    const second = suspect(2)
    expect(told()).toContain('(row 2: Notes was emptied; row 3: Notes was emptied)')
    check.putBackEnded(second, 'done', { notBack: null, notDone: null }, entries, nowMs)
    expect(told()).toContain('(row 2: Notes was emptied)')
  })

  test.each<[string, boolean, number | undefined, boolean]>([
    ['for good', true, 0, true],
    ['until it is resumed', false, 0, false],
    ['until it is resumed, and the journal keeps nothing of it', false, undefined, true],
  ])('a run that ends %s tells of it in its row or not', (_what, isForGood, proving, isTold) => {
    for (const isConfirmed of [false, true]) {
      const { check, suspect, entries, toldOf } = watch()
      const kept = proving === undefined ? {} : { proving }
      suspect(1, {}, kept)
      suspect(2, isConfirmed ? {} : { isRemembered: true }, { ...kept, calls: [update, consent] })
      check.breakOff(entries, nowMs, isForGood)
      expect([toldOf(1) !== null, toldOf(2) !== null]).toEqual([isTold, isTold])
      expect(check.undecided()?.code).toBe(isTold ? 'run.changed_more' : 'run.changed_undecided')
      if (!isTold) continue
      expect(toldOf(1)).toContain('Not put back: Notes.')
      if (!isConfirmed) expect([toldOf(1)?.includes('left out'), toldOf(2)?.includes('left out')]).toEqual([false, true])
    }
  })
})
