import { describe, expect, test } from 'vitest'
import { hasCorrectedCell, isCorrectedIn, onlyCorrectedStep } from '../../../../src-main/engine/mapping/compile/only-corrected.ts'
import type { SourceRow } from '../../../../src-main/engine/model/files/source-schema.ts'
import type { MappedRow } from '../../../../src-main/engine/model/plans/mapped-row.ts'
import type { FieldRule } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'

/** A row as corrected: each changed cell with what it was; null where the whole row was left out or taken back in. */
const rowOf = (cells: string[], ...before: (readonly [column: number | null, before: string])[]): SourceRow => ({
  line: 2,
  cells,
  ...(before.length > 0 && {
    corrected: { corrections: before.map(([column, was]) => ({ column, before: was, after: '' })) } as unknown as NonNullable<
      SourceRow['corrected']
    >,
  }),
})

test('a row counts as corrected where one of its cells was changed, not where nothing or the row alone was', () => {
  expect(hasCorrectedCell(rowOf(['Ann']))).toBe(false)
  expect(hasCorrectedCell(rowOf(['Ann'], [null, '']))).toBe(false)
  expect(hasCorrectedCell(rowOf(['Ann'], [0, 'An']))).toBe(true)
})

test('a rule is corrected where one of its own columns was', () => {
  const row = rowOf(['Ann', 'Lee'], [1, 'Le'])
  expect(isCorrectedIn(row, [{ index: 0 }])).toBe(false)
  expect(isCorrectedIn(row, [{ index: 0 }, { index: 1 }])).toBe(true)
  expect(isCorrectedIn(rowOf(['Ann']), [{ index: 0 }])).toBe(false)
})

describe('of a table of contacts', () => {
  /** What is written of a rule over the first column: the cell that its step read, and how tags are handled. */
  function written(rule: Partial<FieldRule>, row: SourceRow, indexes = [0]) {
    const out = { issues: [], contact: {} } as unknown as MappedRow
    let said: string | null = null
    const step = onlyCorrectedStep(
      ({ cells }, { contact }) => {
        said = cells[0] ?? ''
        if (rule.to === 'tags' && contact !== undefined) contact.tags = { handling: 'replace', tags: said.split(',') }
      },
      { from: ['Column'], ...rule } as FieldRule,
      indexes,
    )
    step(row, out)
    return said === null ? null : { said, ...(out.contact?.tags && { handling: out.contact.tags.handling }) }
  }
  const tags = { to: 'tags', tags: 'replace' } as const

  test('a field is written only where its cell was corrected', () => {
    expect(written({ to: 'name' }, rowOf(['Ann'], [0, 'An']))).toEqual({ said: 'Ann' })
    expect(written({ to: 'name' }, rowOf(['Ann', 'x'], [1, 'y']))).toBeNull()
    expect(written({ to: 'name' }, rowOf(['Ann']))).toBeNull()
  })

  test.each([
    ['came', 'vip', 'vip,new', { said: 'new', handling: 'add' }],
    ['went', 'vip,old', 'vip', { said: 'old', handling: 'remove' }],
    ['came and went, the whole list', 'vip,old', 'vip,new', { said: 'vip,new', handling: 'replace' }],
    ['stayed the same, nothing', 'vip,old', 'old,vip', null],
    ['were not shown before, what came', '(not shown)', 'new', { said: 'new', handling: 'add' }],
  ])('of tags that %s is written', (_what, before, after, expected) => {
    expect(written(tags, rowOf([after], [0, before]))).toEqual(expected)
  })

  test('of tags nothing is written where another cell was corrected', () => {
    expect(written(tags, rowOf(['vip', 'x'], [1, 'y']))).toBeNull()
  })

  test('tags that are only added are written as the cell has them', () => {
    expect(written({ to: 'tags', tags: 'add' }, rowOf(['vip,new'], [0, 'vip']))).toMatchObject({ said: 'vip,new' })
  })
})
