import { expect, test } from 'vitest'
import { dispositionIn, dispositionWriter } from '../../../../src-main/engine/mapping/compile/disposition-step.ts'
import { createIssueMaker } from '../../../../src-main/engine/mapping/compile/mapping-issue.ts'
import type { Disposition } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { MappedRow } from '../../../../src-main/engine/model/plans/mapped-row.ts'

const [won, lost] = [
  { uuid: 'D-1', name: 'Won' },
  { uuid: 'd-2', name: 'Lost' },
]

test.each<[string, Disposition | null, Disposition[]?]>([
  ['Won', won],
  [' lost ', lost],
  ['d-1', won],
  ['D-2 ', lost],
  ['Open', null],
  ['', null],
  // An identifier outdoes a name; of two with one name none is meant.
  ['d-1', won, [{ uuid: 'd-3', name: 'D-1' }, won]],
  ['Won', null, [won, { uuid: 'd-3', name: 'Won' }]],
])('the disposition called %j is %j', (text, found, dispositions = [won, lost]) => {
  expect(dispositionIn(dispositions, text)).toEqual(found)
})

/** What becomes of a row whose cell says this. */
function written(text: string | null, dispositions: readonly Disposition[] = [won, lost]): MappedRow {
  const out: MappedRow = { line: 2, key: null, issues: [] }
  dispositionWriter(dispositions, createIssueMaker(['Outcome'], new Set()))(text, { line: 2, cells: [] }, out)
  return out
}

test('a cell resolves with the disposition that it names, and a blank one without', () => {
  expect(written('won')).toEqual({ line: 2, key: null, issues: [], disposition: won })
  for (const blank of [null, '']) expect(written(blank)).toEqual({ line: 2, key: null, issues: [] })
})

test('one that the account does not have is a mistake that names those that there are', () => {
  const { disposition, issues } = written('Open')
  expect(disposition).toBeUndefined()
  expect(issues).toMatchObject([{ code: 'disposition.unknown', severity: 'error', line: 2, column: 'Outcome', value: 'Open' }])
  expect(issues[0]?.hint).toContain('"Won", "Lost"')
  expect(written('Open', []).issues[0]?.hint).toContain('shows no dispositions')
})
