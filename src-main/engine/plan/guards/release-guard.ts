import { importDescriptors } from '../../kinds/all-kinds.ts'
import { emptyBlocks, totalOf, type ClassBlocks } from '../../model/plans/class-histogram.ts'
import { lacksRefusals } from '../../mapping/recipe/refusing-columns.ts'
import { withoutMissing } from '../../mapping/recipe/without-missing.ts'
import { AppError } from '../../model/errors.ts'
import { rowClasses, type Guard, type PlanSummary } from '../../model/plans/plan-schema.ts'
import type { Store } from '../../store/open-store.ts'
import type { PlanTotals, StoredPlan } from '../../store/plans/plans.ts'
import { tablesOf } from '../../store/tables.ts'
import { countNumbers, countStoredRows, type CountOptions, type StoredCount } from '../figures/count-stored-rows.ts'
import { heldByFile } from '../figures/held-by-file.ts'
import { createTally } from '../figures/tally.ts'
import { planSummary } from '../read/read-plan.ts'
import { withoutGuards } from './guard-rules.ts'
import { columnGoneHint, sendingWords, wrongCountWords } from './guard-words.ts'
import { readyPlan, refuseWhenRun } from './ready-to-release.ts'
import { releaseByFile } from './release-rows.ts'

export interface ReleaseOptions extends CountOptions {
  /** The wall clock: evidence that is dated after it releases nothing. */
  nowMs?: number
}

/** A plan as it was looked at. */
interface Seen {
  plan: StoredPlan
  totals: PlanTotals
}

/** What is stored of its rows. */
interface Counted {
  rows: StoredCount[]
  /** The contacts that would get calls (by null), and those that stay held for each reason; null where each row is about another one. */
  contacts: ReadonlyMap<string | null, number> | null
}

/**
 * Releases a guard of a plan: what no other guard holds is going to be sent. `contacts` is the number that the person
 * typed in; unless it is exactly the guard's number of contacts, throws `guard.wrong_count`. Of guard `consent` only rows are released
 * whose evidence in the file is dated after the refusal; see `releaseByFile`. Releasing a guard again does nothing. Throws `plan.unknown`, `plan.not_ready`, and `run.state` when the plan has a run already.
 *
 * All rows are counted, with other work in between; when `signal` aborts, nothing has been released. Then all or nothing
 * happens in one short transaction, however many rows are held: these stay as they are (see `store/plans/released-holds.ts`).
 */
export async function releaseGuard(
  store: Store,
  planId: string,
  guard: Guard,
  contacts: number,
  options: ReleaseOptions = {},
): Promise<PlanSummary> {
  if (rowByRow.has(guard)) throw oneByOne(guard)
  for (;;) {
    const seen = releasable(store, planId, guard, contacts)
    if (seen === null) break
    if (guard === 'consent') {
      // Permission takes evidence for each row, and a number is none.
      store.transaction(() => releaseByFile(store, planId, options.nowMs ?? Number.MAX_SAFE_INTEGER)).immediate()
      break
    }
    const counted = await count(store, seen, guard, options)
    if (commit(store, seen, guard, counted)) break
  }
  return planSummary(store, planId)
}

/** Guards that a number never releases: each person is looked at. */
const rowByRow: ReadonlySet<Guard> = new Set(['noConsent', 'notReachable'])

function oneByOne(guard: Guard): AppError {
  return new AppError(
    'guard.wrong_count',
    `Rows of the guard "${guard}" are released one by one. Nothing was released.`,
    'Look at each person, and release the rows by their numbers (--release-row).',
  )
}

/** Null when the guard has been released already, or holds nothing. */
function releasable(store: Store, planId: string, guard: Guard, contacts: number): Seen | null {
  const { plan, totals } = readyPlan(store, planId)
  const held = totals.guards.find((one) => one.guard === guard)
  if (contacts !== (held?.contacts ?? 0)) {
    const { message, hint } = wrongCountWords(guard, held?.contacts ?? 0, contacts, totals)
    throw new AppError('guard.wrong_count', message, hint)
  }
  if (held === undefined || held.released) return null
  const { fields } = withoutMissing(plan.recipe, plan.columns)?.recipe ?? plan.recipe
  if (guard === 'consent' && lacksRefusals(plan.recipe)) throw columnGone()
  if (guard === 'consent' && fields.some(({ unconfirmed }) => unconfirmed !== undefined)) throw unconfirmed()
  refuseWhenRun(plan)
  return { plan, totals }
}

function columnGone(): AppError {
  return new AppError(
    'run.state',
    'The list no longer has the column that told who refused, so nobody is given consent. Nothing was released.',
    columnGoneHint,
  )
}

function unconfirmed(): AppError {
  return new AppError(
    'run.state',
    'Rows of this plan give consent by words that nobody has confirmed to mean that. Nothing was released.',
    'Confirm the words in the mapping, or with "rollcall recipe confirm", and plan the file again.',
  )
}

async function count(store: Store, { plan, totals }: Seen, guard: Guard, options: CountOptions): Promise<Counted> {
  const isAlone = importDescriptors[plan.recipe.kind].subject !== 'phone'
  const open = [...released(totals), guard]
  const reasonNow = (stored: string): string | null => withoutGuards(stored, open)
  try {
    const rows = await countStoredRows(store, plan.id, totals.rows, options)
    return { rows, contacts: isAlone ? null : await countNumbers(store, plan.id, totals.rows, reasonNow, options) }
  } catch (error) {
    if (options.signal?.aborted !== true) throw error
    throw new AppError('cancelled', 'This was stopped before it was done; nothing was released.', 'Release it again when you are ready.')
  }
}

/** The guards, of which `sending` waits for the number of those whom nothing else holds now. */
function withPeople({ guards, holds }: PlanTotals): PlanTotals['guards'] {
  const { contacts } = heldByFile(holds)
  return guards.map((one) => {
    if (one.guard !== 'sending' || one.released || one.contacts === contacts) return one
    return { ...one, contacts, message: sendingWords(contacts) }
  })
}

/** Returns false, without changing anything, when the plan is no longer as it was looked at. */
function commit(store: Store, seen: Seen, guard: Guard, { rows, contacts }: Counted): boolean {
  const { plan, totals } = seen
  return store
    .transaction((): boolean => {
      if (isChanged(store, seen)) return false
      if (!addsUp(rows, totals)) throw damaged()
      const open = [...released(totals), guard]
      const reasons = rows.flatMap(({ class: rowClass, reason }) => (rowClass === 'held' && reason !== null ? reason : []))
      tablesOf(store).releasedHolds.put(
        plan.id,
        reasons.map((stored) => ({ stored, now: withoutGuards(stored, open) })),
      )
      const tally = createTally(plan.recipe.kind, { totals, blocks: blocksOf(rows, open) })
      tally.release(guard)
      const guards = totals.guards.map((one) => (one.guard === guard ? { ...one, released: true } : one))
      const next = tally.totals({ ...totals, guards })
      // A number may have rows that were held for different reasons, and now are for the same one: it is one contact of these.
      const told = contacts && {
        contacts: contacts.get(null) ?? 0,
        holds: next.holds.map((hold) => ({ ...hold, contacts: contacts.get(hold.reason) ?? 0 })),
      }
      const after = { ...next, ...told }
      tablesOf(store).plans.setTotals(plan.id, { ...after, guards: withPeople(after) }, tally.blocks())
      return true
    })
    .immediate()
}

/** A run began, another window released a guard, or the file was corrected. */
function isChanged(store: Store, { plan, totals }: Seen): boolean {
  const now = tablesOf(store).plans.find(plan.id)
  return (
    now === null ||
    now.runId !== null ||
    now.correctionsThrough !== plan.correctionsThrough ||
    JSON.stringify(now.totals) !== JSON.stringify(totals)
  )
}

function released({ guards }: PlanTotals): Guard[] {
  return guards.flatMap((one) => (one.released ? one.guard : []))
}

/** Whether the rows are as many as the plan says, of each class and for each reason to be held. */
function addsUp(rows: readonly StoredCount[], totals: PlanTotals): boolean {
  const blocks = blocksOf(rows, released(totals))
  const held = new Map<string, number>()
  for (const { class: rowClass, reason, blocks: counts } of rows) {
    const now = rowClass === 'held' ? withoutGuards(reason ?? '', released(totals)) : null
    if (now !== null) held.set(now, (held.get(now) ?? 0) + totalOf(counts))
  }
  return (
    rowClasses.every((rowClass) => totalOf(blocks[rowClass]) === totals[rowClass]) &&
    totals.holds.every(({ reason, rows: own }) => held.get(reason) === own)
  )
}

/** The rows of each class in each block when these guards are released. */
function blocksOf(rows: readonly StoredCount[], open: readonly Guard[]): ClassBlocks {
  const blocks = emptyBlocks()
  for (const { class: rowClass, reason, blocks: counts } of rows) {
    const own = blocks[rowClass === 'held' && withoutGuards(reason ?? '', open) === null ? 'send' : rowClass]
    counts.forEach((count, block) => (own[block] = (own[block] ?? 0) + count))
  }
  return blocks
}

function damaged(): AppError {
  return new AppError('store.damaged', 'The plan does not add up any more; nothing was released.', 'Plan the file again.')
}
