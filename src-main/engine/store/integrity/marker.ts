import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { cleanUpSync, patientlySync, renamePatientlySync } from '../../files/patient-files.ts'

const markerSchema = z.object({
  /**
   * `open`: somebody has the database open, or was killed. `closing`: SQLite is closing it. `closed`: it is as the page sums of
   * this generation say.
   */
  state: z.enum(['open', 'closing', 'closed']),
  /** Counts how often the database was opened; also kept in it. One that counts less is older than it was when it was last used. */
  generation: z.int().min(0),
  /** Since when it has been in this state. */
  sinceMs: z.int(),
  /** When this computer was started, as far as it is known to itself: what the system had not written yet is lost then. */
  bootedAtMs: z.int(),
  /** Those who have it open, as `computer:process`; some of them may be gone. */
  owners: z.array(z.string()),
  /** Backups of before are not to be restored: something was forgotten since. Null where nothing was. */
  forgottenAtMs: z.int().nullable(),
})

/**
 * What is known of a database outside of it, in a file beside it: that there was one at all, and how far it had come. So a
 * database that is empty, missing or older than it was is no new account.
 */
export type Marker = z.infer<typeof markerSchema>

export const databaseName = 'rollcall.db'
const markerPath = (databasePath: string) => join(dirname(databasePath), 'rollcall.mark')
export const pageSumsPath = (databasePath: string) => join(dirname(databasePath), 'rollcall.sums')

/** Null where there is none; `unreadable` where there is one that tells nothing. */
export function readMarker(databasePath: string): Marker | 'unreadable' | null {
  let text: string
  try {
    text = patientlySync(() => readFileSync(markerPath(databasePath), 'utf8'))
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? null : 'unreadable'
  }
  try {
    return markerSchema.parse(JSON.parse(text))
  } catch {
    return 'unreadable'
  }
}

/** Written whole or not at all. Throws what writing throws. */
export function writeMarker(databasePath: string, marker: Marker): void {
  const path = markerPath(databasePath)
  const temporary = `${path}.${process.pid}.tmp`
  try {
    writeFileSync(temporary, `${JSON.stringify(marker)}\n`, { mode: 0o600 })
    renamePatientlySync(temporary, path)
  } catch (error) {
    cleanUpSync(temporary)
    throw error
  }
}
