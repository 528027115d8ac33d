import { AppError } from '../../model/errors.ts'
import { fileError } from '../open/open-file.ts'

/** A workbook that cannot be read, in words; `cause` says in whose opinion. */
export function damagedWorkbook(cause?: unknown): AppError {
  return new AppError(
    'file.unreadable',
    'This workbook is damaged or was not downloaded to its end.',
    'Open it in the program it came from, save it again under another name, and choose that file; or download it again.',
    { cause },
  )
}

/** Errors of the drive keep their own words; whatever else goes wrong inside a workbook means that it is damaged. */
export function workbookError(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted === true) return signal.reason
  const known = fileError(error)
  if (known instanceof AppError) return known
  return damagedWorkbook(error)
}
