import { expect, test } from 'vitest'
import { notesIssue, numberIssue, severalContactsIssue } from '../../../../src-main/engine/plan/duplicates/contradiction-issues.ts'

const place = { line: 3, column: 'Phone' }

test.each([
  [{ line: 2, phone: '+12125550101' }, 'row 2 counts for this contact, with +12125550101.'],
  [{ line: 2, phone: null }, 'row 2 counts for this contact, which has none.'],
])('a number that is not kept names that of the row that counts, %j', (winner, words) => {
  expect(numberIssue(place, '+12125550102', winner)).toMatchObject({
    line: 3,
    value: '+12125550102',
    message: expect.stringContaining(words),
  })
})

test.each([
  [1, 'those of 1 row are left out'],
  [2, 'those of 2 rows are left out'],
])('how many rows lose their notes is told of %i', (cut, words) => {
  expect(notesIssue(place, cut).message).toContain(words)
})

test.each([
  ['Ann', 'Ben', 'Ann and Ben.'],
  [null, 'Ben', 'one without a name and Ben.'],
  ['Ann', '', 'Ann and one without a name.'],
])('two contacts of one person are named: %j and %j', (one, other, words) => {
  expect(severalContactsIssue(place, null, { name: one, line: 3 }, { name: other, line: 2 }).message).toContain(words)
})
