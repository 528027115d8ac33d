import { createSubjects } from '../ledger/subject-key.ts'
import type { Store } from '../open-store.ts'

/**
 * Numbers of people who refused texts and are not in the account, and of those who asked for it in person (`plan_id` is empty). Of who
 * was sealed in the ledger just the keyed digest of the number is kept.
 */
export function createDoNotText(store: Store) {
  const select = store.prepare<[string], number>('SELECT added_at_ms FROM do_not_text WHERE phone = ?').pluck()
  const hasSealed = store.prepare<[], number>("SELECT EXISTS (SELECT 1 FROM do_not_text WHERE phone >= '0')").pluck()
  const seal = store.prepare<[string, string]>('UPDATE OR REPLACE do_not_text SET phone = ? WHERE phone = ?')
  const subjectOf = createSubjects(store)
  const count = store.prepare<[], number>('SELECT count(*) FROM do_not_text').pluck()
  const insertOfPlan = store.prepare<[number, string]>(`
    INSERT OR IGNORE INTO do_not_text (phone, added_at_ms, plan_id, line)
    SELECT phone, ?, plan_id, line FROM plan_rows
    WHERE plan_id = ? AND class IN ('skipped', 'invalid') AND phone IS NOT NULL AND json_extract(detail, '$.refuses') = 1`)
  const insert = store.prepare<[string, number]>(
    `INSERT OR IGNORE INTO do_not_text (phone, added_at_ms, plan_id, line) VALUES (?, ?, '', 0)`,
  )
  const addedAtMs = (phone: string): number | null =>
    select.get(phone) ?? (hasSealed.get() === 1 ? (select.get(subjectOf(phone)) ?? null) : null)
  return {
    has: (phone: string): boolean => addedAtMs(phone) !== null,
    /** When the number came to the list; null where it is not on it. */
    addedAtMs,
    /** Keeps the digest in place of a number that is on the list. */
    seal: (phone: string): void => void seal.run(subjectOf(phone), phone),
    /** Takes in somebody who asked for it in person; keeps when the number came to the list first. */
    add: (phone: string, nowMs: number): void => void insert.run(phone, nowMs),
    count: (): number => count.get() ?? 0,
    /** Takes in the refusals of a plan whose numbers are not in the account, or given up for another number of the same contact. */
    addOfPlan(planId: string, nowMs: number): number {
      return insertOfPlan.run(nowMs, planId).changes
    },
  }
}
