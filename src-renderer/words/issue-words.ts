/** What the rows of an issue's group have in common; a single row has its own sentence, with its value. */
const groupWords: Record<string, string> = {
  'attachment.invalid': 'Attachment is no web address',
  'body.empty': 'Message without text',
  'date.ambiguous': 'Day and month cannot be told apart',
  'date.unreadable': 'Date cannot be read',
  'edit.misfit': 'Correction that does not fit the cell any more',
  'email.invalid': 'Not an e-mail address',
  'email.several': 'Several e-mail addresses in a cell',
  'link.invalid': 'Not a web address',
  'match.ambiguous': 'Several contacts fit',
  'match.blank': 'Nothing to find the contact by',
  'match.country': 'Country of the number is not clear',
  'match.duplicate': 'Several rows about one contact',
  'match.mismatch': 'Another contact than expected',
  'match.no_phone': 'Contact has no phone number',
  'message.direction': 'Direction of the message is not clear',
  'message.outbound': 'Message that the office sent',
  'phone.blank': 'No phone number',
  'phone.extension': 'Phone number with an extension',
  'phone.invalid': 'Not a phone number',
  'phone.scientific': 'Phone number spoiled by a spreadsheet',
  'phone.several': 'Several phone numbers in a cell',
  'phone.unassigned': 'Phone number that nobody can have',
  'row.stray_quote': 'Stray quotation mark',
  'row.too_few_cells': 'Too few cells',
  'row.too_many_cells': 'Too many cells',
  'row.undecodable': 'Characters that could not be read',
  'tag.comma': 'Tag with a comma',
  'undo.consent_again': 'Consent is given back',
  'undo.created': 'Contact that the run created',
  'undo.impossible': 'Field that cannot be restored',
  'undo.kept': 'Field that somebody has edited since',
  'undo.not_asked': 'Consent that was never asked for',
  'uuid.blank': 'No contact ID',
  'uuid.invalid': 'Not a contact ID',
  'value.spreadsheet_error': 'Error of a spreadsheet instead of a value',
  'value.unknown': 'Value of unknown meaning',
}

/** A short title for the rows with this issue; the first one's sentence where there is none. */
export function issueTitle(code: string, firstMessage: string): string {
  return groupWords[code] ?? firstMessage
}
