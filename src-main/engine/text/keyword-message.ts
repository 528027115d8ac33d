/** The effect of a text message that is nothing but a keyword: services and carriers act on it by themselves. */
export type Keyword = 'stop' | 'start' | 'help'

const stopWords = [
  // What carriers and the rules on revoking consent name, and how people write it.
  'stop', 'stop all', 'stopall', 'stopp', 'unsubscribe', 'unsub', 'cancel', 'end', 'quit', 'revoke', 'opt out', 'optout', 'remove',
  'arret', 'arretez', 'desabonner', 'se desabonner', 'desinscription', 'alto', 'parar', 'pare', 'baja', 'cancelar', 'anular', 'sair', 'parem',
  'abmelden', 'abbestellen', 'ende', 'halt', 'stornieren', 'annulla', 'cancella', 'basta', 'disiscrivi', 'afmelden', 'uitschrijven',
] // prettier-ignore

const startWords = [
  'start', 'unstop', 'subscribe', 'resubscribe', 'resume', 'opt in', 'optin', 'continue', 'join',
  'iniciar', 'empezar', 'comenzar', 'anmelden', 'weiter', 'demarrer', 'commencer', 'inizia', 'comecar', 'aanmelden', 'alta',
] // prettier-ignore

const helpWords = ['help', 'info', 'aide', 'ayuda', 'hilfe', 'aiuto', 'ajuda', 'hulp']

const keywords: ReadonlyMap<string, Keyword> = new Map([
  ...stopWords.map((word) => [word, 'stop'] as const),
  ...startWords.map((word) => [word, 'start'] as const),
  ...helpWords.map((word) => [word, 'help'] as const),
])

/** Longer messages are never just a keyword and are not examined. */
const longest = 200

/** The keyword that a text consists of, regardless of case, accents, quotes and punctuation; null for any other text. */
export function keywordOf(body: string): Keyword | null {
  if (body.length > longest) return null
  return keywords.get(plainWords(body)) ?? null
}

const refusalPhrases = [
  /^(please )?(stop|quit|cease) (texting|messaging|contacting|sending|these|the|all|your|it|this|txting|text|texts|messages|sms)\b/,
  /^(please )?(do not|dont|never) (text|message|contact|sms|send|write)\b/,
  /^(please )?(unsubscribe|remove|take|opt) (me|this|my|us)\b/,
  /^(i )?(want|wish|would like|id like) to (opt out\b|unsubscribe\b|stop$|stop (receiving|getting|these|the|all|your|texts?|messages?|sms)\b)/,
  /^no more (texts?|messages?|sms)\b/,
  /^(please )?(stop|unsubscribe|opt out|cancel)( (now|please|all|everything|immediately|thanks|thank you))+$/,
  /^(bitte )?keine (sms|nachrichten|textnachrichten|werbung)( mehr)?\b/,
  /^no (me )?(envien|mande|manden|escriban|contacten|molesten)\b/,
  /^(merci de )?ne (plus|pas) (me |m ?)?(contacter|envoyer|ecrire)\b/,
]

/** Whether a customer's message revokes permission to text them, by a keyword or in a few plain words. */
export function refusesTexts(body: string): boolean {
  if (body.length > longest) return false
  const words = plainWords(body)
  return keywords.get(words.replace(/^please | please$/g, '')) === 'stop' || refusalPhrases.some((phrase) => phrase.test(words))
}

/** Its words in lower case and without accents, with one space between. */
function plainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}
