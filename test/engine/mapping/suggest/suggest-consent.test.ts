import { describe, expect, test } from 'vitest'
import { lookAtValues } from '../../../../src-main/engine/mapping/suggest/column-values.ts'
import type { DescribedColumn } from '../../../../src-main/engine/mapping/suggest/other-choices.ts'
import { suggestConsent } from '../../../../src-main/engine/mapping/suggest/suggest-consent.ts'
import { type Role, roleOfHeader } from '../../../../src-main/engine/text/headers/header-role.ts'

const roles: readonly Role[] = ['consent', 'optedOut', 'optedOutDate', 'consentStatus', 'evidence', 'notes', 'email']

/** A column as a look at its header and cells describes it. */
function column(name: string, cells: readonly string[] = []): DescribedColumn {
  const rows = cells.map((cell, at) => ({ line: at + 2, cells: [cell] }))
  const values = lookAtValues({ index: 0, name, header: name, samples: [] }, rows, () => ({ phone: null }))
  return { name, header: roleOfHeader(name, roles), values }
}

/** What is suggested for a file of these columns: rules, confidence, and the columns left to the person. */
function suggest(cells: Record<string, string[]>, isBesideEmails = false) {
  const columns = Object.entries(cells).map(([name, values]) => column(name, values))
  return suggestConsent(columns, (one) => one.values.distinct, isBesideEmails).map((decision) => ({
    name: decision.column.name,
    rule: decision.rule,
    confidence: decision.confidence,
    reason: decision.reason,
  }))
}
const one = (name: string, cells: string[] = [], isBesideEmails = false) => suggest({ [name]: cells }, isBesideEmails)[0]
/** By column: what its words mean, `filled` where anything in it refuses, null where it is left to the person. */
const meaningsOf = (decisions: ReturnType<typeof suggest>) =>
  Object.fromEntries(
    decisions.map(({ name, rule }) => [name, rule === null ? null : (rule.values ?? (rule.to === 'evidence' ? rule.from : 'filled'))]),
  )

describe('a column that says who agreed', () => {
  test('is mapped with its own words and their opposites, unconfirmed', () => {
    expect(one('SMS consent', ['Ja', 'Ja'])).toEqual({
      name: 'SMS consent',
      rule: { to: 'consent', from: ['SMS consent'], values: { Ja: true, Nein: false }, unconfirmed: true },
      confidence: 'sure',
      reason: 'The header says "SMS consent".',
    })
  })

  test('leaves out words that nobody knows', () => {
    expect(one('SMS consent', ['Yes', 'maybe', 'NO'])?.rule?.values).toEqual({ Yes: true, NO: false })
  })

  test('with no known word gets yes and no, and is not sure', () => {
    for (const cells of [[], ['maybe', 'x']]) {
      expect(one('SMS consent', cells)).toMatchObject({
        rule: { values: { Yes: true, No: false }, unconfirmed: true },
        confidence: 'likely',
      })
    }
  })

  test('and is blank at the top of the file is likely, not sure, whatever stands further down', () => {
    expect(suggestConsent([column('SMS consent')], () => ['Yes'], false)).toMatchObject([
      { rule: { values: { Yes: true, No: false } }, confidence: 'likely' },
    ])
  })

  test('in general is likely, not sure', () => {
    expect(one('Consent', ['Yes'])).toMatchObject({ rule: { values: { Yes: true, No: false } }, confidence: 'likely' })
  })

  test('whose words refuse needs no confirming, unless their opposites would agree', () => {
    expect(one('SMS consent', ['Opted out', 'STOP'])?.rule).toEqual({
      to: 'consent',
      from: ['SMS consent'],
      values: { 'Opted out': false, STOP: false, 'Opted in': true },
      unconfirmed: true,
    })
    expect(one('SMS consent', ['STOP'])?.rule).toEqual({ to: 'consent', from: ['SMS consent'], values: { STOP: false } })
  })
})

describe('a column that tells the state of it', () => {
  test('is mapped by words that say themselves what they mean', () => {
    expect(one('SMS status', ['Subscribed', 'Pending'])).toEqual({
      name: 'SMS status',
      rule: { to: 'consent', from: ['SMS status'], values: { Subscribed: true, Unsubscribed: false }, unconfirmed: true },
      confidence: 'sure',
      reason: 'Its values say who agreed and who refused.',
    })
    expect(one('Opt-in / opt-out', ['Opted in'])).toMatchObject({ rule: { values: { 'Opted in': true } }, confidence: 'likely' })
  })

  test.each([[['Yes', 'No']], [['1', '0']], [['Pending']], [[]]])('with %j could mean anything, and is a question', (cells) => {
    expect(one('SMS status', cells)).toEqual({
      name: 'SMS status',
      rule: null,
      confidence: 'guess',
      reason: expect.stringContaining('Does "SMS status" tell whether somebody agreed to texts?'),
    })
  })
})

describe('a column that says who refused', () => {
  test('has a refusal for its yes, and nothing for its no', () => {
    expect(one('SMS opt-out', ['Y', 'N'])).toEqual({
      name: 'SMS opt-out',
      rule: { to: 'consent', from: ['SMS opt-out'], values: { Y: false, N: null } },
      confidence: 'sure',
      reason: 'The header says "SMS opt-out", so a yes there means no consent; a no is no consent either and changes nothing.',
    })
    expect(one('SMS opt-out', ['0'])?.rule?.values).toEqual({ '0': null, '1': false })
    expect(one('SMS opt-out', ['Subscribed'])?.rule?.values).toMatchObject({ Subscribed: null })
  })

  test('knows yes and no where its words tell nothing, and never gives permission', () => {
    expect(one('SMS opt-out', ['?'])?.rule).toEqual({ to: 'consent', from: ['SMS opt-out'], values: { Yes: false, No: null } })
  })

  test('is sure only where it names texts and something stands in it', () => {
    expect(one('SMS opt-out', ['Yes'])?.confidence).toBe('sure')
    expect(one('SMS opt-out', [])?.confidence).toBe('likely')
    expect(one('Opted out', ['Yes'])?.confidence).toBe('likely')
  })

  test('or when: whoever has something there has refused', () => {
    expect(one('SMS opt-out date', ['2024-01-01'])).toEqual({
      name: 'SMS opt-out date',
      rule: { to: 'consent', from: ['SMS opt-out date'], filled: false },
      confidence: 'sure',
      reason: expect.stringContaining('whoever has something there has refused'),
    })
    expect(one('Opt-out date')?.confidence).toBe('likely')
  })
})

describe('several columns about permission', () => {
  test('are all read, so that no refusal is lost', () => {
    const decisions = suggest({ 'SMS opt-out date': [], 'SMS opt-out': ['Yes'], 'SMS status': ['Subscribed'], 'SMS consent': ['Yes'] })
    expect(meaningsOf(decisions)).toEqual({
      'SMS status': { Subscribed: true, Unsubscribed: false },
      'SMS consent': { Yes: true, No: false },
      'SMS opt-out': { Yes: false, No: null },
      'SMS opt-out date': 'filled',
    })
  })

  test('that give it in general are questions where another one names texts', () => {
    const decisions = suggest({ Consent: ['Yes'], 'SMS consent': ['Yes'] })
    expect(decisions.map(({ name }) => name)).toEqual(['SMS consent', 'Consent'])
    expect(meaningsOf(decisions)).toEqual({ 'SMS consent': { Yes: true, No: false }, Consent: null })
    expect(decisions[1]).toMatchObject({ confidence: 'guess', reason: expect.stringContaining('Does "Consent" count for texts, too?') })
    expect(meaningsOf(suggest({ 'Opt-in / opt-out': ['Opted in'], 'SMS consent': ['Yes'] }))['Opt-in / opt-out']).toBeNull()
  })

  test('that give it in general are all read where none names texts, also beside a state of texts', () => {
    expect(meaningsOf(suggest({ Consent: ['Yes'], 'Opt-in': ['No'] }))).toEqual({
      Consent: { Yes: true, No: false },
      'Opt-in': { No: false, Yes: true },
    })
    expect(meaningsOf(suggest({ Consent: ['Yes'], 'SMS status': ['Subscribed'] })).Consent).toEqual({ Yes: true, No: false })
  })

  test('are in the order of what they say: those that name texts first', () => {
    expect(suggest({ Consent: ['Yes'], 'SMS status': ['Subscribed'] }).map(({ name }) => name)).toEqual(['SMS status', 'Consent'])
  })
})

describe('beside e-mail addresses', () => {
  test.each([
    ['Consent', ['Yes']],
    ['Opted out', ['Yes']],
    ['Opt-out date', ['2024-01-01']],
    ['Opt-in / opt-out', ['Opted in']],
  ])('%s may be about e-mails, and is a question', (name, cells) => {
    expect(one(name, cells, true)).toEqual({
      name,
      rule: null,
      confidence: 'guess',
      reason: `It does not name texts, and may be about e-mails. Does "${name}" count for texts?`,
    })
    expect(one(name, cells, false)?.rule).not.toBeNull()
  })

  test.each([
    ['SMS consent', ['Yes']],
    ['SMS opt-out', ['Yes']],
    ['SMS opt-out date', ['2024-01-01']],
    ['SMS status', ['Subscribed']],
  ])('%s names texts, and is mapped', (name, cells) => {
    expect(one(name, cells, true)?.rule).not.toBeNull()
  })

  test('a refusal in general is heard where the file gives permission for texts', () => {
    expect(meaningsOf(suggest({ 'SMS consent': ['Yes'], 'Opted out': ['Yes'] }, true))['Opted out']).toEqual({ Yes: false, No: null })
    expect(meaningsOf(suggest({ Consent: ['Yes'], 'Opted out': ['Yes'] }, true))).toEqual({ Consent: null, 'Opted out': null })
    // Another refusal is no permission.
    expect(meaningsOf(suggest({ 'SMS opt-out': ['Yes'], 'Opted out': ['Yes'] }, true))['Opted out']).toBeNull()
  })
})

describe('evidence', () => {
  test('goes with a rule of consent: one rule for all of its columns', () => {
    const decisions = suggest({ 'SMS consent': ['Yes'], 'Consent date': ['2024-01-01'], 'Consent source': ['web'] })
    const [, date, source] = decisions
    expect(date).toEqual({
      name: 'Consent date',
      rule: { to: 'evidence', from: ['Consent date', 'Consent source'] },
      confidence: 'likely',
      reason: 'The header tells how or when consent was given.',
    })
    expect(source?.rule).toEqual(date?.rule)
    expect(decisions).toHaveLength(3)
    expect(meaningsOf(suggest({ 'SMS opt-out': ['Yes'], 'Consent date': [] }))['Consent date']).toEqual(['Consent date'])
  })

  test('of nothing is left alone', () => {
    expect(suggest({ 'Consent date': ['2024-01-01'] })).toEqual([])
    expect(suggest({ 'SMS status': ['Yes'], 'Consent date': [] }).map(({ name }) => name)).toEqual(['SMS status'])
  })
})

describe('a header that is in doubt', () => {
  test('is a question to the person, with the reason', () => {
    expect(one('SMS consent form', ['Yes'])).toMatchObject({
      name: 'SMS consent form',
      rule: null,
      confidence: 'guess',
      reason: expect.stringMatching(/"form".*Does "SMS consent form" tell whether the contact agreed to texts\?$/),
    })
  })

  test('comes after what is mapped, and what is about something else is not mentioned', () => {
    const decisions = suggest({ Notes: ['x'], 'Email consent': ['Yes'], 'SMS consent': ['Yes'] })
    expect(meaningsOf(decisions)).toEqual({ 'SMS consent': { Yes: true, No: false }, 'Email consent': null })
    expect(decisions.map(({ name }) => name)).toEqual(['SMS consent', 'Email consent'])
  })

  test('is asked once, however it came to be one', () => {
    expect(suggest({ Consent: ['Yes'], 'SMS consent': ['Yes'] }).filter(({ name }) => name === 'Consent')).toHaveLength(1)
  })
})
