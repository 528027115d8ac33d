import type { Clock } from '../../model/clock.ts'
import { importClaimed, type Outcome } from './import-claimed.ts'
import type { ImportStations } from './import-stations.ts'
import { type ClaimedFile, type createWatchedFolder, type Decision } from './watched-folder.ts'

/** How often a folder is looked at, and how long a file that waits is left alone. */
export const lookEveryMs = 2_000
const waitMs = 60_000

export interface WatcherOptions {
  stations: ImportStations
  /** Its path, as it is noted. */
  path: string
  folder: ReturnType<typeof createWatchedFolder>
  clock: Pick<Clock, 'monotonicMs'>
  newId: () => string
  /** Told what became of a file; of one that waits each time that it was tried. */
  onOutcome?(file: ClaimedFile, outcome: Outcome, settled: ClaimedFile | null): void
}

/** Imports the files of one folder, a look at a time. */
export function createWatcher({ stations, path, folder, clock, newId, onOutcome }: WatcherOptions) {
  /** Files in progress, and when they are tried again. */
  const waiting = new Map<string, number>()
  const ended = { done: 0, needsAttention: 0 }

  /** All that was decided, as often as it takes: each step comes to the same when it is done again. */
  const carryOut = async (file: ClaimedFile, decision: Decision): Promise<ClaimedFile> => {
    const { room, name, report: _beside, ...noted } = decision
    const { runId, outcome } = noted
    if (runId !== null && outcome !== 'sameFile') await stations.writeResults(runId, await folder.folderOf(room), name)
    const settled = await folder.settle(file, decision)
    await stations.note({ ...noted, folder: path, fileName: file.name, path: settled.path })
    await folder.finish(file)
    return settled
  }

  const take = async (file: ClaimedFile): Promise<void> => {
    const before = await folder.decisionOf(file)
    if (before !== null) {
      await carryOut(file, before)
      ended[before.room] += 1
      return
    }
    const outcome = await importClaimed(stations, folder, file)
    if (outcome.kind === 'waits') {
      waiting.set(file.name, clock.monotonicMs() + waitMs)
      return onOutcome?.(file, outcome, null)
    }
    waiting.delete(file.name)
    const { kind: room, outcome: what, message, report, runId, planId } = outcome
    const { name: recipeName } = await stations.recipe().catch(() => ({ name: '' }))
    const decision = await folder.decide(file, { id: newId(), room, outcome: what, message, report, recipeName, runId, planId })
    const settled = await carryOut(file, decision)
    ended[room] += 1
    onOutcome?.(file, outcome, settled)
  }

  return {
    /** Goes on with what is in progress, then takes what is whole. Answers how many files are still being written. */
    async look(stop: AbortSignal): Promise<{ growing: number }> {
      for (const file of await folder.leftover())
        if (!stop.aborted && (waiting.get(file.name) ?? 0) <= clock.monotonicMs()) await take(file)
      const { whole, growing } = await folder.look()
      let left = growing
      for (const name of whole) {
        const file = stop.aborted ? null : await folder.claim(name)
        if (file === null) left += 1
        else await take(file)
      }
      return { growing: left }
    },
    /** What waits is tried at the next look. */
    tryNow: (): void => waiting.clear(),
    totals: () => ({ ...ended, waiting: waiting.size }),
  }
}
