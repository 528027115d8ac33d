import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localTime, momentOf } from '../../../../src-main/engine/text/texting/local-time.ts'
import { hoursMistake, minutesOf, placeOf, textTime, usualHours } from '../../../../src-main/engine/text/texting/text-hours.ts'

const newYork = 'America/New_York'
const losAngeles = 'America/Los_Angeles'
const at = (text: string) => Date.parse(text)
const when = (zones: readonly string[], from: string, { hours = usualHours, until = '2027-12-31' } = {}) =>
  textTime({ zones, hours, until }, at(from))
const later = (text: string, zone: string) => ({ kind: 'later', atMs: at(text), zone })

describe('texting hours', () => {
  it('begin at 8 and end at 20, to the minute', () => {
    expect(when([newYork], '2026-11-25T07:59:59.999-05:00')).toEqual(later('2026-11-25T08:00-05:00', newYork))
    expect(when([newYork], '2026-11-25T08:00-05:00')).toEqual({ kind: 'now' })
    expect(when([newYork], '2026-11-25T19:59:59.999-05:00')).toEqual({ kind: 'now' })
    expect(when([newYork], '2026-11-25T20:00-05:00')).toEqual(later('2026-11-26T08:00-05:00', newYork))
  })

  it('are those of a recipe', () => {
    const hours = { from: '09:30', to: '21:00' }
    expect(when([newYork], '2026-11-25T09:00-05:00', { hours })).toEqual(later('2026-11-25T09:30-05:00', newYork))
    expect(when([newYork], '2026-11-25T20:30-05:00', { hours })).toEqual({ kind: 'now' })
  })

  it('have to be right by the clocks of all zones at once', () => {
    expect(when([newYork, losAngeles], '2026-11-25T09:00-05:00')).toEqual(later('2026-11-25T08:00-08:00', losAngeles))
    expect(when([losAngeles, newYork], '2026-11-25T11:00-05:00')).toEqual({ kind: 'now' })
    expect(when([losAngeles, newYork], '2026-11-25T18:00-08:00')).toEqual(later('2026-11-26T08:00-08:00', losAngeles))
    // Day in Tokyo begins when it ends in New York, but for an hour in winter.
    expect(when([newYork, 'Asia/Tokyo'], '2026-11-25T12:00Z')).toEqual(later('2026-11-25T23:00Z', 'Asia/Tokyo'))
  })

  it('never come where no hour is day in all zones', () => {
    expect(when([newYork, 'Asia/Tokyo'], '2026-07-01T12:00Z')).toEqual({ kind: 'later', atMs: at('2026-07-01T23:00Z'), zone: 'Asia/Tokyo' })
    expect(when([newYork, 'Asia/Tokyo'], '2026-07-01T12:00Z', { hours: { from: '08:00', to: '19:00' } })).toEqual({ kind: 'never' })
    expect(when([losAngeles, 'Asia/Karachi'], '2026-07-01T12:00Z')).toEqual({ kind: 'never' })
    expect(when([], '2026-07-01T12:00Z')).toEqual({ kind: 'never' })
    expect(when([losAngeles, 'Asia/Karachi'], '2026-07-01T12:00Z', { until: '2026-07-02' })).toEqual({ kind: 'never' })
  })

  it('follow the clocks when they change', () => {
    // Clocks go forward on 8 March 2026 and back on 1 November 2026.
    expect(when([newYork], '2026-03-07T21:00-05:00')).toEqual(later('2026-03-08T08:00-04:00', newYork))
    expect(when([newYork], '2026-10-31T21:00-04:00')).toEqual(later('2026-11-01T08:00-05:00', newYork))
    // In Arizona they stay: the same moment is an hour earlier by the clocks of Denver in winter.
    expect(when(['America/Denver', 'America/Phoenix'], '2026-07-01T08:30-06:00')).toEqual(
      later('2026-07-01T08:00-07:00', 'America/Phoenix'),
    )
    expect(when(['America/Denver', 'America/Phoenix'], '2026-01-15T08:30-07:00')).toEqual({ kind: 'now' })
  })

  it('are over once the latest day is, in whichever zone first', () => {
    const until = '2026-11-25'
    expect(when([newYork], '2026-11-25T19:00-05:00', { until })).toEqual({ kind: 'now' })
    expect(when([newYork], '2026-11-25T20:00-05:00', { until })).toEqual({ kind: 'tooLate' })
    expect(when([newYork], '2026-11-26T09:00-05:00', { until })).toEqual({ kind: 'tooLate' })
    expect(when([losAngeles], '2026-11-26T02:00Z', { until })).toEqual({ kind: 'now' })
    expect(when([losAngeles, 'Pacific/Auckland'], '2026-11-25T20:00Z', { until })).toEqual({ kind: 'tooLate' })
  })

  it('are as a minute-by-minute look at all clocks would find', () => {
    const zones = fc.uniqueArray(
      fc.constantFrom(
        newYork,
        losAngeles,
        'America/St_Johns',
        'Pacific/Honolulu',
        'Europe/London',
        'Asia/Kolkata',
        'Australia/Lord_Howe',
        'America/Phoenix',
      ),
      { minLength: 1, maxLength: 3 },
    )
    fc.assert(
      fc.property(zones, fc.integer({ min: at('2026-01-01T00:00Z') / 60_000, max: at('2026-12-31T00:00Z') / 60_000 }), (all, minute) => {
        const isDay = (ms: number) =>
          all.every((zone) => {
            const { minutes } = localTime(zone, ms)
            return minutes >= 480 && minutes < 1200
          })
        const fromMs = minute * 60_000
        const found = textTime({ zones: all, hours: usualHours, until: '2027-12-31' }, fromMs)
        let ms = fromMs
        while (!isDay(ms) && ms < fromMs + 2 * 24 * 3_600_000) ms += 60_000
        if (found.kind === 'never') return !isDay(ms)
        return found.kind === 'now' ? ms === fromMs : found.kind === 'later' && found.atMs === ms && ms > fromMs
      }),
      { numRuns: 150 },
    )
  })
})

describe('hours of a recipe', () => {
  it('are never wider than 8 to 21', () => {
    expect(hoursMistake({ from: '08:00', to: '21:00' })).toBeNull()
    expect(hoursMistake({ from: '09:15', to: '17:30' })).toBeNull()
    expect(hoursMistake({ from: '07:59', to: '20:00' })).toBe('The texting hours 7:59 to 20:00 are wider than 8:00 to 21:00.')
    expect(hoursMistake({ from: '08:00', to: '21:01' })).toBe('The texting hours 8:00 to 21:01 are wider than 8:00 to 21:00.')
    expect(hoursMistake({ from: '12:00', to: '12:00' })).toBe('The texting hours end at 12:00, before they begin at 12:00.')
    expect(hoursMistake({ from: '20:00', to: '08:00' })).toMatch(/before they begin/)
  })
})

describe('the clock of a zone', () => {
  it('shows the day and the minute', () => {
    expect(localTime(newYork, at('2026-11-25T22:05:59Z'))).toEqual({ day: '2026-11-25', minutes: 17 * 60 + 5 })
    expect(localTime('Asia/Kathmandu', at('2026-11-25T22:05Z'))).toEqual({ day: '2026-11-26', minutes: 3 * 60 + 50 })
    expect(minutesOf('17:05')).toBe(1025)
    expect(placeOf('America/Indiana/Tell_City')).toBe('Tell City')
  })

  it('leads back to the moment', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(newYork, 'Asia/Kolkata', 'Australia/Lord_Howe'),
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 480, max: 1259 }),
        (zone, days, minutes) => {
          const day = new Date(at('2026-01-01T00:00Z') + days * 24 * 3_600_000).toISOString().slice(0, 10)
          return JSON.stringify(localTime(zone, momentOf(zone, { day, minutes }))) === JSON.stringify({ day, minutes })
        },
      ),
    )
  })
})
