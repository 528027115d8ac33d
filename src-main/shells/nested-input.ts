/** Deeper than any input of the engine by far, and far less than what a structured clone or a schema can walk through. */
const levelsAtMost = 100

/** Whether a page's input is nested so deep that handing it on would overflow the stack. Walks without recursion. */
export function isNestedTooDeep(input: unknown): boolean {
  const seen = new Set<unknown>()
  const isNew = (value: unknown): value is object => isObject(value) && !seen.has(value) && seen.add(value) !== null
  let level = [input].filter(isNew)
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levelsAtMost) return true
    level = level.flatMap((each) => Object.values(each).filter(isNew))
  }
  return false
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
