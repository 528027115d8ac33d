import { describe, expect, test } from 'vitest'
import type { MappedRow } from '../../../../src-main/engine/model/plans/mapped-row.ts'
import type { DuplicateStrategy } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { createDuplicateGroups, type Part } from '../../../../src-main/engine/plan/duplicates/duplicate-groups.ts'
import { createGroupSurvey, mostNumbers } from '../../../../src-main/engine/plan/duplicates/group-winner.ts'

interface Row {
  part?: Part
  uuid?: string | null
  phone?: string | null
  says?: Pick<MappedRow, 'consent' | 'consentAt' | 'isUnconfirmed' | 'contact'>
  isSilent?: boolean
}

/** Looks at these rows, numbered from 1, on the lines from 2 on. */
function survey(
  rows: readonly Row[],
  { strategy = 'last' as DuplicateStrategy, values = 'last' as 'last' | 'firstNonEmpty', isRefusalFinal = false } = {},
) {
  const groups = createDuplicateGroups({ sharedFields: [] })
  const made = createGroupSurvey(
    { strategy, merge: { values, tags: 'join', perField: new Map() } },
    groups,
    isRefusalFinal,
    Date.UTC(2025, 0, 1),
  )
  for (const [at, { part = 'own', uuid = null, phone = '+12025550100', says = {}, isSilent = false }] of rows.entries()) {
    const mapped: MappedRow = { line: at + 2, key: null, issues: [], ...says }
    groups.seen(at + 1, part, null, mapped, !isSilent)
    made.take({ row: at + 1, line: at + 2, class: 'send', contactUuid: uuid, phone }, part)
  }
  return made
}
const refusing = { says: { consent: false } }
const agreeing = { says: { consent: true } }
const unconfirmed = { says: { consent: true, isUnconfirmed: true as const } }
/** Says so on the day after a first of January. */
const on = (day: number, consent: boolean) => ({
  says: { consent, consentAt: { atMs: Date.UTC(2024, 0, 1 + day), precision: 'day' as const } },
})
const known = { uuid: 'u1' }
const silent = { isSilent: true }

describe('of the rows about one contact counts', () => {
  test.each<[string, Row[], number | null, number | null]>([
    ['the last, or the first', [{}, {}, {}], 3, 1],
    ['one whose contact is known', [{}, known, {}], 2, 2],
    ['the last of those whose contact is known, or the first', [known, {}, known], 3, 1],
    ['one that says something', [silent, {}, silent], 2, 2],
    ['one whose contact is known, though it says nothing', [{}, { ...known, ...silent }, {}], 2, 2],
    ['of rows that say nothing the first', [silent, silent], 1, 1],
    ['one that refuses, before one whose contact is known', [known, refusing, known], 2, 2],
    ['the last that refuses, or the first', [refusing, known, refusing], 3, 1],
    ['none that names no contact, or one that nobody has', [{ part: 'nameless' }, { part: 'unfound', ...refusing }], null, null],
    ['only one that counts on its own', [{}, { part: 'nameless' }, { part: 'unfound' }], 1, 1],
    ['none of none', [], null, null],
  ])('%s', (_what, rows, last, first) => {
    expect(survey(rows).winner).toBe(last)
    expect(survey(rows, { strategy: 'merge' }).winner).toBe(last)
    expect(survey(rows, { strategy: 'first' }).winner).toBe(first)
    expect(survey(rows, { strategy: 'merge', values: 'firstNonEmpty' }).winner).toBe(first)
    // Where a refusal is final, the last one carries its evidence.
    expect(survey(rows, { strategy: 'merge', values: 'firstNonEmpty', isRefusalFinal: true }).winner).toBe(last)
    expect(survey(rows, { strategy: 'last', values: 'firstNonEmpty' }).winner).toBe(last)
  })
})

describe('all rows together say of consent', () => {
  test.each<[string, Row[], object]>([
    ['nothing where none does', [{}, {}], {}],
    ['no where one does, whatever others say', [agreeing, refusing, agreeing], { consent: false }],
    ['yes where one does', [{}, agreeing], { consent: true }],
    ['an unconfirmed yes where nobody confirmed one', [unconfirmed, unconfirmed], { consent: true, isUnconfirmed: true }],
    ['yes where one is confirmed', [unconfirmed, agreeing, unconfirmed], { consent: true }],
    ['no though it is unconfirmed beside', [unconfirmed, refusing], { consent: false }],
    [
      'no by a row that cannot count itself, but never yes',
      [
        { part: 'unfound', ...refusing },
        { part: 'nameless', ...agreeing },
      ],
      { consent: false },
    ],
    ['nothing where only a row agrees that cannot count itself', [{ part: 'nameless', ...agreeing }], {}],
    ['yes where it came after every refusal', [on(1, true), on(0, false)], { consent: true }],
    ['no where the refusal came later', [on(0, true), on(1, false)], { consent: false }],
    ['no where a row has no date', [on(1, true), on(0, false), agreeing], { consent: false }],
    ['no where the last to agree cannot count itself', [on(0, false), { ...on(1, true), part: 'nameless' }], { consent: false }],
    [
      'blocked where one is, whoever is not',
      [{ says: { contact: { blocked: true } } }, { says: { contact: { blocked: false } } }],
      { contact: { blocked: true } },
    ],
  ])('%s', (_what, rows, consent) => {
    expect(survey(rows).together).toEqual({ contact: {}, ...consent })
  })

  test('on which lines first', () => {
    expect(survey([{}, agreeing, refusing, agreeing, refusing]).consentLines).toEqual({ yes: 3, no: 4 })
    expect(survey([{}, refusing]).consentLines).toEqual({ yes: null, no: 3 })
  })

  test('no by one refusal where the rows are invalid together, whatever their dates', () => {
    const invalid = survey([on(1, true), on(0, false)], { strategy: 'invalid' })
    expect([invalid.together, invalid.winner]).toEqual([{ contact: {}, consent: false }, 2])
  })

  test('and the first row that agrees and can count is known', () => {
    const rows = [{}, { part: 'nameless' as const, ...agreeing }, refusing, agreeing, agreeing]
    expect(survey(rows).agreeingRow()).toBe(4)
    expect(survey(rows.slice(0, 3)).agreeingRow()).toBeNull()
  })
})

describe('rows are not one contact', () => {
  test.each<[string, Row[], unknown]>([
    [
      'where they are about two contacts of the service',
      [known, {}, known, { uuid: 'u2' }, { uuid: 'u3' }],
      { first: { uuid: 'u1', line: 2 }, second: { uuid: 'u2', line: 5 } },
    ],
    ['but where they are about one', [known, {}, known], null],
    ['nor by a contact of a row that does not count', [known, { part: 'unfound', uuid: 'u2' }], null],
  ])('%s', (_what, rows, conflict) => {
    expect(survey(rows).conflict).toEqual(conflict)
  })

  test('where they have very many numbers', () => {
    const numbers = (count: number): Row[] => Array.from({ length: count }, (_, at) => ({ phone: `+1202555010${at}` }))
    expect(survey([...numbers(mostNumbers), ...numbers(mostNumbers), { phone: null }]).hasManyNumbers).toBe(false)
    expect(survey(numbers(mostNumbers + 1)).hasManyNumbers).toBe(true)
    expect(survey(numbers(mostNumbers + 1).map((row) => ({ ...row, part: 'unfound' as const }))).hasManyNumbers).toBe(true)
  })
})

test('the lines of all rows are kept, up to one more than are shown', () => {
  expect(survey([{}, { part: 'nameless' }, { part: 'unfound' }]).mergedLines).toEqual([2, 3, 4])
  expect(survey(Array.from({ length: 150 }, () => ({}))).mergedLines).toHaveLength(101)
})
