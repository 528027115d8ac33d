import type { EditedSheet } from '../store/files/file-corrections.ts'
import type { DamageReport } from './damage-schema.ts'

/** A check that is under way or over. `done` never rejects. */
export interface DamageTask {
  fileId: string
  /** The corrections with which the rows were read: with later ones the file is another. */
  sheet: EditedSheet
  through: number
  abort: AbortController
  done: Promise<void>
  report(): DamageReport
}

/** Reports that are kept: a person goes back and forth between a few ways to read a file. */
const mostKept = 8

/** The checks of an account, in memory, by file and the way it is read; the latest last. */
export function createDamageTasks() {
  const tasks = new Map<string, DamageTask>()
  return {
    find: (key: string): DamageTask | null => tasks.get(key) ?? null,
    keep(key: string, task: DamageTask): void {
      tasks.delete(key)
      tasks.set(key, task)
      for (const oldest of tasks.keys()) {
        if (tasks.size <= mostKept) break
        tasks.get(oldest)?.abort.abort()
        tasks.delete(oldest)
      }
    },
    forget(key: string, task: DamageTask): void {
      if (tasks.get(key) === task) tasks.delete(key)
    },
    /** Ends what is under way for the file, or for all; what is over stays. */
    async giveUp(fileId?: string): Promise<void> {
      const those = [...tasks.values()].filter((task) => fileId === undefined || task.fileId === fileId)
      for (const { abort } of those) abort.abort()
      await Promise.all(those.map(({ done }) => done))
    },
  }
}
export type DamageTasks = ReturnType<typeof createDamageTasks>
