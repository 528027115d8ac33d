import { randomUUID } from 'node:crypto'
import type { Draft } from '../contract.ts'
import type { HandlersOf } from './handlers.ts'
import type { EngineContext } from './engine-context.ts'
import { AppError } from '../model/errors.ts'
import type { StoredDraft } from '../store/files/drafts.ts'

export function draftProcedures(context: EngineContext): HandlersOf<'drafts'> {
  const drafts = () => context.current().tables.drafts

  /** Of imports of the same content that were not started, just the one that was changed last. */
  function onePerFile(all: readonly StoredDraft[]): StoredDraft[] {
    const seen = new Set<string>()
    return all.filter(({ state: { fileId, runId } }) => {
      const sha256 = fileId === null || runId !== null ? null : (context.current().tables.files.find(fileId)?.sha256 ?? null)
      if (sha256 === null) return true
      const isFirst = !seen.has(sha256)
      seen.add(sha256)
      return isFirst
    })
  }

  function get(draftId: string): Draft {
    const found = drafts().find(draftId)
    if (!found) throw new AppError('usage', 'This import is not here any more.', 'Start a new one, or look for its run in the history.')
    return toDraft(found)
  }

  return {
    'drafts.list'() {
      drafts().expire(context.clock.nowMs() - draftDays * dayMs)
      return { drafts: onePerFile(drafts().all()).map(toDraft) }
    },
    'drafts.get': ({ draftId }) => get(draftId),
    'drafts.create'({ state }) {
      const id = randomUUID()
      drafts().add(id, state, context.clock.nowMs())
      return get(id)
    },
    'drafts.save'({ draftId, state }) {
      drafts().save(draftId, state, context.clock.nowMs())
      return get(draftId)
    },
    'drafts.remove'({ draftId }) {
      drafts().remove(draftId)
      return {}
    },
  }
}

/** So long an import that was not started is kept after its last change. */
const draftDays = 30
const dayMs = 86_400_000

function toDraft({ id, state, createdAtMs, updatedAtMs }: StoredDraft): Draft {
  return { id, state, createdAtSeconds: Math.floor(createdAtMs / 1000), updatedAtSeconds: Math.floor(updatedAtMs / 1000) }
}
