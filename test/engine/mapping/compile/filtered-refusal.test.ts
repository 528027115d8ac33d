import { describe, expect, test } from 'vitest'
import { withFilter } from '../../../../src-main/engine/mapping/compile/filtered-refusal.ts'
import type { MappedRow } from '../../../../src-main/engine/model/plans/mapped-row.ts'
import type { Recipe } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'

const filtered = { column: 'Status', value: 'Left' }
const key = { by: 'phone', phone: '+12025550123' } as const
const otherKey = { by: 'phone', phone: '+12025550124' } as const
const refusing: MappedRow = { line: 2, key, issues: [], contact: { name: 'Ann', blocked: true } }
const consent: Recipe['fields'] = [{ to: 'consent', from: ['Opted in'] }]
const plainlyOut = { line: 2, key: null, issues: [], filtered }

/** A row that maps to this, under a filter that leaves it out, or lets it pass. */
function filteredRow(row: MappedRow, refusals?: 'send' | 'leave', fields = consent, isLeftOut = true): { row: MappedRow; mapped: number } {
  let mapped = 0
  const only: NonNullable<Recipe['only']> = { column: 'Status', is: ['Active'], ...(refusals && { refusals }) }
  const mapRow = () => {
    mapped += 1
    return structuredClone(row)
  }
  const of = withFilter(mapRow, () => (isLeftOut ? filtered : null), { only, fields })
  return { row: of({ line: 2, cells: [] }), mapped }
}

test('a row that passes the filter is mapped like any other', () => {
  expect(filteredRow(refusing, undefined, consent, false)).toEqual({ row: refusing, mapped: 1 })
})

describe('of a row that is left out', () => {
  test('nothing is looked at where the recipe leaves refusals out, or has no field that could refuse', () => {
    expect(filteredRow(refusing, 'leave')).toEqual({ row: plainlyOut, mapped: 0 })
    expect(filteredRow(refusing, undefined, [{ to: 'name', from: ['Name'] }])).toEqual({ row: plainlyOut, mapped: 0 })
  })

  test('nothing is told that does not refuse, or of which nobody knows whom it is about', () => {
    expect(filteredRow({ ...refusing, contact: { blocked: false }, consent: true })).toEqual({ row: plainlyOut, mapped: 1 })
    expect(filteredRow({ ...refusing, key: null })).toEqual({ row: plainlyOut, mapped: 1 })
    expect(filteredRow({ ...refusing, key: null }, 'send').row).toEqual(plainlyOut)
  })

  test('a refusal is told, with all that says whom it is about and nothing that would be written', () => {
    const issue = { code: 'refusal.left_out', severity: 'warning', line: 2, column: 'Status', value: 'Left' }
    const told = { line: 2, key, issues: [expect.objectContaining(issue)], filtered, isRefusalLeftOut: true }
    expect(filteredRow(refusing).row).toEqual(told)
    expect(filteredRow({ ...refusing, otherKey }).row).toEqual({ ...told, otherKey })
  })

  test('the refusal alone is sent where the recipe says so', () => {
    const { row } = filteredRow(refusing, 'send')
    expect(row).toMatchObject({ key, contact: { blocked: true }, onlyRefusal: filtered, issues: [{ code: 'refusal.filtered' }] })
    expect(row.contact).toEqual({ blocked: true })
    expect(row.filtered).toBeUndefined()
  })
})
