import { RunDoesNotEnd } from '../people/office.ts'

export const problemKinds = [
  'twice',
  'lost',
  'changed',
  'order',
  'counts',
  'ledger',
  'second run',
  'undo',
  'stuck',
  'broken',
  'texted',
] as const

/** A promise that was not kept. */
export interface Problem {
  what: (typeof problemKinds)[number]
  message: string
}

/** A simulation that did not come to its end. */
export function asProblem(error: unknown): Problem {
  if (error instanceof RunDoesNotEnd) return { what: 'stuck', message: `A run pauses whenever it is resumed: ${error.message}` }
  const isStuck = error instanceof Error && /come to an end|Everybody waits/.test(error.message)
  return { what: isStuck ? 'stuck' : 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
