import { bareText } from './cell-text.ts'

const address = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:".]+(?:\.[^\s@<>()[\]\\,;:".]+)+$/
/** Beyond doubt an address, the usual case. */
const plainAddress = /^[\w.+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,3}[a-z]{2,24}$/i

/**
 * One e-mail address, lightly checked (the service decides in the end). Of a `:::` list, as Google writes it, the first;
 * `hasOthers` says so. Null when it is not an address.
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
