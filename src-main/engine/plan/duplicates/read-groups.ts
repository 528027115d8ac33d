import { changesOf } from '../../kinds/row-changes.ts'
import { AppError } from '../../model/errors.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import { plainTargets, type Recipe } from '../../model/recipes/recipe-schema.ts'
import type { Store } from '../../store/open-store.ts'
import { createPlanGroups } from '../../store/plans/plan-groups.ts'
import type { PlanRows } from '../../store/plans/plan-rows.ts'
import type { StoredPlanRow } from '../../store/plans/stored-plan-row.ts'
import { tablesOf } from '../../store/tables.ts'
import type { FieldLabel } from '../../model/contacts/field-labels.ts'
import type { DuplicateGroup, GroupDetail, GroupOutcome } from './group-schema.ts'
import { groupingOf, sharedValue, type Grouping } from './grouping.ts'
import { createContactMerge } from './merge-contacts.ts'
import type { FieldValue } from '../../model/plans/plan-schema.ts'
import { contactOf } from '../read/read-plan.ts'
import { rowReason } from '../row/reasons.ts'
import { comparableTag, comparableText } from '../../model/same-text.ts'

const linesListed = 10
const rowsShown = 100
/** As many as one correction takes. */
const mostLines = 100_000

/** A page of a plan's groups of rows about one contact. */
export function planGroups(
  store: Store,
  planId: string,
  recipe: Recipe,
  { search, open, offset, limit }: { search: string; open: boolean; offset: number; limit: number },
): { groups: DuplicateGroup[]; total: number; unresolved: number } {
  const statements = tablesOf(store).planGroups
  const { groups, total } = statements.page(planId, { search, open }, offset, limit)
  const { planRows } = tablesOf(store)
  return {
    groups: groups.map(({ group, rows }) => groupOf({ statements, planRows }, planId, recipe, group, rows)),
    total,
    unresolved: recipe.duplicates === 'invalid' ? statements.count(planId) : statements.countConflicts(planId),
  }
}

/** The rows that `groupDetail` wants to be read and mapped, ascending by line. Throws `plan.unknown` for a group that is not there. */
export function shownRows(store: Store, planId: string, group: number): { row: number; line: number }[] {
  const rows = tablesOf(store).planGroups.rows(planId, group, rowsShown)
  if (rows.length > 0) return rows
  throw new AppError('plan.unknown', 'These rows are not about the same contact any more.', 'Look at the list of duplicates again.')
}

/** A group with its rows side by side; `mapped`: its shown rows by their lines, as planning maps them. */
export function groupDetail(
  store: Store,
  planId: string,
  group: number,
  {
    recipe,
    label,
    mapped,
    customFieldUuid,
  }: { recipe: Recipe; label: FieldLabel; mapped: ReadonlyMap<number, MappedRow>; customFieldUuid: (target: string) => string | null },
): GroupDetail {
  const statements = tablesOf(store).planGroups
  const { planRows } = tablesOf(store)
  const size = statements.size(planId, group)
  const listed = groupOf({ statements, planRows }, planId, recipe, group, size)
  const grouping = groupingOf(recipe, { customFieldUuid })
  const stored = statements.rows(planId, group, rowsShown).flatMap(({ row }) => planRows.find(planId, row) ?? [])
  const rows = stored.map((row) => ({ row, mapped: mapped.get(row.line) ?? null, values: valuesOf(row, mapped.get(row.line) ?? null) }))
  const head = headOf(planRows, planId, group)
  const results = size > rowsShown ? {} : resultsOf(listed.outcome, head, rows, grouping)
  const fields = inOrder([...new Set(rows.flatMap(({ values }) => Object.keys(values)))], recipe, customFieldUuid).map((field) => ({
    field,
    label: labelOf(field, label),
    differs: new Set(rows.flatMap(({ values }) => comparable(values[field] ?? null) ?? [])).size > 1,
    result: results[field] ?? null,
  }))
  const hasResult = Object.keys(results).length > 0
  return {
    ...listed,
    allLines: size > mostLines ? [] : statements.rows(planId, group, mostLines).map(({ line }) => line),
    shared: sharedOf(rows, grouping, label),
    fields,
    members: rows.map(({ row, values }) => ({
      row: row.row,
      line: row.line,
      class: row.class,
      reason: rowReason(row.class, row.reason, row.detail),
      contact: contactOf(row),
      values,
      lost: hasResult ? Object.keys(values).filter((field) => isLost(field, values[field] ?? null, results[field] ?? null)) : [],
      issues: row.detail.issues ?? [],
    })),
    changes: changesOf(head.detail),
  }
}

interface Statements {
  statements: ReturnType<typeof createPlanGroups>
  planRows: PlanRows
}

function groupOf({ statements, planRows }: Statements, planId: string, recipe: Recipe, group: number, rows: number): DuplicateGroup {
  const head = headOf(planRows, planId, group)
  const outcome = outcomeOf(head, recipe)
  const counts = outcome === 'merged' || outcome === 'counts'
  const lines = statements.rows(planId, group, linesListed).map(({ line }) => line)
  return { group, outcome, rows, lines, line: counts ? head.line : null, class: head.class, contact: contactOf(head) }
}

/** The row that a group is named after. */
function headOf(planRows: PlanRows, planId: string, group: number): StoredPlanRow {
  const head = planRows.find(planId, group)
  if (head === null) throw new Error(`Plan ${planId} has no row ${group}.`)
  return head
}

function outcomeOf({ class: rowClass, detail }: StoredPlanRow, recipe: Recipe): GroupOutcome {
  if (rowClass !== 'invalid') return recipe.duplicates === 'merge' ? 'merged' : 'counts'
  return detail.issues?.some(({ code }) => code === 'duplicate.contacts') ? 'contacts' : 'none'
}

type Values = Record<string, FieldValue>
interface Member {
  row: StoredPlanRow
  mapped: MappedRow | null
  values: Values
}

/** What a row says, by field. */
function valuesOf(row: StoredPlanRow, mapped: MappedRow | null): Values {
  const { customFields = {}, tags, ...plain } = mapped?.contact ?? {}
  return {
    ...(row.phone !== null && { phone_number: row.phone }),
    ...plain,
    ...(tags !== undefined && { tags: tags.tags }),
    ...Object.fromEntries(Object.entries(customFields).map(([uuid, value]) => [`custom:${uuid}`, value])),
    ...(mapped?.consent !== undefined && { consent: mapped.consent }),
    ...Object.fromEntries(Object.entries(mapped?.evidence ?? {}).map(([column, value]) => [`evidence:${column}`, value])),
  }
}

function resultsOf(outcome: GroupOutcome, head: StoredPlanRow, rows: readonly Member[], grouping: Grouping | null): Values {
  const own = rows.find(({ row }) => row.row === head.row)
  if (own === undefined || outcome === 'none' || outcome === 'contacts') return {}
  if (outcome === 'counts' || grouping === null || own.mapped?.consent !== undefined) return own.values
  const merge = createContactMerge(grouping.merge)
  for (const { mapped } of rows) if (mapped?.contact !== undefined) merge.take(mapped.contact, mapped.line)
  return valuesOf(head, { line: head.line, key: null, contact: merge.result(), issues: [] })
}

function sharedOf(rows: readonly Member[], grouping: Grouping | null, label: FieldLabel): GroupDetail['shared'] {
  const counts = new Map<string, { label: string; value: string; rows: number }>()
  const count = (field: string, value: string | null, shown = value): void => {
    if (value === null) return
    const key = JSON.stringify([field, value])
    const known = counts.get(key) ?? { label: labelOf(field, label), value: shown ?? value, rows: 0 }
    counts.set(key, { ...known, rows: known.rows + 1 })
  }
  for (const { row, mapped } of rows) {
    count('phone_number', row.contactUuid ?? row.phone, row.phone ?? row.contactName ?? row.contactUuid)
    for (const field of grouping?.sharedFields ?? []) {
      if (mapped !== null) count(field, sharedValue(mapped, field))
    }
  }
  return [...counts.values()].filter(({ rows: sharing }) => sharing > 1).map(({ label: name, value }) => ({ label: name, value }))
}

/** In the order of the fields that every account has, then as the recipe has them, evidence last. */
function inOrder(fields: readonly string[], recipe: Recipe, customFieldUuid: (target: string) => string | null): string[] {
  const custom = recipe.fields.flatMap(({ to }) =>
    to.startsWith('custom:') ? [`custom:${customFieldUuid(to) ?? to.slice('custom:'.length)}`] : [],
  )
  const order = ['phone_number', ...plainTargets, ...custom]
  const rank = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length)
  return [...fields].sort((a, b) => rank(a) - rank(b))
}

function labelOf(field: string, label: FieldLabel): string {
  if (field === 'phone_number') return 'Phone number'
  return field.startsWith('evidence:') ? field.slice('evidence:'.length) : label(field)
}

/** Null for a blank. */
function comparable(value: FieldValue): string | null {
  if (value === null) return null
  if (typeof value === 'boolean') return String(value)
  const text = Array.isArray(value) ? value.map(comparableTag).toSorted().join(' ') : comparableText(value).toLowerCase()
  return text === '' ? null : text
}

function isLost(field: string, value: FieldValue, result: FieldValue): boolean {
  if (comparable(value) === null) return false
  if (Array.isArray(value) && Array.isArray(result)) {
    const kept = new Set(result.map(comparableTag))
    return value.some((tag) => !kept.has(comparableTag(tag)))
  }
  // Joined notes have each text on lines of its own.
  if (
    field === 'notes' &&
    typeof value === 'string' &&
    typeof result === 'string' &&
    comparableText(result).includes(comparableText(value))
  )
    return false
  return comparable(value) !== comparable(result)
}
