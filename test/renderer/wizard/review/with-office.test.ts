import { expect, test } from 'vitest'
import { recipeSchema } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { withOffice } from '../../../../src-renderer/wizard/review/summary/with-office.ts'

const only = { column: 'Direction', is: ['Inbound'] }
const recipe = recipeSchema.parse({
  version: 1,
  name: 'History',
  kind: 'messages',
  match: { by: 'phone', column: 'Phone' },
  only,
  fields: [{ to: 'body', from: ['Text'] }],
})

test('the office’s words are added as whispers, and nothing else changes', () => {
  const whispers = { column: 'Direction', is: ['Outbound'] }
  expect(withOffice(recipe, { only, whispers })).toEqual({ ...recipe, whispers })
  const byNumber = { column: 'From', is: ['+12125550100'], phone: 'To' }
  expect(
    withOffice({ ...recipe, only: { ...only, column: 'To' } }, { only: { ...only, column: 'To' }, whispers: byNumber })?.whispers,
  ).toEqual(byNumber)
})

test('a word that the recipe takes for the customer’s stays theirs', () => {
  const whispers = { column: 'Direction', is: ['Outbound', 'Sent'] }
  expect(withOffice({ ...recipe, only: { ...only, is: ['Inbound', ' sent'] } }, { only, whispers })?.whispers?.is).toEqual(['Outbound'])
  expect(withOffice({ ...recipe, only: { ...only, is: ['Outbound', 'sent'] } }, { only, whispers })).toBeNull()
})

test('nothing is offered where the recipe has decided, or goes by another column', () => {
  const whispers = { column: 'Direction', is: ['Outbound'] }
  expect(withOffice({ ...recipe, whispers }, { only, whispers })).toBeNull()
  expect(withOffice({ ...recipe, only: { ...only, column: 'Type' } }, { only, whispers })).toBeNull()
  expect(withOffice({ ...recipe, only: undefined }, { only, whispers })).toBeNull()
  expect(withOffice(recipe, { only })).toBeNull()
})
