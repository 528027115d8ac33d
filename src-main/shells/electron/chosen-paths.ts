import { dirname, resolve } from 'node:path'

/** The paths that the person chose, in a dialog or by dropping a file: the page may name no others. */
export interface ChosenPaths {
  choose(path: string): void
  /** Whether the path, or the folder it is in, was chosen. */
  allows(path: string): boolean
}

export function createChosenPaths(): ChosenPaths {
  const chosen = new Set<string>()
  return {
    choose: (path) => void chosen.add(resolve(path)),
    allows: (path) => path !== '' && (chosen.has(resolve(path)) || chosen.has(dirname(resolve(path)))),
  }
}
