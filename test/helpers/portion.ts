/**
 * How much of it a test does that takes long: how often a property is tried, how many rows a run has. Among the quick tests a
 * tenth; all of it in the tier of endurance, which runs the files that ask here once more.
 */
export function portion(full: number): number {
  return process.env.ROLLCALL_PORTION === 'full' ? full : Math.ceil(full / 10)
}
