import fc from 'fast-check'
import { getCountries, getCountryCallingCode, getExampleNumber, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'
import examples from 'libphonenumber-js/mobile/examples'
import { describe, expect, test } from 'vitest'
import { createFastPhonePath } from '../../../src-main/engine/text/phone-fast-path.ts'
import { createPhoneReader } from '../../../src-main/engine/text/phone-number.ts'
import { portion } from '../../helpers/portion.ts'

const countries = getCountries()
const fastPaths = new Map(countries.map((country) => [country, createFastPhonePath(country)]))

/** What the library says: E.164 when valid, else null. */
function byTheLibrary(text: string, country: string): string | null {
  const number = parsePhoneNumberFromString(text, { ...(isSupportedCountry(country) && { defaultCountry: country }), extract: false })
  return number?.isValid() === true && number.ext === undefined ? number.number : null
}

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 3, maxLength: 13 })
const separator = fc.constantFrom('', '', '', ' ', '-', '.', '/', '(', ')', ') ', ' (', ' - ')

/** Any digits, or a country's example number with some digits changed, in any of the usual spellings. */
const spelledNumber = fc
  .record({
    home: fc.constantFrom(...countries),
    other: fc.constantFrom(...countries),
    random: fc.option(digits, { nil: null, freq: 4 }),
    changes: fc.array(fc.tuple(fc.nat(12), fc.constantFrom(...'0123456789')), { maxLength: 3 }),
    prefix: fc.constantFrom('+', '', '', 'national', 'code', '00', '011', '+0'),
    separators: fc.array(separator, { minLength: 6, maxLength: 6 }),
  })
  .map(({ home, other, random, changes, prefix, separators }) => {
    const national = [...(random ?? getExampleNumber(other, examples)?.nationalNumber ?? '2025550123')]
    for (const [position, digit] of changes) if (position < national.length) national[position] = digit
    const code = getCountryCallingCode(other)
    const lead =
      { '+': `+${code}`, '+0': `+${code} (0)`, '': '', national: '0', code, '00': `00${code}`, '011': `011${code}` }[prefix] ?? ''
    return { home, text: lead + national.map((digit, index) => (separators[index] ?? '') + digit).join('') }
  })

describe('the fast path', () => {
  test('answers a number only where libphonenumber-js reads the same valid number, in every country', () => {
    let answered = 0
    fc.assert(
      fc.property(spelledNumber, ({ home, text }) => {
        const fast = fastPaths.get(home)?.(text) ?? null
        if (fast === null) return
        answered += 1
        expect(fast).toBe(byTheLibrary(text, home))
      }),
      { numRuns: portion(15_000) },
    )
    expect(answered).toBeGreaterThan(portion(1_000))
  })

  test.each(['US', 'CA', 'PR', 'GB', 'DE', 'FR', 'ES', 'MX', 'BR', 'AU'] as const)(
    'reads an ordinary number of %s, national and international, without the library',
    (country) => {
      const example = getExampleNumber(country, examples)
      if (example === undefined) throw new Error('no example')
      const fast = fastPaths.get(country)
      expect(fast?.(example.number)).toBe(example.number)
      expect(fast?.(example.formatInternational())).toBe(example.number)
      expect([example.number, null]).toContain(fast?.(example.formatNational()))
    },
  )

  test('agrees with the library on all area codes of North America', () => {
    const fast = createFastPhonePath('US')
    for (let area = 0; area < 1000; area++) {
      for (const rest of ['5550123', '2342345', '1234567', '0000000']) {
        const text = String(area).padStart(3, '0') + rest
        expect([text, fast(text)]).toEqual([text, byTheLibrary(text, 'US')])
      }
    }
  })
})

describe('the reader', () => {
  const read = createPhoneReader('US')

  test('reads whatever the library finds valid as the library does', () => {
    fc.assert(
      fc.property(spelledNumber, ({ home, text }) => {
        const expected = byTheLibrary(text, home)
        fc.pre(expected !== null && !/\s\/\s/.test(text))
        expect(createPhoneReader(home)(text).phone).toBe(expected)
      }),
      { numRuns: portion(2_000) },
    )
  })

  test.each([
    '(202) 555-0123',
    '202.555.0123',
    '+1 202 555 0123',
    '1-202-555-0123',
    '12025550123',
    '2025550123.0',
    "'+12025550123",
    'tel:+1-202-555-0123',
    '\u202A+1 202\u00A0555\u20110123\u202C',
    ' 202 555 0123\u200B',
  ])('reads %j', (text) => {
    expect(read(text)).toEqual({ phone: '+12025550123', extension: null, isAssigned: true, hasOthers: false })
  })

  test.each([
    ['US', '0012095550100', '+12095550100'],
    ['US', '001 (209) 555-0100', '+12095550100'],
    ['US', '(00) 1 209 555 0100', '+12095550100'],
    ['US', '00 49 30 23125000', '+493023125000'],
    ['AU', '0049 30 23125000', '+493023125000'],
    ['DE', '0012095550100', '+12095550100'],
    // Dialled as the country itself does.
    ['US', '01112095550100', '+12095550100'],
  ])('in %s, %s is %s: the rest of the world dials abroad with 00', (country, text, phone) => {
    expect(createPhoneReader(country)(text)).toMatchObject({ phone, isAssigned: true })
  })

  test.each(['0000000000', '0012', '00 999 123 4567', '001'])('%s is no number abroad', (text) => {
    expect(createPhoneReader('US')(text)).toMatchObject({ phone: null })
  })

  test('takes a number whose range is not in use, and says so', () => {
    expect(read('(222) 222-2222')).toMatchObject({ phone: '+12222222222', isAssigned: false })
    expect(read('+15551234567')).toMatchObject({ phone: '+15551234567', isAssigned: false })
  })

  test('takes the first of several numbers, and says when the others differ', () => {
    expect(read('+1 202 555 0123 ::: +1 202 555 0199')).toMatchObject({ phone: '+12025550123', hasOthers: true })
    expect(read('202-555-0123\n202-555-0199')).toMatchObject({ phone: '+12025550123', hasOthers: true })
    expect(read('2025550123; 202-555-0123')).toMatchObject({ phone: '+12025550123', hasOthers: false })
  })

  test('keeps an extension apart', () => {
    expect(read('202-555-0123 ext. 45')).toMatchObject({ phone: '+12025550123', extension: '45' })
    expect(read('202-555-0123;ext=45')).toMatchObject({ phone: '+12025550123', extension: '45' })
  })

  test.each([
    ['', 'blank'],
    ['\u200B', 'blank'],
    ['5.58E+12', 'scientific'],
    ['5,58199E+12', 'scientific'],
    ['1E10', 'scientific'],
    ['N/A', 'not_a_number'],
    ['202-555-0123 fax', 'not_a_number'],
    ['-', 'not_a_number'],
    ['555-0123', 'too_short'],
    ['12', 'too_short'],
    ['+999 123 4567', 'unknown_country'],
    ['0000000000', 'impossible'],
  ])('refuses %j as %s', (text, fault) => {
    expect(read(text)).toEqual({ phone: null, fault })
  })

  test('without a known country reads international numbers only', () => {
    const abroad = createPhoneReader('ZZ')
    expect(abroad('+1 202 555 0123').phone).toBe('+12025550123')
    expect(abroad('202 555 0123')).toEqual({ phone: null, fault: 'unknown_country' })
  })

  test('never throws, and every number it answers is E.164 and reads as itself', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          spelledNumber.map(({ text }) => text),
        ),
        (text) => {
          const reading = read(text)
          if (reading.phone === null) return
          expect(reading.phone).toMatch(/^\+[1-9]\d{3,16}$/)
          expect(read(reading.phone).phone).toBe(reading.phone)
        },
      ),
      { numRuns: portion(3_000) },
    )
  })

  test('answers the same for a text that it has forgotten meanwhile', () => {
    const reader = createPhoneReader('US')
    const first = reader('202-555-0123 x7')
    for (let i = 0; i < 45_000; i++) reader(`${i}e5`)
    expect(reader('202-555-0123 x7')).toEqual(first)
  })
})
