import { z } from 'zod'

/** What one part of the tests came to. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** The part of vitest's JSON report that is counted. */
const reportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
})

/**
 * Counts what vitest did. A file that failed without a failed test in it (it could not be loaded, a hook failed) is a
 * failure, and so is a runner that ended badly without naming one, or without a report.
 */
export function countVitest(report: string | null, exitCode: number | null): Counts {
  const parsed = reportSchema.safeParse(report === null ? null : parseJson(report))
  if (!parsed.success) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = parsed.data
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length
  const named = numFailedTests + brokenFiles
  const unnamed = named === 0 && exitCode !== 0 ? 1 : 0
  return { passed: numPassedTests, failed: named + unnamed, skipped: numPendingTests + numTodoTests }
}

/** One step that either worked or did not. */
export function countStep(worked: boolean): Counts {
  return { passed: worked ? 1 : 0, failed: worked ? 0 : 1, skipped: 0 }
}

export function addCounts(all: readonly Counts[]): Counts {
  const sum = (pick: (counts: Counts) => number) => all.reduce((total, counts) => total + pick(counts), 0)
  return { passed: sum(({ passed }) => passed), failed: sum(({ failed }) => failed), skipped: sum(({ skipped }) => skipped) }
}

/** The last line of a test run: `N passed, N failed`, and how many were skipped if any. */
export function countsLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
