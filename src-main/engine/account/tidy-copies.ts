import { setImmediate } from 'node:timers/promises'
import { isHeld } from '../files/patient-files.ts'
import { removeCopies } from '../source/open/remove-copies.ts'
import { isGone } from '../store/process-owner.ts'
import type { Store } from '../store/open-store.ts'
import { tablesOf } from '../store/tables.ts'

/** Nobody has a file open for longer, though another process has the number of the one that opened it, or its computer another name. */
const longestOpenMs = 30 * 24 * 60 * 60 * 1000

/**
 * Removes the copies of files that were opened and came to nothing, because they were refused or the program was killed: those that no
 * plan and no draft is about, once the process that opened them is gone. A copy goes in the transaction that forgets its file, so
 * that whoever opens the same bytes meanwhile either keeps it or finds it missing, and copies again. Ends early when
 * the signal aborts, but not before it has removed one: so short commands tidy, too.
 */
export async function tidyCopies(store: Store, folder: string, nowMs: number, signal: AbortSignal): Promise<void> {
  const { files } = tablesOf(store)
  const remove = store.transaction((id: string, sha256: string): void => {
    if (files.removeUnused(id, sha256)) removeCopies(folder, [sha256])
  }).immediate
  for (const { id, sha256, openedBy, openedAtMs } of files.unused()) {
    const isLeft = (openedBy !== null && isGone(openedBy)) || nowMs - openedAtMs > longestOpenMs
    if (!isLeft) continue
    try {
      remove(id, sha256)
    } catch (error) {
      if (!isHeld(error)) throw error // one that another program has open stays until a later start, and so does what is known of it
    }
    await setImmediate()
    if (signal.aborted) return
  }
}
