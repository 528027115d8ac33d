/** What text-messaging services take for an order when nothing else is in the message. "Yes" is not among them: it answers too many other things. */
const keywords = new Set([
  'stop',
  'stop all',
  'stopall',
  'unsubscribe',
  'cancel',
  'end',
  'quit',
  'opt out',
  'optout',
  'revoke',
  'remove',
  'start',
  'unstop',
  'subscribe',
  'resubscribe',
  'opt in',
  'optin',
  'help',
  'info',
  'arret',
  'arrêt',
  'alto',
  'parar',
  'baja',
  'alta',
])

const longest = 20

/** Whether a message is nothing but a word such as STOP or START, whatever its case and the marks around it. */
export function isTextingKeyword(body: string): boolean {
  const text = body.trim()
  if (text.length > longest) return false
  return keywords.has(
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  )
}
