import { wordKey } from './cell-text.ts'
import { refusesTexts } from './headers/consent/read-consent-header.ts'
import { refusesTexts as isRefusingMessage } from './keyword-message.ts'
import type { Target } from '../model/recipes/recipe-schema.ts'

export const flagTargets = ['archived', 'blocked', 'unreachable', 'consent'] as const
export type FlagTarget = (typeof flagTargets)[number]

/**
 * Words for true and false that mean each other's opposite, or one that has none. Only what is unmistakable; the rest is an
 * issue on its row. "Pending", "unconfirmed", "inactive", "cleaned" and "bounced" say nothing of what a person wants.
 */
type WordPair = readonly [forTrue: string | null, forFalse: string | null]

const anyFlag: readonly WordPair[] = [
  ['yes', 'no'],
  ['y', 'n'],
  ['true', 'false'],
  ['t', 'f'],
  ['1', '0'],
  ['1.0', '0.0'],
  ['on', 'off'],
  ['checked', 'unchecked'],
  ['checked', 'not checked'],
  ['ja', 'nein'],
  ['j', 'n'],
  ['wahr', 'falsch'],
  ['oui', 'non'],
  ['vrai', 'faux'],
  ['coché', 'non coché'],
  ['sí', 'no'],
  ['si', 'no'],
  ['verdadero', 'falso'],
  ['vero', 'falso'],
  ['sim', 'não'],
  ['verdadeiro', 'falso'],
  ['ja', 'nee'],
  ['waar', 'onwaar'],
  ['☑', '☐'],
  ['✅', '❌'],
  ['[x]', '[ ]'],
  ['✓', null],
  ['✔', null],
]

/** What a person did about messages, in the words of mail and text tools. */
const subscription: readonly WordPair[] = [
  ['opted in', 'opted out'],
  ['opt in', 'opt out'],
  ['optin', 'optout'],
  ['opt ins', 'opt outs'],
  ['double opt in', null],
  ['single opt in', null],
  ['subscribed', 'unsubscribed'],
  ['subscribed', 'unsubscribe'],
  ['active subscriber', null],
  [null, 'globally unsubscribed'],
  [null, 'unsubscribed all'],
  ['resubscribed', null],
  [null, 'do not contact'],
  [null, 'do not text'],
  [null, 'do not sms'],
  [null, 'do not message'],
  [null, 'dnc'],
  [null, 'do not disturb'],
  [null, 'dnd'],
  [null, 'stop'],
  [null, 'stopped'],
  [null, 'stop all'],
  ['abonniert', 'abgemeldet'],
  ['abonniert', 'abbestellt'],
  ['angemeldet', 'abgemeldet'],
  [null, 'ausgetragen'],
  [null, 'nicht kontaktieren'],
  [null, 'nicht stören'],
  ['abonné', 'désabonné'],
  ['abonnée', 'désabonnée'],
  ['abonné(e)', 'désabonné(e)'],
  ['inscrit', 'désinscrit'],
  ['inscrite', 'désinscrite'],
  ['inscrit(e)', 'désinscrit(e)'],
  [null, 'ne pas contacter'],
  [null, 'ne plus contacter'],
  [null, 'ne pas déranger'],
  ['suscrito', 'dado de baja'],
  ['suscrita', 'dada de baja'],
  ['dado de alta', 'dado de baja'],
  ['dada de alta', 'dada de baja'],
  ['alta', 'baja'],
  [null, 'desuscrito'],
  [null, 'desuscrita'],
  [null, 'no contactar'],
  [null, 'no molestar'],
  ['iscritto', 'disiscritto'],
  ['iscritta', 'disiscritta'],
  ['iscritto', 'cancellato'],
  [null, 'non contattare'],
  [null, 'non disturbare'],
  ['inscrito', 'descadastrado'],
  ['inscrita', 'descadastrada'],
  [null, 'não contatar'],
  [null, 'não contactar'],
  [null, 'não perturbe'],
  [null, 'não perturbar'],
  ['aangemeld', 'afgemeld'],
  ['ingeschreven', 'uitgeschreven'],
  [null, 'niet contacteren'],
  [null, 'niet benaderen'],
  [null, 'niet storen'],
]

const ofTarget: Record<FlagTarget, readonly WordPair[]> = {
  consent: [
    ...subscription,
    ['opted in', 'not opted in'],
    ['consented', 'not consented'],
    ['consent', 'no consent'],
    ['consent given', 'consent withdrawn'],
    ['consent given', 'consent revoked'],
    ['consent given', 'no consent given'],
    ['express consent', null],
    ['explicit consent', null],
    ['express permission', null],
    ['explicit permission', null],
    ['express written consent', null],
    ['given', 'withdrawn'],
    ['given', 'not given'],
    ['granted', 'revoked'],
    ['granted', 'denied'],
    ['granted', 'not granted'],
    ['accepted', 'declined'],
    ['accepted', 'rejected'],
    ['accepts', null],
    ['agreed', 'refused'],
    ['agreed', 'disagreed'],
    ['agreed', 'not agreed'],
    ['i agree', 'i do not agree'],
    ['i agree', "i don't agree"],
    ['agree', 'disagree'],
    ['allowed', 'not allowed'],
    ['enabled', 'disabled'],
    ['permitted', 'not permitted'],
    ['eingewilligt', 'widerrufen'],
    ['eingewilligt', 'nicht eingewilligt'],
    ['einwilligung erteilt', 'einwilligung widerrufen'],
    ['einwilligung', 'keine einwilligung'],
    ['erteilt', 'nicht erteilt'],
    ['erteilt', 'entzogen'],
    ['zugestimmt', 'abgelehnt'],
    ['zugestimmt', 'nicht zugestimmt'],
    ['zugestimmt', 'widersprochen'],
    ['einverstanden', 'nicht einverstanden'],
    ['erlaubt', 'nicht erlaubt'],
    ['accepté', 'refusé'],
    ['acceptée', 'refusée'],
    ['accordé', 'retiré'],
    ['consenti', 'non consenti'],
    ['consentement donné', 'consentement retiré'],
    ["d'accord", "pas d'accord"],
    ["j'accepte", "je n'accepte pas"],
    ['aceptado', 'rechazado'],
    ['aceptada', 'rechazada'],
    ['acepta', 'no acepta'],
    ['acepto', 'no acepto'],
    ['autorizado', 'no autorizado'],
    ['autoriza', 'no autoriza'],
    ['de acuerdo', 'no de acuerdo'],
    ['otorgado', 'revocado'],
    ['consentimiento otorgado', 'consentimiento revocado'],
    ['accettato', 'rifiutato'],
    ['accetta', 'rifiuta'],
    ['accetta', 'non accetta'],
    ['accetto', 'non accetto'],
    ['autorizzato', 'non autorizzato'],
    ['acconsente', 'non acconsente'],
    ['consenso', 'nessun consenso'],
    ['consenso dato', 'consenso revocato'],
    ['concesso', 'negato'],
    ['concesso', 'revocato'],
    ['aceito', 'recusado'],
    ['aceita', 'recusa'],
    ['aceita', 'não aceita'],
    ['autorizado', 'não autorizado'],
    ['autoriza', 'não autoriza'],
    ['concedido', 'revogado'],
    ['concedido', 'negado'],
    ['consentimento dado', 'consentimento revogado'],
    ['akkoord', 'niet akkoord'],
    ['toegestaan', 'niet toegestaan'],
    ['toestemming', 'geen toestemming'],
    ['verleend', 'ingetrokken'],
    ['gegeven', 'niet gegeven'],
    ['geaccepteerd', 'geweigerd'],
  ],
  unreachable: [
    ...subscription.map(([subscribed, unsubscribed]): WordPair => [unsubscribed, subscribed]),
    ['unreachable', 'reachable'],
    ['not reachable', 'reachable'],
    ['nicht erreichbar', 'erreichbar'],
    ['injoignable', 'joignable'],
    ['no localizable', 'localizable'],
  ],
  blocked: [
    ['blocked', 'not blocked'],
    ['blocked', 'unblocked'],
    ['blacklisted', 'not blacklisted'],
    ['blocklisted', 'not blocklisted'],
    ['gesperrt', 'nicht gesperrt'],
    ['gesperrt', 'entsperrt'],
    ['blockiert', 'nicht blockiert'],
    ['bloqué', 'non bloqué'],
    ['bloquée', 'non bloquée'],
    ['bloqué', 'débloqué'],
    ['bloqueado', 'no bloqueado'],
    ['bloqueada', 'no bloqueada'],
    ['bloqueado', 'desbloqueado'],
    ['bloccato', 'non bloccato'],
    ['bloccato', 'sbloccato'],
    ['bloqueado', 'não bloqueado'],
    ['geblokkeerd', 'niet geblokkeerd'],
  ],
  archived: [
    ['archived', 'active'],
    ['archived', 'not archived'],
    ['archived', 'unarchived'],
    ['archiviert', 'aktiv'],
    ['archiviert', 'nicht archiviert'],
    ['archivé', 'actif'],
    ['archivée', 'active'],
    ['archivé', 'non archivé'],
    ['archivado', 'activo'],
    ['archivada', 'activa'],
    ['archivado', 'no archivado'],
    ['archiviato', 'attivo'],
    ['archiviato', 'non archiviato'],
    ['arquivado', 'ativo'],
    ['arquivado', 'não arquivado'],
    ['gearchiveerd', 'actief'],
    ['gearchiveerd', 'niet gearchiveerd'],
  ],
}

/** Nobody has agreed, and nobody has refused: marketing tools say so of those whom they never asked. */
const notAsked: ReadonlySet<string> = new Set(
  [
    ...[
      'never subscribed',
      'not subscribed',
      'non subscribed',
      'nonsubscribed',
      'nonsubscriber',
      'non subscriber',
      'not asked',
      'never asked',
    ],
    ...['nicht angemeldet', 'nie angemeldet', 'nicht abonniert', 'nie abonniert', 'nicht gefragt'],
    ...['non abonné', 'non abonnée', 'non abonné(e)', 'jamais abonné', 'non inscrit', 'non inscrite', 'non inscrit(e)', 'jamais inscrit'],
    ...['no suscrito', 'no suscrita', 'nunca suscrito', 'no inscrito', 'no inscrita'],
    ...['non iscritto', 'non iscritta', 'mai iscritto', 'não inscrito', 'não inscrita', 'nunca inscrito'],
    ...['niet aangemeld', 'nooit aangemeld', 'niet ingeschreven', 'niet geabonneerd'],
  ].map(flagKey),
)

const lookups = new Map(flagTargets.map((target) => [target, lookupOf(target, [...anyFlag, ...ofTarget[target]])]))
const yesAndNo = lookupOf('any flag', anyFlag)

const permissionWord = 'consent|opt(?:ed)?in|permission|agree|einwillig|eingewillig|einverst|zustimm|zugestimm|autoris|autoriz|accept|acept'
const beforePermission = 'no|not|non|never|without|lack(?:s|ing)?|missing|invalid|keine?|nicht|ohne|fehlende|sans|pasde|jamais|sin'
const withPermission =
  'revo[ck]|withdr[ae]w|declined|denied|refus|rejected|expired|lapsed|missing|verweigert|abgelehnt|widerruf|zuruckgezogen|entzogen|abgelaufen|fehlt|retir|retrait|revoqu|expire|deneg|rechaz|caduc'
const negatedPermission = new RegExp(
  `(?:${beforePermission})(?:any|valid|written|explicit|given|sms|texts?|messag(?:es?|ing)|marketing|de|du|des)*(?:${permissionWord})|^(?=.*(?:${permissionWord})).*(?:${withPermission})`,
)

/** Whether a column's name (`compactKey`) says that permission is not, or no longer, there: its "yes" is no permission. */
export function negatesPermission(key: string): boolean {
  return negatedPermission.test(key)
}

/** Column names under which "yes" means the opposite of the target. */
const oppositeColumns: Record<FlagTarget, RegExp> = {
  consent:
    /opt(ed)?out|unsubscri|donot|dnc|^(sms)?dnd|dont(contact|text|sms|message|send)|stop|revoked|withdrawn|noconsent|declined|suppress|exclude|robinson|objection|abgemeldet|abbestellt|widerruf|widersp|sperre|gesperrt|blocked|blockiert|unerwunscht|nicht(kontakt|anschreib|erwunscht|storen)|desinscri|desabonn|^refus|opposition|nep(as|lus)(contact|envoy|derang)|bloque|rechaz|no(contactar|enviar|molestar)|^(no|keine?|pasde?|sin)(sms|texts?|contacts?|kontakt|werbung|messages?|nachrichten|mensajes?|publi)|^(dadode)?baja(sms)?$|^smsbaja$/,
  unreachable:
    /opt(ed)?in|(?<!un)subscribed|(?<!un)reachable|(?<!no|not)consent|permission|^(okto|can|may)text|^accepts?(sms|text)|(?<!nicht|un)erreichbar|einwilligung|einverstand|zustimmung|angemeldet|(?<!in)joignable|consentement|(?<!des)abonne|(?<!des)inscrit|accepteles|(?<!no|i)localizable|consentimiento|(?<!de)suscrit|acepta/,
  blocked: /unblocked|notblocked|allowed|active|(?<!in)aktiv|(?<!in)actif|(?<!in)activo|erlaubt|freigegeben|autorise|permitted/,
  archived: /unarchived|notarchived|(?<!in)active|(?<!in)aktiv|(?<!in)activo|(?<!in)actif/,
}

export function isFlagTarget(target: Target): target is FlagTarget {
  return (flagTargets as readonly string[]).includes(target)
}

/**
 * The meaning of a cell for a flag, in the seven languages that headers are read in; null when it is not beyond doubt
 * ("maybe", "pending", "x", "inactive" and the like are nobody's false).
 */
export function readFlag(target: FlagTarget, text: string): boolean | null {
  return text.length > 60 ? null : (lookups.get(target)?.get(flagKey(text)) ?? refusedByMessage(target, text))
}

/** Lists keep what people wrote to end texts: "STOPALL", "quit", "stop texting me". */
function refusedByMessage(target: FlagTarget, text: string): boolean | null {
  if (target !== 'consent' && target !== 'unreachable') return null
  return isRefusingMessage(text) ? target === 'unreachable' : null
}

/** Whether a word of a list about permission says that somebody was never asked: no permission, and no refusal either. */
export function saysNotAsked(text: string): boolean {
  return text.length <= 60 && notAsked.has(flagKey(text))
}

/** A plain yes or no, whatever it is about; null for words that say themselves what they mean, and for all others. */
export function readYesNo(text: string): boolean | null {
  return text.length > 60 ? null : (yesAndNo.get(flagKey(text)) ?? null)
}

/** Whether a text is a word by which people end messages or are marked as having ended them, such as "STOP" or "unsubscribed". */
export function isOptOutKeyword(text: string): boolean {
  return readFlag('consent', text) === false && readFlag('unreachable', text) === true
}

/** The word that says the opposite of a known one, for value maps that shall know both; null for an unknown word. */
export function oppositeWord(target: FlagTarget, text: string): string | null {
  const key = flagKey(text)
  for (const [forTrue, forFalse] of [...ofTarget[target], ...anyFlag]) {
    if (forTrue !== null && flagKey(forTrue) === key) return forFalse
    if (forFalse !== null && flagKey(forFalse) === key) return forTrue
  }
  return null
}

/** Some of the words that `readFlag` knows, to show what would be understood. */
export function exampleFlagWords(target: FlagTarget): string[] {
  const [own] = ofTarget[target]
  return ['yes', 'no', 'true', 'false', '1', '0', ...(own ?? [])].filter((word) => word !== null)
}

/** Whether a column's name says the opposite of the target, as `Opted out` does of consent: its "yes" must be spelled out. */
export function saysOpposite(target: FlagTarget, columnName: string): boolean {
  const key = columnName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return oppositeColumns[target].test(key) || (target === 'consent' && (negatesPermission(key) || refusesTexts(columnName)))
}

function lookupOf(target: string, pairs: readonly WordPair[]): ReadonlyMap<string, boolean> {
  const lookup = new Map<string, boolean>()
  const add = (word: string | null, flag: boolean) => {
    if (word === null) return
    if (lookup.get(flagKey(word)) === !flag) throw new Error(`"${word}" would mean both yes and no for ${target}`)
    lookup.set(flagKey(word), flag)
  }
  for (const [forTrue, forFalse] of pairs) {
    add(forTrue, true)
    add(forFalse, false)
  }
  return lookup
}

/** Case, accents, hyphens, typographic apostrophes and the colour of an emoji do not count. */
function flagKey(text: string): string {
  return wordKey(text)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\uFE0F/g, '')
    .replace(/’/g, "'")
    .replace(/(?<=\p{L})[-_]+(?=\p{L})/gu, ' ')
    .replace(/[.!]+$/, '')
    .trim()
}

/** Whether figures that are neither yes nor no stand beside some that are: a coding of somebody's own, in which 0 need not mean no. */
export function hasThirdFigure(words: readonly string[]): boolean {
  const isPlain = (word: string): boolean => readYesNo(word) !== null
  const figures = words.filter(isFigure)
  return figures.some(isPlain) && !figures.every(isPlain)
}

export function isFigure(word: string): boolean {
  return /^-?\d+(?:[.,]\d+)?$/.test(wordKey(word))
}
