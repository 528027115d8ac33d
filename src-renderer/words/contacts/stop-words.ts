import type { Stopped, StopWay } from '../../../src-main/engine/contract.ts'

export const stopWayWords: Record<StopWay, string> = {
  'Phone call': 'Phone call',
  'Text message': 'Text message',
  'E-mail': 'E-mail',
  'In person': 'In person',
  Letter: 'Letter',
  Other: 'Another way',
}

/** What was done for somebody who asked for no more texts, a sentence each. */
export function stoppedWords({ phone, contacts, unasked }: Stopped): string[] {
  const sentences = contacts.map(({ name, outcome, error }) => {
    const who = name ?? phone ?? 'The contact'
    if (outcome === 'refused') return `${who}: consent is refused now.`
    if (outcome === 'already') return `${who}: consent was refused already.`
    if (outcome === 'unsubscribed') return `${who}: unsubscribed, because the service took no consent.`
    return `${who} could not be changed at the service: ${error?.message ?? ''} ${error?.hint ?? ''} The do-not-text list holds meanwhile.`
  })
  if (unasked !== null) sentences.push(`The service could not be asked who has this number: ${unasked.message} ${unasked.hint}`)
  else if (contacts.length === 0) sentences.push('Nobody in your account has this number, so only the list knows of it.')
  if (phone !== null) sentences.push(`${phone} is on the do-not-text list: imports give it no consent, and say so.`)
  return sentences
}
