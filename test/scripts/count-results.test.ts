import { describe, expect, test } from 'vitest'
import { addCounts, countsLine, countStep, countTries, countVitest, filesToTryAgain } from '../../scripts/count-results.ts'

const handled = { hasUnhandled: false }

type TestFile = [name: string, ...tests: [name: string, status: string][]]

/** A report as vitest writes it; a file of which no test failed can have failed as a whole. */
function report(files: TestFile[], failedAsAWhole: string[] = []): string {
  const testResults = files.map(([name, ...tests]) => {
    const hasFailed = failedAsAWhole.includes(name) || tests.some(([, status]) => status === 'failed')
    return {
      name,
      status: hasFailed ? 'failed' : 'passed',
      assertionResults: tests.map(([fullName, status]) => ({ fullName, status })),
    }
  })
  return JSON.stringify({ numTotalTests: files.length, testResults })
}
const passed: TestFile = ['/a.test.ts', ['one', 'passed'], ['two', 'passed']]
const unstable: TestFile = ['/b.test.ts', ['three', 'passed'], ['four', 'failed'], ['five', 'failed']]
const stable: TestFile = ['/b.test.ts', ['three', 'passed'], ['four', 'passed'], ['five', 'passed']]

describe('counting what vitest did', () => {
  test('tests count as they ended', () => {
    const skipped: TestFile = ['/c.test.ts', ['six', 'skipped'], ['seven', 'todo'], ['eight', 'pending']]
    expect(countVitest({ report: report([passed, skipped]), exitCode: 0, ...handled })).toEqual({ passed: 2, failed: 0, skipped: 3 })
    expect(countVitest({ report: report([passed, unstable]), exitCode: 1, ...handled })).toEqual({ passed: 3, failed: 2, skipped: 0 })
  })

  test('a file that could not be loaded is a failure', () => {
    const broken = report([['/c.test.ts'], passed], ['/c.test.ts', '/a.test.ts'])
    expect(countVitest({ report: broken, exitCode: 1, ...handled })).toEqual({ passed: 2, failed: 2, skipped: 0 })
  })

  test('a runner that ended badly is a failure even when no test failed', () => {
    expect(countVitest({ report: report([passed]), exitCode: 1, ...handled }).failed).toBe(1)
    expect(countVitest({ report: report([passed]), exitCode: null, ...handled }).failed).toBe(1)
    expect(countVitest({ report: null, exitCode: 0, ...handled })).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect(countVitest({ report: '{"testResults":', exitCode: 0, ...handled })).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
})

describe('trying again', () => {
  const first = { report: report([passed, unstable, ['/c.test.ts']], ['/c.test.ts']), exitCode: 1, ...handled }

  test('takes the files in which something failed, each once, and none where it is not known which', () => {
    expect(filesToTryAgain(first)).toEqual(['/b.test.ts', '/c.test.ts'])
    // The same file in two projects.
    expect(filesToTryAgain({ report: report([unstable, unstable]), exitCode: 1, ...handled })).toEqual(['/b.test.ts'])
    expect(filesToTryAgain({ report: report([passed]), exitCode: 1, ...handled })).toEqual([])
    expect(filesToTryAgain({ report: null, exitCode: 1, ...handled })).toEqual([])
    expect(filesToTryAgain({ ...first, hasUnhandled: true })).toEqual([])
  })

  test('what passes then counts as passed and is named', () => {
    const loaded: TestFile = ['/c.test.ts', ['six', 'passed']]
    const second = new Map([
      ['/b.test.ts', { report: report([stable]), exitCode: 0, ...handled }],
      ['/c.test.ts', { report: report([loaded]), exitCode: 0, ...handled }],
    ])
    expect(countTries(first, second)).toEqual({
      counts: { passed: 6, failed: 0, skipped: 0 },
      onlyThen: ['/b.test.ts > four', '/b.test.ts > five', '/c.test.ts > the file as a whole'],
    })
  })

  const failedAgain = { counts: { passed: 3, failed: 3, skipped: 0 }, onlyThen: [] }
  test.each<[string, { report: string | null; exitCode: number | null; hasUnhandled: boolean } | null]>([
    [
      'fails again',
      { report: report([['/b.test.ts', ['three', 'passed'], ['four', 'passed'], ['five', 'failed']]]), exitCode: 1, ...handled },
    ],
    ['passes, but its run ends badly', { report: report([stable]), exitCode: 1, ...handled }],
    ['leaves no report', { report: null, exitCode: 0, ...handled }],
    ['tries less than at first', { report: report([['/b.test.ts', ['three', 'passed']]]), exitCode: 0, ...handled }],
    ['tries nothing', { report: report([]), exitCode: 0, ...handled }],
    ['passes in one of two projects', { report: report([stable, unstable]), exitCode: 0, ...handled }],
    ['is another file', { report: report([['/d.test.ts', ...stable.slice(1)] as TestFile]), exitCode: 0, ...handled }],
    ['was not run', null],
  ])('a file that %s has failed, as it did at first', (_what, run) => {
    expect(countTries(first, new Map(run === null ? [] : [['/b.test.ts', run]]))).toEqual(failedAgain)
  })

  test('a skipped test that stands for a failed one is no pass', () => {
    const skipped: TestFile = ['/b.test.ts', ['three', 'passed'], ['four', 'skipped'], ['five', 'passed']]
    expect(countTries(first, new Map([['/b.test.ts', { report: report([skipped]), exitCode: 0, ...handled }]]))).toEqual(failedAgain)
  })
})

describe('the last line', () => {
  test('adds everything up and mentions skipped tests only when there are some', () => {
    expect(countsLine(addCounts([countStep(true), countStep(false), { passed: 5, failed: 1, skipped: 0 }]))).toBe('6 passed, 2 failed')
    expect(countsLine({ passed: 6, failed: 0, skipped: 2 })).toBe('6 passed, 0 failed, 2 skipped')
  })
})
