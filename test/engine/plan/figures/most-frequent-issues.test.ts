import { expect, test } from 'vitest'
import type { RowIssue } from '../../../../src-main/engine/model/plans/row-issue.ts'
import { mostFrequentIssues } from '../../../../src-main/engine/plan/figures/most-frequent-issues.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { plan } from '../planning.ts'

const newStore = tempStores()
const issue = (code: string, column: string | null, value: string): RowIssue => ({
  ...{ code, column, value, severity: 'error', line: 0, message: 'm', hint: 'h' },
})

test('the most frequent issues come first, then those of the first lines, by code and column; each as its first row has it', async () => {
  const store = newStore()
  addFile(store)
  const { planId } = await plan(store, [
    { issues: [issue('b', 'Z', '1'), issue('b', null, '2'), issue('b', 'A', '3'), issue('a', 'Z', '4')] },
    { issues: [issue('d', 'A', '5'), issue('c', 'A', '6')] },
    { issues: [issue('c', 'A', '7')] },
  ])
  expect(mostFrequentIssues(store, planId).map(({ code, column, value, rows, line }) => [code, column, value, rows, line])).toEqual([
    ['c', 'A', '6', 2, 3],
    ['a', 'Z', '4', 1, 2],
    ['b', null, '2', 1, 2],
    ['b', 'A', '3', 1, 2],
    ['b', 'Z', '1', 1, 2],
    ['d', 'A', '5', 1, 3],
  ])
})
