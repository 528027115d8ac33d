import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOrderOf } from '../../../../src-main/engine/text/date-text.ts'
import { readSentAt } from '../../../../src-main/engine/mapping/templates/sent-at.ts'
import { portion } from '../../../helpers/portion.ts'

const noon = Date.UTC(2024, 2, 12, 14, 5) / 1000

describe('a time is read', () => {
  test.each([
    '2024-03-12T14:05:00Z',
    '2024-03-12 14:05',
    '2024-03-12T15:05:00.123+01:00',
    '2024-03-12T09:05-0500',
    '2024/03/12 14:05:00',
    '2024-3-12 14:05',
    '20240312T140500Z',
    String(noon),
    String(noon * 1000),
    `${noon}.75`,
    '12 Mar 2024 14:05',
    '12 March 2024, 2:05 PM',
    'March 12, 2024 2:05 pm',
    'Mar 12th, 2024 at 2:05 p.m.',
    'Tue, 12 Mar 2024 14:05:00 +0000',
    'Tue Mar 12 2024 14:05:00 GMT+0000 (Coordinated Universal Time)',
    '12.03.2024 14:05',
    '12.3.24, 14:05 Uhr',
    '12. März 2024 um 14:05',
    '12 mars 2024 à 14:05',
    '12 de marzo de 2024 14:05',
  ])('from %j', (text) => {
    expect(readSentAt(text, null)).toMatchObject({ seconds: noon })
  })

  test('with day or month first where only one of them is possible', () => {
    expect(readSentAt('25/03/2024', null)).toMatchObject({ seconds: Date.UTC(2024, 2, 25) / 1000 })
    expect(readSentAt('3/25/24, 2:05 PM', null)).toMatchObject({ seconds: Date.UTC(2024, 2, 25, 14, 5) / 1000 })
    expect(readSentAt('12:05 AM', null)).toMatchObject({ seconds: null })
    expect(readSentAt('2024-03-12 12:05 AM', null)).toMatchObject({ seconds: Date.UTC(2024, 2, 12, 0, 5) / 1000 })
  })

  test('in the order of the column where both are possible', () => {
    expect(readSentAt('03/12/2024', 'monthFirst')).toMatchObject({ seconds: Date.UTC(2024, 2, 12) / 1000 })
    expect(readSentAt('03/12/2024', 'dayFirst')).toMatchObject({ seconds: Date.UTC(2024, 11, 3) / 1000 })
    expect(readSentAt('25/12/2024', 'monthFirst')).toMatchObject({ fault: 'ambiguous' })
  })

  test('from every ISO date, in any zone', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1971-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }), (date) => {
        expect(readSentAt(date.toISOString(), null)).toMatchObject({ seconds: Math.floor(date.getTime() / 1000) })
      }),
    )
  })
})

test.each([
  ['2024-03-12', 'day'],
  ['20240312', 'day'],
  ['25/03/2024', 'day'],
  ['12. März 2024', 'day'],
  ['2024-03-12 14:05', 'local'],
  ['20240312T140500', 'local'],
  ['12 March 2024, 2:05 PM', 'local'],
  ['12.3.24, 14:05 Uhr', 'local'],
  ['2024-03-12T14:05Z', 'moment'],
  ['20240312T140500Z', 'moment'],
  ['2024-03-12T14:05+01:00', 'moment'],
  ['2024-03-12 14:05 UTC', 'moment'],
  ['Tue Mar 12 2024 14:05:00 GMT+0000 (Coordinated Universal Time)', 'moment'],
  [String(noon), 'moment'],
  [String(noon * 1000), 'moment'],
])('%j tells a %s', (text, precision) => {
  expect(readSentAt(text, null)).toMatchObject({ precision })
})

describe('a time is refused', () => {
  test.each([
    ['03/04/2024', 'ambiguous'],
    ['25/03/24', 'ambiguous'],
    ['yesterday', 'unreadable'],
    ['2024-02-30', 'unreadable'],
    ['2024-13-01', 'unreadable'],
    ['2024-03-12 25:00', 'unreadable'],
    ['1.71E+12', 'unreadable'],
    ['14', 'unreadable'],
    ['2', 'unreadable'],
    ['45363.58', 'spreadsheet_number'],
  ])('%j as %s', (text, fault) => {
    expect(readSentAt(text, null)).toMatchObject({ seconds: null, fault })
  })

  test('never by an exception', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('0', '1', '2', '9', '/', '-', '.', ':', ' ', 'T', 'Z', 'm', 'a', 'r', ',', '+') }),
        (text) => {
          const reading = readSentAt(text, null)
          if (reading.seconds !== null) expect(Number.isInteger(reading.seconds)).toBe(true)
        },
      ),
      { numRuns: portion(3_000) },
    )
  })
})

test('a column tells its order by a date that leaves no doubt, unless another contradicts it', () => {
  expect(dayOrderOf(['03/04/2024', '25/03/2024 10:00'])).toBe('dayFirst')
  expect(dayOrderOf(['03/04/24', '3/25/24'])).toBe('monthFirst')
  expect(dayOrderOf(['03/04/2024'])).toBeNull()
  expect(dayOrderOf(['25/03/2024', '03/25/2024'])).toBeNull()
})

test.each([
  ['1969-12-31', null],
  ['1970-01-01', 0],
  ['2100-12-31', Date.UTC(2100, 11, 31) / 1000],
  ['2101-01-01', null],
])('%s is a time of a message: %s', (text, seconds) => {
  expect(readSentAt(text, null)).toMatchObject(seconds === null ? { seconds, fault: 'unreadable' } : { seconds })
})
