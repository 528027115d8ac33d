import { fork } from 'node:child_process'
import { engineResourceLimits, engineV8Flags } from '../../src-main/engine/worker-limits.ts'
import type { Outcome, StationName, StationParams } from './station.ts'

/** As in the engine's thread: a young generation is three semi-spaces. */
const semiSpaceMb = engineResourceLimits.maxYoungGenerationSizeMb / 3

/** One repetition of a station in a process of its own, so that its memory is its own. Rejects when it fails. */
export function measureOnce<N extends StationName>(childPath: string, station: N, params: StationParams[N]): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = fork(childPath, [station], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [`--max-semi-space-size=${semiSpaceMb}`, ...engineV8Flags],
    })
    let outcome: Outcome | null = null
    child.on('message', (message: Outcome) => (outcome = message))
    child.on('error', reject)
    child.on('exit', (code) => {
      if (outcome !== null && code === 0) resolve(outcome)
      else reject(new Error(`The station "${station}" ended with ${code} and without a result.`))
    })
    child.send(params)
  })
}
