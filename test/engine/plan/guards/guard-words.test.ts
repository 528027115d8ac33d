import { describe, expect, test } from 'vitest'
import { optOuts, type Guard, type OptOut } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import {
  guardWords,
  heldWords,
  shownGuards,
  withdrawalDeadline,
  wrongCountWords,
  type GuardFacts,
} from '../../../../src-main/engine/plan/guards/guard-words.ts'

const nobody = Object.fromEntries(optOuts.map((optOut) => [optOut, 0])) as Record<OptOut, number>
const facts: GuardFacts = {
  contacts: 3,
  optOuts: nobody,
  lacks: [],
  cleared: [],
  changed: 0,
  created: 0,
  total: 0,
  agreeing: 0,
  isTotalKnown: true,
}
/** A Monday. */
const honorBy = withdrawalDeadline({ fileOpenedAtMs: new Date(2025, 0, 6, 12).getTime(), totals: null })
const deadline = 'Withdrawals that are meant must be honored by January 20, 2025.'

describe('the guard "consent" says', () => {
  const ways = (counts: Partial<Record<OptOut, number>>) =>
    guardWords('consent', { ...facts, contacts: 12, optOuts: { ...nobody, ...counts } })

  test('how each contact opted out, in the singular', () => {
    expect(ways({ consent: 1, blocked: 1, unreachable: 1, ledger: 1, doNotText: 1, posts: 1 })).toContain(
      'they refused: 1 has refused it, 1 is blocked, 1 is unsubscribed, 1 refused it by the consent ledger, 1 is on the do-not-text list, 1 refuses it in the latest messages. Texting',
    )
  })

  test('and in the plural', () => {
    expect(ways({ consent: 2, blocked: 2, unreachable: 2, ledger: 2, doNotText: 2, posts: 2 })).toContain(
      'they refused: 2 have refused it, 2 are blocked, 2 are unsubscribed, 2 refused it by the consent ledger, 2 are on the do-not-text list, 2 refuse it in their latest messages. Texting',
    )
  })

  test('only the ways that there are', () => {
    expect(ways({ blocked: 12 })).toContain('12 contacts would get consent although they refused: 12 are blocked. Texting')
  })

  test('nothing twice where the account says so of all of them', () => {
    expect(ways({ consent: 12 })).toContain('12 contacts would get consent although they refused. Texting')
    expect(ways({ consent: 11, blocked: 1 })).toContain('although they refused: 11 have refused it, 1 is blocked. Texting')
    // Somebody can have refused in two ways.
    expect(ways({ consent: 12, ledger: 12 })).toContain('they refused: 12 have refused it, 12 refused it by the consent ledger. Texting')
  })

  test('that an undo never does it by itself', () => {
    expect(ways({ undo: 12 })).toMatch(/^Texts to 12 contacts would be allowed again, /)
  })

  test('what is not confirmed, and who opted out besides', () => {
    expect(ways({ unconfirmed: 12 })).toMatch(
      /^12 contacts would get consent by words that nobody has confirmed .*"rollcall recipe confirm"\.$/,
    )
    for (const way of ['unreadable', 'columnGone', 'unheard'] as const) {
      expect(ways({ [way]: 12 })).toMatch(/^12 contacts would get consent, but /)
      expect(ways({ [way]: 12 })).not.toContain('more refused')
      expect(ways({ [way]: 11, blocked: 1 })).toMatch(/ 1 contact more refused: 1 is blocked\.$/)
    }
    expect(ways({ unconfirmed: 10, blocked: 2 })).toMatch(/^10 contacts would .* 2 contacts more refused: 2 are blocked\.$/)
  })
})

test.each([
  [['Opted Out'], 'the list no longer has its column "Opted Out", which told who refused. '],
  [['Opted Out', 'Status'], 'the list no longer has its columns "Opted Out" and "Status", which told who refused. '],
])('the guard "consent" names the columns that are gone: %j', (lacks, words) => {
  const optOutsOf = { ...nobody, columnGone: 10, blocked: 2 }
  const said = guardWords('consent', { ...facts, contacts: 12, optOuts: optOutsOf, lacks })
  expect(said).toContain(`10 contacts would get consent, but ${words}`)
  expect(said).toMatch(/ 2 contacts more refused: 2 are blocked\.$/)
})

describe('the guard "mass" says', () => {
  const mass = (parts: Partial<GuardFacts>) => guardWords('mass', { ...facts, contacts: 600, changed: 600, total: 1200, ...parts })

  test.each([
    [{}, 'This file would change 600 of the 1,200 contacts of this account. The wrong'],
    [{ total: 1199 }, 'This file would change 600 of the 1,199 contacts of this account, more than half. The wrong'],
    [
      { total: 1199, created: 5, contacts: 605 },
      'change 600 of the 1,199 contacts of this account, more than half and create 5 more (605 contacts in all). The wrong',
    ],
    [{ created: 300, contacts: 900 }, 'of this account and create 300 more (900 contacts in all). The wrong'],
    [
      { created: 301, contacts: 901 },
      'of this account and create 301 more (901 contacts in all). That many new ones are more than a quarter of what is there. The wrong',
    ],
    [
      { isTotalKnown: false },
      'change 600 of the 1,200 contacts that Rollcall knows so far. The wrong file or the wrong column would spoil them all. The account may have more: after a complete sync Rollcall knows. Release',
    ],
    [
      { isTotalOpen: true, changed: 0, created: 39_979, contacts: 39_979, total: 0 },
      'This file would create 39,979 contacts. How many this account has is not known: all of them were never read.',
    ],
    [{ isTotalOpen: true }, 'This file would change 600 of the 1,200 contacts of this account. The wrong'],
    [
      { isTotalOpen: true, changed: 3, created: 120, contacts: 123, total: 479 },
      'would create 120 contacts and change 3 others. How many this account has is not known, but that there are at least 479: all',
    ],
  ])('%j', (parts, words) => {
    expect(mass(parts)).toContain(words)
  })
})

test('the other guards say how many contacts they hold, and why', () => {
  expect(
    guardWords('clear', {
      ...facts,
      cleared: [
        { label: 'Notes', contacts: 2 },
        { label: 'Email', contacts: 1 },
      ],
    }),
  ).toMatch(/^Fields of 3 contacts would be emptied: Notes on 2, Email on 1\. /)
  expect(guardWords('direction', { ...facts, contacts: 1 })).toContain('to or from 1 contact.')
  expect(guardWords('edited', facts)).toMatch(/^Somebody changed 3 contacts after the preview/)
  expect(guardWords('keyword', facts)).toMatch(/^Messages of 3 contacts are only a word such as STOP/)
  expect(guardWords('withdraw', { ...facts, agreeing: 40 })).toMatch(
    /^3 contacts would lose their consent.* contacts 40 agree to texts now\./,
  )
})

describe('a held row says', () => {
  const words: [Guard, string][] = [
    ['clear', 'The row empties a field'],
    ['direction', 'The file does not tell who wrote this message.'],
    ['keyword', 'The message is only a word such as STOP'],
    ['withdraw', 'The row takes consent back, blocks or unsubscribes'],
    ['edited', 'Somebody changed the contact after the preview of the earlier run.'],
    ['mass', 'This file changes or creates very many contacts.'],
  ]
  test.each(words)('of the guard "%s" what it looks at', (guard, said) => {
    expect(heldWords([guard], null, null)).toContain(said)
  })

  test.each([
    ['consent', 'the contact has refused it.'],
    [null, 'the contact has refused it.'],
    ['blocked', 'the contact is blocked.'],
    ['unreachable', 'the contact is unsubscribed.'],
    ['ledger', 'the consent ledger of this account says that the contact refused it last.'],
    ['doNotText', 'the number is on the do-not-text list of this account.'],
    ['posts', 'the latest messages of the contact take it back.'],
    ['columnGone', 'but the list no longer has the column that told who refused.'],
    ['unreadable', 'but another row about the contact may refuse: something in it is not read, or the recipe leaves it out.'],
    ['unconfirmed', 'by a word that nobody has confirmed to mean that.'],
  ] as const)('of the guard "consent" how the contact opted out: %s', (optOut, said) => {
    expect(heldWords(['consent'], optOut, honorBy)).toMatch(/^The row gives consent/)
    expect(heldWords(['consent'], optOut, honorBy).endsWith(said)).toBe(true)
  })

  test('of an undo what it would allow', () => {
    expect(heldWords(['consent'], 'undo', null)).toBe('Taking this back would allow texts to the contact again.')
  })

  test('of a withdrawal the day, ten business days after the file was opened', () => {
    expect(heldWords(['withdraw', 'mass'], null, honorBy).endsWith(deadline)).toBe(true)
    expect(heldWords(['withdraw'], null, null)).not.toContain('honored')
    expect(heldWords(['mass'], null, honorBy)).not.toContain('honored')
  })
})

test('of guards that are shown only a withdrawal that is still held says the day', () => {
  const shown = (guard: Guard, released: boolean) => ({ guard, rows: 1, contacts: 1, released, message: 'm' })
  const given = [shown('withdraw', false), shown('withdraw', true), shown('clear', false)]
  expect(shownGuards(given, honorBy).map(({ message }) => message)).toEqual([`m ${deadline}`, 'm', 'm'])
})

test('a wrong number gets the right one, or what there is where nothing is held', () => {
  const rows = { rows: 5, unchanged: 0, skipped: 0, invalid: 0 }
  expect(wrongCountWords('clear', 3, 2, rows)).toEqual({
    message: 'The guard "clear" holds 3 contacts, not 2. Nothing was released.',
    hint: 'Look at the rows that are held. If all of them are meant, release "clear" with the number 3.',
  })
  const none = wrongCountWords('clear', 0, 2, rows)
  expect(none.message).toBe('The guard "clear" holds nothing in this plan, so 2 contacts cannot be released.')
  expect(none.hint).toContain(
    '"consent", "direction", "keyword", "noConsent", "notReachable", "edited", "withdraw", "clear", "mass", "sending"',
  )
})

test('where a guard holds nothing it is said what else became of the rows', () => {
  const said = (rows: number, parts: object) =>
    wrongCountWords('sending', 0, 5, { rows, unchanged: 0, skipped: 0, invalid: 0, ...parts }).message.replace(/^.*released\./, '')
  expect(said(4, { invalid: 4 })).toBe(' Of its 4 rows 4 cannot be used.')
  expect(said(9, { invalid: 1, skipped: 2, unchanged: 1 })).toBe(
    ' Of its 9 rows 1 cannot be used, 2 are left out, and 1 has nothing left to do.',
  )
  expect(said(9, {})).toBe('')
})

test('the guard "direction" says what a released row becomes: the customer\'s words, or a whisper where the recipe has both', () => {
  expect(guardWords('direction', facts)).toContain("Imported, each becomes the customer's own words.")
  expect(guardWords('direction', { ...facts, hasWhispers: true })).toContain('or as a whisper where it says that your office wrote it.')
})

test.each([
  ['noConsent', 'everybody in these groups, of 3 contacts together, agreed', '3 contacts agreed to texts: no record'],
  ['notReachable', 'Somebody in each of these groups, of 3 contacts together,', '3 contacts cannot be reached by SMS'],
] as const)('the guard "%s" says of groups that one of their people is enough', (guard, ofGroups, ofPeople) => {
  expect(guardWords(guard, { ...facts, isOfGroups: true })).toContain(ofGroups)
  expect(guardWords(guard, facts)).toContain(ofPeople)
})

test('where a guard holds nothing it is said where to see why, if other rows are left out', () => {
  const rows = { rows: 5, unchanged: 0, skipped: 0, invalid: 0 }
  expect(wrongCountWords('clear', 0, 2, rows).hint).toMatch(/^Look at what is held/)
  expect(wrongCountWords('clear', 0, 2, { ...rows, skipped: 1 }).hint).toMatch(/^The plan says of these rows why .* Look at what is held/)
})

test.each([
  [1, '1 has another row that may refuse'],
  [2, '2 have another row that may refuse'],
])('beside words that are not confirmed, whom another row may refuse is said of %i', (unreadable, words) => {
  const optOuts = { ...nobody, unconfirmed: 1, unreadable }
  expect(guardWords('consent', { ...facts, contacts: 1 + unreadable, optOuts })).toContain(words)
})
