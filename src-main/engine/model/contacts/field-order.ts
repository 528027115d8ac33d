const plainFields = [
  'phone_number',
  'name',
  'email',
  'notes',
  'tags',
  'archived',
  'blocked',
  'unreachable',
  'consent',
  'message',
  'whisper',
  'resolved',
  'request',
]

/** Orders fields as they are shown, whatever row they were met in first: plain ones, then custom ones by their labels. */
export function byFieldOrder(a: { field: string; label: string }, b: { field: string; label: string }): number {
  return rank(a.field) - rank(b.field) || compareText(a.label, b.label) || compareText(a.field, b.field)
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function rank(field: string): number {
  const at = plainFields.indexOf(field)
  return at === -1 ? plainFields.length : at
}
