import { setImmediate } from 'node:timers/promises'
import type { ImportDescriptor } from '../../kinds/kind-descriptor.ts'
import { importDescriptors } from '../../kinds/all-kinds.ts'
import { createRowCorrector } from '../../source/corrections/row-corrector.ts'
import type { ReadRows } from '../../source/table/row-source.ts'
import type { RowSubjects } from '../../store/plans/replaced-rows.ts'
import type { StoredPlanRow } from '../../store/plans/stored-plan-row.ts'
import type { StoredPlan } from '../../store/plans/plans.ts'
import { tablesOf } from '../../store/tables.ts'
import { buildPlan, type PlanOptions } from '../build/build-plan.ts'
import { changedFile } from '../build/plan-source.ts'
import { newPlanId } from '../build/plan-id.ts'
import { rowRanges } from '../figures/row-ranges.ts'
import type { Revision } from './revision.ts'

type Subject = ImportDescriptor['subject']

/** More rows than this are not worth finding one by one, and would keep others waiting while they are replaced. */
export const mostRows = 10_000
/** Rows that are looked through without letting other work in between. */
const rowsAtOnce = 50_000

/** The rows of a plan that are planned again, as they were and as they come to. */
export interface ReplannedRows {
  before: StoredPlanRow[]
  /** The plan that has just these rows, planned again. */
  otherId: string
  after: StoredPlanRow[]
  /** How often the service was asked. */
  reads: number
}

/**
 * Plans these rows again beside the plan, and all that are about the same contacts, now or before. Answers null for more than
 * `mostRows`. Whoever gets the other plan removes it.
 */
export async function replanRows(
  revision: Revision,
  plan: StoredPlan,
  options: Omit<PlanOptions, 'planId'>,
  first: readonly number[],
): Promise<ReplannedRows | null> {
  const { planRows, plans } = tablesOf(revision.store)
  const { subject } = importDescriptors[plan.recipe.kind]
  let rows = [...first]
  let known: RowSubjects = { uuids: new Set(), phones: new Set() }
  while (rows.length <= mostRows) {
    const before = rows.flatMap((row) => planRows.find(plan.id, row) ?? [])
    const replanned = await planAlone(revision, options, before)
    try {
      const subjects = subjectsOf([...before, ...replanned.after], subject)
      if (isWithin(subjects, known)) return replanned
      known = subjects
      const next = union(rows, await rowsAbout(revision, plan, known, subject))
      if (next.length === rows.length) return replanned
      rows = next
    } catch (error) {
      plans.remove(replanned.otherId)
      throw error
    }
    plans.remove(replanned.otherId)
  }
  return null
}

/** Plans just these rows, as a plan of their own. */
async function planAlone(
  { store, index, change, signal }: Revision,
  options: Omit<PlanOptions, 'planId'>,
  before: StoredPlanRow[],
): Promise<ReplannedRows> {
  const otherId = newPlanId()
  const { plans, planRows } = tablesOf(store)
  const corrector = createRowCorrector(change.after.map(({ correction }) => correction))
  const lines = before.map(({ line }) => line)
  const readRows: ReadRows = async function* () {
    const found = await index.readLines(lines, { signal })
    if (found.size !== lines.length) throw changedFile()
    const sources = [...found.values()]
    yield { rows: corrector === null ? sources : sources.map((row) => corrector.correct(row)), bytesRead: 0 }
  }
  try {
    // The index of all contacts that large files have is of no use to a few rows.
    const file = { ...options.file, sizeBytes: 0 }
    await buildPlan({
      ...options,
      planId: otherId,
      file,
      readRows,
      correctionsThrough: change.through,
      signal,
      onProgress: () => undefined,
    })
    return { before, otherId, after: planRows.after(otherId, 0, before.length), reads: plans.find(otherId)?.totals?.reads ?? 0 }
  } catch (error) {
    plans.remove(otherId)
    throw error
  }
}

async function rowsAbout({ store, signal }: Revision, plan: StoredPlan, subjects: RowSubjects, subject: Subject): Promise<number[]> {
  if (subjects.uuids.size + subjects.phones.size === 0) return []
  const statements = tablesOf(store).replacedRows
  const found: number[] = []
  for (const { fromRow, toRow } of rowRanges(plan.totals?.rows ?? 0, rowsAtOnce)) {
    for (const row of statements.about(plan.id, subjects, subject, fromRow, toRow)) found.push(row)
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

function union(rows: readonly number[], others: readonly number[]): number[] {
  return [...new Set([...rows, ...others])].sort((a, b) => a - b)
}
