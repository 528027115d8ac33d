import type { SourceRow } from '../../model/files/source-schema.ts'
import { bareText, readCell } from '../../text/cell-text.ts'
import { isUnknownCell } from '../../text/unknown-cell.ts'
import { clip } from '../../text/clip.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import type { RowIssue } from '../../model/plans/row-issue.ts'
import { createIssueMaker } from './mapping-issue.ts'
import { createPhoneReader } from '../../text/phone-number.ts'
import { isLandline } from '../../text/landline.ts'
import type { PhoneFault, PhoneReading } from '../../text/phone-number.ts'
import { stepIssue } from '../steps/step-issue.ts'
import type { TextSteps } from '../steps/text-steps.ts'

export interface MatchColumn {
  name: string
  index: number
}

/** Sets the row's key, or adds the issue that says why there is none. Pure, never throws. */
export type MatchStep = (row: SourceRow, out: MappedRow) => void

/**
 * Matches by phone number: the first of the columns that is not blank decides, whether it can be read or not. Only where
 * its number is of a landline, a mobile one of the next columns is taken instead: texts reach that.
 */
export function createPhoneMatch(
  columns: readonly MatchColumn[],
  country: string,
  secretColumns: ReadonlySet<string>,
  steps: TextSteps | null = null,
): MatchStep {
  const read = createPhoneReader(country)
  const readable = columns.map(({ name, index }) => ({ index, issues: createIssueMaker([name], secretColumns) }))
  const blank = createIssueMaker(columns.map(({ name }) => name).slice(0, 1), secretColumns)
  const fieldsToFill = columns.length === 1 ? 'Fill in the number' : `Fill in one of ${columns.map(({ name }) => `"${name}"`).join(', ')}`
  /** The columns before a number are blank, so that it is one of the next. */
  const mobileFurtherOn = (row: SourceRow): string | null => {
    for (const { index } of readable) {
      const cell = row.cells[index] ?? ''
      const stepped = steps === null ? null : steps(readCell(cell))
      const { phone } = read(stepped === null ? cell : stepped.fault === null ? stepped.text : '')
      if (phone !== null && !isLandline(phone)) return phone
    }
    return null
  }
  return (row, out) => {
    for (const { index, issues } of readable) {
      const whole = row.cells[index]
      if (whole === undefined || whole === '' || isUnknownCell(whole)) continue
      const stepped = steps === null ? null : steps(readCell(whole))
      if (stepped !== null && stepped.fault !== null) {
        out.issues.push(stepIssue(issues, row.line, readCell(whole), stepped.fault))
        return
      }
      const cell = stepped === null ? whole : stepped.text
      const reading = read(cell)
      if (reading.phone === null) {
        if (reading.fault === 'blank') continue
        out.issues.push(phoneIssue(issues, row.line, cell, reading.fault))
        return
      }
      const mobile = isLandline(reading.phone) ? mobileFurtherOn(row) : null
      if (mobile !== null) {
        out.key = { by: 'phone', phone: mobile }
        return
      }
      out.key = { by: 'phone', phone: reading.phone }
      if (!reading.isAssigned || reading.extension !== null || reading.hasOthers) addWarnings(reading, cell, row, out, issues)
      return
    }
    out.issues.push(
      blank.make(row.line, 'phone.blank', null, () => 'The row has no phone number.', `${fieldsToFill}, or leave the row out.`),
    )
  }
}

/** Matches by the service's own identifier, and by phone number (`byPhone`) where a row has none, or one that the service does not know. */
export function createUuidMatch(
  columns: readonly MatchColumn[],
  secretColumns: ReadonlySet<string>,
  steps: TextSteps | null = null,
  byPhone: MatchStep | null = null,
): MatchStep {
  const readable = columns.map(({ name, index }) => ({ index, issues: createIssueMaker([name], secretColumns) }))
  const blank = createIssueMaker(columns.map(({ name }) => name).slice(0, 1), secretColumns)
  return (row, out) => {
    for (const { index, issues } of readable) {
      const cell = readCell(row.cells[index] ?? '')
      const stepped = steps === null ? null : steps(cell)
      if (stepped !== null && stepped.fault !== null) {
        out.issues.push(stepIssue(issues, row.line, cell, stepped.fault))
        return
      }
      const uuid = bareText(stepped === null ? cell : stepped.text)
      if (uuid === '') continue
      if (/\s/.test(uuid) || uuid.length > 200) {
        out.issues.push(
          issues.make(
            row.line,
            'uuid.invalid',
            uuid,
            (shown) => `${shown} is not an identifier of the service.`,
            'Copy the identifier as the service shows it.',
          ),
        )
      } else {
        out.key = { by: 'uuid', uuid }
        if (byPhone !== null) {
          // What is wrong with the number matters only where it is needed.
          const other: MappedRow = { line: row.line, key: null, issues: [] }
          byPhone(row, other)
          if (other.key !== null) out.otherKey = other.key
        }
      }
      return
    }
    if (byPhone !== null) byPhone(row, out)
    else
      out.issues.push(
        blank.make(row.line, 'uuid.blank', null, () => 'The row has no identifier.', 'Fill in the identifier, or leave the row out.'),
      )
  }
}

/** What is to be said of a number that is taken: its extension is left out, others stand in the cell, or it is not known to be in use. */
export function addWarnings(
  reading: PhoneReading & { phone: string },
  cell: string,
  row: SourceRow,
  out: MappedRow,
  issues: ReturnType<typeof createIssueMaker>,
): void {
  const value = readCell(cell)
  if (reading.extension !== null) {
    out.issues.push(
      issues.warn(
        row.line,
        'phone.extension',
        value,
        (shown) => `The extension of ${shown} is left out: texts go to ${reading.phone}.`,
        'Nothing to do, unless the contact has a mobile number of their own.',
      ),
    )
  }
  if (reading.hasOthers) {
    out.issues.push(
      issues.warn(
        row.line,
        'phone.several',
        value,
        () =>
          `The cell holds several phone numbers; ${reading.phone} is taken${reading.label === undefined ? '' : `, marked "${clip(reading.label, 40)}"`}.`,
        'Nothing to do, unless another one should be used.',
      ),
    )
  }
  if (!reading.isAssigned) {
    out.issues.push(
      issues.warn(
        row.line,
        'phone.unassigned',
        value,
        (shown) => `${shown} has an area code or range that is not known to be in use.`,
        'Check the number; if it is right, there is nothing to do.',
      ),
    )
  }
}

/** Why a cell, or one of several numbers in it, is no phone number. */
export function phoneIssue(
  issues: ReturnType<typeof createIssueMaker>,
  line: number,
  cell: string,
  fault: Exclude<PhoneFault, 'blank'>,
): RowIssue {
  const { code, say, hint } = phoneFaults[fault]
  return issues.make(line, code, readCell(cell), say, internationalPrefix.test(cell) ? writePlus : hint)
}

/** 00 stands for the + in most of the world, but not in the country whose rules the number was read by. */
const internationalPrefix = /^\s*00[1-9]/
const writePlus = 'Write + in place of 00, or choose the country that the numbers of this file are from.'
const addCountry = 'Write the whole number with its area code, or with + and the country code in front.'

const phoneFaults: Record<Exclude<PhoneFault, 'blank'>, { code: string; say: (shown: string) => string; hint: string }> = {
  scientific: {
    code: 'phone.scientific',
    say: (shown) => `${shown} is a phone number that a spreadsheet turned into a rounded figure; its last digits are lost.`,
    hint: 'Export the file again with the column formatted as text; the digits cannot be brought back from this file.',
  },
  not_a_number: {
    code: 'phone.invalid',
    say: (shown) => `${shown} is not a phone number.`,
    hint: 'Leave only the number in the cell.',
  },
  too_short: { code: 'phone.invalid', say: (shown) => `${shown} has too few digits for a phone number.`, hint: addCountry },
  too_long: { code: 'phone.invalid', say: (shown) => `${shown} has too many digits for a phone number.`, hint: addCountry },
  wrong_length: {
    code: 'phone.invalid',
    say: (shown) => `${shown} does not have the number of digits of a phone number.`,
    hint: addCountry,
  },
  unknown_country: {
    code: 'phone.invalid',
    say: (shown) => `${shown} has a country code that does not exist, or none where one is needed.`,
    hint: 'Write + and the country code in front, such as +1 or +49.',
  },
  impossible: {
    code: 'phone.invalid',
    say: (shown) => `${shown} cannot be a phone number: no number of that country looks like it.`,
    hint: 'Check the digits. A number of another country needs + and its country code in front.',
  },
}
