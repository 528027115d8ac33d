import type { Dialect, DialectChoice, Inspection, SourceRow } from './source-schema.ts'

/** Some consecutive rows of data in file order, without the header. Blank lines are not rows and are left out. */
export interface RowBatch {
  rows: SourceRow[]
  /** Bytes of the file consumed so far, for progress. */
  bytesRead: number
}

/**
 * Reads the rows of a file as a stream: memory does not grow with the file. Cells are the file's own text, decoded and
 * unquoted, neither trimmed nor defused. A row may have fewer or more cells than the header: that is for `raggedIssue`.
 * Throws `file.*` AppErrors, and the signal's reason when it aborts.
 */
export type ReadRows = (path: string, dialect: Dialect, options?: { signal?: AbortSignal }) => AsyncGenerator<RowBatch>

/** A format of files: how one is looked at and how its rows are read. `inspect` promises what `inspectFile` does. */
export interface TableFormat {
  inspect(path: string, choice: DialectChoice, options?: { signal?: AbortSignal }): Promise<Inspection>
  readRows: ReadRows
}
