import type { Store } from '../open-store.ts'

/** A file as it was when it was opened: Rollcall keeps its own copy, named by its hash. */
export interface StoredFile {
  id: string
  name: string
  /** Where the person had it; null for a file that came through the browser. */
  originalPath: string | null
  storedPath: string
  sizeBytes: number
  sha256: string
  openedAtMs: number
  /** When the person's own file was last changed before it was copied; null or left out where that is not known. */
  modifiedAtMs?: number | null
}

/** A file that no plan and no draft is about, with the process that opened it; null where that is not known. */
export interface UnusedFile {
  id: string
  sha256: string
  openedBy: string | null
  openedAtMs: number
}

const columns = `id, name, original_path AS originalPath, stored_path AS storedPath, size_bytes AS sizeBytes, sha256,
  opened_at_ms AS openedAtMs, modified_at_ms AS modifiedAtMs`

/** Statements on the files that were opened. */
export function createFiles(store: Store) {
  const insert = store.prepare<[Required<StoredFile> & { openedBy: string | null }]>(
    `INSERT INTO files (id, name, original_path, stored_path, size_bytes, sha256, opened_at_ms, modified_at_ms, opened_by)
     VALUES (@id, @name, @originalPath, @storedPath, @sizeBytes, @sha256, @openedAtMs, @modifiedAtMs, @openedBy)`,
  )
  const isUnused = `NOT EXISTS (SELECT 1 FROM plans WHERE file_id = files.id)
    AND NOT EXISTS (SELECT 1 FROM drafts WHERE instr(drafts.state, files.id) > 0)`
  const selectUnused = store.prepare<[], UnusedFile>(
    `SELECT id, sha256, opened_by AS openedBy, opened_at_ms AS openedAtMs FROM files WHERE ${isUnused}`,
  )
  const removeUnused = store.prepare<[string]>(`DELETE FROM files WHERE id = ? AND ${isUnused}`)
  const countCopies = store.prepare<[string], number>('SELECT count(*) FROM files WHERE sha256 = ?').pluck()
  const select = store.prepare<[string], StoredFile>(`SELECT ${columns} FROM files WHERE id = ?`)
  const selectSince = store.prepare<[number], string>('SELECT stored_path FROM files WHERE opened_at_ms > ?').pluck()
  return {
    /** `openedBy`: the process, see `process-owner.ts`. */
    add: (file: StoredFile, openedBy: string | null = null): void =>
      void insert.run({ ...file, modifiedAtMs: file.modifiedAtMs ?? null, openedBy }),
    unused: (): UnusedFile[] => selectUnused.all(),
    /** Removes a file that is still unused. Answers whether its copy is of no use any more: no other file has the same bytes. */
    removeUnused: (id: string, sha256: string): boolean => removeUnused.run(id).changes > 0 && countCopies.get(sha256) === 0,
    /** The copies of files that were opened after this moment. */
    openedSince: (atMs: number): string[] => selectSince.all(atMs),
    find: (id: string): StoredFile | null => select.get(id) ?? null,
  }
}
