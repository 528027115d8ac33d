import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { wordClasses } from '../../../../../src-main/engine/text/headers/consent/header-word-class.ts'
import type { Unit } from '../../../../../src-main/engine/text/headers/consent/parse-header.ts'
import { hidesPermission, readSentence } from '../../../../../src-main/engine/text/headers/consent/read-sentence.ts'

/** Words by their classes, one after the other; a word that matters follows its class after a colon. No class: `null`. */
const sentence = (classes: string): Unit[] =>
  classes.split(' ').map((one) => {
    const [name = '', text = name] = one.split(':')
    return { text, class: wordClasses.find((wordClass) => wordClass === name) ?? null }
  })

/** What words of such classes say together, of what (or, of evidence, whether it is a date), and why. A dash: nothing. */
const looked = readFileSync(new URL('sentence-readings.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'))

test.each(looked)('words of the classes "%s" are %s, %s', (classes, ...expected) => {
  const found = readSentence(sentence(classes))
  if (found === null) return expect(expected).toEqual(['-', '-', '-'])
  const of = found.says === 'evidence' ? (found.isDate ? 'date' : 'no date') : found.isAboutTexts ? 'texts' : 'in general'
  expect([found.says, of, found.reason]).toEqual(expected)
})

describe('a word may hide a permission', () => {
  test.each([
    ['opt', true],
    ['opts', true],
    ['opting', true],
    ['option', false],
    ['adopt', false],
    ['consent', true],
    ['consentimiento', true],
    ['smsconsent', true],
    ['unsub', true],
    ['unsu', false],
    // In the middle of a word only where that is longer than words are.
    ['xxconsentxx', false],
    ['xxxxxxxconsentxxxxxx', false],
    ['xxxxxxxconsentxxxxxxx', true],
    ['captioning', false],
  ])('%s: %s', (word, answer) => {
    expect(hidesPermission(word)).toBe(answer)
  })
})
