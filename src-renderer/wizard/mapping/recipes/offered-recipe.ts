import type { Output, Recipe } from '../../../../src-main/engine/contract.ts'
import { kindWords } from '../../../words/kind-words.ts'

type Saved = Output<'mapping.suggest'>['saved'][number]

/**
 * The saved recipe that is offered for a file, of those that come best first; null where none is. The one in use needs no offer, whatever was
 * changed in it since. One that would have to be adapted is offered for no file that is something else: messages are no contacts, nor their consent.
 */
export function offeredRecipe(saved: readonly Saved[], inUse: Pick<Recipe, 'name' | 'kind'>): Saved | null {
  if (saved.some(({ name }) => name === inUse.name)) return null
  return (
    saved.find(
      ({ fit, recipe }) => fit.kind !== 'misfit' || kindWords[recipe.kind].hasConversations === kindWords[inUse.kind].hasConversations,
    ) ?? null
  )
}
