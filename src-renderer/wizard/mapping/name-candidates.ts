import type { Recipe, SourceColumn } from '../../../src-main/engine/contract.ts'
import { kindWords } from '../../words/kind-words.ts'
import { isModeOpen } from './open-questions.ts'
import { modeOf } from './recipe-edit.ts'

const offeredAtMost = 3

/**
 * Where people would be added without a name: columns that are left out and may hold it, by their first values. Empty where somebody
 * gets a name, nobody is added, or no column has words of its own in most rows.
 */
export function nameCandidates(recipe: Recipe, answered: readonly string[], leftOut: readonly SourceColumn[]): string[] {
  const { writesRecord } = kindWords[recipe.kind]
  const adds = writesRecord && !isModeOpen(recipe, answered) && modeOf(recipe) !== 'update'
  if (!adds || recipe.fields.some(({ to }) => to === 'name')) return []
  return leftOut
    .filter(({ samples }) => samples.length > 0 && samples.filter(isLikeName).length * 2 > samples.length)
    .map(({ name }) => name)
    .slice(0, offeredAtMost)
}

/** At most as many words as names have, and none of an address or a number alone. */
function isLikeName(text: string): boolean {
  const words = text.trim().split(/[\s,]+/)
  return words.length <= 6 && /\p{L}{2}/u.test(text) && !/[@/_=]|https?:/.test(text) && !/^\W*\d/.test(text)
}
