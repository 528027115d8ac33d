import type { HandlersOf } from './handlers.ts'
import { type EngineContext, secondsOf } from './engine-context.ts'
import { AppError } from '../model/errors.ts'
import { tryReplace } from '../source/corrections/try-replace.ts'
import { inspectFile } from '../source/open/inspect-file.ts'
import { editedSheet, readEdited } from './corrected-file.ts'
import { storedFile } from './file-procedures.ts'

export function editProcedures(context: EngineContext): HandlersOf<'edits'> {
  /** Trials under way, by file: a person who types on wants the newest alone. */
  const trials = new Map<string, AbortController>()
  const editsOf = (fileId: string, sheet: string | undefined) => {
    const account = context.current()
    return { fileEdits: account.tables.fileEdits, key: editedSheet(storedFile(account, fileId), sheet) }
  }

  return {
    'edits.list'({ fileId, sheet, offset, limit }) {
      const { fileEdits, key } = editsOf(fileId, sheet)
      const { edits, total } = fileEdits.page(key, offset, limit)
      const shown = edits.map(({ madeAtMs, ...edit }) => ({ ...edit, madeAtSeconds: secondsOf(madeAtMs) ?? 0 }))
      return { edits: shown, total, through: fileEdits.through(key) }
    },

    'edits.add'({ fileId, sheet, edits }) {
      const { fileEdits, key } = editsOf(fileId, sheet)
      return { through: fileEdits.add(key, edits, context.clock.nowMs()) }
    },

    'edits.undo'({ fileId, sheet, numbers }) {
      const { fileEdits, key } = editsOf(fileId, sheet)
      return { through: fileEdits.undo(key, numbers) }
    },

    async 'edits.tryReplace'({ fileId, dialect: choice, edit }) {
      if (edit.kind !== 'replace')
        throw new AppError('usage', 'This is not a replacement.', 'Say what to find and what to put in its place.')
      const account = context.current()
      const file = storedFile(account, fileId)
      trials.get(fileId)?.abort()
      const abort = new AbortController()
      trials.set(fileId, abort)
      try {
        const { signal } = abort
        const { dialect } = await inspectFile(file.storedPath, choice, { signal })
        return await tryReplace(readEdited(account, file, dialect)(file.storedPath, dialect, { signal }), edit, signal)
      } finally {
        if (trials.get(fileId) === abort) trials.delete(fileId)
      }
    },
  }
}
