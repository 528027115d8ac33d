import type { ImportKind } from '../mapping/recipe.ts'
import { createContacts } from '../store/contacts.ts'
import type { Store } from '../store/open-store.ts'
import { createPlanRows, type StoredPlanRow } from '../store/plan-rows.ts'
import type { PlanTotals } from '../store/plans.ts'
import { createSyncs } from '../store/syncs.ts'
import type { Verdict } from './classify.ts'
import type { GuardLimits } from './guard-limits.ts'
import { guardWords } from './guard-words.ts'
import { clearedFields, consentGuard, guardsOf, isMass } from './guards.ts'
import { inTransactions } from './in-transactions.ts'
import { createNumberMap } from './number-map.ts'
import { guards, type OptOut } from './plan-schema.ts'
import type { createTally } from './tally.ts'

/** Rows that are held in one transaction, where all rows are. */
const rowsAtOnce = 5000

/**
 * Watches a plan's rows being written, and holds those that a guard stops: at once where the row itself tells, else in
 * `settle`, when all rows are known. Messages change no contact and are not guarded. Takes 16 bytes for each row that
 * empties a field.
 */
export function createPlanGuards(store: Store, planId: string, kind: ImportKind, tally: ReturnType<typeof createTally>, limits: GuardLimits) {
  const planRows = createPlanRows(store)
  const optOuts: Record<OptOut, number> = { consent: 0, blocked: 0, unreachable: 0 }
  const cleared = new Map<string, { label: string; contacts: number }>()
  const clearingRows: number[] = []
  const clearingCalls: number[] = []
  /** Rows that were seen and forgotten: what stands of them before this place does not count. */
  const forgottenAt = createNumberMap()
  let clears = 0
  let changed = 0
  let total = 0

  const count = (row: Pick<Verdict, 'changes' | 'calls'> & { isKnown: boolean; optOut: OptOut | null }, by: 1 | -1): boolean => {
    if (row.isKnown) changed += by
    if (row.optOut !== null) optOuts[row.optOut] += by
    const fields = clearedFields(row.changes, row.calls)
    for (const { field, label } of fields) {
      const counted = cleared.get(field) ?? { label, contacts: 0 }
      counted.contacts += by
      cleared.set(field, counted)
    }
    if (fields.length > 0) clears += by
    return fields.length > 0
  }

  function* holdClears(): Generator<void> {
    if (clears <= limits.clearContacts) return
    yield* inTransactions(store, clearingRows.keys(), (at) => {
      const row = clearingRows[at] ?? 0
      if (at < forgottenAt.get(row)) return
      if (planRows.hold(planId, row, 'clear')) tally.hold(row, 'clear', clearingCalls[at] ?? 0)
    })
  }

  function* holdAll(): Generator<void> {
    if (changed <= limits.massContacts) return
    total = createContacts(store).count()
    if (!isMass(changed, total, limits)) return
    const { rows } = tally.counts()
    for (let from = 1; from <= rows; from += rowsAtOnce) {
      planRows.holdAll(planId, from, from + rowsAtOnce - 1, 'mass')
      yield
    }
    tally.holdAll('mass')
  }

  return {
    /** To be told of each row that would be sent. Answers how its contact opted out, when the row is to be held for that. */
    seen(row: number, { changes, calls, record }: Verdict): OptOut | null {
      if (kind === 'messages') return null
      const optOut = consentGuard(calls, record)
      if (count({ changes, calls, isKnown: record !== null, optOut }, 1)) {
        clearingRows.push(row)
        clearingCalls.push(calls.length)
      }
      return optOut
    },

    /** A row that was seen does not count after all, or not as it was seen: it may be seen again. */
    forget({ row, contactUuid, detail }: Pick<StoredPlanRow, 'row' | 'contactUuid' | 'detail'>): void {
      const { changes = [], calls = [] } = detail
      if (kind === 'messages') return
      if (count({ changes, calls, isKnown: contactUuid !== null, optOut: detail.optOut ?? null }, -1)) forgottenAt.set(row, clearingRows.length)
    },

    /** Holds what only the whole file tells. Stops now and then for others. */
    *settle(): Generator<void> {
      yield* holdClears()
      yield* holdAll()
    },

    /** What each guard holds. To be asked when everything is settled. */
    held(): PlanTotals['guards'] {
      const holds = tally.holds()
      return guards.flatMap((guard) => {
        const own = holds.filter(({ reason }) => guardsOf(reason).includes(guard))
        const rows = own.reduce((sum, hold) => sum + hold.rows, 0)
        const contacts = own.reduce((sum, hold) => sum + hold.contacts, 0)
        if (rows === 0) return []
        const isTotalKnown = createSyncs(store).latestComplete() !== null
        const fields = [...cleared.values()].filter((field) => field.contacts > 0)
        const message = guardWords(guard, { contacts, optOuts, cleared: fields, changed, total, isTotalKnown })
        return [{ guard, rows, contacts, released: false, message }]
      })
    },
  }
}
