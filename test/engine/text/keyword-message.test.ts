import { describe, expect, test } from 'vitest'
import { keywordOf, refusesTexts } from '../../../src-main/engine/text/keyword-message.ts'

describe('a message that is only a keyword', () => {
  test.each(['STOP', 'stop', ' Stop. ', '"STOP"', 'STOP ALL', 'Opt-Out', 'UNSUBSCRIBE', 'Arrêt', 'ＳＴＯＰ'])('%j refuses', (body) => {
    expect(keywordOf(body)).toBe('stop')
    expect(refusesTexts(body)).toBe(true)
  })

  test.each(['START', 'Unstop', 'subscribe'])('%j agrees again', (body) => {
    expect(keywordOf(body)).toBe('start')
    expect(refusesTexts(body)).toBe(false)
  })

  test.each(['HELP', 'info?'])('%j asks', (body) => expect(keywordOf(body)).toBe('help'))

  test.each([
    '',
    '   ',
    '👍',
    'Yes',
    'The bus stop is at the end of the road',
    'Can we start at 5?',
    'Please cancel my appointment',
    'constructor',
  ])('%j is none', (body) => {
    expect(keywordOf(body)).toBeNull()
    expect(refusesTexts(body)).toBe(false)
  })
})

test('a text of more than 200 characters is never only a keyword, nor a refusal', () => {
  expect(keywordOf(`STOP${' '.repeat(196)}`)).toBe('stop')
  expect(keywordOf(`STOP${' '.repeat(197)}`)).toBeNull()
  expect(refusesTexts(`Stop texting me${' '.repeat(185)}`)).toBe(true)
  expect(refusesTexts(`Stop texting me${' '.repeat(186)}`)).toBe(false)
})

test.each([
  'I want to stop these messages',
  'Stop please',
  'Please stop!',
  'Stop texting me',
  'Please quit sending these',
  "Don't text me any more",
  'please do not contact me',
  'NEVER message us again',
  'please remove me from your list',
  'Unsubscribe me',
  'take my number off your list',
  'I want to opt out',
  'Want to unsubscribe',
  "I'd like to stop",
  'No more texts please',
  'No more text',
  'no more message',
  'No more messages.',
  'Stop now, thank you',
  'Please cancel everything immediately',
  'Keine SMS mehr bitte',
  'Keine Werbung',
  'Bitte keine Nachrichten',
  'No envíen más mensajes',
  'No me manden nada',
  'Ne plus me contacter',
  'Ne pas envoyer de SMS',
  "Merci de ne pas m'écrire",
  'Ne plus m’envoyer de messages',
  'Merci de ne plus m écrire',
])('%j refuses in plain words', (body) => {
  expect(refusesTexts(body)).toBe(true)
  expect(keywordOf(body)).toBeNull()
})

test.each([
  'opt please out',
  'Did you ever stop texting Bob?',
  'Can we stop at the shop?',
  'You do not text like my mother',
  'Who can remove my stitches?',
  'Do you want to stop by at noon?',
  'I want to stop by tomorrow',
  'I want to continue',
  'I got no more texts from you, why?',
  'No more pain since Monday',
  'Could you cancel please',
  'Cancel all my appointments on Monday',
  'Ich habe keine SMS bekommen',
  'Bitte keine Sorge',
  'Dijo que no envien nada',
  'No me molesta',
  'Je prefere ne pas ecrire',
])('%j refuses nothing', (body) => {
  expect(refusesTexts(body)).toBe(false)
})
