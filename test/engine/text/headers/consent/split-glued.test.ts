import { describe, expect, test } from 'vitest'
import type { WordClass } from '../../../../../src-main/engine/text/headers/consent/header-word-class.ts'
import type { Language } from '../../../../../src-main/engine/text/headers/consent/lexicon.ts'
import { splitGlued } from '../../../../../src-main/engine/text/headers/consent/split-glued.ts'

/** A language of a few words. */
const languageOf = (words: Record<string, WordClass>, name = 'English'): Language => ({
  name,
  classOf: new Map(Object.entries(words)),
  longest: 1,
  known: new Map(),
})
const words = {
  sms: 'texts',
  text: 'textNoun',
  opt: 'permission',
  optin: 'permission',
  in: 'preposition',
  ok: 'agreement',
  no: 'forbids',
  is: 'filler',
  up: 'event',
  the: 'filler',
  mail: 'otherChannel',
  email: 'contact',
  consent: 'permission',
  with: 'with',
} as const
const split = (token: string, name?: string) => splitGlued(token, languageOf(words, name))

describe('a word that is written together', () => {
  test.each([
    ['smsoptin', ['sms', 'optin']],
    ['smsconsenttext', ['sms', 'consent', 'text']],
    ['sms', ['sms']],
    ['smsok', ['sms', 'ok']],
    ['nosms', ['no', 'sms']],
    // Wholly, or not at all.
    ['smsx', null],
    ['xsms', null],
    ['smsxtext', null],
    ['', []],
    // Words that are found in others by chance, or that mean too little.
    ['smsup', null],
    ['smsin', null],
    ['thesms', null],
    ['smswith', null],
    // "Do" and "not" are read wherever they stand.
    ['donotsms', ['do', 'not', 'sms']],
    ['smsdo', ['sms', 'do']],
    ['notsms', ['not', 'sms']],
  ] as const)('%j is %j', (token, found) => {
    expect(split(token)).toEqual(found)
  })

  test('of short words only some are looked for, and those only where the language has them', () => {
    const language = languageOf({ sms: 'texts', is: 'filler', up: 'event', ok: 'agreement' })
    expect(splitGlued('smsis', language)).toEqual(['sms', 'is'])
    expect(splitGlued('smsup', language)).toBeNull()
    expect(splitGlued('smsto', language)).toBeNull()
    expect(splitGlued('notsms', languageOf({ sms: 'texts', not: 'filler' }))).toEqual(['not', 'sms'])
  })

  test('is read the doubtful way where there are several, else the way of the fewest words', () => {
    expect(split('email')).toEqual(['email'])
    expect(splitGlued('email', languageOf({ e: 'texts', mail: 'otherChannel', email: 'contact' }))).toEqual(['email'])
    expect(splitGlued('abcmail', languageOf({ abc: 'texts', mail: 'otherChannel', abcmail: 'contact' }))).toEqual(['abc', 'mail'])
    expect(splitGlued('abcmail', languageOf({ abc: 'texts', mail: 'contact', abcmail: 'contact' }))).toEqual(['abcmail'])
    expect(splitGlued('abcdefghi', languageOf({ abc: 'texts', def: 'contact', ghi: 'texts', abcdef: 'contact' }))).toEqual([
      'abcdef',
      'ghi',
    ])
    expect(
      splitGlued(
        'abcdefghi',
        languageOf({ abc: 'mailQuality', def: 'count', ghi: 'texts', abcdef: 'circumstance', defghi: 'leftMessage' }),
      ),
    ).toEqual(['abc', 'defghi'])
    const longer = { abc: 'texts', def: 'contact', ghijkl: 'contact', abcdefghi: 'contact', jkl: 'texts' } as const
    expect(splitGlued('abcdefghijkl', languageOf(longer))).toEqual(['abcdefghi', 'jkl'])
    const asMany = { abc: 'texts', defghi: 'contact', abcdef: 'contact', ghi: 'texts' } as const
    expect(splitGlued('abcdefghi', languageOf(asMany))).toEqual(['abc', 'defghi'])
    expect(splitGlued('abcmail', languageOf({ abc: 'texts', mail: 'contact', abcmail: 'otherChannel' }))).toEqual(['abcmail'])
    // "Not" is doubtful though the language does not have it.
    expect(splitGlued('notabc', languageOf({ abc: 'texts', notabc: 'permission' }))).toEqual(['not', 'abc'])
  })

  test.each([
    ['German', 'smssconsent', ['sms', 'consent']],
    ['German', 'smsenconsent', ['sms', 'consent']],
    ['German', 'smsnconsent', ['sms', 'consent']],
    ['Dutch', 'smsenconsent', ['sms', 'consent']],
    ['Dutch', 'smsnconsent', null],
    ['English', 'smssconsent', null],
    ['German', 'ssms', null],
    ['German', 'smss', null],
    ['German', 'smsxconsent', null],
  ] as const)('in %s may have letters between its parts: %j is %j', (name, token, found) => {
    expect(split(token, name)).toEqual(found)
  })

  test('is not looked into where it is longer than words are', () => {
    const longest = `${'sms'.repeat(12)}text`
    expect(longest).toHaveLength(40)
    expect(split(longest)).toHaveLength(13)
    expect(split(`${longest}s`)).toBeNull()
    expect(split('sms'.repeat(14))).toBeNull()
  })

  test('is remembered, also where it is none; but not more than some thousands', () => {
    const language = languageOf(words)
    expect(splitGlued('smsoptin', language)).toBe(splitGlued('smsoptin', language))
    splitGlued('smsx', language)
    expect([...language.known]).toEqual([
      ['smsoptin', ['sms', 'optin']],
      ['smsx', null],
    ])
    language.known.set('smsx', ['sms'])
    expect(splitGlued('smsx', language)).toEqual(['sms'])
    for (let at = language.known.size; at < 4_999; at += 1) language.known.set(`word${at}`, null)
    splitGlued('smsok', language)
    splitGlued('nosms', language)
    expect([language.known.size, language.known.has('smsok'), language.known.has('nosms')]).toEqual([5_000, true, false])
    expect(splitGlued('nosms', language)).toEqual(['no', 'sms'])
  })
})
