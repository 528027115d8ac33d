import { build, isBuildStale, projectRoot } from '../../scripts/stale-build.ts'

/** Before the tests that start the built programs: what they start is what the sources say. */
export default function setup(): void {
  if (isBuildStale(projectRoot) && !build(projectRoot)) throw new Error('Rollcall could not be built; the reasons are above.')
}
