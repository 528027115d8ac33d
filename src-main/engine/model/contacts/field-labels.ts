const plainLabels: Readonly<Record<string, string>> = {
  phone_number: 'New contact',
  name: 'Name',
  email: 'E-mail',
  notes: 'Notes',
  tags: 'Tags',
  archived: 'Archived',
  blocked: 'Blocked',
  unreachable: 'Unsubscribed',
  consent: 'Consent',
  message: 'Message',
  whisper: 'Whisper',
  resolved: 'Conversation',
  request: 'Question',
}

/** What a field is called on screens, by its name in `FieldChange.field`. */
export type FieldLabel = (field: string) => string

/** Labels of all fields of an account; a custom field is called by its own name. */
export function createFieldLabels(customFields: readonly { uuid: string; name: string }[]): FieldLabel {
  const labels = new Map(Object.entries(plainLabels))
  for (const field of customFields) labels.set(`custom:${field.uuid}`, field.name)
  return (field) => labels.get(field) ?? field
}
