import { expect, it } from 'vitest'
import type { ImportKind, Output } from '../../../../../src-main/engine/contract.ts'
import { offeredRecipe } from '../../../../../src-renderer/wizard/mapping/recipes/offered-recipe.ts'

type Saved = Output<'mapping.suggest'>['saved'][number]

function saved(name: string, kind: ImportKind, fit: Saved['fit']['kind']): Saved {
  return {
    id: name,
    name,
    recipe: { version: 1, name, kind, source: {}, match: { by: 'phone', column: 'Phone' }, fields: [] } as unknown as Saved['recipe'],
    fit: { kind: fit, missing: [], added: [], removed: [], isMoved: false },
  } as unknown as Saved
}
const messages = { name: 'Message history', kind: 'messages' as const }

it('offers the first recipe that fits, of whatever kind: the file may be more than it was taken for', () => {
  expect(offeredRecipe([saved('Monthly', 'consent', 'same'), saved('Other', 'messages', 'fits')], messages)?.name).toBe('Monthly')
})

it('offers no recipe that would have to be adapted to a file of another kind', () => {
  expect(offeredRecipe([saved('Monthly consent list', 'consent', 'misfit')], messages)).toBeNull()
  expect(offeredRecipe([saved('Consent', 'consent', 'misfit'), saved('Old texts', 'messages', 'misfit')], messages)?.name).toBe('Old texts')
})

it('offers a recipe of consent that would have to be adapted to a file of contacts, and the other way round', () => {
  const contacts = { name: 'Contacts', kind: 'contacts' as const }
  expect(offeredRecipe([saved('Consents', 'consent', 'misfit')], contacts)?.name).toBe('Consents')
  expect(offeredRecipe([saved('People', 'contacts', 'misfit')], { name: 'Consent', kind: 'consent' })?.name).toBe('People')
  expect(offeredRecipe([saved('Old texts', 'messages', 'misfit')], contacts)).toBeNull()
})

it('offers none while one of them is in use', () => {
  expect(offeredRecipe([saved('Message history', 'messages', 'same')], messages)).toBeNull()
})
