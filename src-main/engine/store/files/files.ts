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

const columns = `id, name, original_path AS originalPath, stored_path AS storedPath, size_bytes AS sizeBytes, sha256,
  opened_at_ms AS openedAtMs, modified_at_ms AS modifiedAtMs`

/** Statements on the files that were opened. */
export function createFiles(store: Store) {
  const insert = store.prepare<[Required<StoredFile>]>(
    `INSERT INTO files (id, name, original_path, stored_path, size_bytes, sha256, opened_at_ms, modified_at_ms)
     VALUES (@id, @name, @originalPath, @storedPath, @sizeBytes, @sha256, @openedAtMs, @modifiedAtMs)`,
  )
  const select = store.prepare<[string], StoredFile>(`SELECT ${columns} FROM files WHERE id = ?`)
  return {
    add: (file: StoredFile): void => void insert.run({ ...file, modifiedAtMs: file.modifiedAtMs ?? null }),
    find: (id: string): StoredFile | null => select.get(id) ?? null,
  }
}
