import type { ColumnTally } from '../column-tally.ts'
import { NUMBER } from '../cell-shape.ts'
import type { Finding } from '../damage-schema.ts'
import { Occurrences } from '../occurrences.ts'
import type { Evidence } from './evidence.ts'
import { cellFinding, columnsWith, counted, repairableFinding } from './make-finding.ts'

const fewestLong = 3
/** Numbers up to this length are shown in full by a spreadsheet: a single round one of them is somebody's easy number. */
const plainDigits = 11

/** Phone numbers and other numbers that a spreadsheet took for quantities. */
export function findNumbers(evidence: Evidence): Finding[] {
  const { country } = evidence
  return [
    ...cellFinding(
      evidence,
      columnsWith(evidence, (tally) => (isPhone(tally) ? roundedPhones(tally) : undefined)),
      (count, where) => ({
        code: 'phone_rounded',
        severity: 'serious',
        title: 'Phone numbers rounded by a spreadsheet',
        message: `${counted(count, 'number')} ${where} ${count === 1 ? 'has lost its' : 'have lost their'} last digits. Nobody can be found by ${count === 1 ? 'it' : 'them'}.`,
        hint: 'The digits are not in this file any more. Export it again and import it without opening it in a spreadsheet, or format the column as text there first.',
      }),
    ),
    ...cellFinding(
      evidence,
      columnsWith(evidence, (tally) => (isPhone(tally) || isMeasure(tally) ? undefined : roundedNumbers(tally))),
      (count, where) => ({
        code: 'number_rounded',
        severity: 'serious',
        title: 'Long numbers rounded by a spreadsheet',
        message: `${counted(count, 'number')} ${where} ${count === 1 ? 'has lost its' : 'have lost their'} last digits: a spreadsheet keeps no more than 15, and shows six.`,
        hint: 'The digits are not in this file any more. If you need this column, export the file again and import it without opening it in a spreadsheet.',
      }),
    ),
    ...repairableFinding(
      evidence,
      'scientific_phone',
      columnsWith(evidence, (tally) => (isPhone(tally) ? tally.seen.scientific : undefined)),
      (count, where) => ({
        code: 'phone_scientific',
        severity: 'warning',
        title: 'Phone numbers shown as quantities',
        message: `${counted(count, 'number')} ${where} ${count === 1 ? 'is' : 'are'} written like 5.581991234567E+12. All digits are still there.`,
        hint: 'Repair them, or they cannot be read as phone numbers.',
      }),
      country,
    ),
    ...repairableFinding(
      evidence,
      'scientific_phone',
      columnsWith(evidence, (tally) => (isPhone(tally) || isMeasure(tally) ? undefined : tally.seen.scientific)),
      (count, where) => ({
        code: 'number_scientific',
        severity: 'warning',
        title: 'Long numbers shown as quantities',
        message: `${counted(count, 'number')} ${where} ${count === 1 ? 'is' : 'are'} written like 1.234567890123E+12. All digits are still there.`,
        hint: 'Repair them if you need this column.',
      }),
    ),
  ]
}

/** Whether a column holds phone numbers: by its header, or because nearly all of its cells are written like some. */
export function isPhone(tally: ColumnTally): boolean {
  const { purpose } = tally.purpose
  if (purpose === 'phone') return true
  return (
    purpose === 'other' &&
    tally.filled > 0 &&
    tally.dialled >= tally.filled * 0.8 &&
    tally.dialled >= 3 &&
    tally.shapeCount(2) >= tally.filled * 0.3
  )
}

/** Whether numbers with a fraction are usual in the column, so that large ones may be written short by right. */
function isMeasure(tally: ColumnTally): boolean {
  const short = tally.count('scientific') + tally.count('scientificRounded')
  return tally.purpose.purpose === 'measure' || tally.shapeCount(NUMBER) - short > tally.filled * 0.05
}

function roundedPhones(tally: ColumnTally): Occurrences | undefined {
  const { roundNumber, scientificRounded } = tally.seen
  const texts = roundNumber?.examples.map(({ text }) => text) ?? []
  const isRound =
    roundNumber !== undefined && (new Set(texts).size > 1 || texts.some((text) => text.length > plainDigits && text.endsWith('000000')))
  return together(scientificRounded, isRound ? roundNumber : undefined)
}

function roundedNumbers(tally: ColumnTally): Occurrences | undefined {
  const { longNumber, scientificRounded } = tally.seen
  const isLong = longNumber !== undefined && longNumber.count >= fewestLong && tally.roundedLong === longNumber.count
  return together(scientificRounded, isLong ? longNumber : undefined)
}

function together(one: Occurrences | undefined, other: Occurrences | undefined): Occurrences | undefined {
  return one === undefined ? other : other === undefined ? one : one.with(other)
}
