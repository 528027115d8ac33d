import { editSchema, type Edit } from '../../model/files/edit-schema.ts'
import { readJsonColumn } from '../json-column.ts'
import type { Store } from '../open-store.ts'

/** Rows that can be corrected: a file's bytes and, of a workbook, the sheet ('' for others). */
export interface EditedSheet {
  sha256: string
  sheet: string
}

export interface NumberedEdit {
  number: number
  edit: Edit
}

export interface StoredEdit extends NumberedEdit {
  madeAtMs: number
  isUndone: boolean
}

export type FileEdits = ReturnType<typeof createFileEdits>

interface EditRecord {
  number: number
  edit: string
  madeAtMs: number
  isUndone: number
}

/** Statements on the corrections of files. Damaged ones throw `store.damaged`. */
export function createFileEdits(store: Store) {
  const ofSheet = 'FROM file_edits WHERE sha256 = @sha256 AND sheet = @sheet'
  const selectThrough = store
    .prepare<[EditedSheet], number>(`SELECT coalesce(max(max(number), max(coalesce(undone_by, 0))), 0) ${ofSheet}`)
    .pluck()
  const insert = store.prepare<[EditedSheet & { number: number; edit: string; madeAtMs: number }]>(
    'INSERT INTO file_edits (sha256, sheet, number, edit, made_at_ms) VALUES (@sha256, @sheet, @number, @edit, @madeAtMs)',
  )
  const setUndone = store.prepare<[EditedSheet & { number: number; undoneBy: number }]>(
    'UPDATE file_edits SET undone_by = @undoneBy WHERE sha256 = @sha256 AND sheet = @sheet AND number = @number AND undone_by IS NULL',
  )
  const selectLast = store.prepare<[EditedSheet], number | null>(`SELECT max(number) ${ofSheet} AND undone_by IS NULL`).pluck()
  const selectPage = store.prepare<[EditedSheet & { offset: number; limit: number }], EditRecord>(
    `SELECT number, edit, made_at_ms AS madeAtMs, undone_by IS NOT NULL AS isUndone ${ofSheet} ORDER BY number LIMIT @limit OFFSET @offset`,
  )
  const count = store.prepare<[EditedSheet], number>(`SELECT count(*) ${ofSheet}`).pluck()
  const countInForce = store.prepare<[EditedSheet], number>(`SELECT count(*) ${ofSheet} AND undone_by IS NULL`).pluck()
  const selectAt = store.prepare<[EditedSheet & { through: number }], Pick<EditRecord, 'number' | 'edit'>>(
    `SELECT number, edit ${ofSheet} AND number <= @through AND (undone_by IS NULL OR undone_by > @through) ORDER BY number`,
  )
  const through = (key: EditedSheet): number => selectThrough.get(key) ?? 0

  return {
    /** The newest number: of a correction, or of one being undone. 0 where nothing was ever corrected. */
    through,
    /** Appends corrections; returns the newest number. */
    add: store.transaction((key: EditedSheet, edits: readonly Edit[], madeAtMs: number): number => {
      let number = through(key)
      for (const edit of edits) {
        number += 1
        insert.run({ ...key, number, edit: JSON.stringify(edit), madeAtMs })
      }
      return number
    }),
    /** Undoes corrections, as one step; without numbers the last one that is not undone. Answers the newest number. */
    undo: store.transaction((key: EditedSheet, numbers?: readonly number[]): number => {
      const before = through(key)
      const last = selectLast.get(key) ?? null
      let undone = 0
      for (const number of numbers ?? (last === null ? [] : [last]))
        undone += setUndone.run({ ...key, number, undoneBy: before + 1 }).changes
      return undone === 0 ? before : before + 1
    }),
    page(key: EditedSheet, offset: number, limit: number): { edits: StoredEdit[]; total: number } {
      return { edits: selectPage.all({ ...key, offset, limit }).map(toEdit), total: count.get(key) ?? 0 }
    },
    /** How many hold, without those that were undone. */
    count: (key: EditedSheet): number => countInForce.get(key) ?? 0,
    /** The corrections that held at that number, in their order. */
    at: (key: EditedSheet, throughNumber: number): NumberedEdit[] =>
      selectAt.all({ ...key, through: throughNumber }).map((record) => numbered(record)),
  }
}

function numbered({ number, edit }: Pick<EditRecord, 'number' | 'edit'>): NumberedEdit {
  return { number, edit: readJsonColumn(editSchema, edit, `correction ${number} of a file`) }
}

function toEdit(record: EditRecord): StoredEdit {
  return { ...numbered(record), madeAtMs: record.madeAtMs, isUndone: record.isUndone === 1 }
}
