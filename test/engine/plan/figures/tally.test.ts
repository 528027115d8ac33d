import { describe, expect, test } from 'vitest'
import { blockSize } from '../../../../src-main/engine/model/plans/class-histogram.ts'
import type { FieldChange, RowClass } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import { unheardCode } from '../../../../src-main/engine/model/plans/row-issue.ts'
import { countedRow, type CountedRow, countedRows, createTally, isAgreedUnheard } from '../../../../src-main/engine/plan/figures/tally.ts'
import type { StoredPlanRow } from '../../../../src-main/engine/store/plans/stored-plan-row.ts'
import { consent, update } from '../../run/answer/items.ts'

const change = (field: string, after: FieldChange['after'] = 'B', before: FieldChange['after'] = 'A'): FieldChange => ({
  field,
  label: field.toUpperCase(),
  before,
  beforeKnown: true,
  after,
})
const counted = (row: number, rowClass: RowClass, parts: Partial<CountedRow> = {}): CountedRow => ({
  row,
  class: rowClass,
  reason: null,
  changes: [],
  calls: rowClass === 'send' || rowClass === 'held' ? [update] : [],
  isKnown: true,
  optOut: null,
  isOptOutExplicit: false,
  ...parts,
})
const refusal = { ...consent, consent: false }
const others = { issues: [], guards: [] }
const totalsOf = (tally: ReturnType<typeof createTally>) => tally.totals(others)
const empty = {
  rows: 0,
  send: 0,
  unchanged: 0,
  held: 0,
  skipped: 0,
  invalid: 0,
  calls: 0,
  contacts: 0,
  skips: [],
  holds: [],
  fields: [],
  ...others,
}
const blocks = (parts: Partial<Record<RowClass, number[]>>) => ({ send: [], unchanged: [], held: [], skipped: [], invalid: [], ...parts })

describe('what rows come to', () => {
  test('is nothing before there are any, and by class what they are', () => {
    const tally = createTally('contacts')
    expect(totalsOf(tally)).toEqual(empty)
    tally.addUnchanged(1)
    tally.add(counted(2, 'invalid', { reason: 'kept for itself' }))
    tally.add(counted(3, 'send', { calls: [update, refusal] }))
    tally.add(counted(4, 'unchanged'))
    tally.add(counted(5, 'skipped'))
    expect(totalsOf(tally)).toEqual({ ...empty, rows: 5, send: 1, unchanged: 2, skipped: 1, invalid: 1, calls: 2, contacts: 1 })
    expect(tally.counts()).toEqual({ rows: 5, send: 1, unchanged: 2, held: 0, skipped: 1, invalid: 1, calls: 2 })
    expect(tally.blocks()).toEqual(blocks({ send: [1], unchanged: [2], skipped: [1], invalid: [1] }))
  })

  test('is told by the reasons that rows are left out for, and held for: the most frequent ones, and by name', () => {
    const tally = createTally('contacts')
    const skips = ['b', 'c', 'c', 'a', 'b', 'z', 'c']
    skips.forEach((reason, at) => tally.add(counted(at + 1, 'skipped', { reason })))
    for (const [at, reason] of ['mass', 'clear mass', 'mass', 'clear'].entries()) tally.add(counted(at + 8, 'held', { reason }))
    expect(totalsOf(tally)).toMatchObject({
      skipped: 7,
      held: 4,
      calls: 0,
      contacts: 0,
      skips: [
        { reason: 'c', rows: 3 },
        { reason: 'b', rows: 2 },
        { reason: 'a', rows: 1 },
        { reason: 'z', rows: 1 },
      ],
      holds: [
        { reason: 'clear', rows: 1, contacts: 1, calls: 1 },
        { reason: 'clear mass', rows: 1, contacts: 1, calls: 1 },
        { reason: 'mass', rows: 2, contacts: 2, calls: 2 },
      ],
    })
    expect(tally.holds()).toEqual(totalsOf(tally).holds)
  })

  test('does not count a contact again that another row has counted', () => {
    const tally = createTally('messages')
    tally.add(counted(1, 'send'))
    tally.add(counted(2, 'send', { contacts: 0 }))
    tally.add(counted(3, 'held', { reason: 'direction' }))
    tally.add(counted(4, 'held', { reason: 'direction', contacts: 0 }))
    tally.add(counted(5, 'skipped', { reason: 'duplicate', contacts: 1 }))
    expect(totalsOf(tally)).toMatchObject({ send: 2, contacts: 1, holds: [{ reason: 'direction', rows: 2, contacts: 1 }] })
  })

  test('is again what it was when a row is counted out as it was counted in', () => {
    const tally = createTally('contacts')
    const rows = [
      counted(1, 'send', { changes: [change('notes', ''), change('name')] }),
      counted(2, 'held', { reason: 'consent', optOut: 'ledger', changes: [change('consent', true, false)] }),
      counted(3, 'skipped', { reason: 'duplicate' }),
      counted(4, 'send', { changes: [change('consent', false, true)], calls: [refusal] }),
    ]
    for (const row of rows) tally.add(row)
    expect(totalsOf(tally).fields).toEqual([
      { field: 'name', label: 'NAME', rows: 1 },
      { field: 'notes', label: 'NOTES', rows: 1 },
      { field: 'consent', label: 'CONSENT', rows: 2 },
    ])
    expect([...tally.rowsThat('clear')]).toEqual([1])
    expect([...tally.rowsThat('withdraw')]).toEqual([4])
    for (const row of rows) tally.remove(row)
    expect(totalsOf(tally)).toEqual(empty)
    expect(tally.blocks()).toEqual(blocks({}))
    for (const effect of ['clear', 'withdraw', 'refuse'] as const) expect([...tally.rowsThat(effect)]).toEqual([])
    expect(tally.guardFigures()).toEqual(createTally('contacts').guardFigures())
  })

  test('counts what guards look at only of rows that make calls, and only where guards look', () => {
    const row = (kind: Parameters<typeof createTally>[0], parts: Partial<CountedRow> = {}) => {
      const tally = createTally(kind)
      tally.add(counted(1, 'send', { changes: [change('notes', '')], ...parts }))
      return [tally.guardFigures().clears, ...tally.rowsThat('clear')]
    }
    expect([row('contacts'), row('consent'), row('messages'), row(null)]).toEqual([[1, 1], [1, 1], [0], [0]])
    expect(row('contacts', { calls: [] })).toEqual([0])
  })

  test('counts one more call without a row', () => {
    const tally = createTally('messages')
    tally.add(counted(1, 'send'))
    tally.addCall()
    expect(totalsOf(tally)).toMatchObject({ rows: 1, send: 1, contacts: 1, calls: 2 })
  })

  test('is kept by block', () => {
    const tally = createTally('contacts')
    tally.add(counted(1, 'send'))
    tally.add(counted(blockSize + 1, 'send'))
    tally.addUnchanged(2 * blockSize + 1)
    expect(tally.blocks()).toEqual(blocks({ send: [1, 1], unchanged: [0, 0, 1] }))
  })
})

describe('a guard', () => {
  test('holds a row that was to be sent, or that others hold, and lets it go', () => {
    const tally = createTally('contacts')
    tally.add(counted(1, 'send', { calls: [update, refusal] }))
    tally.hold(1, 'clear', 'clear', 2)
    expect(totalsOf(tally)).toEqual({ ...empty, rows: 1, held: 1, holds: [{ reason: 'clear', rows: 1, contacts: 1, calls: 2 }] })
    expect(tally.blocks()).toEqual(blocks({ held: [1] }))
    tally.hold(1, 'clear mass', 'mass', 2)
    expect(totalsOf(tally)).toMatchObject({ held: 1, holds: [{ reason: 'clear mass', rows: 1, contacts: 1, calls: 2 }] })
    const other = createTally('contacts')
    other.add(counted(1, 'held', { reason: 'mass' }))
    other.letGo(1, 'mass', 1)
    expect(totalsOf(other)).toEqual({ ...empty, rows: 1, send: 1, calls: 1, contacts: 1 })
    expect(other.blocks()).toEqual(blocks({ send: [1] }))
  })

  test('holds everything that is to be sent or is held, and nothing else', () => {
    const tally = createTally('contacts')
    tally.add(counted(1, 'send'))
    tally.add(counted(2, 'held', { reason: 'clear' }))
    tally.add(counted(3, 'skipped', { reason: 'duplicate' }))
    tally.addUnchanged(4)
    tally.add(counted(5, 'invalid'))
    tally.holdAll('mass')
    expect(totalsOf(tally)).toMatchObject({
      rows: 5,
      send: 0,
      held: 2,
      calls: 0,
      contacts: 0,
      skipped: 1,
      unchanged: 1,
      invalid: 1,
      holds: [
        { reason: 'clear mass', rows: 1, contacts: 1, calls: 1 },
        { reason: 'mass', rows: 1, contacts: 1, calls: 1 },
      ],
    })
    expect(tally.blocks()).toMatchObject({ send: [], held: [2] })
  })

  test('that is released leaves held what others hold', () => {
    const tally = createTally('contacts')
    for (const [at, reason] of ['mass', 'clear mass', 'clear', 'consent mass'].entries()) tally.add(counted(at + 1, 'held', { reason }))
    tally.add(counted(5, 'skipped', { reason: 'mass' }))
    tally.release('mass')
    expect(totalsOf(tally)).toMatchObject({
      rows: 5,
      send: 1,
      held: 3,
      calls: 1,
      contacts: 1,
      skips: [{ reason: 'mass', rows: 1 }],
      holds: [
        { reason: 'clear', rows: 2, contacts: 2, calls: 2 },
        { reason: 'consent', rows: 1, contacts: 1, calls: 1 },
      ],
    })
  })
})

test('what was counted before goes on, and stays as it was told', () => {
  const first = createTally('contacts')
  const rows = [
    counted(1, 'send', { changes: [change('name')], calls: [update, refusal] }),
    counted(2, 'held', { reason: 'clear', changes: [change('notes', '')] }),
    counted(3, 'skipped', { reason: 'duplicate' }),
    counted(4, 'skipped'),
    counted(5, 'unchanged'),
    counted(6, 'invalid'),
  ]
  for (const row of rows) first.add(row)
  const totals = { ...totalsOf(first), figures: { ...first.guardFigures(), total: 9, agreeing: 0 } }
  const told = structuredClone(totals)
  const second = createTally('contacts', { totals, blocks: structuredClone(first.blocks()) })
  expect(totalsOf(second)).toEqual(totalsOf(first))
  expect(second.guardFigures()).toEqual(first.guardFigures())
  const more = counted(7, 'send', { changes: [change('name'), change('email')] })
  second.add(more)
  first.add(more)
  expect(totalsOf(second)).toEqual(totalsOf(first))
  expect(second.blocks()).toEqual(first.blocks())
  expect(totals).toEqual(told)
  for (const row of [...rows, more]) second.remove(row)
  expect(totalsOf(second)).toEqual(empty)
})

describe('a stored row', () => {
  const stored = (parts: Partial<StoredPlanRow> = {}): StoredPlanRow => ({
    row: 1,
    line: 2,
    class: 'send',
    reason: null,
    lane: null,
    laneOrder: null,
    contactUuid: 'u1',
    phone: '+12025550100',
    detail: {},
    groupRow: null,
    contactName: null,
    ...parts,
  })

  test('is counted as it is stored', () => {
    expect(countedRow(stored())).toEqual({
      row: 1,
      class: 'send',
      reason: null,
      changes: [],
      calls: [],
      isKnown: true,
      optOut: null,
      isOptOutExplicit: false,
      isForList: false,
      isContradicted: false,
      isAgreedUnheard: false,
    })
    const changes = [change('name')]
    expect(
      countedRow(
        stored({
          contactUuid: null,
          class: 'held',
          reason: 'consent',
          detail: { changes, calls: [update], optOut: 'posts', isOptOutExplicit: true },
        }),
      ),
    ).toEqual({
      row: 1,
      class: 'held',
      reason: 'consent',
      changes,
      calls: [update],
      isKnown: false,
      optOut: 'posts',
      isOptOutExplicit: true,
      isForList: false,
      isContradicted: false,
      isAgreedUnheard: false,
    })
  })

  test('that refuses for the do-not-text list, or says both, is counted in and out', () => {
    const issues = [
      { code: 'consent.contradicts', severity: 'warning' as const, line: 2, column: null, value: null, message: '', hint: '' },
    ]
    const said = countedRow(stored({ detail: { calls: [update], issues } }))
    const listed = countedRow(stored({ row: 2, class: 'skipped', reason: 'not_found', detail: { refuses: true } }))
    const nothing = countedRow(stored({ row: 3, class: 'unchanged', detail: { issues } }))
    const tally = createTally('contacts')
    for (const row of [said, listed, nothing]) tally.add(row)
    expect(totalsOf(tally)).toMatchObject({ doNotText: 1, contradicted: 1 })
    const next = createTally('contacts', { totals: totalsOf(tally), blocks: tally.blocks() })
    for (const row of [said, listed]) next.remove(row)
    expect('doNotText' in totalsOf(next) || 'contradicted' in totalsOf(next)).toBe(false)
  })

  test('counts its number once among rows of the same class and reason, where rows are about numbers', () => {
    const other = '+12025550101'
    const rows = [
      stored(),
      stored(),
      stored({ class: 'held', reason: 'direction' }),
      stored({ class: 'held', reason: 'direction' }),
      stored({ class: 'held', reason: 'keyword' }),
      stored({ phone: other }),
      stored({ phone: null }),
      stored({ phone: null }),
    ]
    expect(countedRows(rows, 'phone').map(({ contacts }) => contacts)).toEqual([1, 0, 1, 0, 1, 1, undefined, undefined])
    expect(countedRows(rows, 'contact').map(({ contacts }) => contacts)).toEqual(rows.map(() => undefined))
  })
})

test.each([
  ['send', null, true],
  ['unchanged', null, true],
  ['skipped', 'duplicate', true],
  ['skipped', 'merged', true],
  ['skipped', 'not_found', false],
  ['held', 'consent', false],
  ['invalid', null, false],
] as const)('a row that agrees beside a column which nobody reads, and is %s (%s), counts as such: %s', (rowClass, reason, answer) => {
  const issue = { severity: 'warning', line: 2, column: null, value: null, message: '', hint: '' } as const
  expect(isAgreedUnheard(rowClass, reason, [{ ...issue, code: unheardCode }])).toBe(answer)
  expect(isAgreedUnheard(rowClass, reason, [{ ...issue, code: 'other' }])).toBe(false)
})
