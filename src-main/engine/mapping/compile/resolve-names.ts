import { importDescriptors } from '../../kinds/all-kinds.ts'
import { AppError } from '../../model/errors.ts'
import type { CustomFieldDefinition, Department, Disposition } from '../../model/contacts/customer.ts'
import type { SourceColumn } from '../../model/files/source-schema.ts'
import type { FieldRule, Recipe } from '../../model/recipes/recipe-schema.ts'
import { findByName, nearNames } from '../../text/headers/name-key.ts'
import type { RecipeMistake } from '../recipe/recipe-mistake.ts'
import { columnsOfTemplate } from '../templates/template.ts'
import { invalidRecipe } from '../recipe/invalid-recipe.ts'
import { dispositionIn } from './disposition-step.ts'
import type { MatchColumn } from './match-step.ts'
import { type WhisperColumns, whisperColumnsOf } from './whisper-rows.ts'

/** A rule with its columns found in the file; of a template, in the order in which it first names them. */
export interface FoundRule {
  rule: FieldRule
  columns: MatchColumn[]
  customField: CustomFieldDefinition | null
}

/** What of the account a recipe names. */
interface ListedNames {
  customFields: readonly CustomFieldDefinition[]
  departments: readonly Department[]
  dispositions?: readonly Disposition[]
}

/** What a recipe names, found in the file and in the account. */
interface ResolvedNames {
  matchColumns: MatchColumn[]
  phoneColumns: MatchColumn[]
  filter: { rule: NonNullable<Recipe['only']>; column: MatchColumn } | null
  whispers: WhisperColumns | null
  /** In the recipe's order. */
  rules: FoundRule[]
  /** The department; null for the service's default. */
  groupUuid: string | null
  /** With what conversations are resolved after their last message; null for nothing in particular. */
  disposition: Disposition | null
}

/** Everything that is wrong with a recipe that does not fit, collected to be reported at once. */
type Mismatches = string[]

/**
 * Finds what a recipe names. Throws `recipe.misfit` naming every column that the file lacks and every custom field and department that
 * the account lacks, or `recipe.invalid` where two rules turn out to be about the same custom field.
 */
export function resolveNames(recipe: Recipe, columns: readonly SourceColumn[], account: ListedNames): ResolvedNames {
  const mismatches: Mismatches = []
  const findColumn = columnFinder(columns, mismatches)
  const matchColumns = [recipe.match.column, ...(recipe.match.otherColumns ?? [])].map(findColumn)
  const phoneColumns = (recipe.match.phoneColumns ?? []).map(findColumn)
  const filter = recipe.only === undefined ? null : { rule: recipe.only, column: findColumn(recipe.only.column) }
  const whispers = recipe.whispers === undefined ? null : whisperColumnsOf(recipe.whispers, findColumn)
  const rules = recipe.fields.map((rule): FoundRule => ({
    rule,
    columns: (rule.from ?? columnsOfTemplate(rule)).map(findColumn),
    customField: rule.to.startsWith('custom:') ? findCustomField(rule.to.slice('custom:'.length), account.customFields, mismatches) : null,
  }))
  const groupUuid = recipe.group === undefined ? null : findDepartment(recipe.group, account.departments, mismatches)
  if (importDescriptors[recipe.kind].subject === 'group') checkGroupDepartment(groupUuid, account.departments, mismatches)
  const disposition = recipe.disposition === undefined ? null : findDisposition(recipe.disposition, account.dispositions ?? [], mismatches)
  if (mismatches.length > 0) {
    throw new AppError(
      'recipe.misfit',
      `This mapping does not fit: ${mismatches.join('; ')}.`,
      'Open the mapping and choose the columns and fields again, or correct the names in the recipe.',
    )
  }
  refuseRepeatedFields(rules)
  return { matchColumns, phoneColumns, filter, whispers, rules, groupUuid, disposition }
}

function columnFinder(columns: readonly SourceColumn[], mismatches: Mismatches): (name: string) => MatchColumn {
  const said = new Set<string>()
  return (name) => {
    const { found, ambiguous } = findByName(columns, (column) => column.name, name)
    if (found !== null) return { name: found.name, index: found.index }
    if (!said.has(name)) {
      said.add(name)
      mismatches.push(
        ambiguous
          ? `several columns could be "${name}"`
          : `the file has no column "${name}"${suggestion(
              name,
              columns.map((column) => column.name),
            )}`,
      )
    }
    return { name, index: -1 }
  }
}

function findCustomField(
  nameOrUuid: string,
  fields: readonly CustomFieldDefinition[],
  mismatches: Mismatches,
): CustomFieldDefinition | null {
  const byUuid = fields.find((field) => field.uuid === nameOrUuid)
  if (byUuid !== undefined) return byUuid
  const { found, ambiguous } = findByName(fields, (field) => field.name, nameOrUuid)
  if (found !== null) return found
  mismatches.push(
    ambiguous
      ? `the account has several custom fields called "${nameOrUuid}", so the recipe must name one by its uuid (${fields
          .filter((field) => findByName([field], (item) => item.name, nameOrUuid).found !== null)
          .map((field) => field.uuid)
          .join(', ')})`
      : `the account has no custom field "${nameOrUuid}"${suggestion(
          nameOrUuid,
          fields.map((field) => field.name),
        )}`,
  )
  return null
}

function findDepartment(nameOrUuid: string, departments: readonly Department[], mismatches: Mismatches): string | null {
  const byUuid = departments.find((department) => department.uuid === nameOrUuid)
  if (byUuid !== undefined) return byUuid.uuid
  const { found, ambiguous } = findByName(departments, (department) => department.name, nameOrUuid)
  if (found !== null) return found.uuid
  // The specification has no list of departments, so an account may know none; then any uuid is accepted.
  if (departments.length === 0 && /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(nameOrUuid)) return nameOrUuid
  mismatches.push(
    ambiguous
      ? `the account has several departments called "${nameOrUuid}", so the recipe must name one by its uuid`
      : `the account has no department "${nameOrUuid}"${suggestion(
          nameOrUuid,
          departments.map((department) => department.name),
        )}`,
  )
  return null
}

/** Group messaging requires a department for it (section Endpoints, POST conversations). */
function checkGroupDepartment(groupUuid: string | null, departments: readonly Department[], mismatches: Mismatches): void {
  const found = departments.find(({ uuid }) => uuid === groupUuid)
  if (found === undefined || found.isSmsGroup) return
  const forGroups = departments.filter(({ isSmsGroup }) => isSmsGroup).map(({ name }) => `"${name}"`)
  const others = forGroups.length === 0 ? 'this account has none that is' : `those that are: ${forGroups.join(', ')}`
  mismatches.push(`the department "${found.name}" is not for group messaging (${others})`)
}

function findDisposition(nameOrUuid: string, dispositions: readonly Disposition[], mismatches: Mismatches): Disposition | null {
  const found = dispositionIn(dispositions, nameOrUuid)
  if (found === null)
    mismatches.push(
      `the account has no disposition "${nameOrUuid}"${suggestion(
        nameOrUuid,
        dispositions.map(({ name }) => name),
      )}`,
    )
  return found
}

function suggestion(name: string, names: readonly string[]): string {
  const near = nearNames(name, names).map((candidate) => `"${candidate}"`)
  return near.length === 0 ? '' : ` (is it ${near.join(' or ')}?)`
}

/** Only now is it known that two rules name the same custom field, one by name and one by uuid. */
function refuseRepeatedFields(found: readonly { rule: FieldRule; customField: CustomFieldDefinition | null }[]): void {
  const firstAt = new Map<string, number>()
  const mistakes = found.flatMap(({ rule, customField }, index): RecipeMistake[] => {
    if (customField === null) return []
    const before = firstAt.get(customField.uuid)
    if (before === undefined) firstAt.set(customField.uuid, index)
    return before === undefined
      ? []
      : [{ path: `fields[${index}].to`, message: `"${rule.to}" is the same custom field as in fields[${before}]` }]
  })
  if (mistakes.length > 0) throw invalidRecipe(mistakes)
}
