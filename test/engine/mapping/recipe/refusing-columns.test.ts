import { expect, test } from 'vitest'
import { lacksRefusals, mayRefuse, unheardColumns } from '../../../../src-main/engine/mapping/recipe/refusing-columns.ts'
import { recipe } from '../../store/stored-things.ts'
import { columnsNamed } from '../mapping-case.ts'

test('a column that is read for consent or a flag may tell who refused', () => {
  for (const use of ['consent', 'blocked', 'unreachable'] as const) expect(mayRefuse(['notes', use])).toBe(true)
  expect(mayRefuse(['notes', 'archived'])).toBe(false)
})

test('columns are unheard that are neither read nor left out knowingly, whatever their case', () => {
  const read = recipe({ match: { by: 'phone', column: 'Phone' }, fields: [{ to: 'notes', from: ['Notes'] }], leftOut: ['fax'] })
  expect(unheardColumns(read, columnsNamed('PHONE', 'notes', 'Fax', 'Opted Out')).map(({ name }) => name)).toEqual(['Opted Out'])
})

test('a recipe lacks refusals that was adapted without such a column', () => {
  expect(lacksRefusals({ lacks: ['Opted Out'] })).toBe(true)
  expect(lacksRefusals({})).toBe(false)
})
