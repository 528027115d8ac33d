import { fork } from 'node:child_process'
import { join } from 'node:path'

/** Starts or resumes in a process of its own and kills it (SIGKILL) when so many rows are done; answers the run. */
export function killedAt(
  rows: number,
  args: [database: string, baseUrl: string, token: string, id: string, how: 'start' | 'resume'],
): Promise<string> {
  const child = fork(join(import.meta.dirname, 'crash-child.ts'), args, { execArgv: [] })
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
