import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { recipeJsonSchema } from '../../../../src-main/engine/mapping/recipe/recipe-json-schema.ts'

test('the published schema is current (node scripts/make-recipe-schema.ts writes it)', () => {
  const published: unknown = JSON.parse(readFileSync(new URL('../../../../resources/recipe.schema.json', import.meta.url), 'utf8'))
  expect(published).toEqual(JSON.parse(JSON.stringify(recipeJsonSchema())))
})

test('the schema asks for no property that has a default, and knows custom fields', () => {
  const schema = JSON.stringify(recipeJsonSchema())
  expect(recipeJsonSchema().required).toEqual(['version', 'name', 'kind', 'match', 'fields'])
  expect(schema).toContain('^custom:[')
  expect(schema).toContain('"sentAt"')
})

test('the schema refuses a piece with the number 0, as the recipe does', () => {
  expect(JSON.stringify(recipeJsonSchema())).toMatch(/"take":\{[^{}]*"not":\{"const":0\}/)
})
