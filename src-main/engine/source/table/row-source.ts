import type { PreparingOptions } from '../open/preparing-progress.ts'
import type { Dialect, DialectChoice, Inspection, SourceRow } from '../../model/files/source-schema.ts'

/** Some consecutive rows of data in file order, without the header. Blank lines are not rows and are left out. */
export interface RowBatch {
  rows: SourceRow[]
  /** Bytes of the file consumed so far, for progress. */
  bytesRead: number
  /** Where the first of these rows begins, if known: reading can resume there. */
  start?: RowPlace
}

/** The beginning of a row in the text that a file's rows are read from: the file itself, or one that is made from it. */
export interface RowPlace {
  byte: number
  /** Its line in that text, from 1. */
  line: number
}

export interface ReadOptions {
  signal?: AbortSignal | undefined
  /** Leaves out the rows before a place that an earlier reading of the same file has told. */
  from?: RowPlace
}

/**
 * Reads the rows of a file as a stream: memory does not grow with the file. Cells are the file's own text, decoded and
 * unquoted, neither trimmed nor defused. A row may have fewer or more cells than the header: that is for `raggedIssue`.
 * Throws `file.*` AppErrors, and the signal's reason when it aborts.
 */
export type ReadRows = (path: string, dialect: Dialect, options?: ReadOptions) => AsyncGenerator<RowBatch>

/** A format of files: how one is looked at and how its rows are read. `inspect` promises what `inspectFile` does. */
export interface TableFormat {
  inspect(path: string, choice: DialectChoice, options?: PreparingOptions): Promise<Inspection>
  readRows: ReadRows
}
