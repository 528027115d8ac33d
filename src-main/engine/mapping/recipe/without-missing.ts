import { importDescriptors } from '../../kinds/all-kinds.ts'
import type { FieldRule, Recipe } from '../../model/recipes/recipe-schema.ts'
import { findByName } from '../../text/headers/name-key.ts'
import { columnsOfTemplate } from '../templates/template.ts'
import { findRecipeMistakes } from './find-recipe-mistakes.ts'
import { columnUses, withColumns } from './recipe-columns.ts'
import { mayRefuse } from './refusing-columns.ts'

/** A recipe as far as a file has its columns. */
export interface RecipeThere {
  recipe: Recipe
  /** The columns that the file has not, as the recipe names them. */
  missing: string[]
  /** Whether permissions are held, because a column is missing that may refuse. */
  holdsPermissions: boolean
}

/**
 * The recipe without the columns that the file has not. A field of several columns goes with any of them: half a name is no name.
 * Consent is still read from what is there, but only its refusals count: the permissions are as words that nobody has confirmed.
 * Null where the recipe cannot do without such a column: it finds the contacts or chooses the rows, or it is about messages, which
 * would not be the same without it. Pure.
 */
export function withoutMissing(recipe: Recipe, columns: readonly { name: string }[]): RecipeThere | null {
  const isMissing = (name: string): boolean => {
    const { found, ambiguous } = findByName(columns, (column) => column.name, name)
    return found === null && !ambiguous
  }
  const missing = columnUses(recipe).filter(({ name }) => isMissing(name))
  if (missing.length === 0) return { recipe, missing: [], holdsPermissions: false }
  if (!importDescriptors[recipe.kind].isToldByRecord || isMissing(recipe.match.column)) return null

  const whole = recipe.fields.filter((rule) => canLoseColumns(rule) || !columnsOf(rule).some(isMissing))
  const left = withColumns({ ...recipe, fields: whole }, new Map(missing.map(({ name }) => [name, null])))
  if (left === null) return null
  const hidesRefusals = missing.some(({ uses }) => mayRefuse(uses))
  const holdsPermissions = hidesRefusals && left.fields.some(({ to }) => to === 'consent')
  const fields = left.fields.map((rule): FieldRule =>
    hidesRefusals && rule.to === 'consent' && rule.filled === undefined ? { ...rule, unconfirmed: true } : rule,
  )
  const hasConsent = fields.some(({ to }) => to === 'consent')
  const there = { ...left, fields: hasConsent ? fields : fields.filter(({ to }) => to !== 'evidence') }
  if (there.fields.length === 0 || findRecipeMistakes(there).length > 0) return null
  return { recipe: there, missing: missing.map(({ name }) => name), holdsPermissions }
}

function columnsOf(rule: FieldRule): readonly string[] {
  return rule.from ?? columnsOfTemplate(rule)
}

/** Whether what is read from the other columns of a field is right by itself. */
function canLoseColumns({ to, take }: FieldRule): boolean {
  return to === 'consent' || to === 'evidence' || take === 'first'
}
