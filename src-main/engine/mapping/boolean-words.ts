import { wordKey } from './cell-text.ts'
import type { Target } from './recipe.ts'

export const flagTargets = ['archived', 'blocked', 'unreachable', 'consent'] as const
export type FlagTarget = (typeof flagTargets)[number]

/** Words for true and false that mean each other's opposite. Only what is unmistakable; the rest is an issue on its row. */
type WordPair = readonly [forTrue: string, forFalse: string]

const anyFlag: readonly WordPair[] = [
  ['yes', 'no'],
  ['y', 'n'],
  ['true', 'false'],
  ['t', 'f'],
  ['1', '0'],
  ['on', 'off'],
  ['ja', 'nein'],
  ['j', 'n'],
  ['wahr', 'falsch'],
  ['oui', 'non'],
  ['vrai', 'faux'],
  ['sí', 'no'],
  ['si', 'no'],
  ['verdadero', 'falso'],
]

const subscription: readonly WordPair[] = [
  ['opted in', 'opted out'],
  ['opt in', 'opt out'],
  ['optin', 'optout'],
  ['subscribed', 'unsubscribed'],
  ['abonniert', 'abgemeldet'],
  ['angemeldet', 'abgemeldet'],
  ['abonné', 'désabonné'],
  ['inscrit', 'désinscrit'],
  ['suscrito', 'dado de baja'],
]

const ofTarget: Record<FlagTarget, readonly WordPair[]> = {
  consent: [
    ...subscription,
    ['consented', 'not consented'],
    ['consent given', 'consent withdrawn'],
    ['given', 'withdrawn'],
    ['granted', 'revoked'],
    ['accepted', 'declined'],
    ['agreed', 'refused'],
    ['eingewilligt', 'widerrufen'],
    ['zugestimmt', 'abgelehnt'],
    ['accepté', 'refusé'],
    ['aceptado', 'rechazado'],
  ],
  unreachable: [
    ...subscription.map(([subscribed, unsubscribed]): WordPair => [unsubscribed, subscribed]),
    ['unreachable', 'reachable'],
    ['nicht erreichbar', 'erreichbar'],
    ['injoignable', 'joignable'],
  ],
  blocked: [
    ['blocked', 'not blocked'],
    ['blocked', 'unblocked'],
    ['gesperrt', 'nicht gesperrt'],
    ['blockiert', 'nicht blockiert'],
    ['bloqué', 'non bloqué'],
    ['bloqueado', 'no bloqueado'],
  ],
  archived: [
    ['archived', 'active'],
    ['archived', 'not archived'],
    ['archiviert', 'aktiv'],
    ['archivé', 'actif'],
    ['archivado', 'activo'],
  ],
}

const lookups = new Map(flagTargets.map((target) => [target, lookupOf(target)]))

/** Column names under which "yes" means the opposite of the target. */
const oppositeColumns: Record<FlagTarget, RegExp> = {
  consent: /opt(ed)?out|unsubscri|donot|dnc|dontcontact|stop|revoked|withdrawn|noconsent|declined|abgemeldet|widerruf|desinscri|desabonn|^(dadode)?baja$/,
  unreachable: /opt(ed)?in|(?<!un)subscribed|(?<!un)reachable|(?<!no|not)consent|permission|einwilligung|consentement|consentimiento/,
  blocked: /unblocked|notblocked|allowed|active/,
  archived: /unarchived|notarchived|(?<!in)active|(?<!in)aktiv|(?<!in)activo|(?<!in)actif/,
}

export function isFlagTarget(target: Target): target is FlagTarget {
  return (flagTargets as readonly string[]).includes(target)
}

/**
 * The meaning of a cell for a flag, in English, German, French and Spanish; null when it is not beyond doubt
 * ("maybe", "pending", "x", "inactive" and the like are nobody's false).
 */
export function readFlag(target: FlagTarget, text: string): boolean | null {
  return text.length > 60 ? null : (lookups.get(target)?.get(flagKey(text)) ?? null)
}

/** The word that says the opposite of a known one, for value maps that shall know both; null for an unknown word. */
export function oppositeWord(target: FlagTarget, text: string): string | null {
  const key = flagKey(text)
  for (const [forTrue, forFalse] of [...ofTarget[target], ...anyFlag]) {
    if (forTrue === key) return forFalse
    if (forFalse === key) return forTrue
  }
  return null
}

/** Some of the words that `readFlag` knows, to show what would be understood. */
export function exampleFlagWords(target: FlagTarget): string[] {
  const [own] = ofTarget[target]
  return ['yes', 'no', 'true', 'false', '1', '0', ...(own ?? [])]
}

/** Whether a column's name says the opposite of the target, as `Opted out` does of consent: its "yes" must be spelled out. */
export function saysOpposite(target: FlagTarget, columnName: string): boolean {
  const key = columnName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return oppositeColumns[target].test(key)
}

function lookupOf(target: FlagTarget): ReadonlyMap<string, boolean> {
  const lookup = new Map<string, boolean>()
  for (const [forTrue, forFalse] of [...anyFlag, ...ofTarget[target]]) {
    lookup.set(flagKey(forTrue), true)
    lookup.set(flagKey(forFalse), false)
  }
  return lookup
}

function flagKey(text: string): string {
  return wordKey(text)
    .replace(/(?<=\p{L})[-_]+(?=\p{L})/gu, ' ')
    .replace(/[.!]+$/, '')
    .trim()
}
