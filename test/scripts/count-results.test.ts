import { describe, expect, test } from 'vitest'
import { addCounts, countsLine, countStep, countVitest } from '../../scripts/count-results.ts'

const report = (fields: object) =>
  JSON.stringify({ numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [], ...fields })

describe('counting what vitest did', () => {
  test('tests count as they ended', () => {
    expect(countVitest(report({ numPendingTests: 1, numTodoTests: 1 }), 0)).toEqual({ passed: 5, failed: 0, skipped: 2 })
    const failed = [{ status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'failed' }] }]
    expect(countVitest(report({ numFailedTests: 2, testResults: failed }), 1)).toEqual({ passed: 5, failed: 2, skipped: 0 })
  })

  test('a file that could not be loaded is a failure', () => {
    const broken = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'passed' }] },
    ]
    expect(countVitest(report({ testResults: broken }), 1)).toEqual({ passed: 5, failed: 2, skipped: 0 })
  })

  test('a runner that ended badly is a failure even when no test failed', () => {
    expect(countVitest(report({}), 1).failed).toBe(1)
    expect(countVitest(report({}), null).failed).toBe(1)
    expect(countVitest(null, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect(countVitest('{"numPassedTests":', 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
})

describe('the last line', () => {
  test('adds everything up and mentions skipped tests only when there are some', () => {
    expect(countsLine(addCounts([countStep(true), countStep(false), { passed: 5, failed: 1, skipped: 0 }]))).toBe('6 passed, 2 failed')
    expect(countsLine({ passed: 6, failed: 0, skipped: 2 })).toBe('6 passed, 0 failed, 2 skipped')
  })
})
