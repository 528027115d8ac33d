import { describe, expect, test } from 'vitest'
import {
  exampleFlagWords,
  flagTargets,
  isFlagTarget,
  isOptOutKeyword,
  oppositeWord,
  readFlag,
  readYesNo,
  saysNotAsked,
  saysOpposite,
} from '../../../src-main/engine/text/boolean-words.ts'

test.each(flagTargets)('yes and no of seven languages are understood for %s', (target) => {
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
    'vero',
    'Sim',
    'verdadeiro',
    'waar',
    '✓',
    '✔️',
    '☑',
    '✅',
    '1.0',
    '[X]',
  ])
    expect([word, readFlag(target, word)]).toEqual([word, true])
  for (const word of [
    'no',
    'N',
    'False',
    '0',
    'Nein',
    'FALSCH',
    'non',
    'faux',
    'falso',
    'Não',
    'nao',
    'Nee',
    'onwaar',
    '☐',
    '❌',
    '0.0',
    'Unchecked',
  ])
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

test.each([
  ...['NEVER_SUBSCRIBED', 'NOT_SUBSCRIBED', 'Not subscribed', 'non-subscribed', 'Nonsubscribed', 'Nicht angemeldet', 'Non abonné(e)'],
  ...['no suscrito', 'non iscritto', 'Não inscrito', 'niet aangemeld'],
])('%s says that somebody was never asked: no permission, and no refusal', (word) => {
  expect([saysNotAsked(word), readFlag('consent', word), readFlag('unreachable', word), isOptOutKeyword(word)]).toEqual([
    true,
    null,
    null,
    false,
  ])
})

test('whoever has refused was asked', () => {
  for (const word of ['unsubscribed', 'no', 'never', 'not opted in', 'declined', 'subscribed', 'not subscribed any more', ''])
    expect([word, saysNotAsked(word)]).toEqual([word, false])
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

test('a yes under a refusal in any language is never taken for consent', () => {
  for (const name of [
    'Disiscritto SMS',
    'Non inviare SMS',
    'Consenso SMS negato',
    'Não enviar SMS',
    'Sem consentimento SMS',
    'Afgemeld voor SMS',
    'SMS toestemming ingetrokken',
    'Geen sms',
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

test('blocked and archived have words of their own, which mean nothing for texts', () => {
  for (const word of ['Blocked', 'blacklisted', 'Gesperrt', 'bloquée', 'Bloqueado'])
    expect([word, readFlag('blocked', word), readFlag('archived', word), readFlag('consent', word)]).toEqual([word, true, null, null])
  for (const word of ['Not blocked', 'Unblocked', 'entsperrt', 'débloqué', 'Desbloqueado']) expect(readFlag('blocked', word)).toBe(false)
  for (const word of ['Archived', 'archiviert', 'Archivée', 'Archivado'])
    expect([word, readFlag('archived', word), readFlag('blocked', word)]).toEqual([word, true, null])
  for (const word of ['Active', 'unarchived', 'aktiv', 'Actif', 'Activo']) expect(readFlag('archived', word)).toBe(false)
})

test('punctuation around a word does not count, inside a word it does', () => {
  for (const word of ['Yes!!', 'yes !', 'yes.', 'opt--in', 'Opt_-In']) expect([word, readFlag('consent', word)]).toEqual([word, true])
  for (const word of ['10', '1.0.0', '0.1', 'y.e.s']) expect([word, readFlag('consent', word)]).toEqual([word, null])
})

test('a cell of more than 60 characters is no word', () => {
  for (const read of [readYesNo, (text: string) => readFlag('consent', text)]) {
    expect(read(`yes${' '.repeat(57)}`)).toBe(true)
    expect(read(`yes${' '.repeat(58)}`)).toBeNull()
  }
})

test('the examples begin with the plainest words, and show those of the flag itself', () => {
  expect(exampleFlagWords('consent')).toEqual(['yes', 'no', 'true', 'false', '1', '0', 'opted in', 'opted out'])
  expect(exampleFlagWords('archived').slice(6)).toEqual(['archived', 'active'])
})

test('only these four fields are flags', () => {
  expect(flagTargets.filter(isFlagTarget)).toEqual([...flagTargets])
  for (const target of ['name', 'tags', 'evidence', 'custom:consent'] as const) expect(isFlagTarget(target)).toBe(false)
})

test.each<[string, boolean]>([
  ...[
    'DND',
    'SMS DND',
    'Refus',
    'No text',
    'No texts',
    'No contact',
    'No contacts',
    'No message',
    'No messages',
    'Kein Kontakt',
    'Keine SMS',
    'Pas de SMS',
    "Pas d'SMS",
    'Sin mensaje',
    'Sin mensajes',
    'Baja',
    'Dado de baja',
    'Baja SMS',
    'SMS baja',
    'Opt out',
    'No consent',
  ].map((name): [string, boolean] => [name, true]),
  ...['Brand, child, second NDA', 'Sans refus', 'Canino SMS', 'Trabaja', 'Bajada', 'SMS bajada'].map((name): [string, boolean] => [
    name,
    false,
  ]),
])('a yes under %j is a refusal of texts: %s', (name, isOpposite) => {
  expect(saysOpposite('consent', name)).toBe(isOpposite)
})

test.each<[string, boolean]>([
  ...['Optin', 'Opted in', 'Consent', 'OK to text', 'Can text', 'Accept SMS', 'Accepts texts', 'Inscrit', 'Suscrito'].map(
    (name): [string, boolean] => [name, true],
  ),
  ...['No consent', 'Not consented', 'American text', 'Never accepts SMS', 'Désinscrit', 'Desuscrito', 'Dado de baja'].map(
    (name): [string, boolean] => [name, false],
  ),
])('under %j a yes says that the contact can be reached: %s', (name, isOpposite) => {
  expect(saysOpposite('unreachable', name)).toBe(isOpposite)
})

test('what turns round permission turns round nothing else', () => {
  expect(saysOpposite('consent', 'Without permission')).toBe(true)
  for (const target of ['blocked', 'archived'] as const) expect(saysOpposite(target, 'Without permission')).toBe(false)
  for (const name of ['Inactif', 'Inaktiv', 'Inactivo']) {
    expect([name, saysOpposite('archived', name), saysOpposite('blocked', name)]).toEqual([name, false, false])
  }
  for (const name of ['Actif', 'Aktiv', 'Activo']) {
    expect([name, saysOpposite('archived', name), saysOpposite('blocked', name)]).toEqual([name, true, true])
  }
})

test.each([
  ...['STOPALL', 'Stop all.', 'QUIT', 'End', 'CANCEL', 'REVOKE', 'unsub', 'stop texting me', 'Please do not text me'],
  ...['ARRÊT', 'désabonner', 'abbestellen', 'Bitte keine SMS mehr', 'ALTO', 'cancelar', 'annulla', 'SAIR', 'afmelden', 'uitschrijven'],
])('%s, by which people end texts, is a refusal where a list says it', (word) => {
  expect([readFlag('consent', word), readFlag('unreachable', word), isOptOutKeyword(word)]).toEqual([false, true, true])
  expect([readFlag('blocked', word), readFlag('archived', word), readYesNo(word)]).toEqual([null, null, null])
})

test('words by which people begin texts are no permission in a list', () => {
  for (const word of ['START', 'UNSTOP', 'JOIN', 'help', 'weiter']) expect([word, readFlag('consent', word)]).toEqual([word, null])
})

test.each<[string, boolean]>([
  ...['STOP', 'Unsubscribed', 'opted out', 'DND', 'Do not text', 'Abgemeldet', 'Désabonné', 'Baja'].map((word): [string, boolean] => [
    word,
    true,
  ]),
  ...['no', '0', 'false', 'Yes', 'Declined', 'Not subscribed', 'Consent withdrawn', 'Unreachable', 'Subscribed', 'blocked', ''].map(
    (word): [string, boolean] => [word, false],
  ),
])('%j is a word by which people end messages themselves: %s', (word, isKeyword) => {
  expect(isOptOutKeyword(word)).toBe(isKeyword)
})
