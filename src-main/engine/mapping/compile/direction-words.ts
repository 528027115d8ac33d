import { wordKey } from '../../text/cell-text.ts'

/** Who wrote a message: the contact, or the office. */
export type Direction = 'inbound' | 'outbound'

/** `isPlain`: the word says so in any column; others, such as "sent", only in one that is about directions. */
export interface DirectionReading {
  direction: Direction
  isPlain: boolean
}

const plainWords: Record<Direction, ReadonlySet<string>> = {
  inbound: new Set([
    'inbound',
    'incoming',
    'eingehend',
    'eingehende',
    'eingehender',
    'eingehendes',
    'entrant',
    'entrante',
    'entrants',
    'entrantes',
    'inkomend',
    'inkomende',
  ]),
  outbound: new Set([
    'outbound',
    'outgoing',
    'ausgehend',
    'ausgehende',
    'ausgehender',
    'ausgehendes',
    'sortant',
    'sortante',
    'sortants',
    'sortantes',
    'saliente',
    'salientes',
    'uitgaand',
    'uitgaande',
  ]),
}

/** Whole cells only. */
const otherWords: Record<Direction, ReadonlySet<string>> = {
  inbound: new Set([
    ...[
      'in',
      'received',
      'receive',
      'inbox',
      'from',
      'from customer',
      'from contact',
      'from client',
      'customer',
      'contact',
      'client',
      'consumer',
      'mo',
      'patient',
      'guest',
      'member',
      'lead',
      'subscriber',
      'visitor',
      'them',
      'from patient',
      'mobile originated',
    ],
    ...[
      'gast',
      'patientin',
      'ricevuto',
      'ricevuti',
      'in arrivo',
      'in entrata',
      'de entrada',
      'en entree',
      'entree',
      'binnengekomen',
      'binnenkomend',
      'eingegangen',
      'paziente',
      'entrada',
      'recebida',
      'recebido',
      'recebidas',
      'paciente',
      'ontvangen',
      'klant',
    ],
    ...['eingang', 'posteingang', 'empfangen', 'erhalten', 'von', 'vom kunden', 'kunde', 'kundin', 'kontakt'],
    ...['recu', 'recue', 'recus', 'reception', 'boite de reception', 'du client', 'cliente'],
    ...['recibido', 'recibida', 'recibidos', 'recibidas', 'bandeja de entrada', 'del cliente'],
  ]),
  outbound: new Set([
    ...[
      'out',
      'sent',
      'send',
      'outbox',
      'sent items',
      'sent messages',
      'sent folder',
      'to',
      'to customer',
      'to contact',
      'to client',
      'agent',
      'staff',
      'system',
      'business',
      'company',
      'office',
      'operator',
      'bot',
      'chatbot',
      'assistant',
      'me',
      'mt',
      'practice',
      'clinic',
      'provider',
      'doctor',
      'dentist',
      'front desk',
      'admin',
      'automated',
      'automation',
      'automatic',
      'auto',
      'auto reply',
      'campaign',
      'broadcast',
      'team',
      'teammate',
      'employee',
      'rep',
      'host',
      'store',
      'shop',
      'location',
      'workflow',
      'api',
      'us',
      'we',
      'you',
      'our office',
      'mobile terminated',
    ],
    ...['draft', 'drafts', 'failed', 'queued', 'scheduled'],
    ...['internal', 'internal note', 'whisper'],
    ...[
      'praxis',
      'inviato',
      'inviati',
      'in uscita',
      'in partenza',
      'de salida',
      'de saida',
      'en sortie',
      'sortie',
      'ausgegangen',
      'uscita',
      'studio',
      'ufficio',
      'salida',
      'saida',
      'clinica',
      'consultorio',
      'verzonden',
      'praktijk',
      'medewerker',
      'kantoor',
      'cabinet',
      'io',
      'ik',
      'eu',
    ],
    ...[
      'ausgang',
      'postausgang',
      'gesendet',
      'verschickt',
      'versendet',
      'an',
      'an kunden',
      'mitarbeiter',
      'mitarbeiterin',
      'buro',
      'firma',
      'ich',
    ],
    ...['envoye', 'envoyee', 'envoyes', 'envoi', 'boite denvoi', 'au client', 'entreprise', 'conseiller', 'moi'],
    ...['enviado', 'enviada', 'enviados', 'enviadas', 'bandeja de salida', 'al cliente', 'agente', 'empresa', 'yo'],
  ]),
}

/** Which word of the same language says the opposite, for a sample that shows only what the office sent. */
const counterparts: readonly (readonly [inbound: string, outbound: string])[] = [
  ['Inbound', 'outbound'],
  ['Incoming', 'outgoing'],
  ['Received', 'sent'],
  ['In', 'out'],
  ['Inbox', 'outbox'],
  ['From', 'to'],
  ['Customer', 'agent'],
  ['Eingehend', 'ausgehend'],
  ['Eingang', 'ausgang'],
  ['Posteingang', 'postausgang'],
  ['Empfangen', 'gesendet'],
  ['Kunde', 'mitarbeiter'],
  ['Entrant', 'sortant'],
  ['Reçu', 'envoye'],
  ['Entrante', 'saliente'],
  ['Recibido', 'enviado'],
  ['Cliente', 'agente'],
  ['Patient', 'office'],
  ['Ricevuto', 'inviato'],
  ['In entrata', 'uscita'],
  ['Entrada', 'saida'],
  ['Entrada', 'salida'],
  ['Ontvangen', 'verzonden'],
  ['Inkomend', 'uitgaand'],
  ['I', 'o'],
  ['←', '→'],
]

const longestWord = 40

/** The direction that a cell names; null for an unknown word. */
export function readDirection(cell: string): DirectionReading | null {
  if (cell.length > longestWord) return null
  const arrow = arrowDirection(cell)
  if (arrow !== null) return { direction: arrow, isPlain: true }
  const words = directionKey(cell).split(' ')
  // Of "outbound-api" and "Incoming SMS" one word tells; of "inbound/outbound" none.
  const plain = (['inbound', 'outbound'] as const).filter((direction) => words.some((word) => plainWords[direction].has(word)))
  if (plain.length > 0) return plain.length === 1 && plain[0] !== undefined ? { direction: plain[0], isPlain: true } : null
  const direction =
    wholeDirection(words.join(' ')) ?? wholeDirection(words.filter((word) => !aboutTexts.has(word)).join(' ')) ?? wayDirection(words)
  return direction === null ? null : { direction, isPlain: false }
}

function wholeDirection(whole: string): Direction | null {
  return (['inbound', 'outbound'] as const).find((direction) => otherWords[direction].has(whole)) ?? null
}

const aboutTexts = new Set([
  'sms',
  'mms',
  'text',
  'texts',
  'message',
  'messages',
  'msg',
  'nachricht',
  'nachrichten',
  'mensaje',
  'mensajes',
  'messaggio',
  'messaggi',
  'mensagem',
  'bericht',
])
const fromWords = new Set(['from', 'by', 'von', 'vom', 'de', 'du', 'del', 'da', 'dal', 'van', 'the'])
const toWords = new Set(['to', 'an', 'au', 'a', 'al', 'para', 'naar', 'aan'])

/** Of "from the office", "Patient to office" and the like. */
function wayDirection(words: readonly string[]): Direction | null {
  const at = words.findIndex((word) => toWords.has(word))
  const writer = words.slice(0, at < 0 ? undefined : at)
  const named = wholeDirection(writer.filter((word) => !fromWords.has(word)).join(' '))
  const reader =
    at < 0
      ? null
      : wholeDirection(
          words
            .slice(at + 1)
            .filter((word) => word !== 'the')
            .join(' '),
        )
  if (at < 0) return fromWords.has(words[0] ?? '') ? named : null
  if (reader === null || (writer.length > 0 && named === null) || named === reader) return null
  return reader === 'inbound' ? 'outbound' : 'inbound'
}

const arrows: Record<Direction, RegExp> = {
  inbound: /^(?:[←⬅⇐⟵↙↓⬇«‹<]\uFE0F?|<<|<-+|<=+)$/u,
  outbound: /^(?:[→➡⇒⟶↗↑⬆»›>]\uFE0F?|>>|-+>|=+>)$/u,
}

/** The direction that a cell of nothing but an arrow points to; null for others. */
export function arrowDirection(cell: string): Direction | null {
  const mark = cell.trim()
  return (['inbound', 'outbound'] as const).find((direction) => arrows[direction].test(mark)) ?? null
}
/** The word for what the contact wrote, where a column calls what the office wrote `outboundWord`. */
export function inboundWordFor(outboundWord: string): string {
  const words = directionKey(outboundWord).split(' ')
  return counterparts.find(([, outbound]) => words.includes(outbound))?.[0] ?? 'Inbound'
}
/** Lower case, accents and marks dropped, single spaces. */
export function directionKey(cell: string): string {
  return wordKey(cell)
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
