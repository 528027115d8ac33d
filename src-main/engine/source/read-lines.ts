import type { ReadRows } from './row-source.ts'
import type { Dialect, SourceRow } from './source-schema.ts'

/** The rows on these lines (ascending), by line; those that the file has not are left out. Reads no further than it has to. */
export async function readLines(readRows: ReadRows, path: string, dialect: Dialect, lines: readonly number[], options: { signal?: AbortSignal } = {}): Promise<Map<number, SourceRow>> {
  const found = new Map<number, SourceRow>()
  const wanted = new Set(lines)
  const last = lines.at(-1)
  if (last === undefined) return found
  for await (const { rows } of readRows(path, dialect, options)) {
    for (const row of rows) if (wanted.has(row.line)) found.set(row.line, row)
    if ((rows.at(-1)?.line ?? 0) >= last) break
  }
  return found
}
