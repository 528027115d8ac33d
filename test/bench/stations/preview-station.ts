import { planRows } from '../../../src-main/engine/plan/read/read-plan.ts'
import { rowClasses } from '../../../src-main/engine/model/plans/plan-schema.ts'
import { openStore } from '../../../src-main/engine/store/open-store.ts'
import type { Station } from '../station.ts'
import { benchPlanId } from './plan-station.ts'

const pageRows = 50

/** Pages of the review at offsets all over the plan: of all rows and of each class, as a fast scroll asks for them. */
export const previewPage: Station<'preview page'> = async ({ databasePath, pages }, time) => {
  const store = openStore(databasePath)
  let random = 1
  const next = (below: number): number => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((random / 2 ** 32) * below)
  }
  const classes = [undefined, ...rowClasses]
  const totals = classes.map((rowClass) => planRows(store, benchPlanId, { class: rowClass, offset: 0, limit: 1 }).total)
  const takenMs: number[] = []
  await time(() => {
    for (let page = 0; page < pages; page += 1) {
      const at = page % classes.length
      const total = totals[at] ?? 0
      if (total === 0) continue
      const startedMs = performance.now()
      planRows(store, benchPlanId, { class: classes[at], offset: next(Math.max(1, total - pageRows)), limit: pageRows })
      takenMs.push(performance.now() - startedMs)
    }
  })
  store.close()
  takenMs.sort((a, b) => a - b)
  const share = (part: number): number => takenMs[Math.min(takenMs.length - 1, Math.floor(takenMs.length * part))] ?? 0
  return { done: takenMs.length, counts: { medianMs: share(0.5), slowestMs: share(1), p99Ms: share(0.99) } }
}
