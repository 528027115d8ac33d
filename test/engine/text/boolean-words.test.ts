import { describe, expect, test } from 'vitest'
import { exampleFlagWords, flagTargets, oppositeWord, readFlag, saysOpposite } from '../../../src-main/engine/text/boolean-words.ts'

test.each(flagTargets)('yes and no of four languages are understood for %s', (target) => {
  for (const word of [
    'yes',
    'Y',
    'TRUE',
    't',
    '1',
    'Ja',
    'wahr',
    'Oui',
    'vrai',
    'Sí',
    'si',
    'verdadero',
    '✓',
    '✔️',
    '☑',
    '✅',
    '1.0',
    '[X]',
  ])
    expect([word, readFlag(target, word)]).toEqual([word, true])
  for (const word of ['no', 'N', 'False', '0', 'Nein', 'FALSCH', 'non', 'faux', 'falso', '☐', '❌', '0.0', 'Unchecked'])
    expect([word, readFlag(target, word)]).toEqual([word, false])
})

test.each(flagTargets)('what is not beyond doubt means nothing for %s', (target) => {
  for (const word of [
    '',
    'maybe',
    'pending',
    'x',
    'o',
    's',
    '2',
    '-1',
    'unknown',
    'n/a',
    'inactive',
    'cleaned',
    'null',
    'bounced',
    'Hard bounced',
    'unconfirmed',
    'transactional',
    'suppressed',
    'implied',
    '✗',
    '✘',
    'partial',
    'n.d.',
    'k.A.',
    '?',
    '-',
    'yes/no',
    'yes, but',
    'peut-être',
    'vielleicht',
    'quizás',
    'en attente',
    'ausstehend',
    'pendiente',
  ]) {
    expect([word, readFlag(target, word)]).toEqual([word, null])
  }
})

test('words of subscription mean opposite things for consent and for unreachable', () => {
  for (const word of ['Opted in', 'opt-in', 'SUBSCRIBED', 'abonniert', 'inscrit', 'suscrito']) {
    expect([word, readFlag('consent', word), readFlag('unreachable', word)]).toEqual([word, true, false])
  }
  for (const word of ['Opted out', 'OPT_OUT', 'unsubscribed', 'abgemeldet', 'désinscrit', 'dado de baja']) {
    expect([word, readFlag('consent', word), readFlag('unreachable', word)]).toEqual([word, false, true])
  }
})

test.each<[string, boolean]>([
  ...[
    'Opted-In',
    'DOUBLE_OPT_IN',
    'Explicit permission',
    'I agree',
    'Angemeldet',
    'Einwilligung erteilt',
    'Einverstanden',
    'J’accepte',
    'Inscrit(e)',
    'Abonnée',
    'Suscrita',
    'Dado de alta',
    'Acepto',
    'ACCEPTE',
  ].map((word): [string, boolean] => [word, true]),
  ...[
    'NEVER_SUBSCRIBED',
    'Not subscribed',
    'STOP',
    'DNC',
    'Do Not Text',
    'Consent revoked',
    'Denied',
    'Abgemeldet',
    'Ausgetragen',
    'Nicht eingewilligt',
    'Keine Einwilligung',
    'Désinscrit(e)',
    'désabonnée',
    'DESINSCRIT',
    'desabonne',
    'DND',
    'Do not disturb',
    'Ne pas déranger',
    'Nicht stören',
    'Widersprochen',
    'No molestar',
    "pas d'accord",
    'Baja',
    'Desuscrito',
    'No acepta',
  ].map((word): [string, boolean] => [word, false]),
])('%s of an export says of consent: %s', (word, meaning) => {
  expect(readFlag('consent', word)).toBe(meaning)
})

test('having never agreed is not having unsubscribed', () => {
  for (const word of ['never subscribed', 'not subscribed', 'no consent', 'declined'])
    expect([word, readFlag('unreachable', word)]).toEqual([word, null])
})

test.each(flagTargets)('every example shown for %s is understood, and its opposite means the opposite', (target) => {
  for (const word of exampleFlagWords(target)) {
    const meaning = readFlag(target, word)
    expect(meaning).not.toBeNull()
    const opposite = oppositeWord(target, word)
    expect(opposite === null ? null : readFlag(target, opposite)).toBe(!meaning)
  }
})

describe('columns whose yes means the opposite', () => {
  test.each(['Opted out', 'SMS Opt-Out', 'Unsubscribed', 'Do not text', 'HasOptedOut'])('%s is no consent', (name) => {
    expect(saysOpposite('consent', name)).toBe(true)
  })

  test.each(['Opted in', 'SMS Consent', 'Consent', 'Einwilligung', 'Subscribed', 'Permission'])('%s is consent', (name) => {
    expect(saysOpposite('consent', name)).toBe(false)
  })

  test('the other flags have theirs', () => {
    for (const name of ['Erreichbar', 'Can text', 'Accepts SMS Marketing', 'Joignable', 'Abonné', 'Localizable', 'Acepta SMS'])
      expect([name, saysOpposite('unreachable', name)]).toEqual([name, true])
    for (const name of ['Nicht erreichbar', 'Injoignable', 'Désabonné', 'No localizable', 'Ilocalizable'])
      expect([name, saysOpposite('unreachable', name)]).toEqual([name, false])
    for (const name of ['Aktiv', 'Actif', 'Freigegeben']) expect([name, saysOpposite('blocked', name)]).toEqual([name, true])
    expect(saysOpposite('unreachable', 'Subscribed')).toBe(true)
    expect(saysOpposite('unreachable', 'Unsubscribed')).toBe(false)
    expect(saysOpposite('unreachable', 'Unreachable')).toBe(false)
    expect(saysOpposite('archived', 'Active')).toBe(true)
    expect(saysOpposite('archived', 'Inactive')).toBe(false)
    expect(saysOpposite('blocked', 'Blocked?')).toBe(false)
  })
})

test('a yes under a refusal in any of the four languages is never taken for consent', () => {
  for (const name of [
    'No SMS',
    "Don't text",
    'Do not message',
    'Objection',
    'Suppressed',
    'Keine SMS',
    'Keine Werbung',
    'SMS-Sperre',
    'Werbesperre',
    'Widerspruch',
    'Gesperrt',
    'Nicht kontaktieren',
    'Pas de SMS',
    'Refus SMS',
    'Ne pas contacter',
    'Opposition',
    'Bloqué',
    'Sin SMS',
    'Baja SMS',
    'No contactar',
    'Rechazado',
    'DND',
    'Do Not Disturb',
    'Ne pas déranger',
    'No molestar',
    'Bitte nicht stören',
    'No SMS consent',
    'Not opted in',
    'Never opted in',
    'Permission denied',
    'Nicht eingewilligt',
    'Ohne Einwilligung',
    'Sans consentement',
    'Sin consentimiento',
    'Consent expired',
  ]) {
    expect([name, saysOpposite('consent', name)]).toEqual([name, true])
  }
  for (const name of [
    'SMS consent',
    'Opted in',
    'SMS',
    'Accepts SMS',
    'Einwilligung',
    'SMS erlaubt',
    'Accepte les SMS',
    'Consentimiento',
    'Alta',
    'Notes',
    'Status',
    'Note SMS',
    'Contact allowed',
  ]) {
    expect([name, saysOpposite('consent', name)]).toEqual([name, false])
  }
})
