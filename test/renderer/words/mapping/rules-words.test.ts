import { expect, test } from 'vitest'
import { recipeSchema } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { rulesSummary } from '../../../../src-renderer/words/mapping/rules-words.ts'

const history = (rest: object) =>
  recipeSchema.parse({
    version: 1,
    name: 'History',
    kind: 'messages',
    match: { by: 'phone', column: 'Phone' },
    fields: [{ to: 'body', from: ['Text'] }],
    only: { column: 'Direction', is: ['Inbound'] },
    ...rest,
  })

test('a history of both directions is not said to bring only one of them', () => {
  const both = rulesSummary(history({ whispers: { column: 'Direction', is: ['Outbound'] } }), null, 90)
  expect(both).toContain('messages where “Direction” is “Inbound”')
  expect(both).toContain('whispers where “Direction” is “Outbound”')
  expect(rulesSummary(history({}), null, 90)).toContain('only rows where “Direction” is “Inbound”')
})
