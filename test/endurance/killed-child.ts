import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Patience } from '../../src-main/engine/run/late/patience.ts'

/** Starts or resumes in a process of its own, with that patience, and kills it (SIGKILL) when so many rows are done; answers the run. */
export function killedAt(
  rows: number,
  args: [database: string, baseUrl: string, token: string, id: string, how: 'start' | 'resume'],
  patience?: Patience,
): Promise<string> {
  const more = patience === undefined ? [] : [JSON.stringify(patience)]
  const child = fork(join(import.meta.dirname, 'crash-child.ts'), [...args, ...more], { execArgv: [] })
  let run = args[4] === 'resume' ? args[3] : ''
  return new Promise((resolve, reject) => {
    child.on('message', (message: { runId?: string; done?: number }) => {
      run = message.runId ?? run
      if ((message.done ?? 0) >= rows) child.kill('SIGKILL')
    })
    child.once('error', reject)
    child.once('exit', (_code, signal) => (signal === 'SIGKILL' ? resolve(run) : reject(new Error('The child ended by itself.'))))
  })
}
