import { describe, expect, it } from 'vitest'
import { areaCodeZones } from '../../../../src-main/engine/text/texting/area-code-zones.ts'
import { phoneZones } from '../../../../src-main/engine/text/texting/phone-zones.ts'

const january = Date.UTC(2026, 0, 15)
const july = Date.UTC(2026, 6, 15)

describe('the zones that a number could mean', () => {
  it('are those of its area code', () => {
    expect(phoneZones('+12125550100')).toEqual(['America/New_York'])
    expect(phoneZones('+13105550100')).toEqual(['America/Los_Angeles'])
    expect(phoneZones('+14805550100')).toEqual(['America/Phoenix'])
    expect(phoneZones('+18085550100')).toEqual(['Pacific/Honolulu'])
    expect(phoneZones('+14165550100')).toEqual(['America/Toronto'])
  })

  it('are all of an area code that lies in several', () => {
    expect(phoneZones('+18505550100')).toEqual(['America/New_York', 'America/Chicago'])
    expect(phoneZones('+12085550100')).toEqual(['America/Denver', 'America/Los_Angeles'])
    expect(phoneZones('+19075550100')).toEqual(['America/Anchorage', 'America/Adak'])
  })

  it('are those of islands with area codes of their own', () => {
    expect(phoneZones('+18765550100')).toEqual(['America/Jamaica'])
    expect(phoneZones('+17875550100')).toEqual(['America/Puerto_Rico'])
    expect(phoneZones('+16715550100')).toEqual(['Pacific/Guam'])
  })

  it('are all of both countries where an area code belongs to no place', () => {
    for (const phone of ['+18005550100', '+15005550100', '+12115550100']) {
      const zones = phoneZones(phone)
      expect(zones).toEqual(expect.arrayContaining(['America/St_Johns', 'America/New_York', 'Pacific/Honolulu', 'America/Adak']))
      expect(zones).not.toContain('Pacific/Guam')
    }
  })

  it('are all of the country elsewhere, and of every country with its calling code', () => {
    expect(phoneZones('+33612345678')).toEqual(['Europe/Paris'])
    expect(phoneZones('+447400123456')).toEqual(expect.arrayContaining(['Europe/London', 'Europe/Jersey']))
    expect(phoneZones('+79121234567')).toEqual(expect.arrayContaining(['Europe/Kaliningrad', 'Asia/Kamchatka', 'Asia/Almaty']))
    expect(phoneZones('+61412345678')).toEqual(expect.arrayContaining(['Australia/Perth', 'Australia/Sydney']))
    expect(phoneZones('+38343201234')).toEqual(['Europe/Belgrade'])
  })

  it('are none where a number may be anywhere', () => {
    expect(phoneZones('+870773111632')).toEqual([])
    expect(phoneZones('+999')).toEqual([])
  })
})

/** By which offsets, winter and summer, each area code's zones differ from what its state or province keeps. */
describe('the table of area codes', () => {
  const all = Array.from({ length: 800 }, (_, at) => String(200 + at)).filter((code) => areaCodeZones(code) !== null)

  it('has each area code once, and only codes that can be', () => {
    expect(all.length).toBeGreaterThan(420)
    for (const code of all) expect(code).toMatch(/^[2-9](?!11)\d\d$/)
  })

  it('has zones that the computer knows', () => {
    for (const code of all)
      for (const timeZone of areaCodeZones(code) ?? []) expect(() => new Intl.DateTimeFormat('en-US', { timeZone }), timeZone).not.toThrow()
  })

  it('never has a single zone that is on the other side of the continent', () => {
    for (const code of all) {
      const hours = (areaCodeZones(code) ?? []).flatMap((zone) => [january, july].map((atMs) => hoursBehind(zone, atMs)))
      expect(Math.max(...hours)).toBeLessThanOrEqual(10)
      expect(Math.min(...hours)).toBeGreaterThanOrEqual(2.5)
    }
  })
})

function hoursBehind(timeZone: string, atMs: number): number {
  const name = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(atMs).at(-1)?.value ?? ''
  const [, hours = '0', minutes = '0'] = /GMT-(\d+):(\d+)/.exec(name) ?? []
  return Number(hours) + Number(minutes) / 60
}
