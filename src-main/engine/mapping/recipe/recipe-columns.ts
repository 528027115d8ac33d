import type { FieldRule, Recipe, WhisperRows } from '../../model/recipes/recipe-schema.ts'
import { columnsOfTemplate, isTimePlace, readTemplate, writeTemplate } from '../templates/template.ts'

/** Where a recipe reads a column: to find the contact, to choose the rows, or for one of its fields. */
export type ColumnUse = 'match' | 'only' | FieldRule['to']

/** The columns that the recipe reads, as it names them, each once and with all its uses, in the recipe's order. */
export function columnUses(recipe: Recipe): { name: string; uses: ColumnUse[] }[] {
  const uses = new Map<string, ColumnUse[]>()
  const add = (name: string, use: ColumnUse): void => {
    const known = uses.get(name) ?? []
    if (!known.includes(use)) uses.set(name, [...known, use])
  }
  for (const name of [recipe.match.column, ...(recipe.match.otherColumns ?? []), ...(recipe.match.phoneColumns ?? [])]) add(name, 'match')
  if (recipe.only !== undefined) add(recipe.only.column, 'only')
  if (recipe.whispers !== undefined) add(recipe.whispers.column, 'only')
  if (recipe.whispers?.phone !== undefined) add(recipe.whispers.phone, 'match')
  for (const rule of recipe.fields) for (const name of rule.from ?? columnsOfTemplate(rule)) add(name, rule.to)
  return [...uses].map(([name, own]) => ({ name, uses: own }))
}

/**
 * The recipe with columns under other names, or without them where the new name is null: a field whose last column goes
 * goes too. Answers null where the recipe cannot do without a column: the one that finds the contacts, or the one that
 * chooses the rows (without it, rows would be imported that were left out so far).
 */
export function withColumns(recipe: Recipe, newNames: ReadonlyMap<string, string | null>): Recipe | null {
  const rename = (name: string): string | null => {
    const newName = newNames.get(name)
    return newName === undefined ? name : newName
  }
  const only = recipe.only === undefined ? undefined : withColumn(recipe.only, rename)
  const [column, ...otherColumns] = distinct([recipe.match.column, ...(recipe.match.otherColumns ?? [])].map(rename))
  const whispers = recipe.whispers === undefined ? undefined : withWhisperColumns(recipe.whispers, rename)
  if (column === undefined || only === null || whispers === null) return null
  const phoneColumns = distinct((recipe.match.phoneColumns ?? []).map(rename))
  const { otherColumns: _, phoneColumns: __, ...match } = recipe.match
  return {
    ...recipe,
    match: { ...match, column, ...(otherColumns.length > 0 && { otherColumns }), ...(phoneColumns.length > 0 && { phoneColumns }) },
    ...(only !== undefined && { only }),
    ...(whispers !== undefined && { whispers }),
    fields: recipe.fields.flatMap((rule) => withNewNames(rule, rename) ?? []),
  }
}

function withColumn<T extends { column: string }>(given: T, rename: (name: string) => string | null): T | null {
  const column = rename(given.column)
  return column === null ? null : { ...given, column }
}

/** Null where one of its columns is gone: the office's rows would be left out, or would go to the office's own number. */
function withWhisperColumns({ is, ...columns }: WhisperRows, rename: (name: string) => string | null): WhisperRows | null {
  const column = rename(columns.column)
  const phone = columns.phone === undefined ? undefined : rename(columns.phone)
  return column === null || phone === null ? null : { column, is, ...(phone !== undefined && { phone }) }
}

function withNewNames(rule: FieldRule, rename: (name: string) => string | null): FieldRule | null {
  if (rule.from !== undefined) {
    const from = distinct(rule.from.map(rename))
    return from.length === 0 ? null : { ...rule, from }
  }
  const parts = rule.template === undefined ? null : readTemplate(rule.template).parts
  if (parts === null) return rule
  const renamed = parts.flatMap((part) => {
    if ('text' in part || isTimePlace(rule.to, part.column)) return [part]
    const column = rename(part.column)
    return column === null ? [] : [{ column }]
  })
  return renamed.some((part) => 'column' in part) ? { ...rule, template: writeTemplate(renamed) } : null
}

function distinct(names: readonly (string | null)[]): string[] {
  return [...new Set(names.filter((name) => name !== null))]
}
