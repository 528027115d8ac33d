/** What the first message to a person has to say. */
export interface Introduction {
  /** The name of the business. */
  business: string
  /** A sentence such as `Reply STOP to stop.` */
  howToStop: string
}

export const usualHowToStop = 'Reply STOP to stop.'

/** Whether one post of a conversation shows that the office has texted the person before: neither a note nor what the service says itself. */
export function isOutboundText(post: {
  creatorType: string | null
  isWhisper: boolean
  body: string | null
  attachments?: unknown[]
}): boolean {
  const hasContent = (post.body ?? '').trim() !== '' || (post.attachments?.length ?? 0) > 0
  return post.creatorType === 'user' && !post.isWhisper && hasContent
}

/** A sentence about stopping, in whatever words: `Text STOP to 12345`, `Reply “stop” to end`. Any other word between is something else. */
const saysStop = /\b(?:text|reply|send|respond|answer)(?: with)?(?: the word)? ["'“‘]?stop\b(?! by\b)/iu

/**
 * The first message to a person: the name of the business before it and the sentence about stopping behind it, each unless the text says
 * it already. A text without anything in it stays as it is.
 */
export function firstMessage(text: string, { business, howToStop }: Introduction): string {
  const body = text.trim()
  if (body === '') return text
  const named = says(body, business) ? body : `${business.trim()}: ${body}`
  if (says(named, howToStop) || saysStop.test(named)) return named
  // What does not end like a sentence may be a link: nothing is put right behind it.
  return `${named}${/[.!?]$/.test(named) ? ' ' : '\n'}${howToStop.trim()}`
}

/** Whether a text has these words, as words, whatever their case and the room between them. */
function says(text: string, words: string): boolean {
  const wanted = plain(words)
  return wanted !== '' && ` ${plain(text)} `.includes(` ${wanted} `)
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')
}
