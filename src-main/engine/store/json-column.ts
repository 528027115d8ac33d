import type { z } from 'zod'
import { AppError } from '../model/errors.ts'

/** A stored record that does not have the shape it was written with. `what` names it in the words of an office. */
export function damagedRecord(what: string, cause: unknown): AppError {
  return new AppError(
    'store.damaged',
    `A record in the data of this account cannot be read: ${what}.`,
    'Restore a backup of it: see "rollcall backups".',
    { cause },
  )
}

/** Reads a JSON column back with its schema. Throws `store.damaged`. */
export function readJsonColumn<T extends z.ZodType>(schema: T, text: string, what: string): z.output<T> {
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw damagedRecord(what, error)
  }
}
