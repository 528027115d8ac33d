import { describe, expect, it } from 'vitest'
import { textingRules, zonesToMind } from '../../../../src-main/engine/text/texting/texting-rules.ts'

const account = { textsPerDay: 500, timeZone: 'America/Chicago' }
const startedAtMs = Date.parse('2026-11-25T23:00-06:00')

describe('when a run may text people', () => {
  it('is from 8 to 20, up to the cap of the account, for a week', () => {
    expect(textingRules({}, account, startedAtMs)).toEqual({
      hours: { from: '08:00', to: '20:00' },
      dailyCap: 500,
      until: '2026-12-02',
      zone: 'America/Chicago',
    })
  })

  it('is as the recipe says, which never widens the cap of the account', () => {
    const wishes = { hours: { from: '10:00', to: '12:00' }, dailyCap: 20, until: '2026-11-30' }
    expect(textingRules(wishes, account, startedAtMs)).toEqual({ ...wishes, zone: 'America/Chicago' })
    expect(textingRules({ dailyCap: 501 }, account, startedAtMs).dailyCap).toBe(500)
  })

  it('is never wider than 8 to 21, whatever stands in the recipe', () => {
    expect(textingRules({ hours: { from: '00:00', to: '23:59' } }, account, startedAtMs).hours).toEqual({ from: '08:00', to: '21:00' })
  })

  it('is by the clock of this computer where the account has none', () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    expect(textingRules({}, { ...account, timeZone: null }, startedAtMs).zone).toBe(timeZone)
  })
})

describe('the zones to mind', () => {
  it('are those of all numbers, of the column, and of the account', () => {
    expect(zonesToMind(['+12125550100', '+13105550100'], 'MST', 'America/Chicago')).toEqual([
      'America/New_York',
      'America/Los_Angeles',
      'America/Denver',
      'America/Phoenix',
      'America/Chicago',
    ])
    expect(zonesToMind(['+12125550100'], null, 'America/New_York')).toEqual(['America/New_York'])
  })

  it('are none where one of them may be anywhere', () => {
    expect(zonesToMind([], null, 'America/Chicago')).toEqual([])
    expect(zonesToMind(['+12125550100', '+870773111632'], null, 'America/Chicago')).toEqual([])
    expect(zonesToMind(['+12125550100'], 'somewhere', 'America/Chicago')).toEqual([])
  })
})
