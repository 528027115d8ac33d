import { keepOnlyRefusal, refusesTexts } from '../../kinds/refuses-texts.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import { contradictsCode, refusalOnlyCode, type RowIssue } from '../../model/plans/row-issue.ts'
import type { FieldRule } from '../../model/recipes/recipe-schema.ts'
import { exampleFlagWords, isOptOutKeyword, readFlag, readYesNo, saysNotAsked } from '../../text/boolean-words.ts'
import { boundedMemo } from '../../text/bounded-memo.ts'
import { wordKey } from '../../text/cell-text.ts'
import { flagOf } from '../recipe/find-recipe-mistakes.ts'
import { type CellsReader, leave, unknown } from './cell-meaning.ts'
import type { FieldStep } from './field-rule.ts'
import type { IssueMaker } from './mapping-issue.ts'

/** What a date column contains where there is no date. */
const noDate = new Set([
  '-',
  '--',
  '—',
  '–',
  '.',
  '/',
  'n/a',
  'na',
  '#n/a',
  'n.a.',
  'none',
  'null',
  'nil',
  'never',
  'nie',
  'jamais',
  'nunca',
  'mai',
  'nooit',
  '0000-00-00',
  '0000-00-00 00:00:00',
  '00/00/0000',
  '1900-01-01',
  '01/01/1900',
])

/**
 * One of the rules about consent. All of them are read: if they contradict each other, the refusal counts, and the row reports
 * it. `isHeld`: no permission counts as confirmed, because a column is left out that told who refused.
 */
export function consentStep(rule: FieldRule, read: CellsReader, issues: IssueMaker, isHeld = false): FieldStep {
  const meaning = meaningOf(rule)
  const isUnconfirmed = isHeld ? () => true : unconfirmedWords(rule)
  const known = rule.values === undefined ? exampleFlagWords('consent') : Object.keys(rule.values)
  return (row, out) => {
    const text = read(row)
    if (text === undefined) return
    const flag = meaning(text)
    if (flag === unknown) out.issues.push(issues.unknownValue(row.line, text, known))
    else if (flag !== leave) {
      // A day, or a word that people send or set themselves, but not one word for all rows.
      if (!flag && (rule.filled === false || (rule.from !== undefined && isOptOutKeyword(text)))) out.isOptOutExplicit = true
      add(out, flag, flag && isUnconfirmed(text), () =>
        issues.warn(
          row.line,
          contradictsCode,
          text,
          () => 'This row says both that the contact agreed and that they refused: the refusal counts.',
          'Look at the row. If the contact agreed after they refused, correct the row.',
        ),
      )
    }
  }
}

function add(out: MappedRow, flag: boolean, isUnconfirmed: boolean, contradiction: () => MappedRow['issues'][number]): void {
  if (out.consent === !flag && !out.issues.some(({ code }) => code === contradictsCode)) out.issues.push(contradiction())
  const isFirst = out.consent === undefined
  out.consent = flag && out.consent !== false
  if (!isUnconfirmed) delete out.isUnconfirmed
  else if (isFirst) out.isUnconfirmed = true
}

/** Whether a cell of a column of dates says that there is none. */
export function saysNoDate(text: string): boolean {
  return noDate.has(wordKey(text))
}

function meaningOf(rule: FieldRule): (text: string) => boolean | typeof leave | typeof unknown {
  const { values, filled } = rule
  if (rule.from === undefined) {
    const constant = flagOf('consent', rule.value ?? null) ?? leave
    return () => constant
  }
  if (filled !== undefined) return (text) => (text === '' || saysNoDate(text) || readYesNo(text) === false ? leave : filled)
  const map =
    values === undefined ? null : new Map(Object.entries(values).map(([key, value]) => [wordKey(key), flagOf('consent', value) ?? null]))
  return boundedMemo(1000, (text) => {
    const found = map === null ? readFlag('consent', text) : map.get(wordKey(text))
    if (typeof found === 'boolean') return found
    if (text === '' || (map === null ? saysNotAsked(text) : found === null)) return leave
    // A refusal counts in whatever column it stands, even if the recipe does not name it.
    return isOptOutKeyword(text) ? false : unknown
  })
}

function unconfirmedWords({ unconfirmed }: FieldRule): (text: string) => boolean {
  if (unconfirmed === undefined) return () => false
  if (unconfirmed === true) return () => true
  const words = new Set(unconfirmed.map(wordKey))
  return (text) => words.has(wordKey(text))
}

/**
 * Sends what a row refuses whatever else is wrong with the row, as long as it says who refuses. Its mistakes become
 * warnings; unless the only mistake beside a consent that is refused is a word about consent that is not known (`columns`: those
 * about consent), nothing else of the row is sent.
 */
export function keepRefusal(out: MappedRow, columns: ReadonlySet<string>): void {
  if (out.issues.length === 0 || out.key === null || !refusesTexts(out)) return
  const isOutweighed = ({ code, column }: RowIssue) =>
    out.consent === false && code === 'value.unknown' && column !== null && columns.has(column)
  const spoilt = out.issues.find((issue) => issue.severity === 'error' && !isOutweighed(issue))
  out.issues = out.issues.map((issue) => ({ ...issue, severity: 'warning' }))
  if (spoilt === undefined) return
  keepOnlyRefusal(out)
  out.issues.push({
    code: refusalOnlyCode,
    severity: 'warning',
    line: out.line,
    column: spoilt.column,
    value: spoilt.value,
    message: 'A value in this row cannot be used. Its refusal of texts is imported all the same; nothing else of the row is.',
    hint: 'Correct the value and load the row again for the rest of it.',
  })
}
