import type { z } from 'zod'
import { AppError } from '../../model/errors.ts'
import { nearNames } from '../../text/headers/name-key.ts'
import { invalidRecipe } from './invalid-recipe.ts'
import { findJsonMistake } from './json-mistake.ts'
import { mistakesElsewhere } from './mistakes-elsewhere.ts'
import { fieldRuleSchema, matchRuleSchema, mergeRuleSchema, recipeSchema, rowFilterSchema } from '../../model/recipes/recipe-schema.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import { findRecipeMistakes } from './find-recipe-mistakes.ts'
import type { RecipeMistake } from './recipe-mistake.ts'
import { pathText } from './recipe-path.ts'
import { impossibleKeys, repeatedKeys } from './repeated-keys.ts'
import { textStepSchema } from '../../model/recipes/step-schema.ts'

const knownKeys = [
  ...Object.keys(recipeSchema.shape),
  ...Object.keys(matchRuleSchema.shape),
  ...Object.keys(fieldRuleSchema.shape),
  ...Object.keys(rowFilterSchema.shape),
  ...Object.keys(mergeRuleSchema.shape),
  ...textStepSchema.options.flatMap((step) => Object.keys(step.shape)),
  ...Object.keys(recipeSchema.shape.source.unwrap().shape),
]

const deepest = 100

/**
 * Reads a recipe's text. Throws one `recipe.invalid` that names every mistake with its path (`fields[2].to: …`), or, where
 * the text is not even JSON, the line and column at which it stops being so.
 */
export function parseRecipe(text: string): Recipe {
  const json = text.replace(/^\uFEFF/, '')
  const value = parseJson(json)
  const impossible = impossibleKeys(json)
  if (impossible.length > 0) throw invalidRecipe(impossible)
  if (isDeep(value)) throw invalidRecipe([{ path: '', message: 'brackets stand inside each other too deeply for a recipe' }])
  const result = recipeSchema.safeParse(value)
  if (!result.success) {
    const { issues } = result.error
    throw invalidRecipe([...repeatedKeys(json), ...issues.flatMap(mistakesOf), ...mistakesElsewhere(value, issues)])
  }
  const mistakes = [...repeatedKeys(json), ...findRecipeMistakes(result.data)]
  if (mistakes.length > 0) throw invalidRecipe(mistakes)
  return result.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const mistake = findJsonMistake(text)
    const hint = 'A recipe is a JSON file: check commas, quotes and brackets there, or save the recipe again from the mapping screen.'
    const message =
      mistake === null || text.trim() === ''
        ? 'The recipe is empty.'
        : mistake.isCutOff
          ? `The recipe ends too early, in line ${mistake.line}: it seems cut off.`
          : `The recipe is not valid JSON at line ${mistake.line}, column ${mistake.column}.`
    throw new AppError('recipe.invalid', message, hint, { cause })
  }
}

/** What follows may look into every level by calling itself. */
function isDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}

function mistakesOf(issue: z.core.$ZodIssue): RecipeMistake[] {
  const path = pathText(issue.path)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const known = knownKeys.includes(key)
      const near = known ? undefined : nearNames(key, knownKeys)[0]
      const message = known ? 'does not belong here' : `is not known${near === undefined ? '' : `; is it "${near}"?`}`
      return { path: path === '' ? key : `${path}.${key}`, message }
    })
  }
  return [{ path, message: inWords(issue) }]
}

function inWords(issue: z.core.$ZodIssue): string {
  if (issue.message.endsWith('received undefined')) return 'is missing'
  if (issue.code === 'too_small')
    return issue.origin === 'int' || issue.origin === 'number' ? `must be at least ${issue.minimum}` : 'must not be empty'
  if (issue.code === 'too_big') return `must not be longer than ${issue.maximum}`
  if (issue.code === 'invalid_value') return oneOf(issue.values)
  const options: unknown = Reflect.get(issue, 'options')
  if (Array.isArray(options)) return oneOf(options)
  if (issue.code === 'invalid_union') return anyOf(issue.errors)
  return issue.message
    .replace(/^Invalid (?:input|option|string): expected/, 'must be')
    .replace(', received', ', not')
    .replace('be record', 'be object')
}

/** The mistakes by each of several forms, of which one would do. */
function anyOf(forms: readonly (readonly z.core.$ZodIssue[])[]): string {
  const messages = forms.flatMap(([first]) => (first === undefined ? [] : [inWords(first).replace(/^must be |, not .*$/g, '')]))
  return `must be ${messages.join(' or ')}`
}

function oneOf(values: readonly unknown[]): string {
  return `must be ${values.length === 1 ? '' : 'one of '}${values.map((value) => JSON.stringify(value)).join(', ')}`
}
