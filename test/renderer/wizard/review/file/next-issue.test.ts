import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlanRow } from '../../../../../src-main/engine/contract.ts'
import { nextIssue } from '../../../../../src-renderer/wizard/review/file/next-issue.ts'

const signal = new AbortController().signal

function rowOf(row: number, codes: readonly string[]): PlanRow {
  const issues = codes.map((code) => ({
    code,
    severity: 'error' as const,
    line: row + 1,
    column: null,
    value: null,
    message: '',
    hint: '',
  }))
  return { row, line: row + 1, class: 'send', reason: null, contact: null, changes: [], issues }
}

const fetching = (rows: readonly PlanRow[]) => (offset: number, limit: number) =>
  Promise.resolve({ rows: rows.slice(offset, offset + limit), total: rows.length })

function expected(rows: readonly PlanRow[], from: number, step: 1 | -1): number | null {
  for (let at = from + step; at >= 0 && at < rows.length; at += step) if ((rows[at]?.issues.length ?? 0) > 0) return at
  return null
}

describe('nextIssue', () => {
  const anyRows = fc
    .array(fc.subarray(['a', 'b', 'c']), { minLength: 1, maxLength: 60 })
    .map((rows) => rows.map((codes, index) => rowOf(index + 1, codes)))
  const anyStep = fc.constantFrom(1 as const, -1 as const)

  it('finds the same row by looking at all of them and by the lists of each issue', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, fc.nat(), anyStep, async (rows, some, step) => {
        const from = some % rows.length
        const search = { fetchRows: fetching(rows), codes: ['a', 'b', 'c'], from, step, signal }
        const ofIssue = (code: string) => fetching(rows.filter(({ issues }) => issues.some((issue) => issue.code === code)))
        expect(await nextIssue({ ...search, fetchOfIssue: null })).toBe(expected(rows, from, step))
        expect(await nextIssue({ ...search, fetchOfIssue: ofIssue })).toBe(expected(rows, from, step))
      }),
    )
  })

  it('goes through a list that is longer than what it looks at in one go, both ways', async () => {
    const rows = Array.from({ length: 2300 }, (_, index) => rowOf(index + 1, index === 5 || index === 2250 ? ['a'] : []))
    const search = { fetchRows: fetching(rows), fetchOfIssue: null, codes: ['a'], signal }
    expect(await nextIssue({ ...search, from: 5, step: 1 })).toBe(2250)
    expect(await nextIssue({ ...search, from: 2250, step: -1 })).toBe(5)
    expect(await nextIssue({ ...search, from: 2250, step: 1 })).toBeNull()
    expect(await nextIssue({ ...search, from: 5, step: -1 })).toBeNull()
  })
})
