import { refusalOnlyCode, type RowIssue } from '../../model/plans/row-issue.ts'
import type { Contradiction } from './merge-contacts.ts'

/** Issues of rows that are about the same contact. */

interface Place {
  line: number
  column: string | null
}

function issue(
  severity: RowIssue['severity'],
  { line, column }: Place,
  code: string,
  value: string | null,
  message: string,
  hint: string,
): RowIssue {
  return { code, severity, line, column, value, message, hint }
}

interface NamedContact {
  name: string | null
  line: number
}

/** `other`: a contact that another row of the group is about. */
export function severalContactsIssue(place: Place, value: string | null, one: NamedContact, other: NamedContact): RowIssue {
  return issue(
    'error',
    place,
    'duplicate.contacts',
    value,
    `Row ${other.line} seems to be about the same person, but the service has two contacts for them: ${nameOf(one.name)} and ${nameOf(other.name)}.`,
    'Say under Duplicates that they are different people, leave one of the rows out there, or merge the two contacts in the messaging service and sync again.',
  )
}

/** Rows that share a value, but have more than `most` numbers. */
export function manyNumbersIssue(place: Place, value: string | null, most: number): RowIssue {
  return issue(
    'error',
    place,
    'duplicate.numbers',
    value,
    `Rows with more than ${most} different phone numbers share what this row has in common with them, so they are hardly one contact.`,
    'Look under Duplicates at what they share. A placeholder or the address of an office: say there that they are different people, clear it in these rows, or do not find contacts by it.',
  )
}

/** Of a row that could not be used because of this issue, what it refuses is sent. */
export function refusalOnlyIssue({ line, column, value }: RowIssue): RowIssue {
  return issue(
    'warning',
    { line, column },
    refusalOnlyCode,
    value,
    'It is not certain which contact this row is about. Its refusal of texts is imported all the same; nothing else of the row is.',
    'Decide the duplicates, and load the row again for the rest of it.',
  )
}

/** The number of a row that is replaced by that of the row that counts. */
export function numberIssue(place: Place, number: string, winner: { line: number; phone: string | null }): RowIssue {
  const kept = winner.phone === null ? 'which has none' : `with ${winner.phone}`
  return issue(
    'warning',
    place,
    'duplicate.number',
    number,
    `The number ${number} is not kept: row ${winner.line} counts for this contact, ${kept}.`,
    'Leave the other row out if this number is the right one.',
  )
}

export function flagIssue(place: Place, label: string, { yesLine, noLine }: Contradiction): RowIssue {
  return issue(
    'warning',
    place,
    'duplicate.contradiction',
    null,
    `The merged rows disagree about "${label}": row ${yesLine} says yes, row ${noLine} says no. The yes counts, so that nobody is written to by mistake.`,
    'Leave out the row that is out of date, if the no is right.',
  )
}

export function consentIssue(place: Place, yesLine: number, noLine: number): RowIssue {
  return issue(
    'warning',
    place,
    'duplicate.contradiction',
    null,
    `The rows of this contact disagree about consent: row ${yesLine} says yes, row ${noLine} says no. The no counts.`,
    'Leave out the row that is out of date, if the yes is right.',
  )
}

export function notesIssue(place: Place, cut: number): RowIssue {
  return issue(
    'warning',
    place,
    'duplicate.notes',
    null,
    `The notes of the merged rows are too long together: those of ${cut} ${cut === 1 ? 'row are' : 'rows are'} left out.`,
    'Shorten the notes in the file, or let only the last ones count.',
  )
}

function nameOf(name: string | null): string {
  return name === null || name === '' ? 'one without a name' : name
}
