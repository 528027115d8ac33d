import { setImmediate } from 'node:timers/promises'
import type { ImportDescriptor } from '../../kinds/descriptor.ts'
import { importDescriptors } from '../../kinds/descriptors.ts'
import { createRowEditor } from '../../source/corrections/row-editor.ts'
import type { ReadRows } from '../../source/table/row-source.ts'
import type { RowSubjects } from '../../store/plans/plan-revision.ts'
import type { StoredPlanRow } from '../../store/plans/plan-row.ts'
import type { PlanTotals, StoredPlan } from '../../store/plans/plans.ts'
import { tablesOf } from '../../store/tables.ts'
import { buildPlan, type PlanOptions } from '../build/build-plan.ts'
import { changedLines } from './changed-lines.ts'
import { countRow } from '../../model/plans/class-histogram.ts'
import { groupingOf } from '../duplicates/grouping.ts'
import { heldGuards } from '../guards/guard-figures.ts'
import { type GuardFigures } from '../../model/plans/guard-figures.ts'
import { guardLimits, type GuardLimits } from '../guards/guard-limits.ts'
import { isMass } from '../guards/guard-rules.ts'
import { changedFile } from '../build/only-lines.ts'
import { newPlanId } from '../build/plan-id.ts'
import { revisedFigures, revisedTotals, totalsOfRows } from './revised-totals.ts'
import type { Revision } from './revision.ts'

type Subject = ImportDescriptor['subject']

/** More rows than this are not worth finding one by one, and would keep others waiting while they are replaced. */
const mostRows = 10_000
/** Rows that are looked through without letting other work in between. */
const rowsAtOnce = 50_000

/** The rows of a plan that are planned again, as they were and as they come to. */
interface Replanned {
  before: StoredPlanRow[]
  otherId: string
  after: StoredPlanRow[]
  into: PlanTotals
}

/**
 * Plans again the rows that a change of corrections concerns, and those that depend on them: rows about the same contacts.
 * Answers how many; null, and has changed nothing, where only planning the whole file anew tells what the plan comes to. The
 * answer is `false` where somebody was quicker.
 */
export async function reviseRows(revision: Revision, plan: StoredPlan): Promise<number | null | false> {
  const { store, index, change, signal } = revision
  const { totals } = plan
  const options = await revision.options(plan)
  if (totals?.figures === undefined || !isIndependent(revision, plan, options)) return null
  const lines = await changedLines(index, change.before, change.after, mostRows, signal)
  if (lines === null) return null

  const statements = tablesOf(store).planRevision
  const limits = options.limits ?? guardLimits
  const first = lines.flatMap((line) => statements.rowOnLine(plan.id, line, totals.rows) ?? [])
  const replanned = await replan(revision, plan, { ...options, limits: limitsOf(totals.figures, limits) }, first)
  if (replanned === null) return null
  try {
    const out = totalsOfRows(replanned.before, plan.recipe.kind)
    const figures = figuresAfter(revision, totals.figures, out, replanned.into, limits)
    if (figures === null) return null
    return revision.commit(plan, () => {
      const { before, after, otherId, into } = replanned
      statements.replace(plan.id, before, otherId, after)
      const blocks = tablesOf(store).plans.blocks(plan.id)
      if (blocks === null) return false
      before.forEach(({ row, class: rowClass }) => countRow(blocks, row, rowClass, -1))
      before.forEach(({ row }, at) => countRow(blocks, row, after[at]?.class ?? 'invalid', 1))
      const revised = revisedTotals(totals, out, into, (code, column) => statements.firstIssue(plan.id, code, column))
      const guards = heldGuards(revised.holds, figures, tablesOf(store).syncs.latestComplete() !== null)
      return statements.setRevised(plan.id, { ...revised, guards, figures }, blocks, change.through)
    })
      ? replanned.before.length
      : false
  } finally {
    tablesOf(store).plans.remove(replanned.otherId)
  }
}

/** Whether rows depend on others about the same contact alone, and on nothing that has changed since they were planned. */
function isIndependent({ store }: Revision, plan: StoredPlan, { recipe, mapping }: Omit<PlanOptions, 'planId'>): boolean {
  if (plan.retriesRunId !== null) return false
  if (plan.totals?.guards.some(({ released }) => released) !== false) return false
  if ((groupingOf(recipe, mapping)?.sharedFields.length ?? 0) > 0) return false
  return (tablesOf(store).syncs.latestComplete()?.finishedAtMs ?? 0) <= plan.createdAtMs
}

/** Plans rows again, beside the plan, and all that are about the same contacts, now or before. */
async function replan(
  revision: Revision,
  plan: StoredPlan,
  options: Omit<PlanOptions, 'planId'>,
  first: readonly number[],
): Promise<Replanned | null> {
  const { store } = revision
  const { planRows } = tablesOf(store)
  const { subject } = importDescriptors[plan.recipe.kind]
  let rows = [...first]
  let known: RowSubjects = { uuids: new Set(), phones: new Set() }
  for (;;) {
    const before = rows.flatMap((row) => planRows.find(plan.id, row) ?? [])
    const replanned = await planSome(revision, options, before)
    let isWhole = false
    try {
      const subjects = subjectsOf([...before, ...replanned.after], subject)
      if (isWithin(subjects, known)) isWhole = true
      else {
        known = subjects
        const all = await rowsAbout(revision, plan, known, subject)
        const next = [...new Set([...rows, ...all])].sort((a, b) => a - b)
        isWhole = next.length === rows.length
        rows = next
      }
    } finally {
      if (!isWhole) tablesOf(store).plans.remove(replanned.otherId)
    }
    if (isWhole) return replanned
    if (rows.length > mostRows) return null
  }
}

/** Plans just these rows, as a plan of their own. */
async function planSome(
  { store, index, change, signal }: Revision,
  options: Omit<PlanOptions, 'planId'>,
  before: StoredPlanRow[],
): Promise<Replanned> {
  const otherId = newPlanId()
  const { plans } = tablesOf(store)
  const editor = createRowEditor(change.after.map(({ edit }) => edit))
  const lines = before.map(({ line }) => line)
  const readRows: ReadRows = async function* () {
    const found = await index.readLines(lines, { signal })
    if (found.size !== lines.length) throw changedFile()
    const sources = [...found.values()]
    yield { rows: editor === null ? sources : sources.map((row) => editor.edit(row)), bytesRead: 0 }
  }
  try {
    // The index of all contacts that large files have is of no use to a few rows.
    const file = { ...options.file, sizeBytes: 0 }
    await buildPlan({ ...options, planId: otherId, file, readRows, editsThrough: change.through, signal, onProgress: () => undefined })
    const into = plans.find(otherId)?.totals
    if (!into) throw new Error(`Plan ${otherId} is not ready.`)
    return { before, otherId, after: tablesOf(store).planRows.after(otherId, 0, before.length), into }
  } catch (error) {
    plans.remove(otherId)
    throw error
  }
}

async function rowsAbout({ store, signal }: Revision, plan: StoredPlan, subjects: RowSubjects, subject: Subject): Promise<number[]> {
  if (subjects.uuids.size + subjects.phones.size === 0) return []
  const statements = tablesOf(store).planRevision
  const found: number[] = []
  for (let from = 1; from <= (plan.totals?.rows ?? 0); from += rowsAtOnce) {
    for (const row of statements.about(plan.id, subjects, subject, from, from + rowsAtOnce - 1)) found.push(row)
    await setImmediate()
    signal.throwIfAborted()
  }
  return found
}

/** Their contact, or a number where there is none or rows are about that. */
function subjectsOf(rows: readonly StoredPlanRow[], subject: Subject): RowSubjects {
  const uuids = new Set<string>()
  const phones = new Set<string>()
  for (const { contactUuid, phone } of rows) {
    if (contactUuid !== null && subject === 'contact') uuids.add(contactUuid)
    else if (phone !== null) phones.add(phone)
  }
  return { uuids, phones }
}

function isWithin(subjects: RowSubjects, known: RowSubjects): boolean {
  return [...subjects.uuids].every((uuid) => known.uuids.has(uuid)) && [...subjects.phones].every((phone) => known.phones.has(phone))
}

/** Limits that hold some rows of a plan just as the whole plan does. */
function limitsOf({ clears, changed, total }: GuardFigures, limits: GuardLimits): GuardLimits {
  const isMassive = isMass(changed, total, limits)
  return {
    clearContacts: clears > limits.clearContacts ? -1 : Number.MAX_SAFE_INTEGER,
    massContacts: isMassive ? -1 : Number.MAX_SAFE_INTEGER,
    massShare: isMassive ? -1 : limits.massShare,
  }
}

/** Null where a guard comes to hold rows that it did not hold before, or the other way round: that concerns all rows. */
function figuresAfter(
  { store }: Revision,
  before: GuardFigures,
  out: PlanTotals,
  into: PlanTotals,
  limits: GuardLimits,
): GuardFigures | null {
  if (out.figures === undefined || into.figures === undefined) return null
  const unasked = revisedFigures(before, out.figures, into.figures, 0)
  const after = unasked.changed > limits.massContacts ? { ...unasked, total: tablesOf(store).contacts.count() } : unasked
  const isClearSame = before.clears > limits.clearContacts === after.clears > limits.clearContacts
  return isClearSame && isMass(before.changed, before.total, limits) === isMass(after.changed, after.total, limits) ? after : null
}
