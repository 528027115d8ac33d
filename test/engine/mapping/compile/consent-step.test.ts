import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellsReader } from '../../../../src-main/engine/mapping/compile/cell-meaning.ts'
import { consentStep, keepRefusal } from '../../../../src-main/engine/mapping/compile/consent-step.ts'
import { createIssueMaker } from '../../../../src-main/engine/mapping/compile/mapping-issue.ts'
import type { MappedRow } from '../../../../src-main/engine/model/plans/mapped-row.ts'
import type { RowIssue } from '../../../../src-main/engine/model/plans/row-issue.ts'
import type { FieldRule } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'

type Rule = Omit<FieldRule, 'to' | 'from'>

const emptyRow = (parts: Partial<MappedRow> = {}): MappedRow => ({ line: 7, key: null, issues: [], ...parts })

/** What a row with these cells says, each read by a rule of its own. */
function read(rules: readonly Rule[], cells: readonly string[]): MappedRow {
  const out = emptyRow()
  rules.forEach((rule, at) => {
    const whole: FieldRule = { to: 'consent', from: [`C${at}`], ...rule }
    consentStep(whole, cellsReader(whole, [at]), createIssueMaker([`C${at}`], new Set()))({ line: 7, cells: [...cells] }, out)
  })
  return out
}

const codesOf = ({ issues }: MappedRow) => issues.map(({ code }) => code)
const yesNo: Rule = { values: { Yes: true, No: false, Pending: null } }

describe('a cell about permission', () => {
  test.each<[string, Rule, string, boolean | undefined, string[]]>([
    ['a word of the map', yesNo, 'Yes', true, []],
    ['whatever its case and spaces', yesNo, ' yES ', true, []],
    ['a refusing word of the map', yesNo, 'no', false, []],
    ['a word that the map leaves open', yesNo, 'pending', undefined, []],
    ['a blank cell', yesNo, '  ', undefined, []],
    ['a blank cell that the map knows', { values: { '': false, Yes: true } }, '', false, []],
    ['a word that the map does not know', yesNo, 'True', undefined, ['value.unknown']],
    ['a yes that the map has as a word for no', { values: { 'Opted out': 'no', '1': 'true' } }, 'opted out', false, []],
    ['a yes that the map has as a number', { values: { '1': 1, '0': 0 } }, '1', true, []],
    ['an unmistakable refusal that the map does not know', yesNo, 'STOP', false, []],
    ['another one', yesNo, 'Unsubscribed', false, []],
    ['an unmistakable refusal that the map calls open', { values: { Stop: null } }, 'stop', undefined, []],
    ['permission that the map does not know', yesNo, 'Opted in', undefined, ['value.unknown']],
    ['a plain no that the map does not know', { values: { Ja: true } }, 'no', undefined, ['value.unknown']],
    ['"declined" that the map does not know', yesNo, 'Declined', undefined, ['value.unknown']],
    ['"unreachable", which is no refusal', yesNo, 'Unreachable', undefined, ['value.unknown']],
    ['"blocked" that says nothing of texts', yesNo, 'blocked', undefined, ['value.unknown']],
    ['a yes without a map', {}, 'Ja', true, []],
    ['a refusal without a map', {}, 'opted out', false, []],
    ['a word that nobody knows without a map', {}, 'perhaps', undefined, ['value.unknown']],
    ['somebody who was never asked, without a map', {}, 'NEVER_SUBSCRIBED', undefined, []],
    ['somebody who was never asked, for whom the map has no word', yesNo, 'not subscribed', undefined, ['value.unknown']],
    ['somebody who was never asked, of whom the map says no', { values: { 'Not subscribed': false } }, 'not subscribed', false, []],
    ['a word that the map has as never asked', { values: { N: 'not subscribed' } }, 'N', undefined, []],
    ['a blank cell without a map', {}, '', undefined, []],
  ])('%s', (_name, rule, cell, consent, codes) => {
    const row = read([rule], [cell])
    expect(row.consent).toBe(consent)
    expect(codesOf(row)).toEqual(codes)
    expect('isUnconfirmed' in row).toBe(false)
    // Read again, as a second row with the same words.
    expect(read([rule], [cell])).toEqual(row)
  })

  test('is read the same for every row that repeats it', () => {
    const rule: FieldRule = { to: 'consent', from: ['C'], ...yesNo }
    const step = consentStep(rule, cellsReader(rule, [0]), createIssueMaker(['C'], new Set()))
    const said = ['Yes', 'No', 'Yes', 'x', 'x', 'No', 'Pending', 'Pending'].map((cell) => {
      const out = emptyRow()
      step({ line: 2, cells: [cell] }, out)
      return out.issues.length > 0 ? 'unknown' : (out.consent ?? null)
    })
    expect(said).toEqual([true, false, true, 'unknown', 'unknown', false, null, null])
  })

  test('that the row is too short to have says nothing', () => {
    expect(read([{ values: { '': false } }], [])).toEqual(emptyRow())
  })

  test('that is not known is an issue that names what would be', () => {
    expect(read([yesNo], ['hm']).issues[0]).toMatchObject({
      line: 7,
      column: 'C0',
      value: 'hm',
      severity: 'error',
      message: expect.stringContaining('It knows: Yes, No, Pending.'),
    })
    expect(read([{}], ['hm']).issues[0]?.message).toContain('It knows: yes, no, true, false')
  })

  test('may be a constant, in a word or as true and false', () => {
    const constant = (value: FieldRule['value']) => {
      const rule: FieldRule = { to: 'consent', value }
      const out = emptyRow()
      consentStep(rule, cellsReader(rule, []), createIssueMaker([], new Set()))({ line: 7, cells: [] }, out)
      return out
    }
    expect(constant(true)).toEqual(emptyRow({ consent: true }))
    expect(constant(false)).toEqual(emptyRow({ consent: false }))
    // One word for the whole list is nobody's own.
    expect(constant('opted out')).toEqual(emptyRow({ consent: false }))
    expect(constant(null)).toEqual(emptyRow())
    expect(constant('perhaps')).toEqual(emptyRow())
  })
})

describe('a column that is filled by those who refused', () => {
  const filled: Rule = { filled: false }

  test.each(['2024-03-12', '3/4/24', 'yes', 'x', '1', 'unknown', 'STOP', 'Pending', 'by phone'])('%j there is a refusal', (cell) => {
    expect(read([filled], [cell])).toEqual(emptyRow({ consent: false, isOptOutExplicit: true }))
  })

  test.each([
    '',
    ' ',
    '-',
    '--',
    '—',
    '–',
    '.',
    '/',
    'N/A',
    'na',
    '#N/A',
    'n.a.',
    'None',
    'NULL',
    'nil',
    'Never',
    'nie',
    'jamais',
    'nunca',
    'mai',
    'nooit',
    '0000-00-00',
    '0000-00-00 00:00:00',
    '00/00/0000',
    '1900-01-01',
    '01/01/1900',
    'no',
    'False',
    '0',
  ])('%j there says nothing', (cell) => {
    expect(read([filled], [cell])).toEqual(emptyRow())
  })
})

describe('a refusal is explicit', () => {
  test.each<[string, Rule, string, boolean]>([
    ['where a word stands that people send or set themselves', yesNo, 'STOP', true],
    ['also one that the map knows', { values: { Unsubscribed: false } }, 'unsubscribed', true],
    ['where a column is filled by refusing', { filled: false }, '2024-01-01', true],
    ['not where a list says no', yesNo, 'No', false],
    ['not where a word of the office says so', { values: { Declined: false } }, 'declined', false],
    ['not where the map calls the word permission', { values: { Unsubscribed: true } }, 'unsubscribed', false],
    ['not where the map leaves the word open', { values: { STOP: null } }, 'STOP', false],
    ['not where a column of refusals is blank', { filled: false }, '', false],
  ])('%s', (_name, rule, cell, isExplicit) => {
    expect(read([rule], [cell]).isOptOutExplicit === true).toBe(isExplicit)
  })

  test('whatever else the row says', () => {
    expect(read([yesNo, yesNo, yesNo], ['No', 'STOP', 'Yes'])).toMatchObject({ consent: false, isOptOutExplicit: true })
  })
})

describe('columns that contradict each other', () => {
  test.each([
    ['Yes', 'No'],
    ['No', 'Yes'],
  ])('%s beside %s: the refusal counts, and the row says so', (one, other) => {
    const row = read([yesNo, yesNo], [one, other])
    expect(row.consent).toBe(false)
    expect(row.issues).toMatchObject([
      {
        code: 'consent.contradicts',
        severity: 'warning',
        line: 7,
        column: 'C1',
        value: other,
        message: expect.stringContaining('the refusal counts'),
      },
    ])
  })

  test('say so once, however many they are', () => {
    const row = read([yesNo, yesNo, yesNo, yesNo], ['Yes', 'No', 'Yes', 'No'])
    expect(row.consent).toBe(false)
    expect(codesOf(row)).toEqual(['consent.contradicts'])
  })

  test('are none where they say the same, or nothing', () => {
    expect(read([yesNo, yesNo, yesNo], ['Yes', '', 'yes'])).toEqual(emptyRow({ consent: true }))
    expect(read([yesNo, yesNo, yesNo], ['No', 'Pending', 'no'])).toEqual(emptyRow({ consent: false }))
  })

  test('say so beside another issue of the row', () => {
    expect(codesOf(read([yesNo, yesNo, yesNo], ['hm', 'Yes', 'No']))).toEqual(['value.unknown', 'consent.contradicts'])
  })

  test('never give permission where any of them refuses, in whatever order', () => {
    const cell = fc.constantFrom('Yes', 'No', '', 'Pending', 'STOP', 'hm')
    const rule = fc.constantFrom<Rule>(yesNo, { ...yesNo, unconfirmed: true }, { values: { Yes: true, No: false } }, { filled: false })
    fc.assert(
      fc.property(fc.array(fc.tuple(rule, cell), { minLength: 1, maxLength: 4 }), (columns) => {
        const alone = columns.map(([one, text]) => read([one], [text]).consent)
        const row = read(
          columns.map(([one]) => one),
          columns.map(([, text]) => text),
        )
        expect(row.consent).toBe(alone.includes(false) ? false : alone.includes(true) ? true : undefined)
        expect(codesOf(row).filter((code) => code === 'consent.contradicts')).toHaveLength(
          alone.includes(false) && alone.includes(true) ? 1 : 0,
        )
      }),
    )
  })
})

describe('permission by words that nobody has confirmed', () => {
  test.each<[string, FieldRule['unconfirmed'], string, boolean]>([
    ['any word of the rule', true, 'Yes', true],
    ['this word', ['yes'], ' YES', true],
    ['another word', ['Ja'], 'Yes', false],
    ['no word', [], 'Yes', false],
    ['nothing', undefined, 'Yes', false],
  ])('unconfirmed is %s', (_name, unconfirmed, cell, isUnconfirmed) => {
    const row = read([{ ...yesNo, ...(unconfirmed !== undefined && { unconfirmed }) }], [cell])
    expect(row).toEqual(emptyRow({ consent: true, ...(isUnconfirmed && { isUnconfirmed }) }))
  })

  test('a refusal needs none', () => {
    expect(read([{ ...yesNo, unconfirmed: true }], ['No'])).toEqual(emptyRow({ consent: false }))
  })

  const open: Rule = { ...yesNo, unconfirmed: true }
  test.each<[string, Rule[], string[], Partial<MappedRow>]>([
    ['two of them', [open, open], ['Yes', 'Yes'], { consent: true, isUnconfirmed: true }],
    ['one beside a confirmed one', [open, yesNo], ['Yes', 'Yes'], { consent: true }],
    ['one after a confirmed one', [yesNo, open], ['Yes', 'Yes'], { consent: true }],
    ['one after a blank confirmed one', [yesNo, open], ['', 'Yes'], { consent: true, isUnconfirmed: true }],
    ['a confirmed one between them', [open, yesNo, open], ['Yes', 'Yes', 'Yes'], { consent: true }],
  ])('%s', (_name, rules, cells, expected) => {
    expect(read(rules, cells)).toEqual(emptyRow(expected))
  })

  test.each([
    [
      [open, yesNo],
      ['Yes', 'No'],
    ],
    [
      [yesNo, open],
      ['No', 'Yes'],
    ],
  ])('leaves no trace where the row refuses', (rules, cells) => {
    const row = read(rules, cells)
    expect(row.consent).toBe(false)
    expect('isUnconfirmed' in row).toBe(false)
  })
})

describe('a row that refuses and has mistakes', () => {
  const key = { by: 'phone', phone: '+12025550123' } as const
  const issue = (parts: Partial<RowIssue> = {}): RowIssue => ({
    code: 'email.invalid',
    severity: 'error',
    line: 7,
    column: 'Mail',
    value: 'x@',
    message: 'No.',
    hint: 'Mend.',
    ...parts,
  })
  const refusing = (issues: RowIssue[], parts: Partial<MappedRow> = {}) =>
    emptyRow({ key, consent: false, contact: { name: 'Ann' }, issues, ...parts })
  const kept = (row: MappedRow) => {
    keepRefusal(row, new Set(['SMS']))
    return row
  }

  test('sends its refusal and nothing else; the mistakes become warnings', () => {
    const row = kept(refusing([issue()]))
    expect(row).toMatchObject({ consent: false, contact: {} })
    expect(row.contact).toEqual({})
    expect(row.issues).toEqual([
      issue({ severity: 'warning' }),
      {
        code: 'consent.refusal_only',
        severity: 'warning',
        line: 7,
        column: 'Mail',
        value: 'x@',
        message: expect.stringContaining('Its refusal of texts is imported all the same'),
        hint: expect.any(String),
      },
    ])
  })

  test('keeps the rest where the only mistake is a word about consent', () => {
    const row = kept(refusing([issue({ code: 'value.unknown', column: 'SMS' })]))
    expect(row.contact).toEqual({ name: 'Ann' })
    expect(row.issues).toEqual([issue({ code: 'value.unknown', column: 'SMS', severity: 'warning' })])
  })

  test.each([
    ['an unknown word in another column', issue({ code: 'value.unknown', column: 'Blocked?' })],
    ['an unknown word that no column is named for', issue({ code: 'value.unknown', column: null })],
    ['another mistake in a column about consent', issue({ column: 'SMS' })],
  ])('loses the rest for %s', (_name, mistake) => {
    const row = kept(refusing([issue({ code: 'value.unknown', column: 'SMS' }), mistake]))
    expect(row.contact).toEqual({})
    expect(row.issues.map(({ code }) => code)).toEqual(['value.unknown', mistake.code, 'consent.refusal_only'])
    expect(row.issues.every(({ severity }) => severity === 'warning')).toBe(true)
  })

  test('keeps the rest where there are only warnings', () => {
    const warning = issue({ code: 'consent.contradicts', severity: 'warning' })
    expect(kept(refusing([warning]))).toEqual(refusing([warning]))
  })

  test('gets no record where its kind of import writes none', () => {
    const { contact: _contact, ...row } = refusing([issue()])
    expect('contact' in kept(row)).toBe(false)
  })

  test('stays invalid where nobody can tell who refuses', () => {
    expect(kept(refusing([issue()], { key: null }))).toEqual(refusing([issue()], { key: null }))
  })

  test.each([true, undefined])('is the only one that is sent all the same: consent %s is not', (consent) => {
    const row = () => emptyRow({ key, contact: { name: 'Ann' }, issues: [issue()], ...(consent !== undefined && { consent }) })
    expect(kept(row())).toEqual(row())
  })
})
