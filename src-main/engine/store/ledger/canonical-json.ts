/** What canonical JSON can hold: whole numbers only, so that no two programs write one differently. */
export type CanonicalValue = string | number | boolean | null | { readonly [key: string]: CanonicalValue }

/**
 * The one text of a value, whoever writes it: no white space, keys in the order of their UTF-16 code units, texts and keys
 * in Unicode's form NFC, escapes as `JSON.stringify` makes them (those of RFC 8785). Throws for a number that is not a safe
 * integer and for keys that are the same in NFC.
 */
export function canonicalJson(value: CanonicalValue): string {
  if (typeof value === 'string') return JSON.stringify(value.normalize('NFC'))
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new RangeError('Canonical JSON holds whole numbers only.')
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, inner]) => ({ key: key.normalize('NFC'), text: canonicalJson(inner) }))
  members.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  members.forEach(({ key }, at) => {
    if (key === members[at + 1]?.key) throw new RangeError('Canonical JSON holds each key once.')
  })
  return `{${members.map(({ key, text }) => `${JSON.stringify(key)}:${text}`).join(',')}}`
}
