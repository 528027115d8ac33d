import type { ImportKind } from '../../model/kinds.ts'
import type { FieldRule, Target } from '../../model/recipes/recipe-schema.ts'
import type { SourceRow } from '../../model/files/source-schema.ts'
import type { Role } from '../../text/headers/header-role.ts'
import type { OfficeNumbers } from './office-number-collector.ts'
import type { DescribedColumn, OtherChoice } from './other-choices.ts'

/**
 * Does the column tell who agreed to texts (`consent`), who wrote each message (`direction`), does it hold a further phone number of
 * each person (`phone`), which column finds the contacts at all, for which this one only keeps the place (`match`), and does 3/4/2024
 * in it begin with the day or the month (`dates`)?
 */
export const columnQuestions = ['consent', 'direction', 'phone', 'match', 'dates'] as const
export type ColumnQuestion = (typeof columnQuestions)[number]

export type Confidence = 'sure' | 'likely' | 'guess'

/** Where one column goes, and why, in words. */
export interface ColumnSuggestion {
  name: string
  /** `only`: the column decides which rows are imported. */
  target: Target | 'match' | 'only' | null
  confidence: Confidence
  reason: string
  /** What only a person can say of it; null where the suggestion stands by itself. */
  question: ColumnQuestion | null
  /** Left out, it may tell who refuses texts. */
  mayRefuse: boolean
  /** Where else it could go, the best first. */
  others: OtherChoice[]
}

export type Decision = Omit<ColumnSuggestion, 'others' | 'question' | 'mayRefuse'> & { question?: ColumnQuestion }

export interface Column extends DescribedColumn {
  index: number
}

/** A suggestion in the making. */
export interface RecipeDraft {
  kind: ImportKind
  columns: Column[]
  /** The first rows of the file. */
  rows: readonly SourceRow[]
  fields: FieldRule[]
  decided: Map<string, Decision>
  words: ReadonlyMap<string, readonly string[]>
  /** Of messages with senders' and recipients' numbers. */
  office: OfficeNumbers | null
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
  question?: ColumnQuestion,
): void {
  draft.decided.set(column.name, { name: column.name, target, confidence, reason, ...(question && { question }) })
}
