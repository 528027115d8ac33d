import type { MappedRow, MatchKey } from '../model/mapped-row.ts'
import type { PlanPlace } from '../store/begun-plans.ts'
import type { Wishes } from '../store/contact-reader.ts'
import type { LookUp } from './match/contact-lookup.ts'
import type { Match } from './match/match.ts'

/** Consecutive rows that are handled without letting other work in between. */
export interface Slice {
  rows: MappedRow[]
  /** Bytes of the file consumed so far. */
  bytesRead: number
  /** Where the batch begins that the rows come from. */
  place?: PlanPlace
}

export interface MatchedSlice extends Slice {
  /** Null where a row has no key, or an error that makes it pointless to look. */
  keys: (MatchKey | null)[]
  /** What the cache says of each key now. */
  matches: Match[]
}

/** How many slices are under way in the other thread: enough that it always has one more to do. */
const slicesAhead = 4

/**
 * Finds the contacts of slices, in order: those of the next ones are read meanwhile, where `lookUp` can do that. `wishesOf`: what
 * rows wish of their contacts.
 */
export async function* matchAhead(
  slices: AsyncIterable<Slice>,
  lookUp: LookUp,
  wishesOf: (rows: readonly MappedRow[]) => Wishes | null,
): AsyncGenerator<MatchedSlice> {
  const waiting: { slice: Slice; keys: (MatchKey | null)[]; ahead: ReturnType<LookUp['findAhead']> }[] = []
  const matched = async ({ slice, keys, ahead }: (typeof waiting)[number]): Promise<MatchedSlice> => {
    const found = ahead === null ? null : await ahead.matches
    // What the service has answered since is in the cache, and was not seen by the other thread.
    const isStillSo = ahead !== null && ahead.asked === lookUp.asked()
    return { ...slice, keys, matches: found !== null && isStillSo ? found : lookUp.findAll(keys) }
  }
  for await (const slice of slices) {
    const keys = slice.rows.map((row) => (hasError(row) ? null : row.key))
    const ahead = lookUp.findAhead(keys, () => wishesOf(slice.rows))
    waiting.push({ slice, keys, ahead })
    while (waiting.length > (ahead === null ? 0 : slicesAhead)) {
      const next = waiting.shift()
      if (next !== undefined) yield await matched(next)
    }
  }
  for (const next of waiting) yield await matched(next)
}

function hasError({ issues }: MappedRow): boolean {
  return issues.length > 0 && issues.some((issue) => issue.severity === 'error')
}
