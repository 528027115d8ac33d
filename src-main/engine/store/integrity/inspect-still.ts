import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { waitSync } from '../wait-sync.ts'
import type { Inspection } from './inspect-database.ts'

const attempts = 40
const pauseMs = 50
const names = ['rollcall.mark', 'rollcall.sums']

/**
 * Looks at a database until it stood still meanwhile, where something is found wrong with it: other programs open and close it, too, and
 * one that does so between two glances makes it look damaged. Answers the last look where they never pause.
 */
export function inspectStill(path: string, look: () => Inspection, wait: (delayMs: number) => void = waitSync): Inspection {
  for (let attempt = 1; ; attempt += 1) {
    const before = stateOf(path)
    let found: Inspection | null = null
    try {
      found = look()
      if (found.kind !== 'damaged' || attempt === attempts) return found
    } catch (error) {
      if (attempt === attempts || stateOf(path) === before) throw error
    }
    // Even one that was about to begin to close it has written something by then.
    wait(pauseMs)
    if (found !== null && stateOf(path) === before) return found
  }
}

/** The database, its log and what is known of both, as they are at this moment: each changes with every write. */
function stateOf(path: string): string {
  const files = [path, `${path}-wal`, ...names.map((name) => join(dirname(path), name))]
  return files
    .map((file) => statSync(file, { bigint: true, throwIfNoEntry: false }))
    .map((file) => (file === undefined ? 'none' : [file.ino, file.size, file.mtimeNs].join(' ')))
    .join('\n')
}
