import { expect, test } from 'vitest'
import { arePagesCheaper } from '../../../../src-main/engine/plan/match/page-choice.ts'

test.each([
  // Up to eight are read one by one, whatever the account's size.
  [{ again: 8, bytesRead: 100, bytesTotal: 100, contacts: 10 }, false],
  [{ again: 9, bytesRead: 100, bytesTotal: 100, contacts: 10 }, true],
  // 1,000 contacts are 20 pages, and two more to see the end.
  [{ again: 22, bytesRead: 100, bytesTotal: 100, contacts: 1000 }, false],
  [{ again: 23, bytesRead: 100, bytesTotal: 100, contacts: 1000 }, true],
  // 1,001 are 21 pages.
  [{ again: 23, bytesRead: 100, bytesTotal: 100, contacts: 1001 }, false],
  [{ again: 24, bytesRead: 100, bytesTotal: 100, contacts: 1001 }, true],
  // The rest of the file is like what was read of it: 11 in a half are 22.
  [{ again: 11, bytesRead: 50, bytesTotal: 100, contacts: 1000 }, false],
  [{ again: 12, bytesRead: 50, bytesTotal: 100, contacts: 1000 }, true],
  // Eight are still few when they are what the whole file comes to.
  [{ again: 4, bytesRead: 50, bytesTotal: 100, contacts: 300 }, false],
  [{ again: 5, bytesRead: 50, bytesTotal: 100, contacts: 300 }, true],
  // But nobody is read twice: 11 contacts cannot make more than 11 reads.
  [{ again: 4, bytesRead: 1, bytesTotal: 1000, contacts: 9 }, true],
  [{ again: 4, bytesRead: 1, bytesTotal: 1000, contacts: 8 }, false],
  // Nothing was read yet, or no more is to come than it seemed: only what was named counts.
  [{ again: 22, bytesRead: 0, bytesTotal: 100, contacts: 1000 }, false],
  [{ again: 23, bytesRead: 0, bytesTotal: 100, contacts: 1000 }, true],
  [{ again: 23, bytesRead: 200, bytesTotal: 100, contacts: 1000 }, true],
  // A large account is read in pages only where much of it is to be read.
  [{ again: 300, bytesRead: 100, bytesTotal: 100, contacts: 1_000_000 }, false],
  [{ again: 300, bytesRead: 1, bytesTotal: 100, contacts: 1_000_000 }, true],
  [{ again: 1100, bytesRead: 100, bytesTotal: 100, contacts: 50_000 }, true],
])('reading %j in pages is cheaper: %s', (known, answer) => {
  expect(arePagesCheaper(known)).toBe(answer)
})
