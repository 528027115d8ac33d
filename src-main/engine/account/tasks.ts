import type { Clock } from '../model/clock.ts'
import { AppError } from '../model/errors.ts'

/** Work that continues after a procedure has answered, and the plan, file or account that it is about. */
export interface TaskKey {
  kind:
    | 'plan'
    | 'release'
    | 'revision'
    | 'tidying'
    | 'sync'
    | 'damageStart'
    | 'damage'
    | 'opening'
    | 'export'
    | 'backup'
    | 'forgetting'
    | 'openStops'
  id: string
}

/** Tasks by their kinds, and what they are about; all of these kinds where that is left out. */
export interface TaskFilter {
  kinds: readonly TaskKey['kind'][]
  id?: string
}

interface Task {
  key: TaskKey
  abort: AbortController
  /** Never rejects. */
  done: Promise<unknown>
}

/** How long somebody who wants something to stop waits for it at most, in milliseconds. */
export const briefWaitMs = 800

export type Tasks = ReturnType<typeof createTasks>

/** What is under way, and how to stop it. Several tasks may have the same key. */
export function createTasks(clock: Pick<Clock, 'sleep'>) {
  const underWay = new Set<Task>()
  const those = ({ kinds, id }: TaskFilter): Task[] =>
    [...underWay].filter(({ key }) => kinds.includes(key.kind) && (id === undefined || key.id === id))

  /** Begins at once. `onEnded` is called when the task is no longer under way; whoever stops it waits for that, too. */
  function run<T>(key: TaskKey, work: (signal: AbortSignal) => Promise<T>, onEnded: () => void = () => undefined): Promise<T> {
    const abort = new AbortController()
    const task: Task = { key, abort, done: Promise.resolve() }
    underWay.add(task)
    const worked = started(() => work(abort.signal)).finally(() => {
      underWay.delete(task)
      onEnded()
    })
    task.done = worked.catch(() => undefined)
    return worked
  }

  return {
    run,

    /** Begins when the tasks of the same key that are under way have ended. */
    inTurn<T>(key: TaskKey, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const before = those({ kinds: [key.kind], id: key.id }).at(-1)
      return run(key, async (signal) => {
        await before?.done
        if (signal.aborted) throw new AppError('cancelled', 'This was stopped before it began.', 'Start it again when you are ready.')
        return work(signal)
      })
    },

    isUnderWay: (filter: TaskFilter): boolean => those(filter).length > 0,

    /** Resolves when they have ended. `reason` is what their signals abort with. */
    async stop(filter: TaskFilter, reason?: unknown): Promise<void> {
      const stopped = those(filter)
      for (const { abort } of stopped) abort.abort(reason)
      await Promise.all(stopped.map(({ done }) => done))
    },

    /** Waits a moment for work that may take long and continues by itself. Rejects if it fails meanwhile. */
    async waitBriefly(work: Promise<void>): Promise<void> {
      const isAnswered = new AbortController()
      work.catch(() => undefined)
      try {
        await Promise.race([work, clock.sleep(briefWaitMs, isAnswered.signal).catch(() => undefined)])
      } finally {
        isAnswered.abort()
      }
    },
  }
}

/** What fails before it returns a promise rejects as well. */
async function started<T>(work: () => Promise<T>): Promise<T> {
  return await work()
}
