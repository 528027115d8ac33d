import { bareText } from './cell-text.ts'

const address = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:".]+(?:\.[^\s@<>()[\]\\,;:".]+)+$/
/** The usual case: clearly an address. */
const plainAddress = /^[\w.+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,3}[a-z]{2,24}$/i

/**
 * Reads one e-mail address, checking it only lightly, since the service decides. Takes the first of a `:::` list, as Google writes
 * it, and sets `hasOthers`. Null if it is not an address.
 */
export function readEmail(text: string): { email: string; hasOthers: boolean } | null {
  if (plainAddress.test(text)) return { email: text, hasOthers: false }
  const parts = bareText(text)
    .split(':::')
    .map((part) => part.trim().replace(/^mailto:/i, ''))
    .filter((part) => part !== '')
  const email = parts[0]
  if (email === undefined || email.length > 254 || !address.test(email)) return null
  return { email, hasOthers: parts.some((part) => part.toLowerCase() !== email.toLowerCase()) }
}
