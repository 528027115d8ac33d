import { describe, expect, test } from 'vitest'
import { keywordOf, refusesTexts } from '../../../src-main/engine/text/keyword-message.ts'

describe('a message that is only a keyword', () => {
  test.each([
    'STOP',
    'stop',
    ' Stop. ',
    '"STOP"',
    'STOP ALL',
    'Stop please',
    'Please stop!',
    'Opt-Out',
    'UNSUBSCRIBE',
    'Arrêt',
    'ＳＴＯＰ',
  ])('%j refuses', (body) => {
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

test.each([
  'Stop texting me',
  "Don't text me any more",
  'please remove me from your list',
  'No more texts please',
  'Stop now, thank you',
  'Keine SMS mehr bitte',
  'Ne plus me contacter',
])('%j refuses in plain words', (body) => {
  expect(refusesTexts(body)).toBe(true)
  expect(keywordOf(body)).toBeNull()
})
