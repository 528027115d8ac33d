import { describe, expect, test } from 'vitest'
import { unwrittenChanges, unwrittenOf } from '../../../../src-main/engine/run/proof/unwritten-fields.ts'
import { runRows, runSummary } from '../../../../src-main/engine/results/run-summary.ts'
import type { Service } from '../../../../src-main/engine/service/service.ts'
import { hurriedClock, runStations } from '../run-stations.ts'

const station = runStations()
const shown = (extra: Record<string, unknown> | null) => unwrittenOf({ record: { uuid: 'u' }, extra })

test('only what the specification names is compared, and an address without what signs it', () => {
  expect(shown({ avatar_url: 'https://i/a.png?sig=1', verified: true, facebook_id: '7', updated_at: 5, verified_at: 'x' })).toEqual({
    avatar_url: 'https://i/a.png',
    verified: true,
    facebook_id: '7',
  })
  expect(shown({ avatar_url: null, verified: false, facebook_id: '' })).toEqual({})
  expect([shown(null), unwrittenOf(null)]).toEqual([{}, null])
})

test.each([
  ['gone', { avatar_url: 'a' }, {}, [{ field: 'avatar_url', before: 'a', after: null }]],
  ['different', { facebook_id: '1' }, { facebook_id: '2' }, [{ field: 'facebook_id', before: '1', after: '2' }]],
  ['no longer verified', { verified: true }, {}, [{ field: 'verified', before: true, after: false }]],
  ['the same', { avatar_url: 'a', verified: true }, { avatar_url: 'a', verified: true }, []],
  ['new, which contacts do themselves', {}, { avatar_url: 'a', verified: true }, []],
  ['not read', { verified: true }, null, []],
] as const)('what is %s', (_what, before, after, changes) => {
  expect(unwrittenChanges(before, after)).toEqual(changes)
})

test('a service that changes the phone number with a change of the record is stopped after the second contact', async () => {
  const here = await station({ contacts: 60 }, { clock: hurriedClock(10) })
  const changed = new Set<string>()
  const service: Service = {
    ...here.service,
    async perform(call, signal) {
      if (call.kind === 'updateCustomer') changed.add(call.uuid)
      return here.service.perform(call, signal)
    },
    async customerByUuid(uuid, signal) {
      const read = await here.service.customerByUuid(uuid, signal)
      const number = `+1646555${String(changed.size).padStart(4, '0')}`
      return read === null || !changed.has(uuid) ? read : { ...read, record: { ...read.record, phone: number, phoneRaw: number } }
    },
  }
  const runner = here.makeRunner({ service })
  const runId = await runner.start(await here.plan(here.phones.slice(0, 18).map((phone) => ({ phone, contact: { name: `New ${phone}` } }))))
  await runner.whenSettled(runId)
  const { state, reason, calls } = runSummary(here.store, runId, Date.now())
  expect({ state, code: reason?.code, calls }).toEqual({ state: 'paused', code: 'run.changed_more', calls: 2 })
  expect(reason?.message).toMatch(
    /row 2: the phone number was changed; row 3: the phone number was changed.*Not all of that could be put back/,
  )
  expect(reason?.offers).toBeUndefined()
})

describe('a service that changes what Rollcall never writes', () => {
  test.each([
    ['drop-avatar@update-customer', /the picture was removed/],
    ['unverify@update-customer', /no longer verified/],
    ['drop-avatar@import-message', /the picture was removed/],
    ['unverify@import-message', /no longer verified/],
  ])('%s: is stopped after the second contact that shows it, in words, and offers nothing', async (faults, says) => {
    const here = await station({ contacts: 60 }, { clock: hurriedClock(10) })
    const isMessages = faults.endsWith('message')
    // Every third contact has something to lose: the others show nothing, and nothing happens to them meanwhile.
    const phones = here.phones.slice(0, 18)
    for (const [at, phone] of phones.entries())
      here.sandbox.changeCustomer({ phone }, { avatarUrl: at % 3 === 0 ? 'https://i.example.com/1.png?s=1' : null, verified: at % 3 === 0 })
    const rows = phones.map((phone) =>
      isMessages
        ? { phone, message: { body: `To ${phone}`, attachments: [], sentAtSeconds: null } }
        : { phone, contact: { name: `New ${phone}` } },
    )
    const planId = await here.plan(rows, { kind: isMessages ? 'messages' : 'contacts' })
    here.sandbox.resetCounts()
    here.sandbox.setFaults(faults)
    const runId = await here.runner.start(planId)
    await here.runner.whenSettled(runId)
    const { state, reason } = runSummary(here.store, runId, Date.now())
    expect({ state, code: reason?.code }).toEqual({ state: 'paused', code: 'run.changed_more' })
    expect(reason?.message).toMatch(says)
    expect(reason?.message).toContain('Not all of that could be put back')
    expect(reason?.offers).toBeUndefined()
    const effects = (phone: string) => Object.keys(here.sandbox.effects({ phone })).length
    expect(phones.filter((phone) => effects(phone) > 0)).toEqual([phones[0], phones[3]])
    const told = runRows(here.store, runId, { outcome: 'done', offset: 0, limit: 9 }).rows
    for (const { error } of told) expect(error).toMatch(says)
  })
})
