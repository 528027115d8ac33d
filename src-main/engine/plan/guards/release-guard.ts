import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../model/errors.ts'
import type { Store } from '../../store/open-store.ts'
import type { PlanTotals, StoredPlan } from '../../store/plans/plans.ts'
import type { ReleasedHold } from '../../store/plans/released-rows.ts'
import { tablesOf } from '../../store/tables.ts'
import { blockRange, type ClassBlocks, moveRows, totalOf } from '../../model/plans/class-histogram.ts'
import { wrongCountWords } from './guard-words.ts'
import { guardsOf, holdReason } from './guard-rules.ts'
import { guards, type Guard, type PlanSummary } from '../../model/plans/plan-schema.ts'
import { planSummary } from '../read/read-plan.ts'

/** Blocks of rows that are counted without letting other work in between: some ten milliseconds. */
const blocksAtOnce = 10

export interface ReleaseOptions {
  /** When it aborts, nothing has been released. */
  signal?: AbortSignal
  /** Told while held rows are counted. */
  onProgress?: (rowsCounted: number, rowsHeld: number) => void
}

/** A plan as it was looked at. */
interface Seen {
  plan: StoredPlan
  totals: PlanTotals
  blocks: ClassBlocks
}

/**
 * Releases a guard of a plan: what no other guard holds is going to be sent. `contacts` is the number that the person
 * typed in; unless it is exactly the guard's number of contacts, throws `guard.wrong_count`. Releasing a guard again does
 * nothing. Throws `plan.unknown`, `plan.not_ready`, and `run.state` when the plan has a run already.
 *
 * All or nothing, in one short transaction, however many rows are held: these stay as they are (see
 * `store/released-rows.ts`). Where some of them stay held they are counted first, with other work in between.
 */
export async function releaseGuard(
  store: Store,
  planId: string,
  guard: Guard,
  contacts: number,
  options: ReleaseOptions = {},
): Promise<PlanSummary> {
  for (;;) {
    const seen = releasable(store, planId, guard, contacts)
    if (seen === null) break
    const moved = await rowsToSend(store, seen, guard, options)
    if (commit(store, seen, guard, moved)) break
  }
  return planSummary(store, planId)
}

/** Null when the guard has been released already, or holds nothing. */
function releasable(store: Store, planId: string, guard: Guard, contacts: number): Seen | null {
  const { plans } = tablesOf(store)
  const plan = plans.find(planId)
  const blocks = plans.blocks(planId)
  if (plan === null) throw new AppError('plan.unknown', 'There is no such plan.', 'Plan the file again.')
  const { totals } = plan
  if (totals === null || blocks === null) {
    throw new AppError(
      'plan.not_ready',
      'The changes are still being worked out, or that was stopped.',
      'Wait until it is done, or plan the file again.',
    )
  }
  const held = totals.guards.find((one) => one.guard === guard)
  if (contacts !== (held?.contacts ?? 0)) {
    const { message, hint } = wrongCountWords(guard, held?.contacts ?? 0, contacts)
    throw new AppError('guard.wrong_count', message, hint)
  }
  if (held === undefined || held.released) return null
  if (guard === 'consent' && plan.recipe.fields.some(({ unconfirmed }) => unconfirmed !== undefined)) throw unconfirmed()
  refuseWhenRun(plan)
  return { plan, totals, blocks }
}

function unconfirmed(): AppError {
  return new AppError(
    'run.state',
    'Rows of this plan give consent by words that nobody has confirmed to mean that. Nothing was released.',
    'Confirm the words in the mapping, or with "rollcall recipe confirm", and plan the file again.',
  )
}

function refuseWhenRun({ runId }: StoredPlan): void {
  if (runId === null) return
  throw new AppError(
    'run.state',
    `This plan has been started already: it is run ${runId}. What was held then stays held.`,
    'Plan the file again: what was held is held there again, and can be released before it runs.',
  )
}

/** By block, the held rows that are to be sent once the guard is released. */
async function rowsToSend(
  store: Store,
  { plan, totals, blocks }: Seen,
  guard: Guard,
  { signal, onProgress }: ReleaseOptions,
): Promise<readonly number[]> {
  const isSent = (reason: string): boolean => without(guard, reason) === null
  const sent = totals.holds.filter(({ reason }) => isSent(reason))
  if (totalOf(blocks.held) !== totals.held) throw damaged()
  if (sent.length === totals.holds.length) return blocks.held
  if (sent.length === 0) return []

  const released = tablesOf(store).releasedRows
  const counted = new Map<string, number>()
  let rowsCounted = 0
  const moved: number[] = []
  for (const [block, rows] of blocks.held.entries()) {
    moved[block] = 0
    if (rows > 0) {
      for (const { reason, rows: own } of released.held(plan.id, blockRange(block))) {
        counted.set(reason, (counted.get(reason) ?? 0) + own)
        if (isSent(reason)) moved[block] += own
      }
    }
    rowsCounted += rows
    if (block % blocksAtOnce < blocksAtOnce - 1) continue
    onProgress?.(rowsCounted, totals.held)
    await setImmediate()
    if (signal?.aborted === true)
      throw new AppError('cancelled', 'This was stopped before it was done; nothing was released.', 'Release it again when you are ready.')
  }
  if (isChanged(store, { plan, totals, blocks })) return []
  if (totals.holds.some(({ reason, rows }) => counted.get(reason) !== rows)) throw damaged()
  return moved
}

/** Answers false, and has changed nothing, when the plan is not any more as it was looked at. */
function commit(store: Store, seen: Seen, guard: Guard, moved: readonly number[]): boolean {
  const { plan, totals, blocks } = seen
  return store
    .transaction((): boolean => {
      if (isChanged(store, seen)) return false
      const next = released(totals, guard)
      moveRows(blocks, 'held', 'send', moved)
      tablesOf(store).releasedRows.put(plan.id, releasedHolds(next.guards.flatMap((one) => (one.released ? one.guard : []))))
      tablesOf(store).plans.setTotals(plan.id, next, blocks)
      return true
    })
    .immediate()
}

/** A run began, another window released a guard, or the file was corrected. */
function isChanged(store: Store, { plan, totals }: Seen): boolean {
  const now = tablesOf(store).plans.find(plan.id)
  return (
    now === null || now.runId !== null || now.editsThrough !== plan.editsThrough || JSON.stringify(now.totals) !== JSON.stringify(totals)
  )
}

/** The totals after a release. */
function released(totals: PlanTotals, guard: Guard): PlanTotals {
  const next = { ...totals, guards: totals.guards.map((one) => (one.guard === guard ? { ...one, released: true } : one)) }
  const holds = new Map<string, PlanTotals['holds'][number]>()
  for (const hold of totals.holds) {
    const reason = without(guard, hold.reason)
    if (reason === null) {
      next.send += hold.rows
      next.held -= hold.rows
      next.calls += hold.calls
      next.contacts += hold.contacts
      continue
    }
    const known = holds.get(reason) ?? { reason, rows: 0, contacts: 0, calls: 0 }
    holds.set(reason, { reason, rows: known.rows + hold.rows, contacts: known.contacts + hold.contacts, calls: known.calls + hold.calls })
  }
  return { ...next, holds: [...holds.values()] }
}

/** The reason that is left of this one; null where no other guard holds. */
function without(guard: Guard, reason: string): string | null {
  const left = guardsOf(reason).filter((one) => one !== guard)
  return left.length === 0 ? null : holdReason(left)
}

/** For each reason that rows may be stored with, what is left of it when these guards are released. */
function releasedHolds(open: readonly Guard[]): ReleasedHold[] {
  const sets = guards.reduce<Guard[][]>((all, guard) => [...all, ...all.map((set) => [...set, guard])], [[]])
  return sets
    .filter((set) => set.some((guard) => open.includes(guard)))
    .map((set) => ({ stored: holdReason(set), now: holdReason(set.filter((guard) => !open.includes(guard))) || null }))
}

function damaged(): AppError {
  return new AppError('store.damaged', 'The plan does not add up any more; nothing was released.', 'Plan the file again.')
}
