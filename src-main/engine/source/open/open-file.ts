import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { patiently } from '../../files/patient-files.ts'
import { AppError } from '../../model/errors.ts'
import { RowTooLongError } from '../csv/row-parser.ts'

export interface OpenFile {
  handle: FileHandle
  sizeBytes: number
}

/** Does not block on a named pipe that nobody may ever write to. Windows has no such flag. */
const readWithoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Opens a file for reading; the caller closes `handle`. Throws `file.not_found`, `file.unreadable` or `file.empty`. */
export async function openFile(path: string): Promise<OpenFile> {
  let handle: FileHandle
  try {
    handle = await patiently(() => open(path, readWithoutWaiting))
  } catch (error) {
    throw fileError(error)
  }
  try {
    const stats = await handle.stat()
    if (stats.isDirectory()) throw folderError()
    if (!stats.isFile())
      throw new AppError(
        'file.unreadable',
        'This is not a file but a pipe, a device or the like.',
        'Save what comes from there as a file, and choose that one.',
      )
    if (stats.size === 0) throw emptyError()
    return { handle, sizeBytes: stats.size }
  } catch (error) {
    await handle.close()
    throw fileError(error)
  }
}

export function emptyError(): AppError {
  return new AppError('file.empty', 'The file is empty.', 'Export it again, and check in the other program that the export is finished.')
}

function folderError(): AppError {
  return new AppError('file.unreadable', 'This is a folder, not a file.', 'Open the folder and choose the file in it.')
}

/** Turns errors of opening or reading a file into words; returns all other errors unchanged. */
export function fileError(error: unknown): unknown {
  if (error instanceof RowTooLongError) {
    return new AppError(
      'file.unreadable',
      `Line ${error.line} is longer than any line of a table.`,
      'This may not be a CSV file, or it is damaged. Open it in a spreadsheet to see, and export it again.',
      { cause: error },
    )
  }
  if (error instanceof AppError || !(error instanceof Error) || !('code' in error)) return error
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ENAMETOOLONG':
      return new AppError('file.not_found', 'The file was not found.', 'It may have been moved, renamed or deleted. Choose it again.', {
        cause: error,
      })
    case 'EISDIR':
      return folderError()
    case 'ELOOP':
      return new AppError(
        'file.unreadable',
        'The links to this file lead in a circle, or through too many others.',
        'Choose the file itself instead of a link to it.',
        { cause: error },
      )
    case 'EACCES':
    case 'EPERM':
      return new AppError(
        'file.unreadable',
        'You are not allowed to read this file.',
        'Ask its owner for permission, or copy it to a folder of your own.',
        { cause: error },
      )
    case 'EBUSY':
    case 'ETXTBSY':
      return new AppError('file.unreadable', 'Another program is using the file.', 'Close it there (Excel, for example), and try again.', {
        cause: error,
      })
    case 'EIO':
    case 'ESTALE':
    case 'ENODEV':
    case 'ENXIO':
    case 'ETIMEDOUT':
      return new AppError(
        'file.unreadable',
        'The file could not be read to its end.',
        'Check the drive or the network folder, or copy the file to this computer first.',
        { cause: error },
      )
    case 'EMFILE':
    case 'ENFILE':
      return new AppError('file.unreadable', 'Too many files are open on this computer.', 'Close some programs, and try again.', {
        cause: error,
      })
    default:
      return error
  }
}
