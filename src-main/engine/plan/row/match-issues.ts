import type { KeptUnknown, MemberDoubt } from '../../kinds/kind-descriptor.ts'
import type { MatchKey } from '../../model/plans/mapped-row.ts'
import { counted } from '../../text/counted.ts'
import { mostInGroup } from '../../kinds/plan-group-send.ts'
import { contradictsCode, groupLeftOutCode, groupWaitsCode, type RowIssue, unreachedRefusalCode } from '../../model/plans/row-issue.ts'
import type { MatchedContact } from '../match/match.ts'

/** Issues that planning itself finds. None carries a message's text. */

export interface Place {
  line: number
  /** The column of the match key. */
  column: string | null
}

function error({ line, column }: Place, code: string, value: string | null, message: string, hint: string): RowIssue {
  return { code, severity: 'error', line, column, value, message, hint }
}

export function keyText(key: MatchKey): string {
  return key.by === 'phone' ? key.phone : key.uuid
}

export function noKeyIssue(place: Place): RowIssue {
  return error(
    place,
    'match.blank',
    null,
    'This row does not say which contact it is about.',
    'Fill in the phone number or the uuid, or leave the row out.',
  )
}

/** Whether a row is invalid only because it does not say which contact it is about. */
export function namesNobody(issues: readonly RowIssue[]): boolean {
  return issues.every(
    ({ severity, code }) => severity === 'warning' || code === 'match.blank' || code === 'phone.blank' || code === 'uuid.blank',
  )
}

export function ambiguousIssue(place: Place, key: MatchKey, contacts: readonly MatchedContact[]): RowIssue {
  const names = contacts.slice(0, 3).map((one) => one.record.name || 'a contact without a name')
  const more = contacts.length - names.length
  return error(
    place,
    'match.ambiguous',
    keyText(key),
    `${contacts.length} contacts have the number ${keyText(key)}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
    'Archive or merge the ones that are not needed in the messaging service and sync again, or match by uuid.',
  )
}

export function mismatchIssue(place: Place, key: MatchKey): RowIssue {
  return error(
    place,
    'match.mismatch',
    keyText(key),
    `Asked for ${keyText(key)}, the service answered with another contact.`,
    'Look the contact up in the messaging service; sync again, or match by uuid.',
  )
}

/** The row gives a permission and blocks or unsubscribes the contact: the latter is sent, the permission is not. */
export function contradictsIssue({ line }: Place): RowIssue {
  return {
    code: contradictsCode,
    severity: 'warning',
    line,
    column: null,
    value: null,
    message: 'The contact is to be blocked or unsubscribed, and has agreed to texts: the refusal counts, and the permission is not given.',
    hint: 'Look at the row, and at others about the same contact. If they agreed after they refused, correct what is out of date.',
  }
}

/** What is cached of the contact is too old to tell what the row would change. */
export function notReadIssue({ line }: Place): RowIssue {
  return {
    code: 'contact.not_read',
    severity: 'warning',
    line,
    column: null,
    value: null,
    message: 'What the service says of this contact now is not known, so everything that the row says is written.',
    hint: 'Plan the file with look-ups, or sync first, to write only what differs.',
  }
}

/** A field stays as it is, because nobody knows what it holds, or because the file has its text with letters lost; or is read as it was meant. */
export function keptIssue({ line }: Place, label: string, why: KeptUnknown['why']): RowIssue {
  if (why === 'lost') return lostLettersIssue(line, label)
  if (why === 'garbled') return garbledLettersIssue(line, label)
  const isClear = why === 'clear'
  return {
    code: isClear ? 'clear.unknown' : 'overwrite.unknown',
    severity: 'warning',
    line,
    column: null,
    value: null,
    message: isClear
      ? `The service does not show what "${label}" holds, so the blank cell leaves it as it is.`
      : `The service does not show what "${label}" holds, so it is not known to be empty and stays as it is.`,
    hint: isClear
      ? 'To empty it nevertheless, do so in the service, or map a word to an empty value.'
      : 'To write it nevertheless, choose that the field is always overwritten.',
  }
}

function lostLettersIssue(line: number, label: string): RowIssue {
  return {
    code: 'letters.lost',
    severity: 'warning',
    line,
    column: null,
    value: null,
    message: `"${label}" has a ? or � in the file in place of a letter. The letters were lost when the file was saved, so it stays as it is.`,
    hint: 'Save the file as a workbook, or as CSV in Unicode (UTF-8). A ? that is meant is written in the service.',
  }
}

function garbledLettersIssue(line: number, label: string): RowIssue {
  return {
    code: 'letters.garbled',
    severity: 'warning',
    line,
    column: null,
    value: null,
    message: `"${label}" has letters in the file that were read in a wrong encoding somewhere, such as Ã© for é. It is taken as it was meant.`,
    hint: 'Check the value. If it was right as it stood, correct it in the service.',
  }
}

/** The contact is looked for by `other`, because the service does not know `key`. */
export function unknownKeyIssue({ line, column }: Place, key: MatchKey, other: MatchKey): RowIssue {
  return {
    code: 'uuid.unknown',
    severity: 'warning',
    line,
    column,
    value: keyText(key),
    message: `The service does not know the identifier ${keyText(key)}, so the contact is found by its number, ${keyText(other)}.`,
    hint: 'Nothing to do if the contact was deleted or merged there; else look whether the list is of this account.',
  }
}

/** In a file that Rollcall exported, somebody changed the number of a contact that has `phone`. */
export function numberChangedIssue(place: Place, text: string, phone: string | null): RowIssue {
  const again = phone === null ? `Clear "${place.column ?? ''}"` : `Write ${phone} in "${place.column ?? ''}"`
  return error(
    place,
    'phone.changed',
    text === '' ? null : text,
    `This contact ${phone === null ? 'has no number' : `has the number ${phone}`} in the service, and an import cannot change a contact's number there.`,
    `${again} again to import the rest of the row. For the other number, add a row with a blank "UUID".`,
  )
}

/** Neither a call nor the do-not-text list can take a refusal by an identifier that the service does not know. */
export function unreachedRefusalIssue(place: Place, key: MatchKey): RowIssue {
  return {
    ...error(
      place,
      unreachedRefusalCode,
      keyText(key),
      'The row refuses texts for a contact that is not in this account, and says no phone number: nobody can be kept from texts by it.',
      'Look up whom it means in the system that the file is from, and load the row again with the phone number.',
    ),
    severity: 'warning',
  }
}

export function noPhoneIssue(place: Place, key: MatchKey): RowIssue {
  return error(
    place,
    'match.no_phone',
    keyText(key),
    'This contact has no phone number, and messages can only be imported by phone number.',
    'Add the number to the contact in the messaging service and sync again, or leave the row out.',
  )
}

function these(people: number): string {
  return people === 1 ? 'this person' : 'the people of this group'
}

/** Of somebody who may be in zones that have no texting hour in common, or may be anywhere. */
export function neverDayIssue(place: Place, key: MatchKey, people: number): RowIssue {
  return error(
    place,
    'send.never_day',
    keyText(key),
    `There is no hour at which texts may leave in every time zone where ${these(people)} may be.`,
    'Check the number and the time zone of this row, and the time zone of the account in the settings.',
  )
}

/** A row for groups that names more people than Rollcall texts together. */
export function groupTooLargeIssue(place: Place, key: MatchKey, people: number): RowIssue {
  return error(
    place,
    'group.too_large',
    keyText(key),
    `The row has ${counted(people, 'different number')}, and a group has at most ${mostInGroup} people, who all read each other.`,
    'Make several rows of it, each a group of its own, or import the list as texts to people.',
  )
}

/** A row whose people are more than may be texted on any day. */
export function overCapIssue(place: Place, key: MatchKey, people: number): RowIssue {
  return error(
    place,
    'send.over_cap',
    keyText(key),
    `The row has ${counted(people, 'different number')}, which is more than may be texted in a day.`,
    'Make several rows of it, or allow more people a day: in the settings, and in the recipe where it says less ("dailyCap").',
  )
}

/** A row for groups that names one person, or a plan without a department for groups. */
export function noGroupIssue(place: Place, key: MatchKey): RowIssue {
  return error(
    place,
    'group.too_small',
    keyText(key),
    'A message to a group needs at least two different numbers in the row.',
    'Add the other numbers to the row, or import the list as texts to people.',
  )
}

/** Because of whom of a group all of it is left out, or waits. */
export function memberIssue({ line, column }: Place, { phone, why }: MemberDoubt): RowIssue {
  const isHeld = why === 'noConsent' || why === 'notReachable'
  return {
    code: isHeld ? groupWaitsCode : groupLeftOutCode,
    severity: 'warning',
    line,
    column,
    value: phone,
    message: memberWords(phone, why),
    hint: isHeld
      ? 'Release the row only if you know better, or take the number out of the group.'
      : 'Everybody in a group reads who else is written to, so all of it is left out. Take the number out of the group to text the others.',
  }
}

function memberWords(phone: string, why: MemberDoubt['why']): string {
  return why === 'noConsent' ? `Nothing shows that ${phone} agreed to texts.` : `${phone} ${whatOfMember[why]}`
}

export const whatOfMember: Readonly<Record<Exclude<MemberDoubt['why'], 'noConsent'>, string>> = {
  refused: 'has refused texts.',
  refused_ledger: 'has refused texts, by the consent ledger.',
  do_not_text: 'is on the do-not-text list.',
  refused_posts: 'has refused texts in the latest messages.',
  refused_in_file: 'has refused texts, by this file.',
  blocked: 'is blocked.',
  archived: 'is archived.',
  unsubscribed: 'is unsubscribed.',
  not_found: 'is not in the account.',
  notReachable: 'cannot be reached by SMS, as the service says.',
}

export function tooLateIssue(place: Place, key: MatchKey, people: number): RowIssue {
  return error(
    place,
    'send.too_late',
    keyText(key),
    `The latest day for these texts is over before they may leave where ${these(people)} may be.`,
    'Choose a later day under “When texts leave”, or in the recipe ("until").',
  )
}

export function duplicateIssue(place: Place, value: string | null, otherLine: number): RowIssue {
  return error(
    place,
    'match.duplicate',
    value,
    `Row ${otherLine} of this file is about the same contact.`,
    'Keep one of the rows in the file, or choose that the first or the last one counts.',
  )
}
