const isInFull = process.env.ROLLCALL_PORTION === 'full'

/**
 * How much of it a test does that takes long: how often a property is tried, how many rows a run has. Among the quick tests a
 * tenth; all of it in the tier of endurance, which runs the files that ask here once more.
 */
export function portion(full: number): number {
  return isInFull ? full : Math.ceil(full / 10)
}

/** Of cases that resemble each other, such as the requests at which a process ends, each `every`-th among the quick tests. */
export function someOf<T>(cases: readonly T[], every: number): T[] {
  return cases.filter((_, at) => isInFull || at % every === 0)
}
