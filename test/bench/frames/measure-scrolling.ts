import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { FramesOutcome, FramesParams } from './frame-figures.ts'

/** Scrolls the review's lists in a process of its own. Rejects when that fails; a browser that is missing is an outcome. */
export function measureScrolling(params: FramesParams): Promise<FramesOutcome> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'frames-process.ts'))
    let outcome: FramesOutcome | null = null
    child.on('message', (message: FramesOutcome) => (outcome = message))
    child.on('error', reject)
    child.on('exit', (code) => {
      if (outcome !== null && code === 0) resolve(outcome)
      else reject(new Error(`Scrolling could not be measured: its process ended with ${code}.`))
    })
    child.send(params)
  })
}
