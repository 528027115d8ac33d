import { z } from 'zod'
import { type UnattendedNote, type UnattendedOutcome, unattendedOutcomes } from '../../model/runs/unattended-schema.ts'
import { readJsonColumn } from '../json-column.ts'
import type { Store } from '../open-store.ts'

export interface StoredUnattended extends UnattendedNote {
  atMs: number
  draftId: string | null
  answeredAtMs: number | null
}

type Row = Omit<StoredUnattended, 'outcome'> & { outcome: string }

const outcomeSchema = z.enum(unattendedOutcomes)
/** So many are kept: ten years of a daily list. */
const mostKept = 4_000

/** Statements on files that were imported by themselves, or were not. Damaged ones throw `store.damaged`. */
export function createUnattendedFiles(store: Store) {
  const columns = `id, at_ms AS atMs, folder, file_name AS fileName, path, recipe_name AS recipeName, outcome, message, run_id AS runId,
    plan_id AS planId, draft_id AS draftId, answered_at_ms AS answeredAtMs`
  const insert = store.prepare<StoredUnattended>(
    `INSERT OR IGNORE INTO unattended_files (id, at_ms, folder, file_name, path, recipe_name, outcome, message, run_id, plan_id, draft_id, answered_at_ms)
     VALUES (@id, @atMs, @folder, @fileName, @path, @recipeName, @outcome, @message, @runId, @planId, @draftId, @answeredAtMs)`,
  )
  const trim = store.prepare<[number]>(
    `DELETE FROM unattended_files WHERE answered_at_ms IS NOT NULL AND rowid NOT IN (SELECT rowid FROM unattended_files ORDER BY at_ms DESC, rowid DESC LIMIT ?)`,
  )
  const selectAll = store.prepare<[number], Row>(`SELECT ${columns} FROM unattended_files ORDER BY at_ms DESC, rowid DESC LIMIT ?`)
  const select = store.prepare<[string], Row>(`SELECT ${columns} FROM unattended_files WHERE id = ?`)
  const selectByDraft = store.prepare<[string], Row>(`SELECT ${columns} FROM unattended_files WHERE draft_id = ?`)
  const selectLast = store.prepare<[string], Row>(
    `SELECT ${columns} FROM unattended_files WHERE folder = ? ORDER BY at_ms DESC, rowid DESC LIMIT 1`,
  )
  const setAnswered = store.prepare<[UnattendedOutcome, string | null, string | null, number, string]>(
    'UPDATE unattended_files SET outcome = ?, run_id = coalesce(?, run_id), path = coalesce(?, path), answered_at_ms = ? WHERE id = ?',
  )
  const setDraft = store.prepare<[string, string]>('UPDATE unattended_files SET draft_id = ? WHERE id = ?')
  return {
    /** Answers false where it was noted before: that one stays. */
    add(file: StoredUnattended): boolean {
      const isNew = insert.run(file).changes > 0
      trim.run(mostKept)
      return isNew
    },
    /** The last first. */
    latest: (count: number): StoredUnattended[] => selectAll.all(count).map(toFile),
    find: (id: string): StoredUnattended | null => found(select.get(id)),
    ofDraft: (draftId: string): StoredUnattended | null => found(selectByDraft.get(draftId)),
    /** The last one of a folder. */
    lastOf: (folder: string): StoredUnattended | null => found(selectLast.get(folder)),
    /** Somebody has seen to it. */
    answer(id: string, { outcome, runId, path, atMs }: { outcome: UnattendedOutcome; runId?: string; path?: string; atMs: number }): void {
      setAnswered.run(outcome, runId ?? null, path ?? null, atMs, id)
    },
    setDraft: (id: string, draftId: string): void => void setDraft.run(draftId, id),
  }
}

function found(row: Row | undefined): StoredUnattended | null {
  return row === undefined ? null : toFile(row)
}

function toFile(row: Row): StoredUnattended {
  return { ...row, outcome: readJsonColumn(outcomeSchema, JSON.stringify(row.outcome), 'a file that was imported by itself') }
}
