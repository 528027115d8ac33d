import { draftStateSchema, type DraftState } from '../../model/recipes/draft-schema.ts'
import { readJsonColumn } from '../json-column.ts'
import type { Store } from '../open-store.ts'

export interface StoredDraft {
  id: string
  state: DraftState
  createdAtMs: number
  updatedAtMs: number
}

interface DraftRow {
  id: string
  state: string
  created_at_ms: number
  updated_at_ms: number
}

/** Statements on imports that are being prepared. Damaged ones throw `store.damaged`. */
export function createDrafts(store: Store) {
  const insert = store.prepare<[string, string, number, number]>(
    'INSERT INTO drafts (id, state, created_at_ms, updated_at_ms) VALUES (?, ?, ?, ?)',
  )
  const update = store.prepare<[string, number, string]>('UPDATE drafts SET state = ?, updated_at_ms = ? WHERE id = ?')
  const selectAll = store.prepare<[], DraftRow>('SELECT * FROM drafts ORDER BY updated_at_ms DESC, id')
  const selectById = store.prepare<[string], DraftRow>('SELECT * FROM drafts WHERE id = ?')
  const remove = store.prepare<[string]>('DELETE FROM drafts WHERE id = ?')
  const expire = store.prepare<[number]>("DELETE FROM drafts WHERE updated_at_ms < ? AND state ->> '$.runId' IS NULL")
  return {
    add(id: string, state: DraftState, createdAtMs: number): void {
      insert.run(id, JSON.stringify(state), createdAtMs, createdAtMs)
    },
    /** Answers whether there is such a draft. */
    save: (id: string, state: DraftState, updatedAtMs: number): boolean => update.run(JSON.stringify(state), updatedAtMs, id).changes > 0,
    /** The last changed first. */
    all: (): StoredDraft[] => selectAll.all().map(toDraft),
    find(id: string): StoredDraft | null {
      const row = selectById.get(id)
      return row === undefined ? null : toDraft(row)
    },
    /** Removes those without a run that nobody has changed since that time. Answers how many. */
    expire: (beforeMs: number): number => expire.run(beforeMs).changes,
    /** Answers whether there was one. */
    remove: (id: string): boolean => remove.run(id).changes > 0,
  }
}

function toDraft(row: DraftRow): StoredDraft {
  const state = readJsonColumn(draftStateSchema, row.state, 'an import that was being prepared')
  return { id: row.id, state, createdAtMs: row.created_at_ms, updatedAtMs: row.updated_at_ms }
}
