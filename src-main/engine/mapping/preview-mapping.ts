import type { RowIssue } from '../row-issue.ts'
import type { FileNotice, SourceColumn, SourceRow } from '../source/source-schema.ts'
import { compileRecipe, inOrder } from './compile-recipe.ts'
import type { CompiledRecipe, CompiledRule, MappingAccount } from './compile-recipe.ts'
import type { MappedRow } from './mapped-row.ts'
import { mappingNotices } from './mapping-notices.ts'
import type { Recipe, Target } from './recipe.ts'
import { filteredWords } from './row-filter.ts'

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
  /** `filtered`: why the recipe leaves the row out, in words; such a row is neither ok nor invalid. */
  rows: { line: number; ok: boolean; filtered: string | null; issues: RowIssue[] }[]
  /** `rows` is the sum of `ok`, `invalid` and `filtered`. */
  counts: { rows: number; ok: number; invalid: number; filtered: number; withIssues: number }
  notices: FileNotice[]
}

/**
 * What the sample rows become under a recipe: for each rule some rows that are not blank, among them the first with an
 * issue, and for each row whether it can be used. Rows that the recipe leaves out are no samples. Throws what
 * `compileRecipe` throws.
 */
export function previewMapping(recipe: Recipe, columns: readonly SourceColumn[], rows: readonly SourceRow[], account: MappingAccount): MappingPreview {
  const compiled = compileRecipe(recipe, columns, account)
  const mapped = rows.map((row) => compiled.mapRow(row))
  const told = mapped.map(({ line, issues, filtered }) => ({
    line,
    ok: filtered === undefined && !issues.some((issue) => issue.severity === 'error'),
    filtered: filtered === undefined ? null : filteredWords(filtered),
    issues,
  }))
  const imported = rows.filter((_, at) => mapped[at]?.filtered === undefined)
  const matchColumns = [recipe.match.column, ...(recipe.match.otherColumns ?? [])]
  const indexes = matchColumns.flatMap((name) => columns.find((column) => column.name === name)?.index ?? [])
  return {
    columns: [
      { to: 'match', samples: chosen(imported.map((row) => matchSample(compiled, row, indexes))) },
      ...compiled.rules.map((rule) => ({ to: rule.rule.to, samples: chosen(imported.map((row) => ruleSample(rule, stepsBefore(rule, compiled), row))) })),
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
      return out.evidence === undefined || Object.keys(out.evidence).length === 0 ? null : Object.values(out.evidence).join(' · ')
    case 'body':
      return out.message?.body ?? null
    case 'attachments':
      return out.message === undefined ? null : out.message.attachments.join(' ')
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
