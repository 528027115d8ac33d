import { describe, expect, test } from 'vitest'
import { neverDayFailure, textWaitWords, tooLateFailure } from '../../../../src-main/engine/run/words/wait-for-texts-words.ts'

const chicago = 'America/Chicago'
const words = (kind: 'quiet_hours' | 'daily_cap', until: string, zone: string, now: string, dailyCap = 2000) =>
  textWaitWords({ kind, untilMs: Date.parse(until), zone }, { zone: chicago, dailyCap }, Date.parse(now))

describe('a run that may text nobody now', () => {
  test('says when it may again, there and here', () => {
    expect(words('quiet_hours', '2026-11-25T08:00-08:00', 'America/Los_Angeles', '2026-11-25T09:00-06:00')).toBe(
      'Texts may leave again at 8:00 in Los Angeles, 10:00 here.',
    )
    expect(words('quiet_hours', '2026-11-26T08:00-08:00', 'America/Los_Angeles', '2026-11-25T21:00-06:00')).toBe(
      'Texts may leave again tomorrow at 8:00 in Los Angeles, 10:00 here.',
    )
    expect(words('quiet_hours', '2026-11-27T08:30-06:00', chicago, '2026-11-25T21:00-06:00')).toBe(
      'Texts may leave again on November 27 at 8:30.',
    )
    // Here it is another day already.
    expect(words('quiet_hours', '2026-11-26T08:00+09:00', 'Asia/Tokyo', '2026-11-25T09:00-06:00')).toBe(
      'Texts may leave again at 8:00 in Tokyo, 17:00 here.',
    )
  })

  test('says that the day is full', () => {
    expect(words('daily_cap', '2026-11-26T08:00-06:00', chicago, '2026-11-25T12:00-06:00')).toBe(
      'No more than 2,000 people may be texted on one day, so the others wait. Texts may leave again tomorrow at 8:00.',
    )
  })
})

test('a row that is too late says why', () => {
  expect(tooLateFailure({ until: '2026-12-24', dailyCap: 20 }, false).message).toBe(
    'Not texted: the latest day for these texts is December 24, and there are no texting hours left until then where this person may be.',
  )
  expect(tooLateFailure({ until: '2026-12-24', dailyCap: 20 }, true).message).toContain('no more than 20 people may be texted on one day')
  expect(tooLateFailure({ until: '2026-12-24', dailyCap: 20 }, false, 3).message).toContain('where the people of this group may be.')
  expect(neverDayFailure({ from: '08:00', to: '20:00' }, 3).message).toContain('wherever the people of this group may be.')
})
