import { expect, test } from 'vitest'
import { createRecipes } from '../../../../src-main/engine/store/files/recipes.ts'
import { recipe } from '../stored-things.ts'
import { tempStores } from '../temp-store.ts'

const newStore = tempStores()

test('recipes are saved, replaced, found by name, listed by last use and removed', () => {
  const recipes = createRecipes(newStore())
  const one = {
    id: '1',
    name: 'A',
    kind: 'contacts' as const,
    headerSignature: 's',
    columns: ['Phone', 'Name'],
    recipe: recipe({ name: 'A' }),
    savedAtMs: 10,
    usedAtMs: null,
  }
  recipes.save(one)
  recipes.save({ ...one, id: '2', name: 'B', recipe: recipe({ name: 'B', kind: 'consent' }), kind: 'consent', savedAtMs: 5 })
  recipes.save({ ...one, savedAtMs: 11 })
  expect(recipes.find('1')).toEqual({ ...one, savedAtMs: 11 })
  expect(recipes.findByName('B')?.kind).toBe('consent')
  recipes.markUsed('2', 99)
  expect(recipes.all().map((saved) => saved.id)).toEqual(['2', '1'])
  expect([recipes.remove('1'), recipes.remove('1')]).toEqual([true, false])
})

test('a damaged recipe is an AppError that names it', () => {
  const store = newStore()
  const recipes = createRecipes(store)
  recipes.save({
    id: '1',
    name: 'A',
    kind: 'contacts',
    headerSignature: 's',
    columns: null,
    recipe: recipe(),
    savedAtMs: 1,
    usedAtMs: null,
  })
  store.prepare("UPDATE recipes SET recipe = '[]'").run()
  expect(() => recipes.all()).toThrow(expect.objectContaining({ code: 'store.damaged', message: expect.stringContaining('“A”') }))
})
