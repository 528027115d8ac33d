import type { CorrectedSheet } from '../store/files/file-corrections.ts'
import { createRecentlyUsed } from '../text/recently-used.ts'
import type { DamageReport } from './damage-schema.ts'

/** A check that is under way or over. */
export interface KeptCheck {
  /** The corrections with which the rows were read: with later ones the file is another. */
  sheet: CorrectedSheet
  through: number
  /** Never rejects. */
  done: Promise<void>
  report(): DamageReport
}

/** What is checked: a file, the way it is read, and the country whose numbers are meant. */
export interface CheckedFile {
  fileId: string
  country: string
  dialect: unknown
}

/** Checks that are kept: a person goes back and forth between a few ways to read a file. */
const mostKept = 8

/** The checks of an account, in memory, by file and the way it is read. */
export function createKeptChecks() {
  const checks = createRecentlyUsed<KeptCheck>(mostKept)
  const nameOf = ({ fileId, country, dialect }: CheckedFile): string => JSON.stringify([fileId, country, dialect])
  return {
    find: (file: CheckedFile): KeptCheck | null => checks.get(nameOf(file)) ?? null,
    keep: (file: CheckedFile, check: KeptCheck): void => checks.set(nameOf(file), check),
    forget: (file: CheckedFile, check: KeptCheck): void => checks.forget(nameOf(file), check),
  }
}
export type KeptChecks = ReturnType<typeof createKeptChecks>
