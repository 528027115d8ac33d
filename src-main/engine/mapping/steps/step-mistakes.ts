import type { RecipeMistake } from '../recipe/recipe-mistake.ts'
import { dateStepMistakes } from './date-step.ts'
import { replaceStepMistake } from './replace-step.ts'
import type { TextStep } from '../../model/recipes/step-schema.ts'

/** What cannot work about well-formed steps, with paths from the steps on (`[1].find`). `isKey`: they are of the match column. */
export function stepMistakes(steps: readonly TextStep[], isKey = false): RecipeMistake[] {
  return steps.flatMap((step, index) => mistakesOf(step, isKey).map(({ path, message }) => ({ path: `[${index}].${path}`, message })))
}

function mistakesOf(step: TextStep, isKey: boolean): RecipeMistake[] {
  if (step.do === 'date') return isKey ? [{ path: 'do', message: 'what finds the contact is no date' }] : dateStepMistakes(step)
  if (step.do !== 'replace') return []
  const message = replaceStepMistake(step)
  return message === null ? [] : [{ path: 'find', message }]
}
