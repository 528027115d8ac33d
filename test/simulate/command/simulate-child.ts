import { makeScenario } from '../seed/make-scenario.ts'
import { simulate } from '../simulation.ts'
import type { FailedSeed, SeedRange, SliceReport } from './simulate-many.ts'

// Simulates the seeds that its parent names, slice by slice, until that disconnects.

process.on('message', (range: SeedRange) => void simulateSlice(range))

async function simulateSlice({ from, count, features }: SeedRange): Promise<void> {
  const failed: FailedSeed[] = []
  for (let seed = from; seed < from + count; seed += 1) {
    const { problems } = await simulate(makeScenario(seed, features))
    if (problems.length > 0) failed.push({ seed, problems })
  }
  const report: SliceReport = { simulated: count, failed }
  process.send?.(report)
}
