import type { Store } from '../open-store.ts'

/** Statements on the files that were written for somebody. Rollcall does not touch them again, but can name them. */
export function createWrittenFiles(store: Store) {
  const upsert = store.prepare<[string, string | null, number]>(
    `INSERT INTO written_files (path, run_id, written_at_ms) VALUES (?, ?, ?)
     ON CONFLICT (path) DO UPDATE SET run_id = excluded.run_id, written_at_ms = excluded.written_at_ms`,
  )
  const selectOfRun = store.prepare<[string], string>('SELECT path FROM written_files WHERE run_id = ? ORDER BY path').pluck()
  const selectAll = store.prepare<[], string>('SELECT path FROM written_files ORDER BY path').pluck()
  return {
    /** Does nothing where the account can only be looked at. */
    add(path: string, runId: string | null, writtenAtMs: number): void {
      if (store.readonly || store.memory) return
      upsert.run(path, runId, writtenAtMs)
    },
    ofRun: (runId: string): string[] => selectOfRun.all(runId),
    all: (): string[] => selectAll.all(),
  }
}
