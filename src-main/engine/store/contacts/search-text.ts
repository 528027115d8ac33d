/** Sorts after every name: contacts without a name come last. */
export const namelessKey = '\u{10FFFF}'

/** Nothing to be taken away but capitals: most texts. */
const plainText = /^(?:[!-~]+(?: [!-~]+)*)?$/

/** Text without case and accents, so that `jose` finds `José` and `ÅSA` finds `Åsa`. */
export function searchText(text: string): string {
  if (plainText.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}

/** What a contact's name is sorted and searched by. */
export function nameKey(name: string | null | undefined): string {
  return searchText(name ?? '') || namelessKey
}

/** A LIKE pattern (with `\` as escape) for text that contains `search` as typed. */
export function containsPattern(search: string): string {
  return `%${search.replace(/[\\%_]/g, '\\$&')}%`
}

/**
 * Patterns for what a person typed into a search box: by name, and by phone number when it reads like a piece of one.
 * `(555) 01` finds `+155501…`.
 */
export function searchPatterns(search: string): { name: string; phone: string | null } {
  const looksLikePhone = /^\+?[\d\s().\-/]+$/.test(search.trim())
  const digits = search.replace(/\D/g, '')
  return { name: containsPattern(searchText(search)), phone: looksLikePhone && digits !== '' ? containsPattern(digits) : null }
}

/** A text's bytes as characters: a piece of it is found as in the text, and a million of them are read in no time. */
export function bytesText(text: string): string {
  return /^[\0-\x7f]*$/.test(text) ? text : Buffer.from(text).toString('latin1')
}
