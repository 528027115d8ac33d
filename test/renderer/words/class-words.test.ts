import { expect, test } from 'vitest'
import { nothingToSend } from '../../../src-renderer/words/class-words.ts'

test('a plan without calls says so as it is, and calls rows that cannot be used by no other name', () => {
  expect(nothingToSend({ rows: 3, unchanged: 3 })).toContain('says all of this already')
  expect(nothingToSend({ rows: 3, unchanged: 2 })).toContain('or the rows are skipped or cannot be used')
  expect(nothingToSend({ rows: 3, unchanged: 0 })).not.toContain('already')
})
