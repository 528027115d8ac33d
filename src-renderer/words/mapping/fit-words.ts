import type { MissingThing, RecipeFit, TargetChoice } from '../../../src-main/engine/contract.ts'
import { counted } from '../format.ts'
import { labelOf } from './target-words.ts'

/** "Name, Notes and finding the contacts". */
export function usesText(uses: readonly string[], targets: readonly TargetChoice[]): string {
  return listed(
    uses.map((use) => (use === 'match' ? 'finding the contacts' : use === 'only' ? 'choosing the rows' : labelOf(targets, use))),
  )
}

/** What of the file is other than when the recipe was made, in one sentence; empty when nothing is. */
export function differenceText({ missing, added, removed, isMoved }: RecipeFit): string {
  const unneeded = removed.filter((name) => !missing.some((one) => one.what === 'column' && one.name.toLowerCase() === name.toLowerCase()))
  const parts = [
    ...(added.length > 0 ? [`${counted(added.length, 'column')} ${added.length === 1 ? 'is' : 'are'} new (${shortList(added)})`] : []),
    ...(unneeded.length > 0
      ? [
          `${counted(unneeded.length, 'column')} that it does not need ${unneeded.length === 1 ? 'is' : 'are'} gone (${shortList(unneeded)})`,
        ]
      : []),
    ...(isMoved ? ['the columns stand in another order'] : []),
  ]
  return parts.length === 0 ? '' : `Since then ${listed(parts)}.`
}

export const missingTitle: Record<MissingThing['what'], string> = {
  column: 'Column',
  field: 'Custom field',
  department: 'Department',
}

export function shortList(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => `“${name}”`)
  return names.length > 3 ? `${shown.join(', ')} and ${names.length - 3} more` : listed(shown)
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
