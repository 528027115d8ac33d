import { AppError } from '../../model/errors.ts'
import type { Execution } from './execution.ts'

type UnderWay = Pick<Execution, 'settled'> & { progress: () => Pick<ReturnType<Execution['progress']>, 'state'> }

/** The runs that are under way in this process, each once. Calls `onIdle` whenever none is left. */
export function createExecutions<T extends UnderWay>(onIdle: () => void) {
  const executions = new Map<string, T>()
  return {
    find: (runId: string): T | undefined => executions.get(runId),
    all: (): T[] => [...executions.values()],
    /** Resolves when it is not under way any more, however that came. */
    async add(runId: string, execution: T): Promise<void> {
      executions.set(runId, execution)
      const forget = () => {
        executions.delete(runId)
        if (executions.size === 0) onIdle()
      }
      await execution.settled.then(forget, forget)
    },
    /** Throws `run.state`. */
    refuseUnderWay(runId: string): void {
      if (executions.has(runId)) throw new AppError('run.state', 'This run is under way.', 'Pause it first.')
    },
    /**
     * Calls `begin` once nothing of a run is under way, and not at all where it goes on. Waits for one that is stopping, and looks once
     * more, for somebody else may have resumed it meanwhile. Rejects with what kept it from being recorded.
     */
    async whenStopped(runId: string, begin: () => void): Promise<void> {
      for (let found = executions.get(runId); found !== undefined; found = executions.get(runId)) {
        if (found.progress().state === 'running') return
        await found.settled
      }
      begin()
    },
  }
}
