import type { FieldRule, Recipe } from '../../../src-main/engine/contract.ts'
import { counted } from '../format.ts'
import { canClear, flagTargets } from '../../wizard/mapping/recipe-edit.ts'

/** What a rule does beyond taking its columns, in a few words; '' where that is nothing. */
export function summaryOf(rule: FieldRule, recipe: Recipe): string {
  const isJoined = (rule.from?.length ?? 0) > 1
  const parts = [
    rule.to === 'tags' &&
      { add: 'added to the tags there are', remove: 'taken from the tags there are', replace: 'instead of the tags there are' }[
        rule.tags ?? 'add'
      ],
    isJoined && rule.take === 'first' && 'the first that is not blank',
    isJoined && rule.join !== undefined && rule.join !== ' ' && `joined with “${rule.join}”`,
    rule.steps && counted(rule.steps.length, 'change of the text', 'changes of the text'),
    rule.values && (flagTargets.includes(rule.to) ? 'with the meaning of each value' : 'values replaced'),
    rule.overwrite === 'ifEmpty' && 'only where the contact has nothing',
    canClear(rule) && rule.overwrite !== 'ifEmpty' && (rule.blank ?? recipe.blank) === 'clear' && 'blank cells empty the field',
  ]
  return parts.filter((part) => typeof part === 'string').join(', ')
}
