import { history as listHistory, runSummary } from '../../../src-main/engine/results/run-summary.ts'
import { openStore } from '../../../src-main/engine/store/open-store.ts'
import { storeRuns } from '../../engine/results/stored-runs.ts'
import type { Station } from '../station.ts'
import { removeDatabase } from './plan-station.ts'

const rowsEach = 200
const failedEach = 20

/** Opens the history again and again, as whoever goes back and forth does; memory is to stay as it is after the first times. */
export const history: Station<'history'> = async ({ databasePath, runs, rounds }, time) => {
  removeDatabase(databasePath)
  const store = openStore(databasePath)
  storeRuns(store, { runs, rows: rowsEach, failed: failedEach })
  const open = (times: number) => {
    for (let round = 0; round < times; round += 1) listHistory(store, Date.now())
  }
  open(5 * rounds)
  const before = process.memoryUsage().rss
  await time(() => open(rounds))
  const grownBytes = process.memoryUsage().rss - before
  if (runSummary(store, 'run-0', Date.now()).failed !== failedEach) throw new Error('The runs are not as they were stored.')
  store.close()
  return { done: rounds, counts: { grownMegabytes: Math.max(0, Math.round(grownBytes / 1e6)) } }
}
