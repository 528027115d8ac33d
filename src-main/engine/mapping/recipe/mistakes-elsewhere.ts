import type { z } from 'zod'
import { importKinds } from '../../model/kinds.ts'
import { recipeSchema } from '../../model/recipes/recipe-schema.ts'
import { findRecipeMistakes } from './find-recipe-mistakes.ts'
import type { RecipeMistake } from './recipe-mistake.ts'
import { pathText } from './recipe-path.ts'

type Path = readonly PropertyKey[]

/** What can be missing at once, one inside the other. */
const mostRounds = 6
const nothing = '-'
/** In place of what others need: something that no mistake is about. */
const standIns: Record<string, () => unknown> = {
  version: () => 1,
  name: () => nothing,
  kind: () => importKinds[0],
  match: () => ({ by: 'phone', column: nothing }),
  'match.by': () => 'phone',
  'match.column': () => nothing,
  fields: () => [],
  // Else a rule for merging would be one too many.
  duplicates: () => 'merge',
}
/** What depends on the fields as a whole. */
const dependent = ['fields', 'duplicateBy', 'merge']

/**
 * What is wrong with the rest of a recipe, as if what has the wrong form (`issues`) were not there. What only follows from its
 * absence is left out.
 */
export function mistakesElsewhere(value: unknown, issues: readonly z.core.$ZodIssue[]): RecipeMistake[] {
  const rest: unknown = structuredClone(value)
  if (typeof rest !== 'object' || rest === null || Array.isArray(rest)) return []
  const gone = new Set<string>()
  let left = issues
  for (let round = 0; round < mostRounds; round++) {
    for (const issue of left) {
      const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
      for (const path of paths) gone.add(pathText(withoutPart(rest, path)))
    }
    const result = recipeSchema.safeParse(rest)
    if (result.success) {
      const { data } = result
      const kinds = gone.has('kind') ? importKinds : [data.kind]
      const found = kinds.map((kind) => findRecipeMistakes({ ...data, kind }).filter(({ path }) => !followsFrom(gone, path)))
      // Of a kind that is not known, the one that the rest speaks for.
      return found.reduce((fewest, one) => (one.length < fewest.length ? one : fewest))
    }
    left = result.error.issues
  }
  return []
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
function withoutPart(value: object, path: Path): Path {
  for (let length = path.length; length > 0; length--) {
    const part = path.slice(0, length)
    const key = part.at(-1)
    const holder = part
      .slice(0, -1)
      .reduce<unknown>((at, step) => (typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined), value)
    if (key === undefined || typeof holder !== 'object' || holder === null) continue
    const standIn = standIns[pathText(part)]
    if (standIn !== undefined) Reflect.set(holder, key, standIn())
    else if (part.length === 2 && part[0] === 'fields') Reflect.set(holder, key, { to: 'evidence', value: nothing })
    else if (Array.isArray(holder) || !(key in holder)) continue
    else Reflect.deleteProperty(holder, key)
    return part
  }
  return path
}
