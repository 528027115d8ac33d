import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPhoneReader } from '../../../src-main/engine/text/phone-number.ts'
import { portion } from '../../helpers/portion.ts'

const [a, b, c] = ['202-555-0123', '(202) 555-0124', '+1 202 555 0125']
const numbers: Record<string, string> = { '+12025550123': 'a', '+12025550124': 'b', '+12025550125': 'c' }

/** Which of the numbers is taken, whether others are left, and the word that decided. */
function taken(text: string, country = 'US') {
  const reading = createPhoneReader(country)(text)
  return reading.phone === null ? reading.fault : [numbers[reading.phone] ?? reading.phone, reading.hasOthers, reading.label ?? null]
}

describe('of several numbers in a cell', () => {
  test.each([
    [`H: ${a}; M: ${b}`, 'b', 'M'],
    [`Mobile: ${a}, Home: ${b}`, 'a', 'Mobile'],
    [`Home: ${a}, Mobile: ${b}`, 'b', 'Mobile'],
    [`${a} (home)\n${b} (cell)`, 'b', 'cell'],
    [`${a} (h) ${b} (c)`, 'b', 'c'],
    [`(h) ${a} (m) ${b}`, 'b', 'm'],
    [`H ${a} M ${b}`, 'b', 'M'],
    [`Work: ${a} | Home: ${b} | Fax: ${c}`, 'b', 'Home'],
    [`Other: ${a}; Primary: ${b}`, 'b', 'Primary'],
    [`Work mobile: ${a}; Mobile: ${b}`, 'b', 'Mobile'],
    [`Mobile 2: ${a} / Mobile 1: ${b}`, 'b', 'Mobile 1'],
    [`Privat: ${a}; Handy: ${b}`, 'b', 'Handy'],
    [`Casa: ${a}; Móvil: ${b}`, 'b', 'Móvil'],
    [`Domicile: ${a}; Portable: ${b}`, 'b', 'Portable'],
    [`Casa: ${a}; Cellulare: ${b}`, 'b', 'Cellulare'],
    [`Thuis: ${a}; Mobiel: ${b}`, 'b', 'Mobiel'],
    [`${a}, Cell: ${b}`, 'b', 'Cell'],
    // The mobile number is none: the next good one.
    [`M: 555-0123; H: ${a}`, 'a', 'H'],
  ])('%j: the mobile one is taken by its label, else a person’s own', (text, which, label) => {
    expect(taken(text)).toEqual([which, true, label])
  })

  test.each([
    [`555-0123; ${a}`, 'a', true],
    [`${a}; ${b}`, 'a', true],
    [`Home: ${a}, ${a}`, 'a', false],
  ])('%j: the first good one without a label', (text, which, hasOthers) => {
    expect(taken(text)).toEqual([which, hasOthers, null])
  })

  test.each([
    ['GB', '020 7946 0958 / 07911 123456', '+447911123456'],
    ['DE', '030 23125000; 0151 23456789', '+4915123456789'],
  ])('in %s %j: the one that texts may reach', (country, text, phone) => {
    expect(taken(text, country)).toEqual([phone, true, null])
  })
})

test.each([`Mobile: ${a}`, `C: ${a}`, `Cell phone: ${a}`, `Phone ${a}`, `${a} mobile`, `${a} (cell)`, `Mobile - ${a}`, `Mobile No: ${a}`])(
  '%j is a number with the word for it',
  (text) => {
    expect(taken(text)).toEqual(['a', false, null])
  },
)

describe('a number of somebody or something else is never taken', () => {
  test.each([
    `Spouse: ${a}`,
    `Mom ${a}`,
    `${a} (John)`,
    `Husband's cell: ${a}`,
    `Wife cell: ${a}`,
    `Emergency: ${a}`,
    `Fax: ${a}`,
    `Wrong number: ${a}`,
    `Old: ${a}`,
    // The label goes on.
    `Spouse: ${a}, ${b}`,
    // Whose is which?
    `${a} mobile ${b} home`,
    `M: ${a} do not text`,
    `Mobile (John): ${a}`,
  ])('%j', (text) => {
    expect(taken(text)).toBe('not_a_number')
  })

  test('beside one that is theirs', () => {
    expect(taken(`Emergency: ${a}; M: ${b}`)).toEqual(['b', true, 'M'])
    expect(taken(`Spouse: ${a}; ${b} (home)`)).toEqual(['b', true, 'home'])
  })
})

test('extensions are no labels', () => {
  const read = createPhoneReader('US')
  expect(read(`${a} ext 5`)).toMatchObject({ phone: '+12025550123', extension: '5', hasOthers: false })
  expect(read(`M: ${a} ext. 4; H: ${b}`)).toMatchObject({ phone: '+12025550123', extension: '4', label: 'M' })
})

test('whatever stands beside them, only a number of the cell is taken', () => {
  const read = createPhoneReader('US')
  const piece = fc.oneof(
    fc.constantFrom(a, b, c),
    fc.constantFrom('H:', 'M:', '(m)', 'Fax', 'Mom', ',', ';', ' / ', '\n', '.', ' '),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join(' ')
      const { phone } = read(text)
      if (phone !== null) expect(text.replace(/\D/g, '')).toContain(phone.replace(/^\+1?/, '').slice(-7))
    }),
    { numRuns: portion(2000) },
  )
})
