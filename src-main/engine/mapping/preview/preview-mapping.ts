import type { RowIssue } from '../../model/plans/row-issue.ts'
import type { FileNotice, SourceColumn, SourceRow } from '../../model/files/source-schema.ts'
import { findByName } from '../../text/headers/name-key.ts'
import { compileRecipe, inOrder } from '../compile/compile-recipe.ts'
import type { CompiledRecipe, CompiledRule, MappingAccount } from '../compile/compile-recipe.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import { mappingNotices } from './mapping-notices.ts'
import type { Recipe, Target } from '../../model/recipes/recipe-schema.ts'
import { filteredWords } from '../compile/row-filter.ts'

const samplesPerRule = 5

/** What became of one cell (or several joined ones). `after`: null when nothing is set, '' when the field is cleared. */
export interface MappingSample {
  line: number
  before: string
  after: string | null
  issue: RowIssue | null
}

export interface MappingPreview {
  /** First the match key, then one entry per rule of the recipe, in its order. */
  columns: { to: Target | 'match'; samples: MappingSample[] }[]
  /** `filtered`: why the row is left out, in words; such a row is neither ok nor invalid. */
  rows: { line: number; ok: boolean; filtered: string | null; issues: RowIssue[] }[]
  /** `rows` is the sum of `ok`, `invalid` and `filtered`. */
  counts: { rows: number; ok: number; invalid: number; filtered: number; withIssues: number }
  notices: FileNotice[]
}

/** What one row becomes: first the match key, then each rule. Without fields where the row is left out, or damaged. */
export interface RowPreview {
  line: number
  /** Why the row is left out, in words; null for a row that is imported. */
  filtered: string | null
  issues: RowIssue[]
  fields: ({ to: Target | 'match' } & Omit<MappingSample, 'line'>)[]
}

/** How a row is mapped; the shape of the row and corrections by hand may say something of their own. */
export type MapRow = (row: SourceRow, compiled: CompiledRecipe) => MappedRow

/**
 * What the sample rows become under a recipe: for each rule some rows that are not blank, among them the first with an
 * issue, and for each row whether it can be used. Rows that are left out are no samples. Throws what `compileRecipe` throws.
 */
export function previewMapping(
  recipe: Recipe,
  columns: readonly SourceColumn[],
  rows: readonly SourceRow[],
  account: MappingAccount,
  mapRow: MapRow = mapAsRecipe,
): MappingPreview {
  const compiled = compileRecipe(recipe, columns, account)
  const mapped = rows.map((row) => mapRow(row, compiled))
  const told = mapped.map((row) => ({
    line: row.line,
    ok: leftOutWords(row) === null && !hasError(row),
    filtered: leftOutWords(row),
    issues: row.issues,
  }))
  const imported = rows.filter((_, at) => isMapped(mapped[at]))
  const indexes = matchIndexes(recipe, columns)
  return {
    columns: [
      { to: 'match', samples: chosen(imported.map((row) => matchSample(compiled, row, indexes))) },
      ...compiled.rules.map((rule) => ({
        to: rule.rule.to,
        samples: chosen(imported.map((row) => ruleSample(rule, stepsBefore(rule, compiled), row))),
      })),
    ],
    rows: told,
    counts: {
      rows: told.length,
      ok: told.filter((row) => row.ok).length,
      invalid: told.filter((row) => !row.ok && row.filtered === null).length,
      filtered: told.filter((row) => row.filtered !== null).length,
      withIssues: told.filter((row) => row.issues.length > 0).length,
    },
    notices: mappingNotices(recipe, columns, rows, mapped),
  }
}

/** What one row becomes under a compiled recipe. `columns` are those that it was compiled for. */
export function previewRow(
  recipe: Recipe,
  compiled: CompiledRecipe,
  columns: readonly SourceColumn[],
  row: SourceRow,
  mapped: MappedRow,
): RowPreview {
  const fields: RowPreview['fields'] = isMapped(mapped)
    ? [
        { to: 'match', ...matchSample(compiled, row, matchIndexes(recipe, columns)) },
        ...compiled.rules.map((rule) => ({ to: rule.rule.to, ...ruleSample(rule, stepsBefore(rule, compiled), row) })),
      ]
    : []
  return { line: row.line, filtered: leftOutWords(mapped), issues: mapped.issues, fields }
}

function mapAsRecipe(row: SourceRow, compiled: CompiledRecipe): MappedRow {
  return compiled.mapRow(row)
}

/** Whether the rules have seen the row: one that is left out or damaged is not mapped at all. */
function isMapped(mapped: MappedRow | undefined): boolean {
  return (
    mapped !== undefined &&
    leftOutWords(mapped) === null &&
    !mapped.issues.some(({ severity, code }) => severity === 'error' && /^(?:row|edit)\./.test(code))
  )
}

function leftOutWords({ filtered, isExcluded, isBlank }: MappedRow): string | null {
  if (isExcluded === true) return 'You have left this row out.'
  if (isBlank === true) return 'All of its cells are blank.'
  return filtered === undefined ? null : filteredWords(filtered)
}

function hasError({ issues }: MappedRow): boolean {
  return issues.some(({ severity }) => severity === 'error')
}

function matchIndexes({ match }: Recipe, columns: readonly SourceColumn[]): number[] {
  return [match.column, ...(match.otherColumns ?? []), ...(match.phoneColumns ?? [])].flatMap(
    (name) => findByName(columns, (column) => column.name, name).found?.index ?? [],
  )
}

function matchSample(compiled: CompiledRecipe, row: SourceRow, indexes: readonly number[]): MappingSample {
  const out: MappedRow = { line: row.line, key: null, issues: [] }
  compiled.matchStep(row, out)
  const before = indexes.map((index) => row.cells[index] ?? '').find((cell) => cell.trim() !== '') ?? ''
  const after = out.key === null ? null : out.key.by === 'phone' ? out.key.phone : out.key.uuid
  return { line: row.line, before, after, issue: worstOf(out.issues) }
}

/** A message's text depends on what comes before it: see `inOrder`. */
function stepsBefore(rule: CompiledRule, { rules }: CompiledRecipe): CompiledRule[] {
  return rule.rule.to === 'body' ? inOrder(rules).slice(0, -1) : []
}

function ruleSample(rule: CompiledRule, before: readonly CompiledRule[], row: SourceRow): MappingSample {
  const out: MappedRow = { line: row.line, key: null, issues: [] }
  for (const { step } of before) step(row, out)
  const othersIssues = out.issues.length
  rule.step(row, out)
  const text = rule.columns
    .map(({ index }) => row.cells[index] ?? '')
    .filter((cell) => cell.trim() !== '')
    .join(' ')
  const after = shownValue(rule.rule.to, rule.customField?.uuid ?? null, out)
  return { line: row.line, before: text, after, issue: worstOf(out.issues.slice(othersIssues)) }
}

function shownValue(to: Target, customFieldUuid: string | null, out: MappedRow): string | null {
  switch (to) {
    case 'name':
    case 'email':
    case 'notes':
      return out.contact?.[to] === undefined ? null : (out.contact[to] ?? '')
    case 'archived':
    case 'blocked':
    case 'unreachable':
      return shownFlag(out.contact?.[to])
    case 'consent':
      return shownFlag(out.consent)
    case 'tags':
      return out.contact?.tags?.tags.join(', ') ?? null
    case 'evidence':
      return Object.values(out.evidence ?? {}).join(' · ') || null
    case 'body':
      return out.message?.body ?? null
    case 'attachments':
      return out.message === undefined ? null : out.message.attachments.join(' ')
    case 'disposition':
      return out.disposition?.name ?? null
    case 'sentAt': {
      const seconds = out.message?.sentAtSeconds ?? null
      return seconds === null ? null : new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
    }
    default:
      return customFieldUuid === null ? null : (out.contact?.customFields?.[customFieldUuid] ?? null)
  }
}

function shownFlag(flag: boolean | undefined): string | null {
  return flag === undefined ? null : flag ? 'yes' : 'no'
}

function worstOf(issues: readonly RowIssue[]): RowIssue | null {
  return issues.find((issue) => issue.severity === 'error') ?? issues[0] ?? null
}

/** The first samples that are not blank; where none of them has an issue, the first that has takes the last place. */
function chosen(samples: readonly MappingSample[]): MappingSample[] {
  const telling = samples.filter((sample) => sample.before.trim() !== '' || sample.issue !== null || sample.after !== null)
  const first = telling.slice(0, samplesPerRule)
  const faulty = telling.slice(samplesPerRule).find((sample) => sample.issue !== null)
  if (faulty !== undefined && !first.some((sample) => sample.issue !== null)) first[samplesPerRule - 1] = faulty
  return first
}
