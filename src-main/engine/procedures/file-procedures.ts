import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { OpenAccount } from '../account/open-account.ts'
import type { ImportFile } from '../contract.ts'
import type { HandlersOf } from '../engine.ts'
import type { EngineContext } from '../engine-context.ts'
import { AppError } from '../errors.ts'
import { copyAndHash } from '../source/copy-file.ts'
import { inspectFile } from '../source/inspect-file.ts'
import { rowIndexOf } from '../source/row-indexes.ts'
import type { StoredFile } from '../store/files.ts'
import { inspectEdited, rowEditor } from './edited-file.ts'

export function fileProcedures(context: EngineContext): HandlersOf<'files'> {
  return {
    async 'files.open'({ path, name }) {
      const account = context.current()
      const copy = await copyAndHash(path, account.filesFolder)
      const file: StoredFile = {
        ...copy,
        id: randomUUID(),
        name: name ?? basename(path),
        // A name that the shell gives belongs to a file that has no place of its own on this computer.
        originalPath: name === undefined ? path : null,
        openedAtMs: context.clock.nowMs(),
      }
      account.tables.files.add(file)
      return toImportFile(file)
    },

    async 'files.inspect'({ fileId, dialect }) {
      const account = context.current()
      const file = storedFile(account, fileId)
      return { file: toImportFile(file), inspection: await inspectEdited(account, file, dialect) }
    },

    async 'files.rows'({ fileId, dialect: choice, lines }) {
      const account = context.current()
      const file = storedFile(account, fileId)
      const { dialect } = await inspectFile(file.storedPath, choice)
      const editor = rowEditor(account, file, dialect)
      const found = await rowIndexOf(file.storedPath, dialect).readLines([...new Set(lines)].sort((a, b) => a - b))
      return { rows: [...found.values()].map((row) => editor?.edit(row) ?? row) }
    },
  }
}

/** Throws `file.not_found` for a file that was never opened in this account. */
export function storedFile(account: OpenAccount, fileId: string): StoredFile {
  const file = account.tables.files.find(fileId)
  if (file) return file
  throw new AppError('file.not_found', 'This file is not known to the account.', 'Choose the file again.')
}

function toImportFile(file: StoredFile): ImportFile {
  return { id: file.id, name: file.name, sizeBytes: file.sizeBytes, sha256: file.sha256, openedAtSeconds: Math.floor(file.openedAtMs / 1000) }
}
