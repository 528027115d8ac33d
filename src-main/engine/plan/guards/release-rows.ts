import { importDescriptors } from '../../kinds/all-kinds.ts'
import { descriptorOf } from '../../kinds/calls/all-calls.ts'
import { AppError } from '../../model/errors.ts'
import { type Guard, type PlanSummary, type RowDetail, rowGuards } from '../../model/plans/plan-schema.ts'
import type { Store } from '../../store/open-store.ts'
import type { PlanTotals } from '../../store/plans/plans.ts'
import type { StoredPlanRow } from '../../store/plans/stored-plan-row.ts'
import { tablesOf } from '../../store/tables.ts'
import { number } from '../../text/counted.ts'
import { heldGuards } from '../figures/plan-totals.ts'
import { countedRow, createTally } from '../figures/tally.ts'
import { planSummary } from '../read/read-plan.ts'
import { guardsOf, withoutGuards } from './guard-rules.ts'
import { columnGoneHint } from './guard-words.ts'
import {
  type Evidence,
  evidenceColumns,
  type HeldConsent,
  isReleasedByFile,
  readEvidence,
  whyNotReleased,
  type WrittenEvidence,
} from './release-evidence.ts'
import { readyToRelease } from './ready-to-release.ts'

/** What a person lets go one by one: rows by their lines in the file, and the evidence where they give permission for texts. */
export interface RowsToRelease {
  lines: readonly number[]
  evidence?: WrittenEvidence | undefined
}

/**
 * Releases single rows from the guards that look at each row alone; what a guard of the whole file holds besides stays held. Rows that
 * give permission to somebody who refused need evidence that is dated after the refusal: it goes to the ledger with them. All of the
 * rows or none. Throws `guard.evidence`, `guard.not_held` with the line, `plan.unknown`, `plan.not_ready`, and `run.state` when the
 * plan has a run already.
 */
export function releaseRows(store: Store, planId: string, { lines, evidence }: RowsToRelease, nowMs: number): PlanSummary {
  const read = evidence === undefined ? null : readEvidence(evidence, nowMs)
  store
    .transaction(() => {
      const { totals } = readyToRelease(store, planId)
      refuseAfterNumber(totals)
      const rows = [...new Set(lines)].sort((one, other) => one - other).flatMap((line) => heldOn(store, planId, line, totals.rows))
      letGo(
        store,
        planId,
        rows.map((row) => [row, released(row, read, readAtMs(store, row))] as const),
      )
    })
    .immediate()
  return planSummary(store, planId)
}

/**
 * Releases the rows that give permission to somebody who refused, where the file's own evidence is dated after the refusal. The
 * others stay held. Throws `guard.evidence` where that is none of them. To be called in a transaction.
 */
export function releaseByFile(store: Store, planId: string, nowMs: number): void {
  const { planRows } = tablesOf(store)
  const rows: (readonly [StoredPlanRow, RowDetail])[] = []
  for (let page = planRows.after(planId, 0, pageRows), after = 0; page.length > 0; page = planRows.after(planId, after, pageRows)) {
    for (const row of page) {
      after = row.row
      const held = heldConsent(row, readAtMs(store, row))
      if (row.class === 'held' && isReleasedByFile(held, nowMs)) rows.push([row, detailWithout(row, ['consent'], held.agreedAt.atMs)])
    }
  }
  if (rows.length === 0) throw noneDated()
  letGo(store, planId, rows, ['consent'])
}

const pageRows = 1000

/** Who is let go after the number of people was typed would be texted beyond it. */
function refuseAfterNumber({ guards }: PlanTotals): void {
  if (!guards.some(({ guard, released: isReleased }) => guard === 'sending' && isReleased)) return
  throw new AppError(
    'run.state',
    'The number of people who will be texted was typed already, so no more are added. Nothing was released.',
    'Run it as it is, and release the rows from that run afterwards; or plan the file again.',
  )
}

/** The rows on a line that guards of rows hold. An undo may have two rows there, of which the second one may be held. */
function heldOn(store: Store, planId: string, line: number, total: number): StoredPlanRow[] {
  const { planRows, replacedRows } = tablesOf(store)
  const row = replacedRows.rowOnLine(planId, line, total)
  const near = row === null ? [] : [row, row + 1].flatMap((one) => planRows.find(planId, one) ?? [])
  const onLine = near.filter((one) => one.line === line)
  const held = onLine.filter((one) => one.class === 'held')
  const own = held.filter(({ reason }) => rowGuardsIn(reason).length > 0)
  if (own.length > 0) return own
  const [message, hint] =
    onLine.length === 0
      ? ['is not there', 'Look at the numbers of the rows that are held.']
      : held.length === 0
        ? ['is not held', 'Look at the numbers of the rows that are held.']
        : ['is held because of what all rows add up to', 'Such rows are released together, with the number of contacts.']
  throw new AppError('guard.not_held', `Row ${number(line)} ${message}. Nothing was released.`, hint)
}

function rowGuardsIn(reason: string | null): Guard[] {
  return guardsOf(reason ?? '').filter((guard) => (rowGuards as readonly Guard[]).includes(guard))
}

/** What is stored of a row that this evidence releases. Throws `guard.evidence`. */
function released(row: StoredPlanRow, evidence: Evidence | null, readAt: number | null): RowDetail {
  const guards = rowGuardsIn(row.reason)
  if (!guards.includes('consent')) return detailWithout(row, guards, null)
  const where = `Row ${number(row.line)}`
  if (row.detail.optOut === 'columnGone') throw columnGone(where)
  if (row.detail.optOut === 'unconfirmed') throw unconfirmed(where)
  if (evidence === null) {
    throw new AppError(
      'guard.evidence',
      `${where} gives permission to somebody who refused: that takes evidence with its date. Nothing was released.`,
      'Say how the contact agreed again, and when: it has to be after the refusal. Both go to the consent ledger.',
    )
  }
  const why = whyNotReleased(heldConsent(row, readAt), evidence)
  if (why !== null) {
    const hint =
      row.detail.refusedAtMs === undefined && evidence.refusedByMs === null
        ? 'Give the time of the evidence too where it is of today; or state when the contact refused.'
        : 'Where both are of the same day, give their times too. Older evidence releases nothing.'
    throw new AppError('guard.evidence', `${where}: ${why} Nothing was released.`, hint)
  }
  const { text, date, agreedAtMs, refusedDate } = evidence
  const added = {
    [evidenceColumns.text]: text,
    [evidenceColumns.date]: date,
    ...(refusedDate !== null && { [evidenceColumns.refusedDate]: refusedDate }),
  }
  const detail = detailWithout(row, guards, agreedAtMs)
  return { ...detail, evidence: { ...detail.evidence, ...added } }
}

function detailWithout({ detail }: StoredPlanRow, guards: readonly Guard[], agreedAtMs: number | null): RowDetail {
  const { optOut: _optOut, refusedAtMs: _refusedAtMs, agreedAt: _agreedAt, ...kept } = detail
  return { ...(guards.includes('consent') ? kept : detail), released: { guards: [...guards], agreedAtMs } }
}

function heldConsent({ detail: { optOut, refusedAtMs, agreedAt } }: StoredPlanRow, readAt: number | null): HeldConsent {
  return { readAtMs: readAt, optOut, refusedAtMs, agreedAt }
}

function readAtMs(store: Store, { contactUuid }: StoredPlanRow): number | null {
  return tablesOf(store).contacts.findByUuid(contactUuid ?? '')?.readAtMs ?? null
}

/** Rows become ones to be sent, or stay held by other guards; all figures follow. */
function letGo(store: Store, planId: string, rows: readonly (readonly [StoredPlanRow, RowDetail])[], only?: readonly Guard[]): void {
  const { plans, planRows } = tablesOf(store)
  const { plan, totals } = readyToRelease(store, planId)
  const blocks = plans.blocks(planId)
  if (blocks === null) throw new Error(`Plan ${planId} is ready and has no blocks.`)
  const isUndo = plan.undoesRunId !== null
  const tally = createTally(isUndo ? null : plan.recipe.kind, { totals, blocks })
  let fields = 0
  for (const [row, detail] of rows) {
    const left = withoutGuards(row.reason ?? '', only ?? rowGuardsIn(row.reason))
    const next = { class: left === null ? ('send' as const) : ('held' as const), reason: left, lane: row.lane, detail }
    tally.remove(countedRow(row))
    planRows.replace(planId, row.row, next)
    tally.add(countedRow({ ...row, ...next }))
    fields += (detail.calls ?? []).reduce((sum, call) => sum + descriptorOf(call).fields(call).length, 0)
  }
  const counted = tally.totals(totals)
  const next: PlanTotals = {
    ...counted,
    releasedRows: (totals.releasedRows ?? 0) + rows.length,
    ...(totals.figures !== undefined && { figures: { ...totals.figures, ...tally.guardFigures() } }),
    ...(importDescriptors[plan.recipe.kind].subject === 'phone' || isUndo ? contactsIn(store, planId, counted.holds) : {}),
    ...(totals.undo !== undefined && {
      undo: { ...totals.undo, held: totals.undo.held - fields, restorable: totals.undo.restorable + fields },
    }),
  }
  plans.setTotals(planId, { ...next, guards: guardsAfter(store, planId, totals, next) }, tally.blocks())
}

/** Contacts where several rows may be about one: counted from what is stored. */
function contactsIn(store: Store, planId: string, holds: PlanTotals['holds']): Pick<PlanTotals, 'contacts' | 'holds'> {
  const { planRows } = tablesOf(store)
  return {
    contacts: planRows.contactsToSend(planId),
    holds: holds.map((hold) => ({ ...hold, contacts: planRows.contactsHeld(planId, hold.reason) })),
  }
}

/** A guard of which every row was released alone counts as released. */
function guardsAfter(store: Store, planId: string, before: PlanTotals, { holds, figures }: PlanTotals): PlanTotals['guards'] {
  const holding = heldGuards(store, planId, holds, figures ?? null)
  return before.guards.map((one) => (one.released ? one : (holding.find(({ guard }) => guard === one.guard) ?? { ...one, released: true })))
}

function columnGone(where: string): AppError {
  return new AppError(
    'guard.evidence',
    `${where} gives consent, but the list no longer has the column that told who refused. Nothing was released.`,
    columnGoneHint,
  )
}

function unconfirmed(where: string): AppError {
  return new AppError(
    'guard.evidence',
    `${where} gives consent by words that nobody has confirmed to mean that. Nothing was released.`,
    'Confirm the words in the mapping, or with "rollcall recipe confirm", and plan the file again.',
  )
}

function noneDated(): AppError {
  return new AppError(
    'guard.evidence',
    'None of these rows has evidence in the file that is dated after the refusal. Nothing was released.',
    'Release them row by row, each with its evidence and its date. What nobody can show stays held.',
  )
}
