import type { HandlersOf } from './handlers.ts'
import { type EngineContext, secondsOf } from './engine-context.ts'
import { AppError } from '../model/errors.ts'
import { tryReplace } from '../source/corrections/try-replace.ts'
import { inspectFile } from '../source/open/inspect-file.ts'
import { correctedSheet, readCorrected } from './read-corrected.ts'
import { storedFile } from './file-procedures.ts'

export function correctionProcedures(context: EngineContext): HandlersOf<'corrections'> {
  /** Trials under way, by file: a person who types on wants the newest alone. */
  const trials = new Map<string, AbortController>()
  const correctionsOf = (fileId: string, sheet: string | undefined) => {
    const account = context.current()
    return { fileCorrections: account.tables.fileCorrections, key: correctedSheet(storedFile(account, fileId), sheet) }
  }

  return {
    'corrections.list'({ fileId, sheet, offset, limit }) {
      const { fileCorrections, key } = correctionsOf(fileId, sheet)
      const { corrections, total } = fileCorrections.page(key, offset, limit)
      const shown = corrections.map(({ madeAtMs, ...correction }) => ({ ...correction, madeAtSeconds: secondsOf(madeAtMs) ?? 0 }))
      return { corrections: shown, total, through: fileCorrections.through(key) }
    },

    'corrections.add'({ fileId, sheet, corrections }) {
      const { fileCorrections, key } = correctionsOf(fileId, sheet)
      return { through: fileCorrections.add(key, corrections, context.clock.nowMs()) }
    },

    'corrections.undo'({ fileId, sheet, numbers }) {
      const { fileCorrections, key } = correctionsOf(fileId, sheet)
      return { through: fileCorrections.undo(key, numbers) }
    },

    async 'corrections.tryReplace'({ fileId, dialect: choice, correction }) {
      if (correction.kind !== 'replace' && correction.kind !== 'set')
        throw new AppError('usage', 'This is no correction of a column.', 'Say what its cells are to become.')
      const account = context.current()
      const file = storedFile(account, fileId)
      trials.get(fileId)?.abort()
      const abort = new AbortController()
      trials.set(fileId, abort)
      try {
        const { signal } = abort
        const { dialect } = await inspectFile(file.storedPath, choice, { signal })
        return await tryReplace(readCorrected(account, file, dialect)(file.storedPath, dialect, { signal }), correction, signal)
      } finally {
        if (trials.get(fileId) === abort) trials.delete(fileId)
      }
    },
  }
}
