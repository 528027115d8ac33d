import { readYesNo } from '../../text/boolean-words.ts'
import { compactKey } from '../../text/headers/name-key.ts'
import { arrowDirection, type Direction, directionKey, type DirectionReading, inboundWordFor, readDirection } from './direction-words.ts'

/** Headers that can only mean the direction, in seven languages. */
const clearHeader =
  /^(message|msg|sms|text|conversation|post|channel)?(dir|direction|directioncode|inout|io|inorout|inboundoutbound|inboundoroutbound|incomingoutgoing|sentreceived|receivedsent|sentorreceived)$|^(nachrichten|sms)?richtung$|^(einaus|eingangausgang)$|^sens(dumessage|dusms)?$|^(direccion|sentido|direzione|direcao|richting)(del?mensaje|del?sms|messaggio|mensagem)?$|^(entradasalida|recibidoenviado|enviadorecibido)$/

/** Headers under which some programs write the direction, and others something else. */
const possibleHeader =
  /^(message|msg|sms|mms|text|conversation|post)?(type|kind|folder|box|role|event|flow|side|party|action|activity(?:type)?)$|^msgbox$|^fromto$|^(nachrichten|sms)?(typ|art)$|^(ordner|vonan)$|^type(dumessage|demessage|dusms|desms)?$|^(dea|dossier)$|^tipo(del?mensaje|desms|messaggio|demensagem)?$|^(carpeta|cartella|pasta|map)$/

/** Headers that name the writer: an unknown name may be either side. */
const writerHeader =
  /^((message|msg|sms|text)?(sender|author|creator|writer|originator|initiator|speaker|participant|user|actor)(type|role|kind|name)?|from(type|role|name)?|(sent|written|posted|created|initiated|originated)by(type|role)?|origin|who|absender(typ)?|von|verfasser|autor|gesendetvon|expediteur|auteur|de|envoyepar|remitente|enviadopor|mittente|inviatoda|remetente|afzender|van|verzondendoor)$/

/** Headers whose yes means that the office, or the contact, wrote. */
const officeFlag =
  /^(is)?(sent)?(from|by)(me|us|office|staff|agent|practice|business|clinic)$|^is(office|staff|agent|us|me)$|^(is)?(outgoing|outbound|ausgehend|sortant|saliente|uitgaand|mine)(message|sms|text)?$/
const contactFlag =
  /^(is)?(sent)?(from|by)(customer|patient|client|contact|them)$|^is(customer|patient|client|contact)$|^(is)?(incoming|inbound|eingehend|entrant|entrante|inkomend)(message|sms|text)?$/

/** A cell that was ticked by hand: all others are blank. */
const ticked = /^x{1,2}$/i

/** Android writes the folder of a text as a number: 1 is the inbox, all others are outgoing. */
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

/** What the cells of one column say about the direction, with its header and its other words (`words`: some of them). */
export function directionReader(header: string, words: readonly string[]): (cell: string) => DirectionReading | null {
  const key = headerKey(header)
  const filled = words.map((word) => word.trim().toLowerCase()).filter((word) => word !== '')
  const yes = officeFlag.test(key) ? 'outbound' : contactFlag.test(key) ? 'inbound' : null
  if (yes !== null) {
    const no = yes === 'outbound' ? 'inbound' : 'outbound'
    return (cell) => {
      const flag = ticked.test(cell.trim()) ? true : readYesNo(cell)
      return flag === null ? readDirection(cell) : { direction: flag ? yes : no, isPlain: true }
    }
  }
  if (androidHeader.test(key) && filled.every((word) => androidFolder.test(word))) {
    return (cell) =>
      androidFolder.test(cell.trim()) ? { direction: cell.trim() === '1' ? 'inbound' : 'outbound', isPlain: true } : readDirection(cell)
  }
  const user = userDirection(filled)
  if (user !== null && !clearHeader.test(key))
    return (cell) => (directionKey(cell) === 'user' ? { direction: user, isPlain: false } : readDirection(cell))
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

/**
 * Who "user" is in a column of writers: the other side than all others that it names. Null where it does not say it, or where any word is
 * not known.
 */
function userDirection(words: readonly string[]): Direction | null {
  const keys = words.map(directionKey)
  const others = new Set(keys.filter((key) => key !== 'user').map((key) => readDirection(key)?.direction ?? null))
  const [other] = others
  if (!keys.includes('user') || others.size !== 1 || other === undefined || other === null) return null
  if (other === 'inbound') return 'outbound'
  // Beside "system" or "campaign" a user may be one of the office.
  return keys.some((key) => key === 'agent' || key === 'assistant') ? 'inbound' : null
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

/** Whether a header names the writer: an unknown word there may mean either side. */
export function namesWriter(header: string): boolean {
  return writerHeader.test(headerKey(header))
}

function headerKey(header: string): string {
  return compactKey(header.replace(/__c$/i, ''))
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
