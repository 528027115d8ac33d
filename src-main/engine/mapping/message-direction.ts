import { compactKey } from '../text/headers/column-name.ts'
import { wordKey } from '../text/cell-text.ts'

/** Who wrote a message: the contact, or the office. */
export type Direction = 'inbound' | 'outbound'

/** `isPlain`: the word says so in any column; others, such as "sent", only in one that is about directions. */
export interface DirectionReading {
  direction: Direction
  isPlain: boolean
}

/** Headers that can only mean the direction, in English, German, French and Spanish. */
const clearHeader =
  /^(message|msg|sms|text|conversation|post)?(direction|inout|inboundoutbound|inboundoroutbound|incomingoutgoing|sentreceived|receivedsent|sentorreceived)$|^(nachrichten|sms)?richtung$|^sens(dumessage|dusms)?$|^(direccion|sentido)(del?mensaje|del?sms)?$/

/** Headers under which some programs write the direction, and others something else. */
const possibleHeader =
  /^(message|msg|sms|text|conversation|post|sender|author|creator)?(type|kind|folder|box|role)$|^(fromto|from|sender|sentby|author|creator|origin)$|^(nachrichten|sms)?(typ|art)$|^(ordner|absender|von|vonan)$|^type(dumessage|demessage|dusms|desms)?$|^(de|dea|expediteur|dossier)$|^tipo(del?mensaje|desms)?$|^(remitente|carpeta)$/

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
      'me',
      'mt',
    ],
    ...['draft', 'drafts', 'failed', 'queued', 'scheduled'],
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
]

const longestWord = 40

/** What a cell says of the direction; null for a word that is not known. */
export function readDirection(cell: string): DirectionReading | null {
  if (cell.length > longestWord) return null
  const words = directionKey(cell).split(' ')
  // Of "outbound-api" and "Incoming SMS" one word tells; of "inbound/outbound" none.
  const plain = (['inbound', 'outbound'] as const).filter((direction) => words.some((word) => plainWords[direction].has(word)))
  if (plain.length > 0) return plain.length === 1 && plain[0] !== undefined ? { direction: plain[0], isPlain: true } : null
  const whole = words.join(' ')
  for (const direction of ['inbound', 'outbound'] as const) {
    if (otherWords[direction].has(whole)) return { direction, isPlain: false }
  }
  return null
}

/** The word for what the contact wrote, where a column calls what the office wrote `outboundWord`. */
export function inboundWordFor(outboundWord: string): string {
  const words = directionKey(outboundWord).split(' ')
  return counterparts.find(([, outbound]) => words.includes(outbound))?.[0] ?? 'Inbound'
}

/** Whether a header says that its column is the direction, or leaves it to the values; null for other columns. */
export function directionHeader(header: string): 'clear' | 'possible' | null {
  const key = compactKey(header.replace(/__c$/i, ''))
  return clearHeader.test(key) ? 'clear' : possibleHeader.test(key) ? 'possible' : null
}

/**
 * Whether a column tells the direction of messages: by its header, or by a header that could mean it and values that leave
 * no doubt (a plain word, both directions, or no word that is not known). `values`: some of its distinct cells.
 */
export function isDirectionColumn(header: string, values: readonly string[]): boolean {
  const says = directionHeader(header)
  if (says !== 'possible') return says === 'clear'
  const readings = values.filter((value) => value.trim() !== '').map(readDirection)
  const known = readings.filter((reading) => reading !== null)
  const directions = new Set(known.map(({ direction }) => direction))
  return known.length > 0 && (known.length === readings.length || directions.size === 2 || known.some(({ isPlain }) => isPlain))
}

/** Lower case, accents and marks dropped, single spaces. */
function directionKey(cell: string): string {
  return wordKey(cell)
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
