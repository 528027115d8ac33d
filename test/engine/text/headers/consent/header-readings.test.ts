import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readConsentHeader, refusesTexts } from '../../../../../src-main/engine/text/headers/consent/read-consent-header.ts'

/**
 * Headers that were looked at one by one: what each says, of what (or, of evidence, whether it is a date), whether a yes under
 * it would be none, and why it is read so. A dash where there is nothing to say.
 */
const looked = readFileSync(new URL('header-readings.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'))

/** A header's reading in the words of the table. */
function reading(header: string): string[] {
  const found = readConsentHeader(header)
  const refuses = refusesTexts(header) ? 'refuses' : '-'
  if (found === null) return [header, 'nothing', '-', refuses, '-']
  const of = found.says === 'evidence' ? (found.isDate ? 'date' : 'no date') : found.isAboutTexts ? 'texts' : 'in general'
  return [header, found.says, of, refuses, found.reason]
}

test('headers that were looked at are read as they were, for the same reason', () => {
  expect(looked.length).toBeGreaterThan(700)
  expect(looked.map(([header = '']) => reading(header))).toEqual(looked)
})

describe('a header that is very long', () => {
  const padded = (length: number) => `SMS consent ${'x'.repeat(length - 'SMS consent '.length)}`
  const spaced = (length: number) => 'SMS consent'.replace(' ', ' '.repeat(length - 'SMS consent'.length + 1))

  test('is a question beyond 120 characters, and nothing beyond 1,000', () => {
    expect(readConsentHeader(spaced(120))?.says).toBe('permission')
    expect(readConsentHeader(spaced(121))?.says).toBe('question')
    expect(readConsentHeader(padded(1000))?.says).toBe('question')
    expect(readConsentHeader(padded(1001))).toBeNull()
  })
})
