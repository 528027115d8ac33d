import { describe, expect, test } from 'vitest'
import { runRows, runSummary } from '../../../../src-main/engine/results/run-summary.ts'
import type { Service } from '../../../../src-main/engine/service/service.ts'
import { hurriedClock, runStations } from '../run-stations.ts'
import { usualPatience } from '../../../../src-main/engine/run/late/patience.ts'
import { agreer, contactsLike, fewerTags, messages, names, note, refuser, stoppedRun } from './contacts-at-stake.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'

const station = runStations()

test('what is changed beside a field that the service never shows is found, however late reads are', async () => {
  // A real clock, for the sandbox shows by its own how late it is.
  const patience = { ...usualPatience, untoldMs: 2_500 }
  const here = await station({ contacts: 60 }, { patience })
  const phones = await contactsLike(here, agreer)
  const { summary, touched } = await stoppedRun(here, note(phones), 'contacts', 'clear-left-out=notes,read-lag=700')
  expect(summary).toMatchObject({
    state: 'paused',
    reason: { code: 'run.changed_more', message: expect.stringContaining('Notes was emptied') },
  })
  expect(touched.length).toBe(2)
  for (const phone of touched) expect(here.sandbox.customerByPhone(phone)?.notes).toBe('Notes')
})

describe('a service that does not do what it is asked to, and something else beside', () => {
  const tagged = { ...agreer, tags: ['one', 'two', 'three'] }
  test.each([
    ['remove-replaces-tags', fewerTags, /Tags lost one, two, and what was asked for was not applied: Tags/],
    ['remove-replaces-tags,echo-asked', fewerTags, /Tags lost one, two, and what was asked for was not applied: Tags/],
    ['ignore=name,clear-left-out=notes+tags', names, /Notes was emptied, Tags lost one, two, three, and what was asked for .*: Name/],
    ['ignore=name,clear-left-out=notes,echo-asked', names, /Notes was emptied, and what was asked for was not applied: Name/],
    ['mask-words=New:field=name,reset-consent', names, /Consent went from “Agreed” to “Not asked”, and what was asked for .*: Name/],
  ] as const)('%s: the run stops at the first contact, and names and puts back both', async (faults, rows, says) => {
    const here = await station({ contacts: 60 }, { clock: hurriedClock() })
    const phones = await contactsLike(here, tagged)
    const { summary, touched, runId } = await stoppedRun(here, rows(phones), 'contacts', faults)
    expect(summary).toMatchObject({ state: 'paused', reason: { code: 'run.changed_more', message: expect.stringMatching(says) } })
    expect(touched.length).toBe(1)
    const [row] = runRows(here.store, runId, { outcome: summary.failed > 0 ? 'failed' : 'done', offset: 0, limit: 5 }).rows
    expect(row?.error).toMatch(/^The service accepted the change but did not apply it: (Tags|Name)\. The service changed more/)
    const isTags = rows === fewerTags
    // The tags are put back as they should be: without those that were to go.
    expect(summary).toMatchObject(isTags ? { done: 1, failed: 0 } : { done: 0, failed: 1 })
    const now = here.sandbox.customerByPhone(touched[0] ?? '')
    expect(now).toMatchObject({ notes: 'Notes', customFields: tagged.customFields, consent: faults.includes('reset') ? null : true })
    expect(now?.tags).toEqual(isTags ? ['one', 'two'] : tagged.tags)
    expect(tablesOf(here.store).proofs.allOpen(runId)).toEqual([])
  })

  test('a message that is there with another text is not imported again, and what it did beside is put back', async () => {
    const here = await station({ contacts: 60 }, { clock: hurriedClock() })
    const phones = await contactsLike(here, refuser)
    const faults = 'mask-words=To:field=body,give-consent@import-message'
    const { summary, touched, runId } = await stoppedRun(here, messages(phones), 'messages', faults)
    expect(summary).toMatchObject({ state: 'paused', failed: 0, reason: { code: 'run.changed_more' } })
    expect(summary.reason?.message).toContain('Consent went from “Refused” to “Agreed”, and what was asked for was not applied: Message')
    expect(touched.length).toBe(1)
    expect(here.sandbox.customerByPhone(touched[0] ?? '')?.consent).toBe(false)
    const rows = runRows(here.store, runId, { outcome: 'done', offset: 0, limit: 5 }).rows
    expect(rows.map(({ error }) => error)).toEqual([
      'The message was imported, and the service stored its text differently. The service changed more than it was asked to: Consent went from “Refused” to “Agreed”. Put back as it was: Consent.',
    ])
  })

  test.each([
    ['', 'by the next process, too'],
    [',503@update-customer:nth=2', 'by the next process, where that had to be tried once more'],
  ])('%s: is put back %s, and the row says both', async (more) => {
    const here = await station({ contacts: 60 }, { clock: hurriedClock() })
    const phones = await contactsLike(here, tagged)
    const planId = await here.plan(names(phones))
    here.sandbox.setFaults(`ignore=name,clear-left-out=notes${more}`)
    let puts = 0
    let runner = here.runner
    let runId = ''
    const service: Service = {
      ...here.service,
      async perform(call, signal) {
        puts += 1
        const outcome = await here.service.perform(call, signal)
        if (puts === 2) void runner.pause(runId)
        return outcome
      },
    }
    runner = here.makeRunner({ service })
    runId = await runner.start(planId)
    await runner.whenSettled(runId)
    await runner.resume(runId)
    await runner.whenSettled(runId)
    const summary = runSummary(here.store, runId, Date.now())
    expect(summary).toMatchObject({ state: 'paused', failed: 1, reason: { code: 'run.changed_more' } })
    expect(summary.reason?.message).toContain('Notes was emptied, and what was asked for was not applied: Name')
    expect(here.sandbox.customerByPhone(phones[0] ?? '')).toMatchObject({ notes: 'Notes', name: 'Full Name' })
  })

  const honest = [
    ['remove-replaces-tags:from=6', fewerTags],
    ['ignore=name:from=6,clear-left-out=notes+tags:from=6', names],
  ] as const
  test.each(honest)('%s: where its answers say so, the second contact is the last one', async (faults, rows) => {
    const settings = () => ({ concurrency: 1, requestsPerMinute: null })
    const here = await station({ contacts: 60 }, { clock: hurriedClock(), settings })
    const phones = await contactsLike(here, tagged)
    const { summary, touched, runId } = await stoppedRun(here, rows(phones), 'contacts', faults)
    expect(summary).toMatchObject({ state: 'paused', reason: { code: 'run.changed_more' } })
    expect(summary.reason?.message).toMatch(/Tags lost one, two.* was not applied: (Tags|Name); row .* was not applied: (Tags|Name)\)/)
    expect(touched.length).toBe(7)
    for (const phone of touched) {
      const isNamed = rows === names && phones.indexOf(phone) < 5
      const tags = rows === names ? tagged.tags : ['one', 'two']
      expect(here.sandbox.customerByPhone(phone)).toMatchObject({ notes: 'Notes', name: isNamed ? `New ${phone}` : 'Full Name', tags })
    }
    expect(tablesOf(here.store).proofs.allOpen(runId)).toEqual([])
  })

  test.each(honest)('%s: where its answers say so, all that was under way is put back', async (faults, rows) => {
    const here = await station({ contacts: 60 }, { clock: hurriedClock() })
    const phones = await contactsLike(here, tagged)
    const { summary, touched } = await stoppedRun(here, rows(phones), 'contacts', faults)
    expect(summary).toMatchObject({ state: 'paused', reason: { code: 'run.changed_more' } })
    // Those that were under way at once, and one alone.
    expect(touched.length).toBeLessThanOrEqual(5 + 8 + 1)
    const tags = rows === names ? tagged.tags : ['one', 'two']
    for (const phone of touched) expect(here.sandbox.customerByPhone(phone)).toMatchObject({ notes: 'Notes', tags })
    expect(summary.done + summary.failed).toBe(touched.length)
  })

  test('a loss beside which a colleague has edited the contact is no more than a loss', async () => {
    const settings = () => ({ concurrency: 1, requestsPerMinute: null })
    const here = await station({ contacts: 60 }, { clock: hurriedClock(), settings })
    const phones = await contactsLike(here, tagged)
    const edited = phones[6] ?? ''
    here.sandbox.changeCustomer({ uuid: here.sandbox.customerByPhone(edited)?.uuid ?? '' }, { notes: '', tags: ['two'] })
    const { summary, runId } = await stoppedRun(here, names(phones), 'contacts', 'ignore=name:nth=7')
    expect(summary).toMatchObject({ state: 'finished', failed: 1, done: phones.length - 1 })
    expect(here.sandbox.customerByPhone(edited)).toMatchObject({ notes: '', tags: ['two'] })
    const [row] = runRows(here.store, runId, { outcome: 'failed', offset: 0, limit: 5 }).rows
    expect(row?.error).toMatch(/^The service accepted the change but did not apply it: Name\.$/)
  })

  test('from the middle on, is put back in each contact since', async () => {
    const here = await station({ contacts: 60 }, { clock: hurriedClock() })
    const phones = await contactsLike(here, tagged)
    const { summary, touched } = await stoppedRun(here, fewerTags(phones), 'contacts', 'remove-replaces-tags:from=6,echo-asked')
    expect(summary).toMatchObject({ state: 'paused', reason: { code: 'run.changed_more' }, failed: 0, done: touched.length })
    expect(touched.length).toBeGreaterThan(7)
    for (const phone of touched) expect(here.sandbox.customerByPhone(phone)?.tags).toEqual(['one', 'two'])
  })
})

test('a sample whose contact somebody has changed since the preview shows nothing: the next call is the sample', async () => {
  const settings = () => ({ concurrency: 1, requestsPerMinute: null })
  const here = await station({ contacts: 60 }, { clock: hurriedClock(), settings })
  const phones = await contactsLike(here, agreer)
  here.sandbox.changeCustomer({ uuid: here.sandbox.customerByPhone(phones[9] ?? '')?.uuid ?? '' }, { name: 'Edited' })
  const { summary } = await stoppedRun(here, names(phones), 'contacts', 'echo-only:from=10')
  expect(summary).toMatchObject({ state: 'paused', held: 1, done: 9, failed: 1, pending: phones.length - 11 })
})
