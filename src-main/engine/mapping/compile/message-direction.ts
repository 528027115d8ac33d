import { compactKey } from '../../text/headers/name-key.ts'
import { readYesNo } from '../../text/boolean-words.ts'
import { wordKey } from '../../text/cell-text.ts'

/** Who wrote a message: the contact, or the office. */
export type Direction = 'inbound' | 'outbound'

/** `isPlain`: the word says so in any column; others, such as "sent", only in one that is about directions. */
export interface DirectionReading {
  direction: Direction
  isPlain: boolean
}

/** Headers that can only mean the direction, in seven languages. */
const clearHeader =
  /^(message|msg|sms|text|conversation|post)?(dir|direction|inout|io|inorout|inboundoutbound|inboundoroutbound|incomingoutgoing|sentreceived|receivedsent|sentorreceived)$|^(nachrichten|sms)?richtung$|^(einaus|eingangausgang)$|^sens(dumessage|dusms)?$|^(direccion|sentido|direzione|direcao|richting)(del?mensaje|del?sms|messaggio|mensagem)?$|^(entradasalida|recibidoenviado|enviadorecibido)$/

/** Headers under which some programs write the direction, and others something else. */
const possibleHeader =
  /^(message|msg|sms|mms|text|conversation|post)?(type|kind|folder|box|role|event)$|^msgbox$|^fromto$|^(nachrichten|sms)?(typ|art)$|^(ordner|vonan)$|^type(dumessage|demessage|dusms|desms)?$|^(dea|dossier)$|^tipo(del?mensaje|desms|messaggio|demensagem)?$|^(carpeta|cartella|pasta|map)$/

/** Headers that name who wrote: whoever is not known there may be either. */
const writerHeader =
  /^((message|msg|sms|text)?(sender|author|creator|writer|originator|initiator|speaker|participant|user|actor)(type|role|kind|name)?|from(type|role|name)?|(sent|written|posted|created|initiated|originated)by(type|role)?|origin|who|absender(typ)?|von|verfasser|autor|gesendetvon|expediteur|auteur|de|envoyepar|remitente|enviadopor|mittente|inviatoda|remetente|afzender|van|verzondendoor)$/

/** Headers whose yes means that the office, or the contact, wrote. */
const officeFlag =
  /^(is)?(sent)?(from|by)(me|us|office|staff|agent|practice|business|clinic)$|^(is)?(outgoing|outbound|ausgehend|sortant|saliente|uitgaand|mine)(message|sms|text)?$/
const contactFlag =
  /^(is)?(sent)?(from|by)(customer|patient|client|contact|them)$|^(is)?(incoming|inbound|eingehend|entrant|entrante|inkomend)(message|sms|text)?$/

/** Android writes the folder of a text as a figure: 1 is the inbox, all others are on the way out. */
const androidHeader = /^(sms|mms|message|msg)?(type|box)$|^msgbox$/
const androidFolder = /^[1-6]$/

/** Letters that stand for a direction, where a column has just these: in and out, received and sent, entrada and salida … */
const letterPairs: readonly (readonly [inbound: string, outbound: string])[] = [
  ['i', 'o'],
  ['r', 's'],
  ['e', 's'],
  ['e', 'a'],
  ['r', 'e'],
  ['i', 'u'],
  ['r', 'i'],
]

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
    ...[
      'praxis',
      'inviato',
      'inviati',
      'in uscita',
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
  ['Entrada', 'saida'],
  ['Entrada', 'salida'],
  ['Ontvangen', 'verzonden'],
  ['Inkomend', 'uitgaand'],
  ['I', 'o'],
  ['←', '→'],
]

const longestWord = 40

/** What a cell says of the direction; null for a word that is not known. */
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

function arrowDirection(cell: string): Direction | null {
  const mark = cell.trim()
  return (['inbound', 'outbound'] as const).find((direction) => arrows[direction].test(mark)) ?? null
}

/** What the cells of one column say of the direction, with its header and its other words (`words`: some of them). */
export function directionReader(header: string, words: readonly string[]): (cell: string) => DirectionReading | null {
  const key = headerKey(header)
  const filled = words.map((word) => word.trim().toLowerCase()).filter((word) => word !== '')
  const yes = officeFlag.test(key) ? 'outbound' : contactFlag.test(key) ? 'inbound' : null
  if (yes !== null) {
    const no = yes === 'outbound' ? 'inbound' : 'outbound'
    return (cell) => {
      const flag = readYesNo(cell)
      return flag === null ? readDirection(cell) : { direction: flag ? yes : no, isPlain: true }
    }
  }
  if (androidHeader.test(key) && filled.every((word) => androidFolder.test(word))) {
    return (cell) =>
      androidFolder.test(cell.trim()) ? { direction: cell.trim() === '1' ? 'inbound' : 'outbound', isPlain: true } : readDirection(cell)
  }
  if (!clearHeader.test(key)) return readDirection
  const letters = new Set(filled.filter((word) => /^\p{L}$/u.test(word)))
  const pair = letterPairs.find(
    (both) => letters.size > 0 && [...letters].every((letter) => both.includes(letter)) && (letters.size === 2 || both[1] === 'o'),
  )
  return (cell) => {
    const letter = cell.trim().toLowerCase()
    const direction = pair === undefined ? null : letter === pair[0] ? 'inbound' : letter === pair[1] ? 'outbound' : null
    return direction === null ? readDirection(cell) : { direction, isPlain: true }
  }
}

/** The word for what the contact wrote in a column of yes and no, of figures, or of other words. */
export function inboundWordIn(header: string, outboundWord: string): string {
  const key = headerKey(header)
  if (androidHeader.test(key) && androidFolder.test(outboundWord.trim())) return '1'
  const isFlag = officeFlag.test(key) || contactFlag.test(key)
  return (isFlag ? oppositeYesNo(outboundWord) : null) ?? inboundWordFor(outboundWord)
}

const opposites: readonly (readonly [string, string])[] = [
  ['1', '0'],
  ['true', 'false'],
  ['yes', 'no'],
  ['y', 'n'],
  ['ja', 'nein'],
  ['oui', 'non'],
  ['si', 'no'],
  ['sim', 'nao'],
]

function oppositeYesNo(word: string): string | null {
  const key = directionKey(word)
  const pair = opposites.find((one) => one.includes(key))
  return pair === undefined ? null : pair[0] === key ? pair[1] : pair[0]
}

/** Whether a header names who wrote: a word there that is not known may be of either. */
export function namesWriter(header: string): boolean {
  return writerHeader.test(headerKey(header))
}

function headerKey(header: string): string {
  return compactKey(header.replace(/__c$/i, ''))
}

/** The word for what the contact wrote, where a column calls what the office wrote `outboundWord`. */
export function inboundWordFor(outboundWord: string): string {
  const words = directionKey(outboundWord).split(' ')
  return counterparts.find(([, outbound]) => words.includes(outbound))?.[0] ?? 'Inbound'
}

/** Whether a header says that its column is the direction, or leaves it to the values; null for other columns. */
export function directionHeader(header: string): 'clear' | 'possible' | null {
  const key = headerKey(header)
  if (clearHeader.test(key)) return 'clear'
  return [possibleHeader, writerHeader, officeFlag, contactFlag].some((pattern) => pattern.test(key)) ? 'possible' : null
}

/**
 * Whether a column tells the direction of messages: by its header, or by a header that could mean it and values that leave
 * no doubt (a plain word, both directions, or no word that is not known), or by nothing but arrows. `values`: some of its
 * distinct cells.
 */
export function isDirectionColumn(header: string, values: readonly string[]): boolean {
  const says = directionHeader(header)
  const filled = values.filter((value) => value.trim() !== '')
  if (says === 'clear') return true
  if (says === null) return filled.length > 0 && filled.every((value) => arrowDirection(value) !== null)
  const read = directionReader(header, filled)
  const readings = filled.map(read)
  const known = readings.filter((reading) => reading !== null)
  const directions = new Set(known.map(({ direction }) => direction))
  return (
    known.length > 0 &&
    (known.length === readings.length || directions.size === 2 || known.some(({ isPlain }) => isPlain) || namesWriter(header))
  )
}

/** Lower case, accents and marks dropped, single spaces. */
function directionKey(cell: string): string {
  return wordKey(cell)
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
