import type { ImportKind } from '../../model/kinds.ts'
import type { FieldRule, Target } from '../../model/recipes/recipe-schema.ts'
import type { SourceRow } from '../../model/files/source-schema.ts'
import type { Role } from '../../text/headers/header-role.ts'
import type { DescribedColumn, OtherChoice } from './other-choices.ts'

export type Confidence = 'sure' | 'likely' | 'guess'

/** What was made of one column, and why, in words. */
export interface ColumnSuggestion {
  name: string
  /** `only`: the column decides which rows are imported. */
  target: Target | 'match' | 'only' | null
  confidence: Confidence
  reason: string
  /** Where else it could go, the best first. */
  others: OtherChoice[]
}

export type Decision = Omit<ColumnSuggestion, 'others'>

export interface Column extends DescribedColumn {
  index: number
}

/** A suggestion that is being made. */
export interface RecipeDraft {
  kind: ImportKind
  columns: Column[]
  /** The first rows of the file. */
  rows: readonly SourceRow[]
  fields: FieldRule[]
  decided: Map<string, Decision>
  words: ReadonlyMap<string, readonly string[]>
}

/** Columns of a role that nothing has taken yet, best first. */
export function ranked(draft: RecipeDraft, role: Role): Column[] {
  return free(draft)
    .filter((column) => column.header?.role === role)
    .sort((a, b) => (a.header?.rank ?? 0) - (b.header?.rank ?? 0))
}

export function free(draft: RecipeDraft): Column[] {
  return draft.columns.filter((column) => !draft.decided.has(column.name))
}

export function take(draft: RecipeDraft, columns: readonly Column[], rule: FieldRule, confidence: Confidence, reason: string): void {
  draft.fields.push(rule)
  for (const column of columns) decide(draft, column, rule.to, confidence, reason)
}

export function decide(
  draft: RecipeDraft,
  column: { name: string },
  target: ColumnSuggestion['target'],
  confidence: Confidence,
  reason: string,
): void {
  draft.decided.set(column.name, { name: column.name, target, confidence, reason })
}
