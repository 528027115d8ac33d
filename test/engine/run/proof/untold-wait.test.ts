import { describe, expect, test } from 'vitest'
import { runSummary } from '../../../../src-main/engine/results/run-summary.ts'
import type { Service } from '../../../../src-main/engine/service/service.ts'
import { hurriedClock, runStations } from '../run-stations.ts'
import { agreer, contactsLike, note, stoppedRun } from './contacts-at-stake.ts'

const station = runStations()

describe('a run that writes nothing but what the service never shows', () => {
  test.each([
    [2, 16_000],
    // Once more for contacts with something else at stake, and for the samples that are under way when all else is done.
    [250, 46_000],
  ])('of %i rows waits once for the first contacts, and for samples beside the others', async (count, atMostMs) => {
    const clock = hurriedClock()
    const here = await station({ contacts: 300 }, { clock })
    const phones = await contactsLike(here, agreer, count)
    /** How long the clock did not really wait. */
    const aheadMs = () => clock.nowMs() - Date.now()
    let beganMs: number | null = null
    const service: Service = {
      ...here.service,
      perform(call, signal) {
        beganMs ??= aheadMs()
        return here.service.perform(call, signal)
      },
    }
    const runner = here.makeRunner({ service })
    const runId = await runner.start(await here.plan(note(phones)))
    await runner.whenSettled(runId)
    expect(runSummary(here.store, runId, Date.now())).toMatchObject({ state: 'finished', done: count })
    expect(aheadMs() - (beganMs ?? 0)).toBeLessThan(atMostMs)
  })

  test.each(['', ':from=9'])('and clears something beside%s: each contact that it did that to is put back', async (from) => {
    const here = await station({ contacts: 300 }, { clock: hurriedClock() })
    const phones = await contactsLike(here, agreer, 250)
    const { summary, touched } = await stoppedRun(here, note(phones), 'contacts', `clear-left-out=notes${from}`)
    expect(summary).toMatchObject({ state: 'paused', reason: { code: 'run.changed_more' } })
    if (from === '') expect(touched.length).toBe(2)
    for (const phone of touched) expect(here.sandbox.customerByPhone(phone)?.notes).toBe('Notes')
  })
})
