import { describe, expect, it } from 'vitest'
import { introductionOf, textsOwnWords, whyNeverTexted } from '../../../src-main/engine/kinds/texting-of-recipe.ts'
import { planSend } from '../../../src-main/engine/kinds/plan-send.ts'
import type { PlanContext, TextingContext } from '../../../src-main/engine/kinds/kind-descriptor.ts'
import { recipe } from '../store/stored-things.ts'

const sending = { business: ' Smile Dental ' }

describe('what the first message to a person says', () => {
  it('is the name of the business and how to stop', () => {
    expect(introductionOf({ kind: 'send', sending })).toEqual({ business: 'Smile Dental', howToStop: 'Reply STOP to stop.' })
    expect(introductionOf({ kind: 'send', sending: { ...sending, howToStop: 'Text STOP.' } })?.howToStop).toBe('Text STOP.')
    expect(introductionOf({ kind: 'send', sending: { ...sending, howToStop: ' ' } })?.howToStop).toBe('Reply STOP to stop.')
  })

  it('is missing where no business is named, and where nobody is texted', () => {
    expect(introductionOf({ kind: 'send', sending: { business: ' ' } })).toBeNull()
    expect(introductionOf({ kind: 'send', sending: {} })).toBeNull()
    expect(introductionOf({ kind: 'send', sending: undefined })).toBeNull()
    expect(introductionOf({ kind: 'messages', sending })).toBeNull()
    // The service asks in its own words.
    expect(introductionOf({ kind: 'requestConsent', sending })).toBeNull()
    expect([textsOwnWords('send'), textsOwnWords('requestConsent'), textsOwnWords('messages')]).toEqual([true, false, false])
  })
})

describe('a row that texts somebody', () => {
  const phone = '+12125550100'
  const record = { uuid: 'u1', phone, phoneRaw: phone, consent: true, blocked: false, archived: false }
  const nothingKnown: TextingContext = {
    refusalOf: () => null,
    hasAgreed: () => false,
    hasTexted: () => false,
    whyNever: () => null,
  }
  const plan = (body: string, texting: Partial<TextingContext> = {}, attachments: string[] = [], isFirstNamed = true) =>
    planSend(
      { line: 2, issues: [], key: { by: 'phone', phone }, message: { body, attachments }, timeZone: 'Eastern' } as never,
      { record: record as never, phone },
      {
        groupUuid: null,
        introduction: isFirstNamed ? introductionOf(recipe({ kind: 'send', sending })) : null,
        texting: { ...nothingKnown, ...texting },
      } as unknown as PlanContext,
    )
  const body = (planned: ReturnType<typeof plan>) => {
    const [call] = planned.class === 'send' ? planned.calls : []
    return call?.kind === 'sendToPhone' ? call.post.body : null
  }

  it('says who writes and how to stop, unless this account has texted them before', () => {
    expect(body(plan('We moved.'))).toBe('Smile Dental: We moved. Reply STOP to stop.')
    expect(body(plan('We moved.', { hasTexted: (asked) => asked === phone }))).toBe('We moved.')
    expect(body(plan('', {}, ['https://a.example/b.png']))).toBe('Smile Dental: Reply STOP to stop.')
    expect(body(plan('We moved.', {}, [], false))).toBe('We moved.')
  })

  it('cannot be used where there is no time for it', () => {
    for (const reason of ['never_day', 'too_late'] as const) {
      const whyNever = (...asked: unknown[]) => (JSON.stringify(asked) === JSON.stringify([[phone], 'Eastern']) ? reason : null)
      expect(plan('We moved.', { whyNever })).toEqual({ class: 'invalid', reason })
    }
  })
})

describe('a time at which somebody could be texted', () => {
  const nowMs = Date.parse('2026-11-25T12:00Z')
  const why = (phone: string, zone: string | null, wishes = {}) =>
    whyNeverTexted({ sending: wishes }, { textsPerDay: 10, timeZone: 'America/New_York' }, nowMs)([phone], zone)

  it('is told to be missing only where there is none', () => {
    expect(why('+12125550100', null)).toBeNull()
    expect(why('+12125550100', 'Asia/Karachi', { hours: { from: '12:00', to: '15:00' } })).toBe('never_day')
    expect(why('+870773111632', null)).toBe('never_day')
    expect(why('+12125550100', null, { until: '2026-11-24' })).toBe('too_late')
    expect(why('+12125550100', null, { until: '2026-11-25' })).toBeNull()
  })
})

it('there is no day for more people than may be texted in one', () => {
  const why = (textsPerDay: number, dailyCap?: number) =>
    whyNeverTexted(
      { sending: dailyCap === undefined ? {} : { dailyCap } },
      { textsPerDay, timeZone: 'America/New_York' },
      Date.UTC(2026, 4, 5, 16),
    )(['+12125550101', '+12125550102', '+12125550103'], null)
  expect([why(3), why(2), why(5, 3), why(5, 2)]).toEqual([null, 'over_cap', null, 'over_cap'])
})
