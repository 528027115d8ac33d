import type { ConsentDate } from '../../model/plans/plan-schema.ts'
import type { FieldRule } from '../../model/recipes/recipe-schema.ts'
import type { SourceColumn, SourceRow } from '../../model/files/source-schema.ts'
import { bareText } from '../../text/cell-text.ts'
import { readDateText, secondsOf } from '../../text/date-text.ts'
import { readConsentHeader } from '../../text/headers/consent/read-consent-header.ts'

/** A rule with its columns in the file. */
interface RuleColumns {
  rule: Pick<FieldRule, 'to' | 'filled'>
  columns: readonly { index: number }[]
}

/**
 * Reads when a row's contact agreed or refused. If refusing fills a column of its own, such as the date of an opt-out, reads the
 * date there, else from the one evidence column that holds dates. Null if the file has no such column. Ignores dates that two people
 * could read differently.
 */
export function createConsentDate(
  rules: readonly RuleColumns[],
  columns: readonly SourceColumn[],
): ((row: SourceRow, consent: boolean) => ConsentDate | null) | null {
  const refusals = rules.filter(({ rule }) => rule.to === 'consent' && rule.filled === false).flatMap((one) => one.columns)
  const evidence = rules.filter(({ rule }) => rule.to === 'evidence').flatMap((one) => one.columns)
  const dated = dateColumn(columns.filter(({ index }) => evidence.some((one) => one.index === index)))
  if (dated === null && refusals.length === 0) return null
  return ({ cells }, consent) => {
    const filled = consent ? [] : refusals.map(({ index }) => cells[index] ?? '').filter((cell) => bareText(cell) !== '')
    if (filled.length === 0) return dated === null ? null : readConsentDate(cells[dated.index] ?? '')
    const dates = filled.map(readConsentDate).filter((date) => date !== null)
    return dates.length < filled.length ? null : (dates.sort((one, other) => other.atMs - one.atMs)[0] ?? null)
  }
}

/** The only evidence column whose header names a date, or else the only one that contains nothing but dates. */
function dateColumn(evidence: readonly SourceColumn[]): SourceColumn | null {
  const byHeader = evidence.filter(({ header, name }) => {
    const read = readConsentHeader(header ?? name)
    return read?.says === 'evidence' && read.isDate
  })
  const found = byHeader.length > 0 ? byHeader : evidence.filter(({ samples }) => holdsDates(samples))
  return found.length === 1 ? (found[0] ?? null) : null
}

function holdsDates(samples: readonly string[]): boolean {
  const filled = samples.filter((sample) => bareText(sample) !== '')
  return (
    filled.length > 0 &&
    filled.every((sample) => readDateText(sample, 'dayFirst', () => 2000).date !== null || readConsentDate(sample) !== null)
  )
}

/** Null for anything but a date, for 3/4/2024 and for two-digit years. */
export function readConsentDate(text: string): ConsentDate | null {
  const { date } = readDateText(text, null, () => Number.NaN)
  return date === null ? null : { atMs: secondsOf(date) * 1000, precision: date.precision }
}
