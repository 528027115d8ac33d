import { describe, expect, test } from 'vitest'
import { compileRecipe } from '../../../../src-main/engine/mapping/compile/compile-recipe.ts'
import { recipeSchema } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'

const account = { country: 'US', customFields: [], departments: [] }
const values = { Yes: true, No: false }

/** What becomes of one row in which `SMS Consent` says `said`, and another column this. */
function mapped(other: string, cell: string, { said = 'Yes', more = {}, fields = [] as object[] } = {}) {
  const names = ['Phone', 'SMS Consent', other]
  const recipe = recipeSchema.parse({
    version: 1,
    name: 'list',
    kind: 'consent',
    match: { by: 'phone', column: 'Phone' },
    fields: [{ to: 'consent', from: ['SMS Consent'], values }, ...fields],
    ...more,
  })
  const columns = names.map((name, index) => ({ index, name, header: name, samples: [] }))
  const { mapRow } = compileRecipe(recipe, columns, account)
  const { consent, isUnconfirmed, isUnheard, issues } = mapRow({ line: 2, cells: ['2125550101', said, cell] })
  // That permission elsewhere waits is said where the row gives none itself.
  expect(issues.map(({ message }) => message.includes('in other rows'))).toEqual(issues.map(() => consent === undefined))
  return { consent, isHeld: isUnconfirmed === true && isUnheard === true, codes: issues.map(({ code, column }) => [code, column]) }
}

const held = (column: string) => ({ consent: true, isHeld: true, codes: [['consent.unheard', column]] })
const free = { consent: true, isHeld: false, codes: [] }

describe('a permission beside a column that the recipe does not read', () => {
  test.each([
    ['SMS Consent Withdrawn', 'Yes'],
    ['SMS Consent Withdrawn', '2024-03-01'],
    ['SMS Consent Revoked Date', '2024-03-01'],
    ['Phone 2 SMS opt-out', 'x'],
    ['SMS Opt Out', 'true'],
    ['SMS blocked', '1'],
    ['DNC', 'Y'],
    ['SMS off', 'maybe'],
    ['Unsubscribed', 'Yes'],
    ['Status', 'Unsubscribed'],
    ['Subscription Status', 'STOP'],
    ['Do Not Text', 'call me first'],
    ['Blocked', 'Yes'],
    ['Unreachable', 'x'],
    ['Text and email opt-out', 'Yes'],
    ['Contact: SMS Opt Out', 'Yes'],
    ['Revocato il', '2024-05-01'],
    ['Widerrufen am', '01.05.2024'],
    ['Révoqué le', '2024-05-01'],
    ['Fecha de revocación', '2024-05-01'],
    ['Ingetrokken op', '2024-05-01'],
    ['Withdrawn On', '5/1/2024'],
    ['Declined?', 'x'],
    ['Austragungsdatum', '01.05.2024'],
    ['Gekündigt', 'ja'],
    ['Sperrvermerk', 'x'],
    ['Werbeverbot', 'x'],
    ['Date de retrait', '2024-05-01'],
    ['Résilié', 'oui'],
    ['Liste rouge', 'oui'],
    ['Opposition', 'oui'],
    ['Cancelado el', '2024-05-01'],
    ['Lista Robinson', 'sí'],
    ['Data revoca consenso', '2024-05-01'],
    ['Cancellato il', '2024-05-01'],
    ['Data cancellazione', '2024-05-01'],
    ['Data de revogação', '2024-05-01'],
    ['Revoked', '5/1/2024'],
    ['Revocation Date', '5/1/2024'],
    ['Unsub', '5/1/2024'],
    ['Suppressed At', '5/1/2024'],
    ['DNT', 'Y'],
    ['Blacklist', '1'],
    ['SMS Consent Until', '2020-01-01'],
    ['Consent Expires', '2020-01-01'],
    ['Uitschrijfdatum', '01-05-2024'],
    ['Data de cancelamento', '01/05/2024'],
    ['Texting', 'Off'],
    ['Text Consent', 'No'],
    ['Preferred Channel', 'Call only'],
    ['Lists', 'Spring; SMS Opt-outs'],
    ['Segment', 'Opted Out'],
    ['Comment', 'opt out 5/1'],
    ['Comment', 'DO NOT TEXT!!'],
    ['Preferences', 'NO SMS'],
    ['Kontaktwunsch', 'nur Telefon'],
    ['Bemerkung', 'möchte keine SMS'],
    ['Bemerkung', 'keine SMS mehr'],
    ['Remarque', 'ne plus envoyer de SMS'],
    ['Observaciones', 'no quiere SMS'],
    ['Note', 'non vuole SMS'],
    ['Comment', "don't send her texts"],
  ])('is held where "%s" has "%s"', (name, cell) => {
    expect(mapped(name, cell)).toEqual(held(name))
  })

  test.each([
    ['SMS Consent Withdrawn', ''],
    ['SMS Consent Withdrawn', 'No'],
    ['DNC', ' '],
    ['Do Not Text', '0'],
    ['Blocked', 'No'],
    ['Email Opt Out', 'Yes'],
    ['Email status', 'Unsubscribed'],
    ['WhatsApp opt-out', 'Yes'],
    ['Payment declined', 'Yes'],
    ['Retired', 'Yes'],
    ['Comment', 'no answer, then sent a text'],
    ['Comment', 'likes texts'],
    ['City', 'Solothurn'],
    ['Expiration Date', '2030-01-01'],
    ['End Date', '2030-01-01'],
    ['Texting', 'On'],
    ['Photo consent', 'No'],
    ['Contact', 'Optician, main desk'],
    ['Offer rejected', 'Yes'],
    ['Photo consent refused', 'Yes'],
    ['Spouse opted out', 'Yes'],
    ['Status', 'Active'],
    ['Proposal', 'Declined'],
    ['Last SMS sent', '2024-03-01'],
    ['SMS Count', '12'],
  ])('goes on where "%s" has "%s"', (name, cell) => {
    expect(mapped(name, cell)).toEqual(free)
  })

  test('goes on where a person has left the column out knowingly, whatever its case', () => {
    expect(mapped('SMS Consent Withdrawn', 'Yes', { more: { leftOut: ['sms consent withdrawn'] } })).toEqual(free)
    expect(mapped('SMS Consent Withdrawn', 'Yes', { more: { leftOut: ['DNC'] } })).toEqual(held('SMS Consent Withdrawn'))
  })

  test('is not held for a column that the recipe reads', () => {
    const fields = [{ to: 'consent', from: ['SMS Opt Out'], values: { Yes: false, No: null } }]
    expect(mapped('SMS Opt Out', 'No', { fields })).toEqual(free)
    expect(mapped('SMS Opt Out', 'Yes', { fields }).consent).toBe(false)
  })
})

test('a refusal is sent, whatever other columns say', () => {
  expect(mapped('SMS Consent Withdrawn', 'Yes', { said: 'No' })).toEqual({ consent: false, isHeld: false, codes: [] })
})

describe('a column that the recipe reads as something else', () => {
  const contacts = (to: string) => ({ more: { kind: 'contacts' }, fields: [{ to, from: ['Lists'] }] })

  test.each([
    ['tags', 'vip, Unsubscribed'],
    ['tags', 'do-not-text'],
    ['notes', 'STOP'],
    ['notes', 'keine SMS'],
    ['tags', 'vip; STOP'],
    ['tags', `${'x'.repeat(493)}, STOP`],
  ])('holds a permission, too, where a refusal stands in it: %s %s', (to, cell) => {
    expect(mapped('Lists', cell, contacts(to))).toEqual(held('Lists'))
    const { more, fields } = contacts(to)
    expect(mapped('Lists', cell, { more: { ...more, leftOut: ['Lists'] }, fields })).toEqual(free)
  })

  test.each([
    ['tags', 'vip, new'],
    ['notes', 'Has a stopwatch'],
    // No list but a text.
    ['notes', `${'x'.repeat(494)}, STOP`],
    ['name', 'Stop'],
  ])('does not for anything else: %s %s', (to, cell) => {
    expect(mapped('Lists', cell, contacts(to))).toEqual(free)
  })
})

test('a row that gives no permission names the column, too: it is why permission in other rows about the contact waits', () => {
  expect(mapped('SMS Consent Withdrawn', 'Yes', { said: '' })).toEqual({
    consent: undefined,
    isHeld: false,
    codes: [['consent.unheard_elsewhere', 'SMS Consent Withdrawn']],
  })
  expect(mapped('SMS Consent Withdrawn', '', { said: '' }).codes).toEqual([])
  expect(mapped('SMS Consent Withdrawn', 'Yes', { said: 'No' }).codes).toEqual([])
})

describe('a row that texts somebody by a list that lost the column that told who refused', () => {
  const mappedFor = (kind: 'send' | 'requestConsent' | 'consent', lacks?: string[], more: object[] = []) => {
    const recipe = recipeSchema.parse({
      version: 1,
      name: 'list',
      kind,
      match: { by: 'phone', column: 'Phone' },
      fields: [
        ...(kind === 'send' ? [{ to: 'body', value: 'Hello' }] : kind === 'consent' ? [{ to: 'consent', value: true }] : []),
        ...more,
      ],
      ...(lacks && { lacks }),
    })
    const columns = [{ index: 0, name: 'Phone', header: 'Phone', samples: [] }]
    return compileRecipe(recipe, columns, account).mapRow({ line: 2, cells: ['2125550101'] })
  }
  test.each(['send', 'requestConsent'] as const)('of the kind %s counts as one that may refuse', (kind) => {
    expect(mappedFor(kind).isUnheard).toBeUndefined()
    const gone = mappedFor(kind, ['Opted Out', 'STOP'])
    expect(gone.isUnheard).toBe(true)
    expect(gone.issues).toMatchObject([
      { severity: 'warning', column: null, message: expect.stringContaining('no longer has "Opted Out" and "STOP"') },
    ])
  })
  test('and a consent that it gives itself is one that nobody has confirmed', () => {
    expect(mappedFor('send', ['STOP'], [{ to: 'consent', value: true }])).toMatchObject({
      consent: true,
      isUnheard: true,
      isUnconfirmed: true,
    })
    expect(mappedFor('send', ['STOP']).isUnconfirmed).toBeUndefined()
  })
  test('which says nothing of a kind that texts nobody', () => {
    expect(mappedFor('consent', ['Opted Out']).isUnheard).toBeUndefined()
  })
})
