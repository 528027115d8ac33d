import { beforeEach, describe, expect, test } from 'vitest'
import type { Recipe } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import type { RowIssue } from '../../../../src-main/engine/model/plans/row-issue.ts'
import { planSummary } from '../../../../src-main/engine/plan/read/read-plan.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache, plan, type RowParts } from '../planning.ts'

const newStore = tempStores()
const phone = '+15550000001'
const email = 'ann@example.com'
const error: RowIssue = { code: 'value.unknown', severity: 'error', line: 2, column: 'A', value: 'x', message: 'm', hint: 'h' }
let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
  cache(store, { uuid: 'ann', phone, name: 'Ann', tags: [], notes: '', consent: null, blocked: false, customFields: {} })
})

const byEmail = (duplicates: Recipe['duplicates']): Partial<Recipe> => ({ duplicateBy: ['email'], duplicates })
const named = (...names: string[]) => names.map((name): RowParts => ({ phone, contact: { email, name } }))

describe('a file is read once more', () => {
  test.each<[string, Partial<Recipe>, RowParts[], number]>([
    ['where rows of it are merged', { duplicates: 'merge' }, named('A', 'B'), 2],
    ['not where there is nothing to merge', { duplicates: 'merge' }, named('A'), 1],
    ['not where one row counts for all', byEmail('last'), named('A', 'B'), 1],
    [
      'not for consent, of which all is known',
      { kind: 'consent', duplicates: 'merge' },
      [
        { phone, consent: true },
        { phone, consent: true },
      ],
      1,
    ],
  ])('%s', async (_what, parts, rows, times) => {
    let readings = 0
    await plan(store, rows, parts, {
      readRows: async function* () {
        readings += 1
        yield await Promise.resolve({ rows: rows.map((_, at) => ({ line: at + 2, cells: ['x'] })), bytesRead: 1 })
      },
    })
    expect(readings).toBe(times)
  })
})

describe('a row that shares an address with another one', () => {
  const outcomes = async (other: RowParts) => {
    const { rows } = await plan(store, [...named('A'), { contact: { email, notes: 'x' }, ...other }], byEmail('merge'))
    return { first: rows[0]?.detail.calls, other: [rows[1]?.class, rows[1]?.reason] }
  }

  test('belongs to it where it names nobody', async () => {
    expect(await outcomes({})).toMatchObject({ first: [{ customer: { name: 'A', notes: 'x' } }], other: ['skipped', 'merged'] })
  })

  test.each<[string, RowParts, unknown[]]>([
    ['it was left out by hand', { isExcluded: true }, ['skipped', 'excluded']],
    ['a filter leaves it out', { filtered: { column: 'A', value: 'x' } }, ['skipped', 'filtered']],
    ['it has a mistake of its own', { issues: [error] }, ['invalid', null]],
  ])('does not where %s', async (_what, parts, other) => {
    const found = await outcomes(parts)
    expect(found.other).toEqual(other)
    expect(found.first).toEqual([{ kind: 'updateCustomer', uuid: 'ann', customer: { email, name: 'A' } }])
  })

  test('brings its mistakes to the row that would write them', async () => {
    const ifWritten = [{ field: 'custom:f', value: 'bad', issue: error }]
    const rows: RowParts[] = [...named('A'), { contact: { email, customFields: { f: 'bad' } }, ifWritten }]
    const planned = await plan(store, rows, byEmail('merge'))
    expect(planned.rows[0]).toMatchObject({ class: 'invalid', detail: { issues: [{ code: 'value.unknown' }] } })
  })
})

test('a contact without a number is one contact in every row', async () => {
  cache(store, { uuid: 'web', phone: null, name: 'Web' })
  const row = (name: string): RowParts => ({ key: { by: 'uuid', uuid: 'web' }, contact: { name } })
  const { rows } = await plan(store, [row('A'), row('B')], { duplicates: 'last' })
  expect(rows.map((one) => [one.class, one.reason, one.groupRow])).toEqual([
    ['skipped', 'duplicate', 2],
    ['send', null, 2],
  ])
})

describe('a list of texts', () => {
  const message = { body: 'We moved.', attachments: [], sentAtSeconds: null }
  beforeEach(() => {
    cache(store, { uuid: 'ann', phone, name: 'Ann', consent: true, blocked: false, archived: false, reachableBySms: true })
  })

  test('texts each person once, and counts them once', async () => {
    const { rows, planId } = await plan(
      store,
      [
        { phone, message },
        { phone, message: { ...message, body: 'Again.' } },
      ],
      { kind: 'send', duplicates: 'last' },
    )
    expect(rows.map((row) => [row.class, row.reason])).toEqual([
      ['skipped', 'duplicate'],
      ['held', 'sending'],
    ])
    expect(planSummary(store, planId)).toMatchObject({ held: 1, fileHeld: { rows: 1, contacts: 1, calls: 1 } })
  })

  test('has the row count that the recipe says, whatever another one says of consent', async () => {
    const rows: RowParts[] = [
      { phone, message, consent: true },
      { phone, message: { ...message, body: 'Again.' } },
    ]
    const { rows: planned } = await plan(store, rows, { kind: 'send', duplicates: 'last' })
    expect(planned.map((row) => row.class)).toEqual(['skipped', 'held'])
    expect(planned[1]?.detail.calls).toMatchObject([{ kind: 'sendToPhone', post: { body: 'Again.' } }])
  })
})

test('a row that would only create its contact does not count before one that says something of it', async () => {
  const stranger = '+15550000009'
  const rows: RowParts[] = [{ phone: stranger, contact: { name: 'Gus' } }, { phone: stranger }]
  for (const all of [rows, rows.toReversed()]) {
    const planned = await plan(store, all, { notFound: 'create', duplicates: 'last' })
    const sent = planned.rows.filter((row) => row.class === 'send')
    expect(sent.map(({ detail }) => detail.calls)).toEqual([[{ kind: 'createCustomer', customer: { phone: stranger, name: 'Gus' } }]])
  }
})
