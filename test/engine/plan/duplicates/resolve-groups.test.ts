import { beforeEach, describe, expect, test } from 'vitest'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { RowIssue } from '../../../../src-main/engine/model/plans/row-issue.ts'
import type { Recipe } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { planSummary } from '../../../../src-main/engine/plan/read/read-plan.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache, plan, type RowParts } from '../planning.ts'

const newStore = tempStores()
let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
  cache(store, ann)
})

const ann: CustomerRecord = { uuid: 'ann', phone: '+15550000001', name: 'Ann', tags: [], notes: '', consent: null, blocked: false }
const phone = '+15550000001'
const stranger = '+15550000009'
const email = 'ann@example.com'
const warning: RowIssue = { code: 'test.odd', severity: 'warning', line: 2, column: 'A', value: 'x', message: 'm', hint: 'h' }
const consentList: Partial<Recipe> = { kind: 'consent', duplicates: 'merge' }
const byEmail = (duplicates: Recipe['duplicates']): Partial<Recipe> => ({ duplicateBy: ['email'], duplicates })
const codes = (issues: readonly RowIssue[] | undefined) => (issues ?? []).map(({ code }) => code)

/** Plans rows about Ann; answers those that count as well. */
async function resolved(rows: readonly RowParts[], parts: Partial<Recipe>) {
  const planned = await plan(store, rows, parts)
  const counting = planned.rows.filter((row) => row.class !== 'skipped')
  return { rows: planned.rows, counting, first: counting[0], issues: planSummary(store, planned.planId).issues }
}

describe('rows about consent that are merged', () => {
  const said = (...consents: (boolean | RowParts)[]) =>
    consents.map((one, at): RowParts => ({
      phone,
      evidence: { Form: String(at + 1) },
      ...(typeof one === 'boolean' ? { consent: one } : one),
    }))

  test.each([
    ['only agree', [true, true], []],
    ['only refuse', [false, false], []],
    ['do both', [true, false], ['duplicate.contradiction']],
  ] as const)('that %s are told to disagree as %j: %j', async (_what, consents, found) => {
    const { first, issues } = await resolved(said(...consents), consentList)
    expect([codes(first?.detail.issues), issues.map(({ code, rows }) => [code, rows])]).toEqual([found, found.map((code) => [code, 1])])
  })

  test('do not disagree where the permission came last by all their dates', async () => {
    const on = (day: number) => ({ atMs: Date.UTC(2023, 0, day), precision: 'day' as const })
    const { first } = await resolved(said({ consent: false, consentAt: on(1) }, { consent: true, consentAt: on(2) }), consentList)
    expect(first?.detail).toMatchObject({ calls: [{ consent: true }], evidence: { Form: '2' } })
    expect(first?.detail).not.toHaveProperty('issues')
  })

  test('go with the last of them that counts, also where values are taken from the first', async () => {
    const merge: Recipe['merge'] = { values: 'firstNonEmpty', tags: 'join', perField: {} }
    const { first } = await resolved(said(true, true), { ...consentList, merge })
    expect(first).toMatchObject({ row: 2, detail: { evidence: { Form: '2' } } })
  })

  test('change nothing where the service says so already', async () => {
    cache(store, { ...ann, consent: true })
    const { counting, first } = await resolved(said(true, true), consentList)
    expect([counting.length, first?.class, first?.lane]).toEqual([1, 'unchanged', null])
    expect(first?.detail).not.toHaveProperty('calls')
  })

  test('keep that the contact asked for it, and do not say so else', async () => {
    const asked = await resolved(said({ consent: false, isOptOutExplicit: true }, { consent: false, isOptOutExplicit: true }), consentList)
    expect(asked.first?.detail).toMatchObject({ isOptOutExplicit: true, calls: [{ consent: false }] })
    const other = await resolved(said(false, false), consentList)
    expect(other.first?.detail).not.toHaveProperty('isOptOutExplicit')
  })
})

describe('the row that counts for all that share an address', () => {
  test('brings the evidence of the one that agrees, where it does not itself', async () => {
    const rows: RowParts[] = [
      { phone, contact: { email, name: 'Anna' }, evidence: { Form: 'none' } },
      { phone, contact: { email }, consent: true, evidence: { Form: '2' } },
    ]
    const { first } = await resolved(rows, byEmail('first'))
    expect(first).toMatchObject({ row: 1, detail: { evidence: { Form: '2' }, calls: [{ customer: { name: 'Anna' } }, { consent: true }] } })
  })

  test('keeps its own evidence where it agrees itself, or refuses', async () => {
    const blocking: RowParts = { phone, contact: { email, blocked: true }, consent: true, evidence: { Form: '2' } }
    const refusing = await resolved([{ phone, contact: { email }, consent: false, evidence: { Form: '1' } }, blocking], byEmail('first'))
    expect(refusing.first).toMatchObject({
      row: 1,
      detail: { evidence: { Form: '1' }, calls: [{ consent: false }, { customer: { blocked: true } }] },
    })
    const agreeing: RowParts = { phone, contact: { email, name: 'Anna' }, consent: true, evidence: { Form: '1' } }
    const other: RowParts = { phone, contact: { email, unreachable: false }, consent: true, evidence: { Form: '2' } }
    const both = await resolved([agreeing, other], byEmail('first'))
    expect(both.first).toMatchObject({ row: 1, detail: { evidence: { Form: '1' } } })
    expect(both.first?.detail.calls?.at(-1)).toMatchObject({ kind: 'setConsent', consent: true })
  })

  test('is none where they are to be mistakes; each names another row', async () => {
    const row: RowParts = { phone, contact: { email, name: 'A' } }
    const { rows } = await resolved([row, row, row], byEmail('invalid'))
    expect(rows.map(({ class: rowClass, detail }) => [rowClass, /row (\d)/i.exec(detail.issues?.[0]?.message ?? '')?.[1]])).toEqual([
      ['invalid', '3'],
      ['invalid', '2'],
      ['invalid', '2'],
    ])
  })
})

describe('rows that are merged into another one', () => {
  test('leave no mark of an opt-out that nobody asked for', async () => {
    const rows: RowParts[] = [
      { phone, contact: { name: 'A' } },
      { phone, contact: { blocked: true } },
    ]
    expect((await resolved(rows, { duplicates: 'merge' })).first?.detail).not.toHaveProperty('isOptOutExplicit')
    const asking = rows.map((row): RowParts => ({ ...row, isOptOutExplicit: true }))
    expect((await resolved(asking, { duplicates: 'merge' })).first?.detail).toMatchObject({ isOptOutExplicit: true })
  })

  test('tell once that they contradict themselves', async () => {
    const both: RowParts = { phone, consent: true, contact: { blocked: true } }
    const { first, issues } = await resolved([{ phone, contact: { name: 'A' } }, both], { duplicates: 'merge' })
    expect(codes(first?.detail.issues)).toEqual(['consent.contradicts'])
    expect(issues.map(({ code, rows }) => [code, rows])).toEqual([['consent.contradicts', 1]])
  })

  test('are told of at the row that counts, where it keeps a value that nobody can see, and counted there', async () => {
    const emptied: RowParts[] = [
      { phone, contact: { email: null } },
      { phone, contact: { name: 'A' } },
    ]
    for (const rows of [emptied, emptied.toReversed()]) {
      const { first, rows: planned, issues } = await resolved(rows, { duplicates: 'merge' })
      expect(codes(first?.detail.issues)).toEqual(['clear.unknown'])
      const stored = planned.filter(({ detail }) => codes(detail.issues).includes('clear.unknown')).length
      expect(issues.map(({ code, rows: count }) => [code, count])).toEqual([['clear.unknown', stored]])
    }
  })

  test('keep their warnings, each counted once, whether they name a contact or not', async () => {
    const rows: RowParts[] = [
      { phone, contact: { email }, issues: [warning] },
      { contact: { email }, issues: [warning] },
      { phone, contact: { email, name: 'A' } },
    ]
    const { rows: planned, issues } = await resolved(rows, byEmail('merge'))
    expect(planned.map(({ class: rowClass, detail }) => [rowClass, codes(detail.issues)])).toEqual([
      ['skipped', ['test.odd']],
      ['skipped', ['test.odd']],
      ['send', []],
    ])
    expect(issues.map(({ code, rows: count }) => [code, count])).toEqual([['test.odd', 2]])
  })

  test('have a number of their own remembered as refusing, and no other', async () => {
    const rows: RowParts[] = [
      { phone, contact: { email, name: 'A' } },
      { phone: stranger, contact: { email, blocked: true } },
      { phone, contact: { email, blocked: true } },
      { phone: '+15550000008', contact: { email } },
    ]
    const { rows: planned } = await resolved(rows, byEmail('merge'))
    expect(planned.map(({ class: rowClass, detail }) => [rowClass, detail.refuses ?? false])).toEqual([
      ['skipped', false],
      ['skipped', true],
      ['send', false],
      ['skipped', false],
    ])
  })
})

test('a row without a contact that nobody shares anything with is counted as invalid, once', async () => {
  const rows: RowParts[] = [
    { phone, contact: { email, name: 'A' } },
    { contact: { email: 'other@example.com' } },
    { contact: { email }, issues: [warning] },
  ]
  const { rows: planned, issues } = await resolved(rows, byEmail('invalid'))
  expect(planned.map(({ class: rowClass }) => rowClass)).toEqual(['invalid', 'invalid', 'invalid'])
  const counted = (code: string) => issues.find((one) => one.code === code)?.rows
  const stored = (code: string) => planned.filter(({ detail }) => codes(detail.issues).includes(code)).length
  for (const code of ['match.blank', 'test.odd', 'match.duplicate']) expect([code, counted(code) ?? 0]).toEqual([code, stored(code)])
  expect(counted('match.blank')).toBe(2)
})
