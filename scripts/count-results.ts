import { z } from 'zod'

/** What one part of the tests came to. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** The part of vitest's JSON report that is counted. */
const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
})
type Report = z.infer<typeof reportSchema>

/** One run of vitest: its JSON report, and how it ended. */
export interface VitestRun {
  report: string | null
  exitCode: number | null
  /** An error reached no test: another try of some files tells nothing of it. */
  hasUnhandled: boolean
}

/** What the tests came to when the files that had failed were run once more. */
export interface Tries {
  counts: Counts
  /** What failed at first and passed then, by file and test: each is a fault of the test, or of what it tests, that shows now and then. */
  onlyThen: string[]
}

/**
 * The files to run once more, by their paths: those with a failure in them. Empty where none failed, and where it is not known
 * which: a runner that ended without a report, or badly without naming one, has failed.
 */
export function filesToTryAgain({ report, hasUnhandled }: VitestRun): string[] {
  if (hasUnhandled) return []
  return [...new Set((parsed(report)?.testResults ?? []).filter(hasFailed).map(({ name }) => name))]
}

/**
 * Counts what vitest did. A file that failed without a failed test in it (it could not be loaded, a hook failed) is a
 * failure, and so is a runner that ended badly without naming one, or without a report.
 */
export function countVitest({ report, exitCode }: VitestRun): Counts {
  const found = parsed(report)
  if (found === null) return { passed: 0, failed: 1, skipped: 0 }
  const counts = addCounts(found.testResults.map(countFile))
  return counts.failed === 0 && exitCode !== 0 ? { ...counts, failed: 1 } : counts
}

/**
 * The same, of a run and of second runs of files that had failed in it, by the files' paths. A file counts as passed then only
 * where its own run ended well and all that it had tried at first was tried again; else it counts as it did the first time.
 */
export function countTries(first: VitestRun, second: ReadonlyMap<string, VitestRun>): Tries {
  const before = parsed(first.report)
  if (before === null) return { counts: countVitest(first), onlyThen: [] }
  const then = (file: TestFile): TestFile | null => {
    const run = second.get(file.name)
    const tried = (parsed(run?.report ?? null)?.testResults ?? []).filter(({ name }) => name === file.name)
    if (run?.exitCode !== 0 || tried.some(hasFailed)) return null
    return tried.find((one) => [...testsThat(file, ['passed', 'failed'])].every((test) => testsThat(one, ['passed']).has(test))) ?? null
  }
  const files = before.testResults.map((file) => ({ file, passed: hasFailed(file) ? then(file) : null }))
  const onlyThen = files.flatMap(({ file, passed }) => {
    if (passed === null) return []
    const failed = file.assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
    return (failed.length > 0 ? failed : ['the file as a whole']).map((test) => `${file.name} > ${test}`)
  })
  const counts = addCounts(files.map(({ file, passed }) => countFile(passed ?? file)))
  return onlyThen.length === 0 ? { counts: countVitest(first), onlyThen } : { counts, onlyThen }
}

type TestFile = Report['testResults'][number]

function parsed(report: string | null): Report | null {
  return reportSchema.safeParse(report === null ? null : parseJson(report)).data ?? null
}

function hasFailed({ status, assertionResults }: TestFile): boolean {
  return status === 'failed' || assertionResults.some((test) => test.status === 'failed')
}

/** The names of those that ended so. A file that could not be loaded names none. */
function testsThat({ assertionResults }: TestFile, statuses: readonly string[]): Set<string> {
  return new Set(assertionResults.filter(({ status }) => statuses.includes(status)).map(({ fullName }) => fullName))
}

function countFile(file: TestFile): Counts {
  const count = (...wanted: string[]) => file.assertionResults.filter(({ status }) => wanted.includes(status)).length
  const failed = count('failed')
  return {
    passed: count('passed'),
    failed: failed === 0 && hasFailed(file) ? 1 : failed,
    skipped: file.assertionResults.length - count('passed') - failed,
  }
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
