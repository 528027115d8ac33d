import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { compileRecipe } from '../../../../src-main/engine/mapping/compile/compile-recipe.ts'
import { suggestRecipe } from '../../../../src-main/engine/mapping/suggest/suggest-recipe.ts'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import { type Recipe, recipeSchema } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { columnGoneHint } from '../../../../src-main/engine/plan/guards/guard-words.ts'
import { releaseGuard } from '../../../../src-main/engine/plan/guards/release-guard.ts'
import { releaseRows } from '../../../../src-main/engine/plan/guards/release-rows.ts'
import { planSummary } from '../../../../src-main/engine/plan/read/read-plan.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { cache, plan, type RowParts } from '../planning.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'

const phone = '+12025550123'
const account = { country: 'US', customFields: [], departments: [] }

/** Maps cells by a recipe, or by the suggestion for them with its words confirmed. */
function mapped(
  header: readonly string[],
  cells: readonly (readonly string[])[],
  given?: Partial<Recipe>,
): { rows: RowParts[]; recipe: Recipe } {
  const columns = header.map((name, index) => ({ name, header: name, index, samples: cells.slice(0, 3).map((row) => row[index] ?? '') }))
  const source = cells.map((row, at) => ({ line: at + 2, cells: [...row] }))
  const suggested = suggestRecipe({ kind: 'consent', columns, rows: source, account }).recipe
  const recipe = recipeSchema.parse({ ...suggested, ...given })
  const compiled = compileRecipe(recipe, columns, account)
  return { recipe, rows: source.map((row) => compiled.mapRow(row)) }
}

function confirmed(recipe: Recipe): Recipe {
  return { ...recipe, fields: recipe.fields.map(({ unconfirmed: _, ...rule }) => rule) }
}

const givesConsent = (calls: readonly { kind: string; consent?: boolean }[] | undefined) =>
  (calls ?? []).some((call) => call.kind === 'setConsent' && call.consent === true)
const refuses = (calls: readonly { kind: string; consent?: boolean }[] | undefined) =>
  (calls ?? []).some((call) => call.kind === 'setConsent' && call.consent === false)

const newStore = tempStores()
const contactRecord = (parts: Partial<CustomerRecord>): CustomerRecord => ({
  uuid: '00000000-0000-4000-8000-000000000001',
  phone,
  name: 'Ann',
  tags: [],
  ...parts,
})

let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
  cache(store, contactRecord({ consent: null }))
})

describe('columns that contradict each other', () => {
  test.each([
    [
      ['Phone', 'Opted In', 'Opted Out'],
      ['2025550123', 'Yes', 'Yes'],
    ],
    [
      ['Phone', 'SMS Consent', 'Do Not Text'],
      ['2025550123', 'Yes', 'Yes'],
    ],
    [
      ['Phone', 'SMS Consent', 'SMS Status'],
      ['2025550123', 'Yes', 'Unsubscribed'],
    ],
    [
      ['Phone', 'SMS Consent', 'opt_out_date'],
      ['2025550123', 'Yes', '2024-03-01'],
    ],
    [
      ['Phone', 'SMS Consent', 'SMS_BLACKLISTED'],
      ['2025550123', '1', '1'],
    ],
    [
      ['Phone', 'Do Not Text', 'SMS Consent'],
      ['2025550123', 'Yes', 'Yes'],
    ],
    [
      ['Phone', 'SMS Opt-In', 'SMS Opt-Out Reason'],
      ['2025550123', 'Yes', 'Moved away'],
    ],
    [
      ['Phone', 'SMS Consent', 'Consent'],
      ['2025550123', 'Yes', 'No'],
    ],
    [
      ['Phone', 'Consent', 'SMS Consent', 'Email'],
      ['2025550123', 'No', 'Yes', 'a@example.com'],
    ],
  ])('%j: the refusal is sent, and the row says so', async (header, cells) => {
    const { rows, recipe } = mapped(header, [cells])
    const { rows: planned } = await plan(store, rows, confirmed(recipe))
    expect(planned[0]).toMatchObject({
      class: 'send',
      detail: { calls: [{ kind: 'setConsent', consent: false }], issues: [{ code: 'consent.contradicts', severity: 'warning' }] },
    })
  })

  test('a word that is not known beside a refusal does not lose it', async () => {
    const { rows, recipe } = mapped(
      ['Phone', 'SMS Consent', 'Do Not Text'],
      [
        ['2025550123', 'Yes', 'No'],
        ['2025550123', 'perhaps', 'Yes'],
      ],
    )
    const { rows: planned } = await plan(store, rows, confirmed(recipe))
    expect(planned.map(({ class: rowClass }) => rowClass)).toEqual(['skipped', 'send'])
    expect(refuses(planned[1]?.detail.calls)).toBe(true)
  })

  test('a blank, an unknown word and a missing cell never mean yes', () => {
    for (const cell of ['', 'perhaps', '?', 'N/A'])
      expect(
        mapped(
          ['Phone', 'SMS Consent'],
          [
            ['2025550123', 'Yes'],
            ['2025550124', cell],
          ],
        ).rows[1]?.consent,
      ).toBeUndefined()
    expect(mapped(['Phone', 'SMS Consent'], [['2025550123', 'Yes'], ['2025550124']]).rows[1]?.consent).toBeUndefined()
  })

  test('words that only ever refuse are known in whatever row they come', () => {
    for (const word of ['STOP', 'STOP ALL', 'opt-out', 'Unsubscribed', 'do not text']) {
      expect(
        mapped(
          ['Phone', 'SMS Consent'],
          [
            ['2025550123', 'Yes'],
            ['2025550124', word],
          ],
          { fields: [{ to: 'consent', from: ['SMS Consent'], values: { Yes: true, No: false } }] },
        ).rows[1],
      ).toMatchObject({ consent: false, issues: [] })
    }
  })
})

test('a refusal is sent although another cell of its row cannot be used', async () => {
  const fields: Recipe['fields'] = [
    { to: 'name', from: ['Name'] },
    { to: 'email', from: ['Mail'] },
    { to: 'consent', from: ['SMS Consent'], values: { Yes: true, No: false } },
  ]
  const planOf = async (word: string) => {
    const { rows, recipe } = mapped(['Phone', 'Name', 'Mail', 'SMS Consent'], [['2025550123', 'Anna Lee', 'anna', word]], {
      kind: 'contacts',
      fields,
    })
    return (await plan(store, rows, recipe)).rows[0]
  }
  expect(await planOf('No')).toMatchObject({ class: 'send', detail: { calls: [{ kind: 'setConsent', consent: false }] } })
  expect(await planOf('Yes')).toMatchObject({ class: 'invalid' })
})

describe('words that nobody confirmed', () => {
  test('hold the rows that give consent, and let those that refuse go', async () => {
    cache(store, contactRecord({ uuid: '00000000-0000-4000-8000-000000000002', phone: '+12025550124', consent: true }))
    const { rows, recipe } = mapped(
      ['Phone', 'SMS Consent'],
      [
        ['2025550123', 'Yes'],
        ['2025550124', 'No'],
      ],
    )
    const { planId, rows: planned } = await plan(store, rows, recipe)
    expect(planned).toMatchObject([{ class: 'held', reason: 'consent', detail: { optOut: 'unconfirmed' } }, { class: 'send' }])
    await expect(releaseGuard(store, planId, 'consent', 1)).rejects.toMatchObject({ code: 'run.state' })
  })

  test('are let go word by word', async () => {
    cache(store, contactRecord({ uuid: '00000000-0000-4000-8000-000000000002', phone: '+12025550124', consent: null }))
    const fields: Recipe['fields'] = [{ to: 'consent', from: ['SMS Consent'], values: { Yes: true, Y: true }, unconfirmed: ['Y'] }]
    const { rows, recipe } = mapped(
      ['Phone', 'SMS Consent'],
      [
        ['2025550123', 'Yes'],
        ['2025550124', 'y'],
      ],
      { fields },
    )
    const { rows: planned } = await plan(store, rows, recipe)
    expect(planned.map(({ class: rowClass }) => rowClass)).toEqual(['send', 'held'])
  })

  test('a constant as well', async () => {
    const { rows, recipe } = mapped(['Phone'], [['2025550123']], { fields: [{ to: 'consent', value: true, unconfirmed: true }] })
    expect((await plan(store, rows, recipe)).rows[0]).toMatchObject({ class: 'held', detail: { optOut: 'unconfirmed' } })
    const sure = mapped(['Phone'], [['2025550123']], { fields: [{ to: 'consent', value: true }] })
    expect((await plan(store, sure.rows, sure.recipe)).rows[0]).toMatchObject({ class: 'send' })
  })
})

test('a recipe that lacks the column that told who refused gives nobody consent, and its refusals are sent', async () => {
  cache(store, contactRecord({ uuid: '00000000-0000-4000-8000-000000000002', phone: '+12025550124', consent: true }))
  const fields: Recipe['fields'] = [{ to: 'consent', from: ['SMS Consent'], values: { Yes: true, No: false } }]
  const cells = [
    ['2025550123', 'Yes'],
    ['2025550124', 'No'],
  ]
  const { rows, recipe } = mapped(['Phone', 'SMS Consent'], cells, { fields, lacks: ['Opted Out'] })
  const { planId, rows: planned } = await plan(store, rows, recipe)
  expect(planned).toMatchObject([{ class: 'held', reason: 'consent', detail: { optOut: 'columnGone' } }, { class: 'send' }])
  const [guard] = planSummary(store, planId).guards
  expect(guard?.message).toContain('the list no longer has its column "Opted Out", which told who refused')
  await expect(releaseGuard(store, planId, 'consent', 1)).rejects.toMatchObject({ code: 'run.state', hint: columnGoneHint })
  const evidence = { text: 'Paper form', date: '2020-01-01' }
  expect(() => releaseRows(store, planId, { lines: [2], evidence }, Date.now())).toThrow(
    expect.objectContaining({ code: 'guard.evidence', hint: columnGoneHint }),
  )
})

describe('several rows about one contact', () => {
  const cells = fc.array(fc.constantFrom('Yes', 'No', 'STOP', ''), { minLength: 1, maxLength: 6 })

  test.each(['last', 'first', 'invalid'] as const)('with "%s", a refusal among them wins in whatever order', async (duplicates) => {
    await fc.assert(
      fc.asyncProperty(cells, async (words) => {
        const { rows, recipe } = mapped(
          ['Phone', 'SMS Consent'],
          words.map((word) => ['2025550123', word]),
          { fields: [{ to: 'consent', from: ['SMS Consent'], values: { Yes: true, No: false } }], duplicates },
        )
        const { rows: planned } = await plan(store, rows, recipe)
        const isRefused = words.includes('No') || words.includes('STOP')
        expect(planned.some(({ class: rowClass, detail }) => rowClass === 'send' && refuses(detail.calls))).toBe(isRefused)
        if (isRefused) expect(planned.some(({ class: rowClass, detail }) => rowClass === 'send' && givesConsent(detail.calls))).toBe(false)
      }),
      { numRuns: 16 },
    )
  })

  describe('with dates', () => {
    const fields: Recipe['fields'] = [
      { to: 'consent', from: ['SMS Consent'], values: { Yes: true, No: false } },
      { to: 'evidence', from: ['Consent Date', 'Source'] },
    ]
    const sent = async (said: readonly (readonly [word: string, date: string])[], parts: Partial<Recipe> = {}) => {
      const { rows, recipe } = mapped(
        ['Phone', 'SMS Consent', 'Consent Date', 'Source'],
        said.map(([word, date]) => ['2025550123', word, date, 'form']),
        { fields, ...parts },
      )
      const { rows: planned, counts } = await plan(store, rows, recipe)
      expect(counts).toMatchObject({ rows: said.length, send: 1, skipped: said.length - 1 })
      return planned.map(({ class: rowClass, detail }) =>
        rowClass === 'send'
          ? (detail.calls ?? []).flatMap((call) => (call.kind === 'setConsent' ? call.consent : []))
          : (detail.winnerLine ?? null),
      )
    }

    test.each(['last', 'first'] as const)('the later word counts with "%s", whichever comes first in the file', async (duplicates) => {
      expect(await sent([['No', '2021-05-01'], ['Yes', '2022-05-01']], { duplicates })).toEqual([3, [true]]) // prettier-ignore
      expect(await sent([['Yes', '2022-05-01'], ['No', '2021-05-01']], { duplicates })).toEqual([[true], 2]) // prettier-ignore
      expect(await sent([['Yes', '2021-05-01'], ['No', '2022-05-01']], { duplicates })).toEqual([3, [false]]) // prettier-ignore
    })

    test('a refusal counts where a date is missing, could be another one, or lies in the future', async () => {
      for (const date of ['', '05/06/2022', '2099-01-01', 'May'])
        expect(await sent([['No', '2021-05-01'], ['Yes', date]])).toEqual([[false], 2]) // prettier-ignore
    })

    test('the date of an opt-out tells when somebody refused', async () => {
      const { rows, recipe } = mapped(
        ['Phone', 'SMS Consent', 'Consent Date', 'opt_out_date'],
        [
          ['2025550123', '', '', '2021-05-01'],
          ['2025550123', 'Yes', '2022-05-01', ''],
        ],
        {
          fields: [
            ...fields.slice(0, 1),
            { to: 'consent', from: ['opt_out_date'], filled: false },
            { to: 'evidence', from: ['Consent Date'] },
          ],
        },
      )
      const { rows: planned } = await plan(store, rows, recipe)
      expect(planned.map(({ class: rowClass }) => rowClass)).toEqual(['skipped', 'send'])
      expect(givesConsent(planned[1]?.detail.calls)).toBe(true)
    })
  })

  test('shuffling rows changes no consent', async () => {
    await fc.assert(
      fc.asyncProperty(cells, fc.integer(), async (words, seed) => {
        const shuffled = words
          .map((word, at) => ({ word, order: Math.sin(seed + at * 7919) }))
          .toSorted((a, b) => a.order - b.order)
          .map(({ word }) => word)
        const consentOf = async (list: readonly string[]) => {
          const { rows, recipe } = mapped(
            ['Phone', 'SMS Consent'],
            list.map((word) => ['2025550123', word]),
            { fields: [{ to: 'consent', from: ['SMS Consent'], values: { Yes: true, No: false } }] },
          )
          return (await plan(store, rows, recipe)).rows.flatMap(({ class: rowClass, detail }) =>
            rowClass === 'send' ? (detail.calls ?? []).flatMap((call) => (call.kind === 'setConsent' ? [call.consent] : [])) : [],
          )
        }
        expect(await consentOf(shuffled)).toEqual(await consentOf(words))
      }),
      { numRuns: 12 },
    )
  })

  test('another column that refuses never leads to more consents', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('Yes', 'No', '', 'maybe'), fc.constantFrom('Yes', 'No', '', '1', 'x')), {
          minLength: 1,
          maxLength: 8,
        }),
        (pairs) => {
          const numbered = pairs.map(([consent, out], at) => [`202555${String(1000 + at)}`, consent, out])
          const one = mapped(
            ['Phone', 'SMS Consent'],
            numbered.map((row) => row.slice(0, 2)),
          ).rows
          const both = mapped(['Phone', 'SMS Consent', 'Do Not Text'], numbered).rows
          for (const [at, row] of both.entries()) if (row.consent === true) expect(one[at]?.consent).toBe(true)
        },
      ),
    )
  })
})

describe('refusals that this account knows of', () => {
  test('a number on the do-not-text list gets no consent without being released', async () => {
    const stranger = mapped(
      ['Phone', 'SMS Consent'],
      [
        ['2025550199', 'No'],
        ['2025550198', 'Yes'],
      ],
      { fields: [{ to: 'consent', from: ['SMS Consent'], values: { Yes: true, No: false } }] },
    )
    const first = await plan(store, stranger.rows, stranger.recipe)
    expect(first.rows.map(({ class: rowClass, reason }) => [rowClass, reason])).toEqual([
      ['skipped', 'not_found'],
      ['skipped', 'not_found'],
    ])
    expect(tablesOf(store).doNotText.addOfPlan(first.planId, 1)).toBe(1)
    expect([tablesOf(store).doNotText.has('+12025550199'), tablesOf(store).doNotText.has('+12025550198')]).toEqual([true, false])

    const later = mapped(['Phone', 'SMS Consent'], [['2025550199', 'Yes']], {
      fields: [{ to: 'consent', from: ['SMS Consent'], values: { Yes: true } }],
      notFound: 'create',
    })
    expect((await plan(store, later.rows, later.recipe)).rows[0]).toMatchObject({
      class: 'held',
      reason: 'consent',
      detail: { optOut: 'doNotText' },
    })
  })

  test('who refused last by the consent ledger gets none either, whatever the record says', async () => {
    const entry = {
      time: '2024-01-01T00:00:00.000Z',
      contact: null,
      phone,
      name: null,
      from: null,
      file: { name: 'a.csv', sha256: 'a' },
      line: 2,
      evidence: {},
      operator: 'pat',
      account: { name: 'a', baseUrl: 'https://a.example' },
      answer: { status: 200, said: null },
      confirmed: 'answer' as const,
      run: 'r',
      row: 1,
    }
    const { consentLedger } = tablesOf(store)
    const { rows, recipe } = mapped(['Phone', 'SMS Consent'], [['2025550123', 'Yes']], {
      fields: [{ to: 'consent', from: ['SMS Consent'], values: { Yes: true } }],
    })
    consentLedger.append({ ...entry, to: false })
    expect((await plan(store, rows, confirmed(recipe))).rows[0]).toMatchObject({ class: 'held', detail: { optOut: 'ledger' } })
    consentLedger.append({ ...entry, to: true })
    expect((await plan(store, rows, confirmed(recipe))).rows[0]).toMatchObject({ class: 'send' })
  })
})

test('in a contacts import a refusal goes first and permission last', async () => {
  const recipe = {
    kind: 'contacts' as const,
    fields: [
      { to: 'name' as const, from: ['Name'] },
      { to: 'consent' as const, from: ['SMS Consent'], values: { Yes: true, No: false } },
    ],
  }
  const kinds = async (word: string) => {
    const { rows, recipe: full } = mapped(['Phone', 'Name', 'SMS Consent'], [['2025550123', 'Anna Lee', word]], recipe)
    return (await plan(store, rows, full)).rows[0]?.detail.calls?.map((call) => (call.kind === 'setConsent' ? call.consent : call.kind))
  }
  expect(await kinds('No')).toEqual([false, 'updateCustomer'])
  expect(await kinds('Yes')).toEqual(['updateCustomer', true])
})

describe('a refusal among rows about one contact in a contacts import', () => {
  const fields: Recipe['fields'] = [
    { to: 'name', from: ['Name'] },
    { to: 'email', from: ['Mail'] },
    { to: 'consent', from: ['SMS Consent'], values: { Yes: true, No: false } },
  ]
  const header = ['Phone', 'Name', 'Mail', 'SMS Consent']
  const planned = async (cells: readonly (readonly string[])[], parts: Partial<Recipe>) => {
    const { rows, recipe } = mapped(header, cells, { kind: 'contacts', fields, ...parts })
    return plan(store, rows, recipe)
  }

  test('is not lost when they are merged, nor is a permission', async () => {
    const merged = async (...words: string[]) =>
      (
        await planned(
          words.map((word, at) => ['2025550123', `Anna ${at}`, '', word]),
          { duplicates: 'merge' },
        )
      ).rows.flatMap(({ class: rowClass, detail }) =>
        rowClass === 'send' ? (detail.calls ?? []).map((call) => (call.kind === 'setConsent' ? call.consent : call.kind)) : [],
      )
    expect(await merged('Yes', 'No', '')).toEqual([false, 'updateCustomer'])
    expect(await merged('', 'Yes')).toEqual(['updateCustomer', true])
    expect(await merged('', '')).toEqual(['updateCustomer'])
  })

  test('is sent alone where the rows cannot be used', async () => {
    cache(store, contactRecord({ uuid: '00000000-0000-4000-8000-000000000002', phone: '+12025550124' }))
    const shared = { duplicateBy: ['email'] as Recipe['duplicateBy'] }
    for (const duplicates of ['invalid', 'last', 'merge'] as const) {
      const { rows, counts } = await planned(
        [
          ['2025550123', 'Anna', 'a@example.org', 'Yes'],
          ['2025550124', 'Bea', 'a@example.org', 'No'],
        ],
        { ...shared, duplicates },
      )
      expect(counts).toMatchObject({ rows: 2, send: 1, invalid: 1 })
      expect(rows[1]).toMatchObject({ class: 'send', detail: { calls: [{ kind: 'setConsent', consent: false }] } })
      expect(rows[1]?.detail.issues).toMatchObject([{ severity: 'warning' }, { code: 'consent.refusal_only' }])
    }
  })

  test('is remembered for a number that is given up', async () => {
    const { planId } = await planned(
      [
        ['2025550123', 'Anna', 'a@example.org', 'No'],
        ['2025550177', 'Anna', 'a@example.org', 'No'],
      ],
      { duplicateBy: ['email'], duplicates: 'last', notFound: 'create' },
    )
    tablesOf(store).doNotText.addOfPlan(planId, 1)
    const sentTo = ['+12025550123', '+12025550177'].filter((number) => !tablesOf(store).doNotText.has(number))
    expect(sentTo).toHaveLength(1)
  })
})
