import { DATE, INTEGER, NUMBER, PHONE, WORD } from '../cell-shape.ts'
import type { ColumnTally } from '../column-tally.ts'
import type { Finding } from '../damage-schema.ts'
import type { Occurrences } from '../occurrences.ts'
import type { Evidence } from './evidence.ts'
import { cellFinding, columnsWith, counted, repairableFinding } from './make-finding.ts'
import { isPhone } from './find-numbers.ts'

/** Texts such as notes are longer than this on average. */
const longCode = 16

/** Dates that became numbers, and numbers that became dates. */
export function findDates(evidence: Evidence): Finding[] {
  return [
    ...repairableFinding(
      evidence,
      'serial_date',
      columnsWith(evidence, (tally) => unlessMisplaced(serialDates(tally), evidence)),
      (count, where) => ({
        code: 'serial_date',
        severity: 'warning',
        title: 'Dates turned into numbers',
        message: `${counted(count, 'date')} ${where} ${count === 1 ? 'is' : 'are'} written as a spreadsheet counts days, such as 44562 for 1 January 2022.`,
        hint: 'Repairing writes them as dates (2022-01-01).',
      }),
    ),
    ...cellFinding(
      evidence,
      columnsWith(evidence, (tally) => unlessMisplaced(madeDates(tally), evidence)),
      (count, where) => ({
        code: 'number_as_date',
        severity: 'serious',
        title: 'Numbers or codes turned into dates',
        message: `${counted(count, 'cell')} ${where} ${count === 1 ? 'is a date' : 'are dates'} where the column has something else: a spreadsheet takes 3-1 for 3 January.`,
        hint: 'What was there is not in this file any more. Export it again and import it without opening it in a spreadsheet, or format the column as text there first.',
      }),
    ),
  ]
}

/** None where all of them stand in rows that are shifted: such a number or date belongs to another column. */
function unlessMisplaced(seen: Occurrences | undefined, { shifted }: Evidence): Occurrences | undefined {
  return seen?.lines.every((line) => shifted.found.lines.includes(line)) === true ? undefined : seen
}

function serialDates(tally: ColumnTally): Occurrences | undefined {
  const seen = tally.seen.serialDate
  if (seen === undefined) return undefined
  const dates = tally.shapeCount(DATE)
  switch (tally.purpose.purpose) {
    case 'date':
      return dates + seen.count >= tally.filled * 0.5 ? seen : undefined
    case 'other':
      return dates >= tally.filled * 0.3 && dates + seen.count >= tally.filled * 0.8 ? seen : undefined
    default:
      return undefined
  }
}

function madeDates(tally: ColumnTally): Occurrences | undefined {
  const { purpose } = tally.purpose
  if (purpose === 'date' || purpose === 'body' || purpose === 'name' || tally.averageLength > longCode) return undefined
  const { monthName } = tally.seen
  const isPromised = isPhone(tally) || purpose === 'code' || purpose === 'postal'
  const days = tally.shapeCount(DATE)
  const figures = tally.shapeCount(INTEGER) + tally.shapeCount(PHONE) + tally.shapeCount(NUMBER)
  const made = (monthName?.count ?? 0) + days
  const others = tally.filled - made
  const areDaysMade = days > 0 && days <= tally.filled * 0.2 && (isPromised || figures >= tally.filled * 0.5)
  const areMonthsMade =
    monthName !== undefined && (isPromised || (others >= made && others - tally.shapeCount(WORD) >= tally.filled * 0.15))
  if (areMonthsMade && areDaysMade) return monthName.with(tally.dates)
  return areMonthsMade ? monthName : areDaysMade ? tally.dates : undefined
}
