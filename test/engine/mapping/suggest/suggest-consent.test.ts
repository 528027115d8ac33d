import { describe, expect, test } from 'vitest'
import { lookAtValues } from '../../../../src-main/engine/mapping/suggest/column-values.ts'
import type { DescribedColumn } from '../../../../src-main/engine/mapping/suggest/other-choices.ts'
import { suggestFlagValues } from '../../../../src-main/engine/mapping/suggest/suggest-value.ts'
import { mayRefuseTexts, suggestConsent } from '../../../../src-main/engine/mapping/suggest/suggest-consent.ts'
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

  test('leaves those as they are who were never asked', () => {
    expect(one('SMS Marketing Consent', ['SUBSCRIBED', 'UNSUBSCRIBED', 'NEVER_SUBSCRIBED'])).toMatchObject({
      rule: { values: { SUBSCRIBED: true, UNSUBSCRIBED: false, NEVER_SUBSCRIBED: null }, unconfirmed: true },
      confidence: 'sure',
    })
    expect(one('SMS Status', ['Subscribed', 'non-subscribed'])?.rule?.values).toMatchObject({ Subscribed: true, 'non-subscribed': null })
  })

  test('leaves out words that nobody knows', () => {
    expect(one('SMS consent', ['Yes', 'maybe', 'NO'])?.rule?.values).toEqual({ Yes: true, NO: false })
  })

  test('is left to the person where figures stand beside 0 and 1', () => {
    for (const cells of [
      ['1', '0', '2'],
      ['0', '2'],
      ['1', '3', 'Yes'],
      ['0', '-2'],
    ]) {
      expect(one('SMS consent', cells)).toMatchObject({ rule: null, confidence: 'guess', reason: expect.stringContaining('figures') })
      const told = suggestFlagValues('consent', ['SMS consent'], cells)
      expect(told.map((one) => one?.value)).toEqual(cells.map((cell) => (cell === 'Yes' ? true : undefined)))
    }
    expect(one('SMS consent', ['1', '0'])?.rule?.values).toEqual({ 1: true, 0: false })
  })

  test.each([[['1', '2', '0']], [['1', '0']], [['2']]])('is read by the coding of its program: TxtMsgOk with %j', (cells) => {
    expect(one('TxtMsgOk', cells)).toMatchObject({
      rule: { values: { 1: true, 2: false, 0: null }, unconfirmed: true },
      confidence: 'sure',
    })
    expect(one('TxtMsgOk', [...cells, 'Yes'])?.rule?.values?.['0']).not.toBe(null)
  })

  test.each([
    ['SMS-Abmeldung', ['01.05.2024', '31.12.2023']],
    ['Baja SMS', ['2024-05-01']],
    ['SMS opt out', ['12/31/2024', 'No', 'x', '0000-00-00']],
  ])('is one of refusals where days stand under "%s"', (name, cells) => {
    expect(one(name, cells)?.rule).toEqual({ to: 'consent', from: [name], filled: false })
    expect(one(name, [...cells, 'perhaps'])?.rule?.filled).toBeUndefined()
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

  test('or why: whoever has a reason there has refused', () => {
    expect(one('SMS Opt-Out Reason', ['Moved away'])).toMatchObject({
      rule: { to: 'consent', from: ['SMS Opt-Out Reason'], filled: false },
      confidence: 'sure',
    })
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

  test.each([[false], [true]])(
    'that speak of it in general only refuse where another one names texts (beside e-mails: %j)',
    (isBesideEmails) => {
      const decisions = suggest({ Consent: ['Yes', 'No'], 'SMS consent': ['Yes'] }, isBesideEmails)
      expect(decisions.map(({ name }) => name)).toEqual(['SMS consent', 'Consent'])
      expect(decisions[1]).toMatchObject({
        rule: { to: 'consent', from: ['Consent'], values: { Yes: null, No: false } },
        confidence: 'likely',
        reason: expect.stringContaining('a no in "Consent" is a refusal of texts, too; a yes changes nothing'),
      })
      expect(decisions[1]?.rule).not.toHaveProperty('unconfirmed')
      const state = suggest({ 'Opt-in / opt-out': ['Opted in', 'Opted out'], 'SMS consent': ['Yes'] }, isBesideEmails)
      expect(meaningsOf(state)['Opt-in / opt-out']).toEqual({ 'Opted in': null, 'Opted out': false })
    },
  )

  test('and never refuse are questions', () => {
    const decisions = suggest({ 'Opt-in / opt-out': ['never subscribed'], 'SMS consent': ['Yes'] })
    expect(decisions[1]).toMatchObject({ name: 'Opt-in / opt-out', rule: null, confidence: 'guess' })
  })

  test('and whose values say nothing of it are questions', () => {
    const decisions = suggest({ 'Opt-in / opt-out': ['?'], 'SMS consent': ['Yes'] })
    expect(decisions[1]).toMatchObject({
      rule: null,
      confidence: 'guess',
      reason: expect.stringContaining('Does "Opt-in / opt-out" count for texts, too?'),
    })
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

  test.each<[string, string[], object]>([
    ['Opted Out', ['Yes', 'No'], { values: { Yes: false, No: null } }],
    ['Unsubscribed', ['TRUE'], { values: { TRUE: false, FALSE: null } }],
    ['Unsubscribed Date', ['2024-01-01'], { filled: false }],
    ['Opt-out date', ['2024-01-01'], { filled: false }],
    ['DND', ['true'], { values: { true: false, false: null } }],
    ['Abgemeldet', ['Ja'], { values: { Ja: false, Nein: null } }],
    ['Désabonné', ['Oui'], { values: { Oui: false, Non: null } }],
  ])('%s alone is a refusal, as texting services write it', (name, cells, rule) => {
    expect(suggest({ Location: ['Berlin'], 'E-mail': ['a@example.com'], 'Mailing Street': ['1 Main St'], [name]: cells }, true)).toEqual([
      expect.objectContaining({ name, rule: { to: 'consent', from: [name], ...rule }, confidence: 'likely' }),
    ])
  })

  test.each([
    ...[
      'Email Status',
      'Email Opt Out',
      'E-mail subscription',
      'Newsletter',
      'MEMBER_RATING',
      'OPTIN_TIME',
      'Bounced',
      'Last Opened',
      'Campaigns',
    ],
    ...['Courriel: consentement', 'E-Mail-Einwilligung', 'Acepta correo'],
  ])('and a question where %s tells that the file is of a program for e-mails', (header) => {
    expect(suggest({ [header]: ['x'], 'Opted out': ['Yes'], 'Opt-out date': ['2024-01-01'] }, true)).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ name: 'Opted out', rule: null, reason: expect.stringContaining('may be about e-mails') }),
        expect.objectContaining({ name: 'Opt-out date', rule: null }),
      ]),
    )
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
    expect(suggest({ 'Opt-in / opt-out': ['?'], 'SMS consent': ['Yes'] }).filter(({ name }) => name === 'Opt-in / opt-out')).toHaveLength(1)
  })
})

test.each(['x', 'X', '*', '+'])(
  'a row that is ticked by hand with "%s" in a column of refusals has refused, whatever stands in the others',
  (mark) => {
    expect(one('Ne pas envoyer de SMS', [mark, 'Oui'])?.rule?.values).toMatchObject({ [mark]: false, Oui: false })
    expect(one('SMS consent', [mark, 'Oui'])?.rule?.values).toEqual({ Oui: true, Non: false })
  },
)

describe("Open Dental's figures", () => {
  test('are known where there are any, and sure once they were seen', () => {
    expect(one('TxtMsgOk', ['1', '2'])).toMatchObject({ rule: { values: { 1: true, 2: false, 0: null } }, confidence: 'sure' })
    expect(one('TxtMsgOk')).toMatchObject({ rule: { values: { Yes: true, No: false } }, confidence: 'likely' })
    // In the first rows nothing stands there, further down it does.
    expect(suggestConsent([column('TxtMsgOk')], () => ['1', '2'], false)).toMatchObject([
      { rule: { values: { 1: true, 2: false, 0: null } }, confidence: 'likely' },
    ])
  })
})

describe('a column that is left out', () => {
  const mayRefuse = (name: string, ...cells: string[]) => mayRefuseTexts(column(name, cells), (one) => one.values.distinct)

  test.each([
    ['Do not contact', [], true],
    ['Remarks', ['likes tea'], false],
    ['Remarks', ['likes tea', 'STOP'], true],
    // What is about another way of contact says nothing of texts.
    ['Email status', ['unsubscribed'], false],
  ])('%s with %j may tell who refuses texts: %s', (name, cells, answer) => {
    expect(mayRefuse(name, ...cells)).toBe(answer)
  })

  test('is asked about where it tells who is blocked, or holds words by which people refuse', () => {
    expect(one('Blocked', ['x'])).toMatchObject({ rule: null, reason: expect.stringContaining('It tells who is blocked or unsubscribed.') })
    expect(one('Farbe', ['STOP'])).toMatchObject({ rule: null, reason: expect.stringContaining('words by which people refuse texts') })
    expect(one('Farbe', ['red'])).toBeUndefined()
  })
})
