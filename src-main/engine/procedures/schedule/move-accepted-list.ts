import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { createWatchedFolder } from '../../schedule/watch/watched-folder.ts'
import type { StoredUnattended } from '../../store/schedule/unattended-files.ts'
import type { EngineContext } from '../engine-context.ts'
import type { AccountCall } from './engine-stations.ts'

/** So many of the last files are looked through. */
const mostSeen = 50

/**
 * A list that was unlike the last ones, and that somebody has had imported all the same, goes to those that are done, with its results. To be
 * called within its account.
 */
export async function moveAccepted(
  context: EngineContext,
  call: AccountCall,
  path: string,
  folder: ReturnType<typeof createWatchedFolder>,
): Promise<void> {
  const { tables } = context.current()
  for (const file of tables.unattendedFiles.latest(mostSeen)) {
    const runId = file.folder === path && file.outcome === 'unlike' ? finishedRun(context, file) : null
    if (runId === null) continue
    const moved = file.path !== null && existsSync(file.path) ? await folder.move(file.path, 'done') : null
    if (moved !== null)
      await call('runs.writeResults', { runId, folder: await folder.folderOf('done'), name: basename(moved), overwrite: true })
    const { summary } = await call('runs.get', { runId })
    const outcome = summary.failed + summary.unknown > 0 ? 'rows' : 'imported'
    tables.unattendedFiles.answer(file.id, { outcome, runId, ...(moved !== null && { path: moved }), atMs: context.clock.nowMs() })
    context.emit('unattended.changed', { accountId: context.current().id })
  }
}

function finishedRun(context: EngineContext, { planId }: StoredUnattended): string | null {
  const { plans, runs } = context.current().tables
  const runId = planId === null ? null : runs.idOfPlan(plans.idOf(planId))
  return runId !== null && runs.find(runId)?.state === 'finished' ? runId : null
}
