import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { OpenAccount } from '../account/open-account.ts'
import type { ImportFile, Inspection } from '../contract.ts'
import type { HandlersOf } from './handlers.ts'
import type { EngineContext } from './engine-context.ts'
import { AppError } from '../model/errors.ts'
import { copyAndHash } from '../source/open/copy-file.ts'
import { inspectFile } from '../source/open/inspect-file.ts'
import type { PreparingOptions } from '../source/open/preparing-progress.ts'
import type { StoredFile } from '../store/files/files.ts'
import { thisProcess } from '../store/process-owner.ts'
import { correctedSheet, inspectCorrected, readCorrectedLines } from './read-corrected.ts'

export function fileProcedures(context: EngineContext): HandlersOf<'files'> {
  return {
    'files.open': async ({ path, name }) =>
      toImportFile(await context.tasks.run({ kind: 'opening', id: path }, (signal) => openFile(context, { path, name, signal }))),

    async 'files.reopen'({ fileId }) {
      const { originalPath } = storedFile(context.current(), fileId)
      if (originalPath === null)
        throw new AppError('file.not_found', 'Rollcall does not know where this file came from.', 'Choose the file again.')
      return toImportFile(
        await context.tasks.run({ kind: 'opening', id: originalPath }, (signal) => openFile(context, { path: originalPath, signal })),
      )
    },

    async 'files.stop'() {
      const { tasks } = context
      await tasks.waitBriefly(
        tasks.stop(
          { kinds: ['opening'] },
          new AppError('cancelled', 'Opening the file was stopped.', 'Choose it again when you are ready.'),
        ),
      )
      return {}
    },

    async 'files.inspect'({ fileId, dialect }) {
      const account = context.current()
      const file = storedFile(account, fileId)
      const inspection = await context.tasks.run({ kind: 'opening', id: fileId }, (signal) =>
        atOnce(inspectCorrected(account, file, dialect, { ...preparing(context, fileId), signal }), signal),
      )
      const corrections = account.tables.fileCorrections.count(correctedSheet(file, inspection.dialect.sheet))
      return { file: toImportFile(file), inspection: { ...inspection, ...namedPacked(inspection, file) }, corrections }
    },

    async 'files.rows'({ fileId, dialect: choice, lines }) {
      const account = context.current()
      const file = storedFile(account, fileId)
      const { dialect } = await inspectFile(file.storedPath, choice)
      return { rows: [...(await readCorrectedLines(account, file, dialect, lines)).values()] }
    },
  }
}

const progressEveryMs = 100

/** Tells the shell, now and then, how far the first look at a file is that has to be unpacked or written out. */
export function preparing(context: EngineContext, fileId: string): PreparingOptions {
  let toldAtMs = Number.NEGATIVE_INFINITY
  return {
    onProgress(share) {
      const nowMs = context.clock.monotonicMs()
      if (nowMs - toldAtMs < progressEveryMs) return
      toldAtMs = nowMs
      context.emit('file.progress', { fileId, share })
    },
  }
}

/** Copies a file into the account's data. A name that the shell gives belongs to a file that has no place of its own on this computer. */
export async function openFile(
  context: EngineContext,
  { path, name, signal }: { path: string; name?: string | undefined; signal: AbortSignal },
): Promise<StoredFile> {
  const account = context.current()
  const id = randomUUID()
  const { onProgress } = preparing(context, id)
  const modified = name === undefined ? await stat(path).catch(() => null) : null
  // A slow drive may take its time over what was asked of it.
  const copy = await atOnce(
    copyAndHash(path, account.filesFolder, { signal, onProgress: (copied, all) => onProgress?.(copied / Math.max(all, 1)) }),
    signal,
  )
  const file: StoredFile = {
    ...copy,
    id,
    name: name ?? basename(path),
    originalPath: name === undefined ? path : null,
    openedAtMs: context.clock.nowMs(),
    modifiedAtMs: modified === null ? null : Math.floor(modified.mtimeMs),
  }
  account.tables.files.add(file, thisProcess)
  // Another program may have tidied the same bytes away before it could know that they are wanted again.
  if (!existsSync(copy.storedPath)) await atOnce(copyAndHash(path, account.filesFolder, { signal }), signal)
  return file
}

/** The result of the work, or the signal's reason as soon as it aborts: the work then ends by itself. */
async function atOnce<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const stopped = Promise.withResolvers<never>()
  const stop = (): void => stopped.reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, stopped.promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** What is inside a packed file that does not say its name is called like that file. */
function namedPacked({ packed }: Inspection, file: StoredFile): Pick<Inspection, 'packed'> {
  return packed === undefined ? {} : { packed: { ...packed, name: packed.name || file.name.replace(/\.(gz|gzip)$/i, '') } }
}

/** Throws `file.not_found` for a file that was never opened in this account. */
export function storedFile(account: OpenAccount, fileId: string): StoredFile {
  const file = account.tables.files.find(fileId)
  if (file) return file
  throw new AppError('file.not_found', 'This file is not known to the account.', 'Choose the file again.')
}

export function toImportFile(file: StoredFile): ImportFile {
  return {
    id: file.id,
    name: file.name,
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
    openedAtSeconds: Math.floor(file.openedAtMs / 1000),
  }
}
