import { expect, test } from 'vitest'
import { lostWithout } from '../../../../src-main/engine/mapping/recipe/exported-columns-lost.ts'
import type { ExportedColumn } from '../../../../src-main/engine/model/contacts/export-columns.ts'

test.each<[ExportedColumn[], RegExp[]]>([
  [['UUID'], [/found by their phone number alone/]],
  [['Phone Number'], [/whose "UUID" is blank or unknown find nobody/]],
  [['Notes'], [/^The column "Notes" was taken out/]],
  [['Notes', 'Tags'], [/^The columns "Notes", "Tags" were taken out/]],
  [
    ['UUID', 'Notes'],
    [/phone number alone/, /column "Notes" was taken out/],
  ],
])('without %j it is said what cannot be done any more', (columns, said) => {
  const text = lostWithout(columns)
  for (const one of said) expect(text).toMatch(one)
  expect(text?.match(/(?:Without the column|The columns?) "/g)).toHaveLength(said.length)
})

test('without none nothing is said', () => {
  expect(lostWithout([])).toBeNull()
})
