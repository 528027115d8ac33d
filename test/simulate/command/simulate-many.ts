import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Problem } from '../oracle/problem.ts'
import type { Feature } from '../seed/waiting-features.ts'

export interface SeedRange {
  from: number
  count: number
  features: readonly Feature[]
}

/** What a child tells of each slice of seeds that it has simulated. */
export interface SliceReport {
  simulated: number
  failed: FailedSeed[]
}

export interface FailedSeed {
  seed: number
  problems: Problem[]
}

interface Many extends SeedRange {
  processes: number
  /** Ends after so many failing seeds. */
  stopAfter: number
  /** Of the children's Node. */
  execArgv?: readonly string[]
  env?: Readonly<Record<string, string>>
}

/** Seeds that a child simulates at a time. */
const sliceSeeds = 25

/** Simulates these seeds in several processes, and tells of each that breaks a promise as soon as it is found. */
export async function simulateMany(
  { from, count, features, processes, stopAfter, execArgv = [], env = {} }: Many,
  tell: (failed: FailedSeed) => void,
): Promise<{ simulated: number; count: number }> {
  const sum = { simulated: 0, count: 0 }
  let next = from
  const slice = (): SeedRange | null => {
    if (next >= from + count || sum.count >= stopAfter) return null
    const range = { from: next, count: Math.min(sliceSeeds, from + count - next), features }
    next += range.count
    return range
  }
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const child = fork(join(import.meta.dirname, 'simulate-child.ts'), {
        execArgv: [...process.execArgv, ...execArgv],
        env: { ...process.env, ...env },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      const give = () => {
        const range = slice()
        if (range === null) child.disconnect()
        else child.send(range)
      }
      child.on('message', (report: SliceReport) => {
        sum.simulated += report.simulated
        for (const failed of report.failed) {
          sum.count += 1
          tell(failed)
        }
        give()
      })
      child.once('error', reject)
      child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A simulating process ended with ${code}.`))))
      give()
    })
  await Promise.all(Array.from({ length: processes }, work))
  return sum
}
