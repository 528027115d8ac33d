import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Recipe } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { planRows, planSummary } from '../../../../src-main/engine/plan/read/read-plan.ts'
import type { RowIssue } from '../../../../src-main/engine/model/plans/row-issue.ts'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { beforeFirstSend } from '../../../../src-main/engine/store/plans/plan-row-sends.ts'
import { createPlanRows } from '../../../../src-main/engine/store/plans/plan-rows.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { addFile, recipe as recipeOf } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { arbitraryDesired, arbitraryRecord, perform, type ModelService } from '../apply-calls.ts'
import { naiveGroups } from '../naive-groups.ts'
import { guardLimits } from '../../../../src-main/engine/plan/guards/guard-limits.ts'
import { cache, nowMs, plan, type RowParts } from '../planning.ts'
import { portion } from '../../../helpers/portion.ts'

const newStore = tempStores()
let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
})

const ann: CustomerRecord = { uuid: 'ann', phone: '+15550000001', name: 'Ann', tags: [], notes: '', consent: null, blocked: false }
const ben: CustomerRecord = { uuid: 'ben', phone: '+15550000002', name: 'Ben', tags: [], notes: '', consent: null, blocked: false }
const stranger = '+15550000009'

const merging = (parts: Partial<Recipe> = {}): Partial<Recipe> => ({ duplicates: 'merge', ...parts })
const outcomes = (rows: Awaited<ReturnType<typeof plan>>['rows']) => rows.map((row) => [row.class, row.reason, row.groupRow])

describe('a row that blocks, beside one that agrees', () => {
  const rowsOf = (order: 'forth' | 'back'): RowParts[] => {
    const rows: RowParts[] = [
      { phone: ann.phone ?? '', contact: { name: 'Anna' }, consent: true },
      { phone: ann.phone ?? '', contact: { unreachable: true } },
    ]
    return order === 'forth' ? rows : rows.toReversed()
  }
  test.each([
    ['first', 'forth'],
    ['first', 'back'],
    ['last', 'forth'],
    ['last', 'back'],
    ['merge', 'forth'],
    ['merge', 'back'],
  ] as const)('gives no permission, whichever counts and comes first: %s, %s', async (duplicates, order) => {
    cache(store, ann)
    const { rows, planId } = await plan(store, rowsOf(order), { kind: 'contacts', duplicates })
    const calls = rows.flatMap(({ detail }) => detail.calls ?? [])
    expect(calls).toMatchObject([{ kind: 'updateCustomer', customer: { unreachable: true } }])
    expect(planSummary(store, planId).issues).toMatchObject([{ code: 'consent.contradicts', rows: 1 }])
  })
})

describe('merging', () => {
  test('makes one call of all rows of a contact: the last value that is not blank, and all tags', async () => {
    cache(store, ann)
    const { rows, counts, planId } = await plan(
      store,
      [
        { phone: ann.phone ?? '', contact: { name: 'Anna', notes: 'old', tags: { handling: 'add', tags: ['vip'] } } },
        { phone: ann.phone ?? '', contact: { notes: 'new', email: 'ann@example.com', tags: { handling: 'add', tags: ['vip', 'lead'] } } },
        { phone: ann.phone ?? '', contact: { name: '', blocked: false } },
      ],
      merging(),
    )
    expect(outcomes(rows)).toEqual([
      ['skipped', 'merged', 3],
      ['skipped', 'merged', 3],
      ['send', null, 3],
    ])
    expect(rows[2]?.detail).toMatchObject({
      calls: [
        {
          kind: 'updateCustomer',
          uuid: 'ann',
          customer: { name: 'Anna', notes: 'new', email: 'ann@example.com', tags: { handling: 'add', tags: ['vip', 'lead'] } },
        },
      ],
      mergedLines: [2, 3],
      mergedRows: 2,
    })
    expect(counts).toEqual({ rows: 3, send: 1, unchanged: 0, held: 0, skipped: 2, invalid: 0, calls: 1 })
    expect(planSummary(store, planId)).toMatchObject({ contacts: 1, skips: [{ rows: 2, reason: expect.stringContaining('Merged') }] })
    expect(planRows(store, planId, { offset: 0, limit: 1 }).rows[0]?.reason).toBe(
      'Merged into row 4 of this file, which is about the same contact.',
    )
  })

  test('takes the first value, joins notes and keeps single fields apart where the recipe says so', async () => {
    cache(store, ann)
    const { rows } = await plan(
      store,
      [
        { phone: ann.phone ?? '', contact: { name: null, notes: 'Called', email: 'one@example.com' } },
        { phone: ann.phone ?? '', contact: { name: 'Anna', notes: 'Wrote', email: 'two@example.com' } },
        { phone: ann.phone ?? '', contact: { name: 'Annie', notes: 'Called ', email: 'three@example.com' } },
      ],
      merging({ merge: { values: 'firstNonEmpty', tags: 'join', perField: { notes: 'join', email: 'last' } } }),
    )
    expect(rows[0]?.detail.calls).toEqual([
      { kind: 'updateCustomer', uuid: 'ann', customer: { name: 'Anna', notes: 'Called\nWrote', email: 'three@example.com' } },
    ])
  })

  test('never lets a yes outvote a block, and says which lines disagree', async () => {
    cache(store, ann)
    const { rows, planId } = await plan(
      store,
      [
        { phone: ann.phone ?? '', contact: { blocked: true } },
        { phone: ann.phone ?? '', contact: { blocked: false, unreachable: false } },
      ],
      merging(),
    )
    expect(rows[1]?.detail).toMatchObject({ calls: [{ customer: { blocked: true, unreachable: false } }] })
    expect(rows[1]?.detail.issues?.[0]?.message).toContain('row 2 says yes, row 3 says no')
    expect(planSummary(store, planId).issues).toMatchObject([{ code: 'duplicate.contradiction', rows: 1, line: 3 }])
  })

  test('keeps since when somebody agrees who had refused, where the file says so', async () => {
    cache(store, { ...ann, consent: false })
    const merged = async (consentAt: RowParts['consentAt'], consent: boolean) => {
      const said = { phone: ann.phone ?? '', consent, evidence: { Form: 'a' }, ...(consentAt !== undefined && { consentAt }) }
      return (await plan(store, [said, { ...said, evidence: { Form: 'b' } }], merging({ kind: 'consent' }))).rows[1]
    }
    const day = { atMs: Date.UTC(2022, 4, 1), precision: 'day' } as const
    expect(await merged(day, true)).toMatchObject({ class: 'held', detail: { calls: [{ consent: true }], agreedAt: day } })
    const undated = await merged(undefined, true)
    expect(undated?.class).toBe('held')
    expect(undated?.detail).not.toHaveProperty('agreedAt')
    expect((await merged(day, false))?.detail).not.toHaveProperty('agreedAt')
  })

  test('lets the last row that takes consent back carry the call with its own evidence', async () => {
    cache(store, { ...ann, consent: true })
    const { rows } = await plan(
      store,
      [
        { phone: ann.phone ?? '', consent: true, evidence: { Form: 'a' } },
        { phone: ann.phone ?? '', consent: false, evidence: { Form: 'b' } },
        { phone: ann.phone ?? '', consent: true, evidence: { Form: 'c' } },
      ],
      merging({ kind: 'consent' }),
    )
    expect(outcomes(rows)).toEqual([
      ['skipped', 'merged', 2],
      ['send', null, 2],
      ['skipped', 'merged', 2],
    ])
    expect(rows[1]?.detail).toMatchObject({ calls: [{ kind: 'setConsent', consent: false }], evidence: { Form: 'b' }, mergedRows: 2 })
    expect(rows[1]?.detail.issues?.[0]?.message).toContain('The no counts')
  })

  test('holds what a guard stops by the merged row, not by what its rows were alone', async () => {
    cache(store, { ...ann, name: 'Ann' })
    const rows: RowParts[] = [
      { phone: ann.phone ?? '', contact: { name: null } },
      { phone: ann.phone ?? '', contact: { name: 'Anna' } },
    ]
    const limits = { ...guardLimits, clearContacts: 0 }
    const kept = await plan(store, rows, merging(), { limits })
    expect(kept.rows.map((row) => row.class)).toEqual(['skipped', 'send'])
    const blank = await plan(store, [...rows.slice(0, 1), ...rows.slice(0, 1)], merging(), { limits })
    expect(blank.rows.map((row) => [row.class, row.reason])).toEqual([
      ['skipped', 'merged'],
      ['held', 'clear'],
    ])
    const turned = await plan(store, rows.toReversed(), merging(), { limits })
    expect(turned.rows.map((row) => row.class)).toEqual(['skipped', 'send'])
  })
})

describe('rows that share more than their contact', () => {
  const byEmail = (parts: Partial<Recipe> = {}): Partial<Recipe> => ({ duplicateBy: ['email'], ...parts })

  test('are one contact by their e-mail address, whatever its case, also by way of a third row', async () => {
    cache(store, ann)
    const { rows } = await plan(
      store,
      [
        { phone: ann.phone ?? '', contact: { name: 'Anna', email: 'Ann@Example.com' } },
        { contact: { notes: 'no number', email: 'ann@example.com', customFields: { f1: '7' } } },
        { phone: stranger, contact: { name: 'Ann L', customFields: { f1: '7' } } },
        { contact: { name: 'Other', email: 'other@example.com' } },
      ],
      merging({ duplicateBy: ['email', 'custom:f1'] }),
    )
    expect(outcomes(rows)).toEqual([
      ['send', null, 1],
      ['skipped', 'merged', 1],
      ['skipped', 'merged', 1],
      ['invalid', null, null],
    ])
    expect(rows[0]?.detail.calls).toEqual([
      {
        kind: 'updateCustomer',
        uuid: 'ann',
        customer: { name: 'Ann L', email: 'ann@example.com', notes: 'no number', customFields: { f1: '7' } },
      },
    ])
    expect(rows[1]?.detail.issues).toBeUndefined()
    expect(rows[2]?.detail.issues).toMatchObject([{ code: 'duplicate.number', severity: 'warning', value: stranger }])
    expect(rows[3]?.detail.issues).toMatchObject([{ code: 'match.blank' }])
  })

  test('are never merged when they are about two contacts of the service: none is sent, and each says which two', async () => {
    cache(store, ann, ben)
    for (const duplicates of ['merge', 'last', 'first'] as const) {
      const { rows, counts, planId } = await plan(
        store,
        [
          { phone: ann.phone ?? '', contact: { name: 'A', email: 'us@example.com' } },
          { phone: ben.phone ?? '', contact: { name: 'B', email: 'us@example.com' } },
          { phone: ann.phone ?? '', contact: { name: 'C' } },
        ],
        byEmail({ duplicates }),
      )
      expect(outcomes(rows)).toEqual([
        ['invalid', null, 1],
        ['invalid', null, 1],
        ['invalid', null, 1],
      ])
      expect(rows[1]?.detail.issues?.[0]?.message).toBe(
        'Row 2 seems to be about the same person, but the service has two contacts for them: Ben and Ann.',
      )
      expect(counts).toMatchObject({ invalid: 3, calls: 0 })
      expect(planSummary(store, planId)).toMatchObject({
        contacts: 0,
        fields: [],
        issues: [{ code: 'duplicate.contacts', rows: 3, line: 2 }],
      })
    }
  })

  test('are not one contact when they have more than five numbers: what they share is a placeholder', async () => {
    const rowsOf = (numbers: number): RowParts[] =>
      Array.from({ length: numbers }, (_, n) => ({ phone: `+1555000010${n}`, contact: { name: `N${n}`, email: 'none@example.com' } }))
    const five = await plan(store, rowsOf(5), byEmail({ notFound: 'create', duplicates: 'merge' }))
    expect(five.counts).toMatchObject({ send: 1, skipped: 4 })
    const six = await plan(store, rowsOf(6), byEmail({ notFound: 'create', duplicates: 'merge' }))
    expect(six.counts).toMatchObject({ invalid: 6, calls: 0 })
    expect(planSummary(store, six.planId).issues).toMatchObject([{ code: 'duplicate.numbers', rows: 6, line: 2 }])
  })

  test('count for the contact that exists, so that no second one is created', async () => {
    cache(store, ann)
    const rows: RowParts[] = [
      { phone: ann.phone ?? '', contact: { name: 'A', email: 'a@example.com' } },
      { phone: stranger, contact: { name: 'B', email: 'a@example.com' } },
    ]
    const last = await plan(store, rows, byEmail({ notFound: 'create', duplicates: 'last' }))
    expect(outcomes(last.rows)).toEqual([
      ['send', null, 1],
      ['skipped', 'duplicate', 1],
    ])
    const merged = await plan(store, rows, byEmail({ notFound: 'create', duplicates: 'merge' }))
    expect(merged.rows[0]?.detail.calls).toEqual([{ kind: 'updateCustomer', uuid: 'ann', customer: { name: 'B', email: 'a@example.com' } }])
    const none = await plan(store, rows, byEmail({ notFound: 'create', duplicates: 'invalid' }))
    expect(none.counts).toMatchObject({ invalid: 2, calls: 0 })
  })
})

test('without shared fields, last, first and invalid name the group of each row too', async () => {
  cache(store, ann, ben)
  const rows: RowParts[] = [ann, ben, ann, ann].map(({ phone }, at) => ({ phone: phone ?? '', contact: { name: `N${at}` } }))
  const groupsOf = async (duplicates: Recipe['duplicates']) => (await plan(store, rows, { duplicates })).rows.map((row) => row.groupRow)
  expect(await groupsOf('last')).toEqual([4, null, 4, 4])
  expect(await groupsOf('first')).toEqual([1, null, 1, 1])
  expect(await groupsOf('invalid')).toEqual([1, null, 1, 1])
})

const phone = fc.integer({ min: 1, max: 5 }).map((n) => `+1555000000${n}`)
const someError = { code: 'value.unknown', severity: 'error' as const, line: 2, column: 'A', value: 'x', message: 'm', hint: 'h' }
const someWarning = { ...someError, code: 'value.odd', severity: 'warning' as const }
const email = fc.constantFrom('a@x.de', 'A@X.de', 'b@x.de', 'c@x.de', 'd@x.de', null)
const oneHandling = fc.constantFrom('add', 'remove', 'replace')
const arbitraryRows = fc
  .tuple(
    fc.array(
      fc.record(
        {
          phone,
          contact: fc
            .tuple(arbitraryDesired, fc.option(email, { nil: undefined }))
            .map(([desired, address]) => (address === undefined ? desired : { ...desired, email: address })),
          isApart: fc.constant(true as const),
          issues: fc.oneof({ arbitrary: fc.constant<RowIssue[]>([]), weight: 8 }, fc.subarray([someError, someWarning])),
        },
        { requiredKeys: [] },
      ),
      { maxLength: 12 },
    ),
    oneHandling,
  )
  // A recipe has one rule for tags.
  .map(([rows, handling]): RowParts[] =>
    rows.map((row): RowParts =>
      row.contact?.tags === undefined ? row : { ...row, contact: { ...row.contact, tags: { ...row.contact.tags, handling } } },
    ),
  )
const arbitraryContacts: fc.Arbitrary<CustomerRecord[]> = fc.array(arbitraryRecord, { maxLength: 4 }).map((all) =>
  all.map((record, at) => {
    const { email: _email, unreachable: _unreachable, ...shown } = record
    return {
      name: null,
      notes: null,
      archived: false,
      blocked: false,
      tags: [],
      customFields: {},
      consent: null,
      ...shown,
      uuid: `u${at}`,
      phone: `+1555000000${at + 1}`,
    }
  }),
)
const arbitraryParts = fc.record({
  notFound: fc.constantFrom('skip', 'create'),
  duplicates: fc.constantFrom('last', 'first', 'invalid', 'merge', 'merge', 'merge'),
  duplicateBy: fc.constantFrom<NonNullable<Recipe['duplicateBy']>>(
    [],
    ['phone'],
    ['email'],
    ['custom:f1'],
    ['phone', 'email', 'custom:f1', 'custom:f2'],
  ),
  merge: fc.record({
    values: fc.constantFrom('last', 'firstNonEmpty'),
    tags: fc.constantFrom('join', 'last'),
    perField: fc.constantFrom<Record<string, 'last' | 'firstNonEmpty' | 'join'>>(
      {},
      { notes: 'join' },
      { name: 'firstNonEmpty', 'custom:f1': 'last' },
    ),
  }),
}) satisfies fc.Arbitrary<Partial<Recipe>>

test('groups and merges are those of the simplest possible planner; figures add up; a second plan after the run makes no calls', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryRows, arbitraryContacts, arbitraryParts, async (rows, contacts, parts) => {
      // Where numbers alone tell duplicates, none of which counts, a refusal is heard as in "naive-plan.ts".
      fc.pre(
        parts.duplicates !== 'invalid' ||
          parts.duplicateBy.some((by) => by !== 'phone') ||
          !rows.some(({ contact }) => contact?.blocked === true || contact?.unreachable === true),
      )
      store.exec('DELETE FROM plans; DELETE FROM contacts')
      cache(store, ...contacts)
      const { planId, counts, rows: planned } = await plan(store, rows, parts)
      const expected = naiveGroups(rows, contacts, recipeOf(parts))
      expect(planned.map((row) => [row.class, row.reason, row.groupRow])).toEqual(expected.map((row) => [row.class, row.reason, row.group]))
      expect(planned.map((row) => row.detail.calls ?? [])).toEqual(expected.map((row) => row.calls))
      expect(planned.map((row) => row.detail.winnerLine ?? null)).toEqual(
        expected.map((row) => (row.countsInstead === null ? null : row.countsInstead + 1)),
      )

      const { send, unchanged, held, skipped, invalid } = counts
      expect(send + unchanged + held + skipped + invalid).toBe(rows.length)
      const summary = planSummary(store, planId)
      expect(summary.calls).toBe(planned.reduce((sum, row) => sum + (row.class === 'send' ? (row.detail.calls?.length ?? 0) : 0), 0))
      expect(summary.contacts).toBe(new Set(planned.flatMap((row) => (row.class === 'send' ? (row.lane ?? []) : []))).size)
      expect(summary.skips.reduce((sum, skip) => sum + skip.rows, 0)).toBe(skipped)
      for (const group of summary.issues) {
        const page = planRows(store, planId, { issueCode: group.code, offset: 0, limit: 100 })
        expect([page.total, page.rows[0]?.line]).toEqual([group.rows, group.line])
        expect(page.rows.every((row) => row.issues.some(({ code }) => code === group.code))).toBe(true)
      }
      const issuesShown = new Set(planned.flatMap((row) => (row.detail.issues ?? []).map(({ code }) => code)))
      expect(new Set(summary.issues.map(({ code }) => code))).toEqual(issuesShown)
      for (const field of summary.fields)
        expect(field.rows).toBe(planned.filter((row) => row.detail.changes?.some((change) => change.field === field.field)).length)
      expect(
        planned.filter((row) => row.class === 'invalid').every((row) => row.detail.issues?.some(({ severity }) => severity === 'error')),
      ).toBe(true)
      expect(planned.some((row) => row.class !== 'invalid' && row.detail.issues?.some(({ severity }) => severity === 'error'))).toBe(false)

      const service: ModelService = { contacts: new Map(contacts.map((one) => [one.uuid, one])), messages: [] }
      for (const row of createPlanRows(store).sendsAfter(planId, 'run', beforeFirstSend, 1000)) {
        for (const record of perform(service, row.detail.calls ?? [])) tablesOf(store).contacts.putRead({ record, extra: null }, nowMs + 1)
      }
      const second = await plan(store, rows, parts)
      expect(second.counts).toMatchObject({ rows: rows.length, calls: 0, send: 0 })
    }),
    { numRuns: portion(150) },
  )
}, 120_000)
