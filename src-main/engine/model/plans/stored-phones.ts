/**
 * The numbers of a row as they are stored with it: that of its contact, or all of a group's (E.164), in an order that does not depend on the
 * file's, so that the same people are the same group.
 */
export function storedNumbers(phones: readonly string[]): string {
  return [...phones].sort().join(separator)
}

/** The numbers that a row is stored with: one, or those of a group; none where it has none. */
export function numbersOf(stored: string | null | undefined): string[] {
  return stored === null || stored === undefined ? [] : stored.split(separator)
}

const separator = ','
