import { appendFileSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

const bytesAtMost = 256 * 1024
const linesInDiagnostics = 200

/**
 * What the shell did and when, for whoever helps: words of our own, states and codes, never a name, a number, a path or an address.
 * Two files of at most 256 kB. Losing a line is no error to tell anybody about.
 */
export interface ShellLog {
  note(what: string): void
  /** The newest lines. */
  tail(): string
}

export function createShellLog(home: string, now: () => Date): ShellLog {
  const path = join(home, 'rollcall.log')
  return {
    note(what) {
      quietly(() => {
        if (sizeOf(path) > bytesAtMost) renameSync(path, `${path}.1`)
        appendFileSync(path, `${now().toISOString()} ${what.replace(/\s+/g, ' ').slice(0, 500)}\n`, { mode: 0o600 })
      })
    },
    tail() {
      const text = [`${path}.1`, path].map((one) => quietly(() => readFileSync(one, 'utf8')) ?? '').join('')
      return text
        .split('\n')
        .slice(-linesInDiagnostics - 1)
        .join('\n')
    },
  }
}

function sizeOf(path: string): number {
  return quietly(() => statSync(path).size) ?? 0
}

function quietly<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
