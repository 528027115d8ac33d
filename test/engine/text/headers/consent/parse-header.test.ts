import { describe, expect, test } from 'vitest'
import { headerTokens } from '../../../../../src-main/engine/text/headers/consent/header-tokens.ts'
import { type WordClass, wordClasses } from '../../../../../src-main/engine/text/headers/consent/header-word-class.ts'
import type { Language } from '../../../../../src-main/engine/text/headers/consent/lexicon.ts'
import { isDoubtful, parseHeader } from '../../../../../src-main/engine/text/headers/consent/parse-header.ts'

describe('the words of a header', () => {
  test.each([
    ['SMS Opt-In', ['sms', 'opt', 'in'], ['sms', 'opt', 'in']],
    ['TxtMsgOk', ['txt', 'msg', 'ok'], ['txtmsgok']],
    ['SMSConsent', ['sms', 'consent'], ['smsconsent']],
    ['SMS_Consent__c', ['sms', 'consent'], ['sms', 'consent']],
    ['SMS_Consent__pc', ['sms', 'consent'], ['sms', 'consent']],
    ['SMS__c name', ['sms', 'c', 'name'], ['sms', 'c', 'name']],
    ['Einverständnis', ['einverstandnis'], ['einverstandnis']],
    ['Straße', ['strasse'], ['strasse']],
    ["Don't text", ['dont', 'text'], ['dont', 'text']],
    ['Don’t text', ['dont', 'text'], ['dont', 'text']],
    ["can't", ['cant'], ['cant']],
    ["l'envoi d'sms", ['l', 'envoi', 'd', 'sms'], ['l', 'envoi', 'd', 'sms']],
    ["n'texte", ['n', 'texte'], ['n', 'texte']],
    ['opt-in2024', ['opt', 'in', '2024'], ['opt', 'in', '2024']],
    ['SMS!', ['sms', '!'], ['sms', '!']],
    ['≠ #SMS', ['=', '#', 'sms'], ['=', '#', 'sms']],
    [
      ' (SMS) [ok]? "yes" – no; a/b: c, d. e|f* ¿g? ',
      ['sms', 'ok', 'yes', 'no', 'a', 'b', 'c', 'd', 'e', 'f', 'g'],
      ['sms', 'ok', 'yes', 'no', 'a', 'b', 'c', 'd', 'e', 'f', 'g'],
    ],
    ['O\u00ADK\u200B', ['ok'], ['ok']],
    ['', [], []],
    [' - ', [], []],
  ])('of %j are %j; without regard to capital letters %j', (header, camel, plain) => {
    expect(headerTokens(header, true)).toEqual(camel)
    expect(headerTokens(header, false)).toEqual(plain)
  })
})

const words: Record<string, WordClass> = {
  sms: 'texts',
  opt: 'permission',
  'opt in': 'permission',
  'opt in to': 'circumstance',
  in: 'preposition',
  to: 'preposition',
  consent: 'permission',
  email: 'otherChannel',
}
const language: Language = { name: 'English', classOf: new Map(Object.entries(words)), longest: 3, known: new Map() }
const parsed = (header: string) =>
  parseHeader(header, language).map((units) => units.map(({ text, class: wordClass }) => `${text}: ${wordClass}`))

describe('a header is read', () => {
  test.each([
    ['SMS consent', [['sms: texts', 'consent: permission']]],
    ['opt in', [['opt in: permission']]],
    ['opt in to sms', [['opt in to: circumstance', 'sms: texts']]],
    ['sms opt in', [['sms: texts', 'opt in: permission']]],
    ['opt sms', [['opt: permission', 'sms: texts']]],
    ['opt', [['opt: permission']]],
    ['what sms', [['what: null', 'sms: texts']]],
    ['sms what opt in', [['sms: texts', 'what: null', 'opt in: permission']]],
    ['smsconsent', [['sms: texts', 'consent: permission']]],
    ['smsxconsent', [['smsxconsent: null']]],
    ['', [[]]],
    // Both with and without a new word at each capital letter, where that is not the same.
    [
      'SmsConsent',
      [
        ['sms: texts', 'consent: permission'],
        ['sms: texts', 'consent: permission'],
      ],
    ],
    ['eMail', [['e: null', 'mail: null'], ['email: otherChannel']]],
  ] as const)('%j as %j', (header, units) => {
    expect(parsed(header)).toEqual(units)
  })
})

test('a word is in doubt where it is not known, or where its class says so', () => {
  const doubtful = wordClasses.filter((wordClass) => isDoubtful({ text: 'x', class: wordClass }))
  expect(doubtful).toEqual([
    'otherChannel',
    'pictureTexts',
    'leftMessage',
    'purpose',
    'negation',
    'forbids',
    'past',
    'event',
    'ability',
    'somebodyElse',
    'document',
    'wording',
    'count',
  ])
  expect(isDoubtful({ text: 'x', class: null })).toBe(true)
})
