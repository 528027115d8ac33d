import type { CustomFieldDefinition, Disposition } from '../../model/contacts/customer.ts'
import type { SourceRow } from '../../model/files/source-schema.ts'
import { type CellsReader, clear, empty, leave, type textResolver, unknown } from './cell-meaning.ts'
import type { DayOrder } from '../../text/date-text.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import type { IssueMaker } from './mapping-issue.ts'
import type { FieldRule, Recipe } from '../../model/recipes/recipe-schema.ts'
import type { TemplateReader } from '../templates/template-reader.ts'

/** One rule of a recipe, ready for rows: reads its cells and writes its field of the mapped row. Pure, never throws. */
export type FieldStep = (row: SourceRow, out: MappedRow) => void

/** What a rule needs besides itself. */
export interface RuleContext {
  recipe: Recipe
  /** Positions of the rule's columns, in the order of `from`. */
  indexes: readonly number[]
  /** Names of the rule's columns as the file has them, for issues. */
  names: readonly string[]
  /** Of a rule with a template. */
  template: TemplateReader | null
  /** Of a `custom:` rule. */
  customField: CustomFieldDefinition | null
  /** Those of the account. */
  dispositions: readonly Disposition[]
  /** The order of day and month in the column's dates; null if unknown. */
  dayOrder: DayOrder | null
  /** Columns whose text must not appear in issues: message bodies. */
  secretColumns: ReadonlySet<string>
}

/** Writes a text; null for what a blank cell empties, '' for what the rule empties. */
export type WriteText = (text: string | null, row: SourceRow, out: MappedRow) => void

/** The step of a text field: blank cells as the rule says, values that its map does not know as an issue. */
export function textStep(
  read: CellsReader,
  resolve: ReturnType<typeof textResolver>,
  rule: FieldRule,
  issues: IssueMaker,
  write: WriteText,
): FieldStep {
  const known = Object.keys(rule.values ?? {})
  return (row, out) => {
    const text = read(row)
    if (text === undefined) return
    const meaning = resolve(text)
    if (meaning === leave) return
    if (meaning === unknown) out.issues.push(issues.unknownValue(row.line, text, known))
    else write(meaning === clear ? null : meaning === empty ? '' : meaning, row, out)
  }
}
