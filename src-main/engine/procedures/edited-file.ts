import type { OpenAccount } from '../account/open-account.ts'
import { createRowEditor, type RowEditor } from '../source/edits/row-editor.ts'
import { withEdits } from '../source/edits/with-edits.ts'
import { inspectFile } from '../source/inspect-file.ts'
import { readRows } from '../source/read-rows.ts'
import type { ReadRows } from '../source/row-source.ts'
import type { Dialect, DialectChoice, Inspection } from '../source/source-schema.ts'
import type { EditedSheet } from '../store/file-edits.ts'
import type { StoredFile } from '../store/files.ts'

/** What the corrections of a file belong to. */
export function editedSheet(file: Pick<StoredFile, 'sha256'>, sheet: string | undefined): EditedSheet {
  return { sha256: file.sha256, sheet: sheet ?? '' }
}

/** The corrections of a file, those up to a number or all of them, ready to be applied; null where there are none. */
export function rowEditor(account: OpenAccount, file: StoredFile, dialect: Pick<Dialect, 'sheet'>, through = Number.MAX_SAFE_INTEGER): RowEditor | null {
  const edits = account.tables.fileEdits.at(editedSheet(file, dialect.sheet), through)
  return createRowEditor(edits.map(({ edit }) => edit))
}

/** Reads rows as they were corrected, up to a number or with all corrections. */
export function readEdited(account: OpenAccount, file: StoredFile, dialect: Pick<Dialect, 'sheet'>, through?: number): ReadRows {
  return withEdits(readRows, rowEditor(account, file, dialect, through))
}

/** `inspectFile` with the file's corrections: rows that are left out by hand are among them, and say so. */
export async function inspectEdited(account: OpenAccount, file: StoredFile, choice: DialectChoice): Promise<Inspection> {
  const inspection = await inspectFile(file.storedPath, choice)
  const editor = rowEditor(account, file, inspection.dialect)
  return editor === null ? inspection : { ...inspection, rows: inspection.rows.map((row) => editor.edit(row)) }
}
