import { expect, it } from 'vitest'
import type { MappingPreview } from '../../../../src-main/engine/contract.ts'
import { parseRecipe } from '../../../../src-main/engine/mapping/recipe/parse-recipe.ts'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import { mistakesAt, stepMistakesAt } from '../../../../src-renderer/wizard/mapping/mistakes-at.ts'
import { isFinished, stepKinds } from '../../../../src-renderer/words/mapping/step-words.ts'

/** What the engine says of a recipe with these fields. */
function refused(fields: object[]): MappingPreview {
  try {
    parseRecipe(JSON.stringify({ version: 1, name: 'x', kind: 'contacts', match: { by: 'phone', column: 'A' }, fields }))
  } catch (error) {
    if (error instanceof AppError)
      return { columns: [], rowsTried: 0, rowsWithIssues: 0, rowsFiltered: 0, issues: [], notices: [], error: error.toAnswer() }
  }
  throw new Error('The recipe was accepted')
}

it('finds what the engine says of a template and of each step', () => {
  const wrong = refused([
    { to: 'notes', template: 'since {{Created' },
    { to: 'name', from: ['A'], steps: [{ do: 'trim' }, { do: 'replace', find: '(', with: '', pattern: true }] },
  ])
  expect(mistakesAt(wrong, 'fields[0].template')).toMatchObject([{ rest: '', message: expect.stringContaining('is not closed') }])
  expect(stepMistakesAt(wrong, 'fields[1].steps')).toMatchObject([{ at: 1, message: expect.stringContaining('is not a pattern') }])
  expect(stepMistakesAt(wrong, 'fields[0].steps')).toEqual([])
  expect(mistakesAt(null, 'fields[0]')).toEqual([])
})

it('begins every change in a way that the engine takes at once', () => {
  for (const { begin } of stepKinds) {
    expect(isFinished(begin)).toBe(true)
    const recipe = {
      version: 1,
      name: 'x',
      kind: 'contacts',
      match: { by: 'phone', column: 'A' },
      fields: [{ to: 'name', from: ['A'], steps: [begin] }],
    }
    expect(parseRecipe(JSON.stringify(recipe)).fields[0]?.steps).toEqual([begin])
  }
  expect(isFinished({ do: 'replace', find: '', with: 'x' })).toBe(false)
  expect(isFinished({ do: 'split', at: '', take: 1 })).toBe(false)
  expect(isFinished({ do: 'prefix', text: '' })).toBe(false)
})
