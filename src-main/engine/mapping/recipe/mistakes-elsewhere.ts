import type { z } from 'zod'
import { importKinds } from '../../model/kinds.ts'
import { recipeSchema } from '../../model/recipes/recipe-schema.ts'
import { findRecipeMistakes } from './find-recipe-mistakes.ts'
import type { RecipeMistake } from './recipe-mistake.ts'
import { pathText } from './recipe-path.ts'

type Path = readonly PropertyKey[]

const nothing = '-'
/** Stand-ins for removed parts that others need; no mistake is about them. */
const standIns: Record<string, () => unknown> = {
  version: () => 1,
  name: () => nothing,
  kind: () => importKinds[0],
  match: () => ({ by: 'phone', column: nothing }),
  'match.by': () => 'phone',
  'match.column': () => nothing,
  fields: () => [],
  // Otherwise a rule for merging would count as superfluous.
  duplicates: () => 'merge',
}
/** Parts that depend on the fields as a whole. */
const dependent = ['fields', 'duplicateBy', 'merge']

/**
 * Finds the mistakes in the rest of a recipe, ignoring the malformed parts (`issues`). Omits mistakes that only follow from their
 * absence.
 */
export function mistakesElsewhere(value: unknown, issues: readonly z.core.$ZodIssue[]): RecipeMistake[] {
  const rest: unknown = structuredClone(value)
  const gone = new Set<string>()
  let left = issues
  for (;;) {
    const before = gone.size
    for (const issue of left) {
      const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
      for (const path of paths) gone.add(pathText(withoutPart(rest, path)))
    }
    // Nothing is left to take away that would help.
    if (gone.size === before) return []
    const result = recipeSchema.safeParse(rest)
    if (result.success) {
      const { data } = result
      const kinds = gone.has('kind') ? importKinds : [data.kind]
      const found = kinds.map((kind) => findRecipeMistakes({ ...data, kind }).filter(({ path }) => !followsFrom(gone, path)))
      // Of a kind that is not known, the one that the rest speaks for.
      return found.sort((one, other) => one.length - other.length)[0] ?? []
    }
    left = result.error.issues
  }
}

/** Whether a mistake is about what is gone, or about all fields where one of them is. */
function followsFrom(gone: ReadonlySet<string>, path: string): boolean {
  const isFieldGone = [...gone].some((one) => /^fields(\[\d+\])?$/.test(one))
  const isAboutAll = !path.startsWith('fields[') && dependent.includes(path.split(/[.[]/)[0] ?? '')
  return isUnder(path, gone) || (isFieldGone && isAboutAll)
}

function isUnder(path: string, gone: ReadonlySet<string>): boolean {
  return [...gone].some((start) => path === start || path.startsWith(`${start}.`) || path.startsWith(`${start}[`))
}

/** Takes away what stands at the path, or what cannot do without it, and says where that was. Fields keep their numbers. */
function withoutPart(value: unknown, path: Path): Path {
  for (const [at, key] of [...path.entries()].reverse()) {
    const part = path.slice(0, at + 1)
    const holder = path
      .slice(0, at)
      .reduce<unknown>((inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined), value)
    if (typeof holder !== 'object' || holder === null) continue
    const standIn = standIns[pathText(part)]
    if (standIn !== undefined) Reflect.set(holder, key, standIn())
    else if (part.length === 2 && part[0] === 'fields') Reflect.set(holder, key, { to: 'evidence', value: nothing })
    else if (Array.isArray(holder) || !(key in holder)) continue
    else Reflect.deleteProperty(holder, key)
    return part
  }
  return path
}
