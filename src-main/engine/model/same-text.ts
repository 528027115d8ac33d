/** Text as it is compared: NFC, one kind of line break, trimmed. */
export function comparableText(text: string): string {
  return text.normalize('NFC').replace(/\r\n?/g, '\n').trim()
}

/** Whether two texts mean the same: Unicode forms, line breaks and surrounding space do not count; null is empty. */
export function isSameText(a: string | null, b: string | null): boolean {
  return a === b || comparableText(a ?? '') === comparableText(b ?? '')
}

/** A tag as the service keeps it: underscores for spaces (section Endpoints, PUT /api/customer). */
export function comparableTag(tag: string): string {
  return tag.normalize('NFC').trim().replace(/\s+/g, '_')
}
