import { expect, test } from 'vitest'
import { createIssueMaker } from '../../../../src-main/engine/mapping/compile/mapping-issue.ts'
import { timeZoneWriter } from '../../../../src-main/engine/mapping/compile/time-zone-step.ts'
import type { MappedRow } from '../../../../src-main/engine/model/plans/mapped-row.ts'

/** What becomes of a row whose cell says this. */
function written(text: string | null): MappedRow {
  const out: MappedRow = { line: 2, key: null, issues: [] }
  timeZoneWriter(createIssueMaker(['Zone'], new Set()))(text, { line: 2, cells: [] }, out)
  return out
}

test('a cell says where its contact lives, and a blank one leaves that to the phone number', () => {
  for (const zone of ['America/New_York', 'Eastern']) expect(written(zone)).toMatchObject({ timeZone: zone, issues: [] })
  for (const blank of [null, '']) expect(written(blank)).toEqual({ line: 2, key: null, issues: [] })
})

test('a word that names no zone is a mistake: nobody is texted at night for it', () => {
  const { timeZone, issues } = written('Springfield')
  expect(timeZone).toBeUndefined()
  expect(issues).toMatchObject([{ code: 'timeZone.unknown', severity: 'error', line: 2, column: 'Zone', value: 'Springfield' }])
})
