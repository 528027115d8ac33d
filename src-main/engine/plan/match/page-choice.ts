/** The most that the service gives on a page (section Limits). */
const contactsOnPage = 50
/** The end of a list takes another page or two to be seen. */
const pagesAtEnd = 2
/** So few are read one by one, whatever the account's size. */
const fewReads = 8

/**
 * Whether all of an account's contacts, in pages, are read with fewer requests than those that a file names one by one.
 * `again`: those named up to now; the rest of the file is taken to be like what was read of it.
 */
export function arePagesCheaper(known: { again: number; bytesRead: number; bytesTotal: number; contacts: number }): boolean {
  const { again, bytesRead, bytesTotal, contacts } = known
  const isRestKnown = bytesRead > 0 && bytesTotal > bytesRead
  const expected = isRestKnown ? Math.min((again / bytesRead) * bytesTotal, contacts) : again
  return expected > Math.max(Math.ceil(contacts / contactsOnPage) + pagesAtEnd, fewReads)
}
