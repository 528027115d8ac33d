import type { Store } from '../open-store.ts'

/** Numbers of people who refused texts and are not in the account: they are remembered until they are. */
export function createDoNotText(store: Store) {
  const select = store.prepare<[string], number>('SELECT 1 FROM do_not_text WHERE phone = ?').pluck()
  const count = store.prepare<[], number>('SELECT count(*) FROM do_not_text').pluck()
  const insertOfPlan = store.prepare<[number, string]>(`
    INSERT OR IGNORE INTO do_not_text (phone, added_at_ms, plan_id, line)
    SELECT phone, ?, plan_id, line FROM plan_rows
    WHERE plan_id = ? AND class = 'skipped' AND phone IS NOT NULL AND json_extract(detail, '$.refuses') = 1`)
  return {
    has: (phone: string): boolean => select.get(phone) !== undefined,
    count: (): number => count.get() ?? 0,
    /** Takes in the refusals of a plan whose numbers are not in the account, or given up for another number of the same contact. */
    addOfPlan(planId: string, nowMs: number): number {
      return insertOfPlan.run(nowMs, planId).changes
    },
  }
}
