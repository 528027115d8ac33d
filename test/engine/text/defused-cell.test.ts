import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from '../../../src-main/engine/text/csv-text.ts'
import { defuse, defuseAsText, undefuse } from '../../../src-main/engine/text/defused-cell.ts'
import { portion } from '../../helpers/portion.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      "'",
      '#N/A',
      'true',
      'mar',
      '%',
      '(',
      '#',
      'Err:502',
      '0',
      '.',
      ':',
      'e',
      '"',
      ';',
      ',',
      '|',
      '=',
      '+',
      '-',
      '@',
      '\t',
      '\r',
      '\n',
      ' ',
      '＝',
      'a',
      '1',
    ),
  }),
)

test('undoing gives back exactly what was defused', () => {
  fc.assert(
    fc.property(text, (original) => {
      expect(undefuse(defuse(original))).toBe(original)
      expect(undefuse(defuseAsText(original))).toBe(original)
    }),
    { numRuns: portion(5_000) },
  )
})

test('no defused cell starts like a formula', () => {
  fc.assert(
    fc.property(text, (original) => {
      for (const safe of [defuse(original), defuseAsText(original)]) expect(safe).not.toMatch(/^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/)
    }),
    { numRuns: portion(5_000) },
  )
})

test.each(["'Abd al-Rahman", "'90s", "''", 'plain', '', '5551234567', "it's"])('leaves %j alone both ways', (original) => {
  expect(defuse(original)).toBe(original)
  expect(undefuse(original)).toBe(original)
})

test.each([
  ["'+15551234567", '+15551234567'],
  ["'=1+1", '=1+1'],
  ["' -5", ' -5'],
  ["''+1", "'+1"],
])('reads %j as %j', (cell, original) => {
  expect(undefuse(cell)).toBe(original)
})

test.each([
  ['#N/A', "'#N/A"],
  [' #BEZUG!', "' #BEZUG!"],
  ["'#N/A", "''#N/A"],
  ['\t#NV', "'\t#NV"],
  [' 007', "' 007"],
  ['true', "'true"],
  ['FALSCH', "'FALSCH"],
  ['Mar 1', "'Mar 1"],
  ['5. März', "'5. März"],
  ['1-Dec-24', "'1-Dec-24"],
  ['5 pm', "'5 pm"],
  ['50%', "'50%"],
  ['$5', "'$5"],
  ['(5)', "'(5)"],
  ['Mark', 'Mark'],
  ['Room 5', 'Room 5'],
  ['true love', 'true love'],
])('what spreadsheets would take for something else is kept as text: %j as %j', (original, cell) => {
  expect(defuseAsText(original)).toBe(cell)
  expect(undefuse(cell)).toBe(original)
})

test.each([
  ['00123', "'00123"],
  ['1234567890123456', "'1234567890123456"],
  ['3/4', "'3/4"],
  ['1-2', "'1-2"],
  ['12:30', "'12:30"],
  ['1e5', "'1e5"],
  ['1,000', "'1,000"],
  ['12,5', "'12,5"],
  ['1.50', "'1.50"],
  ['1.2.2024', "'1.2.2024"],
  ["'12", "''12"],
  ['0', '0'],
  ['12', '12'],
  ['12.5', '12.5'],
  ['5551234567', '5551234567'],
  ['12a', '12a'],
])('a figure that spreadsheets would change is kept as text: %j as %j', (original, cell) => {
  expect(defuseAsText(original)).toBe(cell)
  expect(undefuse(cell)).toBe(original)
})

/** The cells that an office program sees: it cuts at its own separator, whatever the file was written with. */
function cellsSeen(csv: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  let isStart = true
  for (let at = 0; at < csv.length; at++) {
    const char = csv.charAt(at)
    if (isQuoted) {
      if (char === '"' && csv.charAt(at + 1) === '"') cell += csv.charAt(++at)
      else if (char === '"') isQuoted = false
      else cell += char
    } else if (char === '"' && isStart) isQuoted = true
    else if (char === separator || char === '\n' || char === '\r') {
      cells.push(cell)
      cell = ''
      isStart = true
      continue
    } else cell += char
    isStart = false
  }
  return [...cells, cell]
}

const attack = fc.array(
  fc.string({
    unit: fc.constantFrom("'", '"', '=', '+', '-', '@', '\t', '\r', '\n', ' ', ';', ',', '|', '$', '`', 'a', '\u0001'),
    maxLength: 12,
  }),
  { minLength: 1, maxLength: 4 },
)

test.each(['"', "'", '`', '', '$', '~'])(
  'no office program finds a formula in any line, whatever separator it reads; enclosed by %j',
  (quote) => {
    fc.assert(
      fc.property(attack, fc.constantFrom(',', ';', '\t', '|', ':'), (cells, delimiter) => {
        const line = csvLine(cells, { delimiter, quote })
        for (const separator of [',', ';', '\t', '|'])
          for (const seen of cellsSeen(line, separator)) expect(seen).not.toMatch(/^[\s"\u0000-\u001F]*[=+\-@]/)
      }),
      { numRuns: portion(3_000) },
    )
  },
)

test.each([
  ['a;=1+1', "a;'=1+1"],
  ['call back,\n- at noon', "call back,\n'- at noon"],
  ['a;"=1+1"', `a;'"=1+1"`],
  ['555-1234; a=b', '555-1234; a=b'],
])('defuses %j as %j', (original, cell) => {
  expect(defuse(original)).toBe(cell)
  expect(undefuse(cell)).toBe(original)
})
