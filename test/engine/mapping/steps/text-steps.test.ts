import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DayOrder } from '../../../../src-main/engine/text/date-text.ts'
import type { TextStep } from '../../../../src-main/engine/model/recipes/step-schema.ts'
import { stepMistakes } from '../../../../src-main/engine/mapping/steps/step-mistakes.ts'
import { createTextSteps } from '../../../../src-main/engine/mapping/steps/text-steps.ts'

function after(text: string, steps: TextStep[], dayOrder: DayOrder | null = null) {
  expect(stepMistakes(steps)).toEqual([])
  const stepped = createTextSteps(steps, dayOrder)(text)
  return stepped.text ?? stepped.fault
}

describe('a step', () => {
  test.each<[string, TextStep, string]>([
    ['  a \n b  ', { do: 'trim' }, 'a b'],
    ['abc', { do: 'case', to: 'upper' }, 'ABC'],
    ['N/A', { do: 'replace', find: 'n/a', with: '', whole: true }, ''],
    ['not N/A', { do: 'replace', find: 'n/a', with: '', whole: true }, 'not N/A'],
    ['', { do: 'replace', find: '', with: 'unknown', whole: true }, 'unknown'],
    ['n/a', { do: 'replace', find: ' N/A', with: '', whole: true }, ''],
    ['N/A', { do: 'replace', find: ' N/A', with: '', whole: true, matchCase: true }, ''],
    ['a.b.c', { do: 'replace', find: '.', with: '$&' }, 'a$&b$&c'],
    ['Abab', { do: 'replace', find: 'a', with: 'x' }, 'xbxb'],
    ['Abab', { do: 'replace', find: 'a', with: 'x', matchCase: true }, 'Abxb'],
    ['Dr. Anna Lee, PhD', { do: 'replace', find: String.raw`^dr\.? |, phd$`, with: '', pattern: true }, 'Anna Lee'],
    ['Lee, Anna', { do: 'replace', find: '^(.+), (.+)$', with: '$2 $1', pattern: true }, 'Anna Lee'],
    ['abc', { do: 'replace', find: 'x*', with: '-', pattern: true }, '-a-b-c-'],
    ['ABC-12', { do: 'replace', find: String.raw`[a-z]+-\d+`, with: '$$$1', pattern: true, whole: true }, '$$1'],
    ['Lee, Anna', { do: 'split', at: ',', take: 2 }, 'Anna'],
    ['Anna  Maria Lee', { do: 'split', at: ' ', take: -1 }, 'Lee'],
    ['Anna  Maria Lee', { do: 'split', at: ' ', take: 2, rest: true }, 'Maria Lee'],
    ['Anna', { do: 'split', at: ' ', take: 2 }, ''],
    ['Anna', { do: 'split', at: ' ', take: -2 }, ''],
    ['tel. +1 (202) 555-0123', { do: 'digits' }, '12025550123'],
    ['٠١٢३', { do: 'digits' }, '0123'],
    // Ten and more in a row, of which the first ten are another style; and wide ones.
    ['𝟗𝟘𝟙𝟡５', { do: 'digits' }, '90195'],
    ['9876543210', { do: 'digits' }, '9876543210'],
    ['a,b,c', { do: 'split', at: ',', take: -3 }, 'a'],
    ['a,b,c', { do: 'split', at: ',', take: 1 }, 'a'],
    ['a,b,c', { do: 'split', at: ',', take: 3 }, 'c'],
    ['a,b,c', { do: 'split', at: ',', take: 2, rest: true }, 'b,c'],
    ['N/A', { do: 'replace', find: 'n/a', with: '', whole: true, matchCase: true }, 'N/A'],
    ['29/12/29', { do: 'date', from: 'dayFirst' }, '2029-12-29'],
    ['29/12/30', { do: 'date', from: 'dayFirst' }, '1930-12-29'],
    // Spreadsheets have a 29 February 1900, which never was.
    ['1', { do: 'date', from: 'excel' }, '1900-01-01'],
    ['59', { do: 'date', from: 'excel' }, '1900-02-28'],
    ['60', { do: 'date', from: 'excel' }, '1900-02-28'],
    ['61', { do: 'date', from: 'excel' }, '1900-03-01'],
    ['2024-03-12 11:59', { do: 'date', to: 'h:mm A' }, '11:59 AM'],
    ['2024-03-12 12:00', { do: 'date', to: 'h:mm A' }, '12:00 PM'],
    ['2024-03-12 00:30', { do: 'date', to: 'h:mm A' }, '12:30 AM'],
    ['2024-03-05 09:08:07', { do: 'date', to: 'YY-M-D H:HH:ss' }, '24-3-5 9:09:07'],
    ['1710252300', { do: 'date', from: 'unix' }, '2024-03-12T14:05:00Z'],
    ['ABC', { do: 'case', to: 'lower' }, 'abc'],
    ['7', { do: 'prefix', text: 'A-' }, 'A-7'],
    ['', { do: 'prefix', text: 'A-' }, ''],
    ['7', { do: 'suffix', text: ' km' }, '7 km'],
  ])('of %j by %j gives %j', (text, step, becomes) => {
    expect(after(text, [step])).toBe(becomes)
  })

  test('takes what the one before has left', () => {
    const steps: TextStep[] = [
      { do: 'split', at: '<', take: 1 },
      { do: 'case', to: 'title' },
      { do: 'prefix', text: 'Ms ' },
    ]
    expect(after('ANNA LEE <anna@example.com>', steps)).toBe('Ms Anna Lee')
  })

  test.each<Partial<Extract<TextStep, { do: 'replace' }>>>([{}, { matchCase: true }, { pattern: true }])(
    'multiplies no text beyond measure, however often it replaces %j',
    (how) => {
      const multiply: TextStep = { do: 'replace', find: 'n', with: 'n'.repeat(1000), ...how }
      expect(createTextSteps([multiply], null)('anna').text).toHaveLength(2002)
      expect(
        createTextSteps(
          Array.from({ length: 20 }, () => multiply),
          null,
        )('anna'),
      ).toEqual({ text: null, fault: 'too_long' })
      expect(createTextSteps([multiply], null)('x'.repeat(2_000_000)).fault).toBeNull()
    },
  )
})

describe('a date', () => {
  test.each<[string, Partial<Extract<TextStep, { do: 'date' }>>, string, DayOrder?]>([
    ['31/12/2024', {}, '2024-12-31'],
    ['3/4/2024', {}, 'ambiguous'],
    ['3/4/2024', {}, '2024-04-03', 'dayFirst'],
    ['3/4/2024', { from: 'monthFirst' }, '2024-03-04', 'dayFirst'],
    ['3/4/24', { from: 'dayFirst' }, '2024-04-03'],
    ['3/4/85', { from: 'dayFirst' }, '1985-04-03'],
    ['14-Feb-85', {}, '1985-02-14'],
    ['14. März 1962', {}, '1962-03-14'],
    ['1er janvier 2001', {}, '2001-01-01'],
    ['12 de dic. de 2001', {}, '2001-12-12'],
    ['12 jui 2001', {}, 'unreadable'],
    ['45363', {}, '2024-03-12'],
    ['45363.5', {}, '2024-03-12 12:00'],
    ['1', { from: 'excel' }, '1900-01-01'],
    ['59', { from: 'excel' }, '1900-02-28'],
    ['61', { from: 'excel' }, '1900-03-01'],
    ['0', { from: 'excel' }, 'unreadable'],
    ['1710252300', { from: 'unix' }, '2024-03-12T14:05:00Z'],
    ['2024-03-12T23:05:00-05:00', {}, '2024-03-13T04:05:00Z'],
    ['2024-03-12T23:05:00-05:00', { to: 'YYYY-MM-DD' }, '2024-03-12'],
    ['12.03.2024 14:05', { to: 'MM/DD/YYYY hh:mm A' }, '03/12/2024 02:05 PM'],
    ['12.03.2024', { from: 'DD.MM.YYYY', to: 'D MMMM YYYY', language: 'de' }, '12 März 2024'],
    ['12032024', { from: 'DDMMYYYY' }, '2024-03-12'],
    ['1.2.2024', { from: 'dd.MM.yyyy' }, '2024-02-01'],
    ['12 mars 2024, 2:05 pm', { from: 'D MMM YYYY, h:mm A' }, '2024-03-12 14:05'],
    ['Week 12, 2024', {}, 'unreadable'],
    ['30.02.2024', { from: 'DD.MM.YYYY' }, 'unreadable'],
    ['03-2024', { from: 'DD.MM.YYYY' }, 'unreadable'],
    ['n/a', {}, 'unreadable'],
    ['', {}, ''],
  ])('%j by %j is %j', (text, step, becomes, order) => {
    expect(after(text, [{ do: 'date', ...step }], order)).toBe(becomes)
  })

  test('in a format may stand in a hundred characters, and in no more', () => {
    const wide = (length: number) => `12.${' '.repeat(length - 10)}03.2024`
    const steps: TextStep[] = [{ do: 'date', from: 'DD.MM.YYYY' }]
    expect([after(wide(100), steps), after(wide(101), steps)]).toEqual(['2024-03-12', 'unreadable'])
  })

  test('that was written in a format is read in it again', () => {
    const format = fc.constantFrom('DD.MM.YYYY', 'YYYY/M/D', 'MMMM D, YYYY', 'D MMM YYYY', 'YYYYMMDD', 'DD-MMM-YYYY')
    const language = fc.constantFrom('en' as const, 'de' as const, 'fr' as const, 'es' as const)
    const date = fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(date, format, language, (at, to, tongue) => {
        const iso = at.toISOString().slice(0, 10)
        const written = after(iso, [{ do: 'date', to, language: tongue }])
        expect(after(written, [{ do: 'date', from: to }])).toBe(iso)
      }),
    )
  })
})

test.each<[TextStep, string, string]>([
  [{ do: 'replace', find: '', with: 'x' }, '[0].find', 'must not be empty'],
  [{ do: 'replace', find: '(a', with: '', pattern: true }, '[0].find', 'not a pattern'],
  [{ do: 'date', from: 'TT.MM.JJJJ' }, '[0].from', '"T" is no part of a date'],
  [{ do: 'date', from: 'dd/mm/yyyy' }, '[0].from', 'write MM for the month'],
  [{ do: 'date', from: 'MM/YYYY' }, '[0].from', 'must say year, month and day'],
  [{ do: 'date', from: 'DD.DD.YYYY' }, '[0].from', 'each once'],
  [{ do: 'date', to: 'YYYYY' }, '[0].to', 'more letters'],
  [{ do: 'date', to: '...' }, '[0].to', 'no part of a date'],
])('%j is a mistake at %s', (step, path, why) => {
  expect(stepMistakes([step])).toMatchObject([{ path, message: expect.stringContaining(why) }])
})

test('any text goes through any steps without an exception, and comes out trimmed', () => {
  const step: fc.Arbitrary<TextStep> = fc.oneof(
    fc.constant<TextStep>({ do: 'trim' }),
    fc.constantFrom<TextStep>(
      { do: 'case', to: 'upper' },
      { do: 'case', to: 'lower' },
      { do: 'case', to: 'title' },
      { do: 'case', to: 'sentence' },
    ),
    fc.record({ do: fc.constant('replace' as const), find: fc.string({ minLength: 1 }), with: fc.string() }),
    fc.constantFrom<TextStep>(
      { do: 'replace', find: String.raw`(\w)(.)`, with: '$2$1', pattern: true },
      { do: 'replace', find: '.*', with: 'x', pattern: true },
    ),
    fc.record({ do: fc.constant('split' as const), at: fc.string({ minLength: 1 }), take: fc.constantFrom(1, 2, -1, -3) }),
    fc.constantFrom<TextStep>({ do: 'digits' }, { do: 'prefix', text: ' a ' }, { do: 'suffix', text: ' z ' }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(step, { minLength: 1, maxLength: 5 }), (text, steps) => {
      const stepped = createTextSteps(steps, null)(text)
      expect(stepped.fault).toBeNull()
      expect(stepped.text).toBe(stepped.text?.trim())
    }),
  )
})

test.each(['0.9', 'x', ''])('%j is no day of a spreadsheet', (text) => {
  expect(createTextSteps([{ do: 'date', from: 'excel' }], null)(text)).toEqual(
    text === '' ? { text: '', fault: null } : { text: null, fault: 'unreadable' },
  )
})

test.each([
  ['1710252300s', 'unreadable'],
  ['12.03.2024', 'unreadable'],
])('%j is no Unix time', (text, fault) => {
  expect(createTextSteps([{ do: 'date', from: 'unix' }], null)(text)).toEqual({ text: null, fault })
})

test('a text becomes as long as it may, and no longer', () => {
  const doubled = (length: number, how: object) =>
    createTextSteps([{ do: 'replace', find: 'a', with: 'aa', ...how }], null)(`${'b'.repeat(length - 2)}a`).text?.length
  expect([doubled(1_000_000, { pattern: true }), doubled(1_000_001, { pattern: true })]).toEqual([1_000_000, undefined])
  // Without a pattern what is replaced counts as well.
  expect([doubled(999_999, {}), doubled(1_000_000, {})]).toEqual([999_999, undefined])
})
