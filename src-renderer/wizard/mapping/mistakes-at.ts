import type { MappingPreview } from '../../../src-main/engine/contract.ts'

/** What the engine says is wrong with a part of the recipe, such as `fields[2].template`: each with the rest of its path. */
export function mistakesAt(preview: MappingPreview | null, path: string): { rest: string; message: string }[] {
  if (preview?.error?.code !== 'recipe.invalid' || path.startsWith('.')) return []
  return preview.error.message.split('\n').flatMap((line) => {
    if (!line.startsWith(path)) return []
    const found = /^([^ ]*?): (.*)$/s.exec(line.slice(path.length))
    return found === null ? [] : [{ rest: found[1] ?? '', message: found[2] ?? '' }]
  })
}

/** The mistakes of steps, by the place of the step. */
export function stepMistakesAt(preview: MappingPreview | null, path: string): { at: number; message: string }[] {
  return mistakesAt(preview, path).flatMap(({ rest, message }) => {
    const at = /^\[(\d+)\]/.exec(rest)?.[1]
    return at === undefined ? [] : [{ at: Number(at), message }]
  })
}
