import { correctionSchema, type Correction } from '../../model/files/correction-schema.ts'
import { readJsonColumn } from '../json-column.ts'
import type { Store } from '../open-store.ts'

/** Rows that can be corrected: a file's bytes and, of a workbook, the sheet ('' for others). */
export interface CorrectedSheet {
  sha256: string
  sheet: string
}

export interface NumberedCorrection {
  number: number
  correction: Correction
}

export interface StoredCorrection extends NumberedCorrection {
  madeAtMs: number
  isUndone: boolean
}

export type FileCorrections = ReturnType<typeof createFileCorrections>

interface CorrectionRecord {
  number: number
  correction: string
  madeAtMs: number
  isUndone: number
}

/** Statements on the corrections of files. Damaged ones throw `store.damaged`. */
export function createFileCorrections(store: Store) {
  const ofSheet = 'FROM file_edits WHERE sha256 = @sha256 AND sheet = @sheet'
  const selectThrough = store
    .prepare<[CorrectedSheet], number>(`SELECT coalesce(max(max(number), max(coalesce(undone_by, 0))), 0) ${ofSheet}`)
    .pluck()
  const insert = store.prepare<[CorrectedSheet & { number: number; correction: string; madeAtMs: number }]>(
    'INSERT INTO file_edits (sha256, sheet, number, edit, made_at_ms) VALUES (@sha256, @sheet, @number, @correction, @madeAtMs)',
  )
  const setUndone = store.prepare<[CorrectedSheet & { number: number; undoneBy: number }]>(
    'UPDATE file_edits SET undone_by = @undoneBy WHERE sha256 = @sha256 AND sheet = @sheet AND number = @number AND undone_by IS NULL',
  )
  const selectLast = store.prepare<[CorrectedSheet], number | null>(`SELECT max(number) ${ofSheet} AND undone_by IS NULL`).pluck()
  const selectPage = store.prepare<[CorrectedSheet & { offset: number; limit: number }], CorrectionRecord>(
    `SELECT number, edit AS correction, made_at_ms AS madeAtMs, undone_by IS NOT NULL AS isUndone ${ofSheet} ORDER BY number LIMIT @limit OFFSET @offset`,
  )
  const count = store.prepare<[CorrectedSheet], number>(`SELECT count(*) ${ofSheet}`).pluck()
  const countInForce = store.prepare<[CorrectedSheet], number>(`SELECT count(*) ${ofSheet} AND undone_by IS NULL`).pluck()
  const selectAt = store.prepare<[CorrectedSheet & { through: number }], Pick<CorrectionRecord, 'number' | 'correction'>>(
    `SELECT number, edit AS correction ${ofSheet} AND number <= @through AND (undone_by IS NULL OR undone_by > @through) ORDER BY number`,
  )
  const through = (key: CorrectedSheet): number => selectThrough.get(key) ?? 0

  return {
    /** The newest number: of a correction, or of one being undone. 0 where nothing was ever corrected. */
    through,
    /** Appends corrections; returns the newest number. */
    add: store.transaction((key: CorrectedSheet, corrections: readonly Correction[], madeAtMs: number): number => {
      let number = through(key)
      for (const correction of corrections) {
        number += 1
        insert.run({ ...key, number, correction: JSON.stringify(correction), madeAtMs })
      }
      return number
    }).immediate,
    /** Undoes corrections, as one step; without numbers the last one that is not undone. Answers the newest number. */
    undo: store.transaction((key: CorrectedSheet, numbers?: readonly number[]): number => {
      const before = through(key)
      const last = selectLast.get(key) ?? null
      let undone = 0
      for (const number of numbers ?? (last === null ? [] : [last]))
        undone += setUndone.run({ ...key, number, undoneBy: before + 1 }).changes
      return undone === 0 ? before : before + 1
    }).immediate,
    page(key: CorrectedSheet, offset: number, limit: number): { corrections: StoredCorrection[]; total: number } {
      return { corrections: selectPage.all({ ...key, offset, limit }).map(toCorrection), total: count.get(key) ?? 0 }
    },
    /** How many hold, without those that were undone. */
    count: (key: CorrectedSheet): number => countInForce.get(key) ?? 0,
    /** The corrections that held at that number, in their order. */
    at: (key: CorrectedSheet, throughNumber: number): NumberedCorrection[] =>
      selectAt.all({ ...key, through: throughNumber }).map((record) => numbered(record)),
  }
}

function numbered({ number, correction }: Pick<CorrectionRecord, 'number' | 'correction'>): NumberedCorrection {
  return { number, correction: readJsonColumn(correctionSchema, correction, `correction ${number} of a file`) }
}

function toCorrection(record: CorrectionRecord): StoredCorrection {
  return { ...numbered(record), madeAtMs: record.madeAtMs, isUndone: record.isUndone === 1 }
}
