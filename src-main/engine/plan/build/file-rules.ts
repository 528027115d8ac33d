import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import type { PlannedCall } from '../../model/plans/plan-schema.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import type { LosingRow } from '../duplicates/duplicate-rule.ts'
import { createRowRefuser } from '../duplicates/refuse-row.ts'
import type { createWrittenRows } from '../duplicates/written-rows.ts'
import type { Tally } from '../figures/tally.ts'
import type { PlanRules } from '../row/classify.ts'
import { duplicateIssue } from '../row/match-issues.ts'

export interface FileRulesOptions {
  store: Store
  planId: string
  duplicates: Recipe['duplicates']
  rules: PlanRules
  writtenRows: ReturnType<typeof createWrittenRows>
  tally: Tally
}

export type FileRules = ReturnType<typeof createFileRules>

/** What becomes of written rows once the whole file is known. */
export function createFileRules({ store, planId, duplicates, rules, writtenRows, tally }: FileRulesOptions) {
  const { planRows } = tablesOf(store)
  const refuseRow = createRowRefuser(store, rules, writtenRows)
  return {
    /**
     * Takes back a row whose contact another row is about: as invalid where that is a mistake, but for what it refuses (`refusal`), else as
     * skipped.
     */
    rejectDuplicate({ row, otherRow }: LosingRow, refusal: number): void {
      const stored = writtenRows.find(row)
      const otherLine = writtenRows.line(otherRow)
      if (duplicates === 'invalid') {
        writtenRows.join(row, Math.min(row, otherRow))
        const place = { line: stored.line, column: rules.matchColumn }
        refuseRow(stored, refusal, duplicateIssue(place, stored.phone ?? stored.contactUuid, otherLine))
      } else {
        writtenRows.join(row, otherRow)
        writtenRows.join(otherRow, otherRow)
        writtenRows.passOver(stored, 'duplicate', otherLine, stored.detail.issues ?? [])
      }
    },

    /**
     * Closes a conversation after its last message, as a call of that row: when the message fails, the conversation stays open,
     * and importing the row again does both.
     */
    close(row: number, closing: (phone: string) => PlannedCall): void {
      const { phone, detail } = writtenRows.find(row)
      if (phone === null) throw new Error(`Plan ${planId} has no message in row ${row}.`)
      const before = detail.calls ?? []
      const call = closing(phone)
      if (before.some((one) => one.kind === call.kind)) return
      planRows.setDetail(planId, row, { ...detail, calls: [...before, call] })
      tally.addCall()
    },
  }
}
