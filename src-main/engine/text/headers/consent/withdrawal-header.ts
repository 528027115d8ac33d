import { headerTokens } from './header-tokens.ts'
import type { WordClass } from './header-word-class.ts'
import { anyLanguage } from './lexicon.ts'
import { parseHeader, type Unit } from './parse-header.ts'

/** Words that say by themselves that somebody took something back, refused it or left; without accents. */
const words: ReadonlySet<string> = new Set(
  [
    'revoked revoke revokes revocation withdrawn withdrew withdrawal refused refuses refusal declined declines rejected rescinded',
    'objected objection objects opposed canceled cancelled cancellation removed removal stopped ended suppressed suppression blacklist blacklisted',
    'litigator complaint complained quit unsub unsubbed dnt',
    'widerrufen widerruf widerrufsdatum zuruckgezogen zurueckgezogen entzogen abgelehnt ablehnung verweigert verweigerung widersprochen',
    'widerspruch gekundigt gekuendigt kundigung kuendigung austragung austragungsdatum ausgetragen sperrvermerk werbeverbot werbesperre',
    'kontaktsperre kontaktverbot storniert robinsonliste robinson',
    'revoque revoquee retire retiree retrait refuse refusee refus oppose opposition resilie resiliee resiliation annule',
    'revocado revocada revocacion retirado retirada rechazado rechazada rechazo denegado denegada negado negada cancelado cancelada',
    'cancelacion anulado oposicion',
    'revocato revocata revoca ritirato ritirata rifiutato rifiutata rifiuto negato negata opposizione cancellato cancellata cancellazione',
    'revogado revogada revogacao recusado recusada recusa rejeitado rejeitada cancelamento oposicao',
    'ingetrokken intrekking geweigerd weigering afgewezen herroepen bezwaar opgezegd opzegging geannuleerd uitschrijfdatum uitgeschreven',
  ].flatMap((line) => line.split(' ')),
)

/** The same where the header names permission or texts: alone they may be about a contract. */
const endings: ReadonlySet<string> = new Set(
  'until end ends ended expire expires expired expiry expiration lapsed bis ende endet abgelaufen fin hasta jusque scade scadenza fino ate tot'.split(
    ' ',
  ),
)

/** Lists of people who want no advertising. */
const lists = /^(?:(?:liste|lista) (?:rouge|roja|rossa|robinson)|robinson (?:list|liste|lijst))$/

/** Words that are about a date in one language, and something else in another. */
const dates: ReadonlySet<string> = new Set('data date fecha datum giorno dia em el le il op am de da do'.split(' '))

const harmless: ReadonlySet<WordClass | null> = new Set<WordClass>([
  'texts',
  'textNoun',
  'permission',
  'agreement',
  'refusal',
  'stop',
  'contact',
  'marketing',
  'filler',
  'preposition',
  'means',
  'with',
  'date',
  'status',
  'yesNo',
  'circumstance',
  'person',
])

/**
 * Whether a header says nothing but that somebody took something back, or when: "Revocato il". It may be permission to text, so that none may
 * be believed beside it unread; it is too little to map it.
 */
export function isWithdrawalHeader(header: string): boolean {
  if (header.length > longestHeader) return false
  if (lists.test(headerTokens(header, false).join(' '))) return true
  return parseHeader(header, anyLanguage).some((units) => {
    const namesPermission = units.some(
      ({ class: wordClass }) => wordClass === 'permission' || wordClass === 'texts' || wordClass === 'agreement',
    )
    const isTold = (unit: Unit): boolean => saysSo(unit) || (namesPermission && endings.has(unit.text))
    return units.some(isTold) && units.every((unit) => isTold(unit) || isHarmless(unit))
  })
}

const longestHeader = 120

function isHarmless({ text, class: wordClass }: Unit): boolean {
  return harmless.has(wordClass) || text.split(' ').every((word) => dates.has(word))
}

function saysSo({ text }: Unit): boolean {
  return text.split(' ').some((word) => words.has(word))
}
