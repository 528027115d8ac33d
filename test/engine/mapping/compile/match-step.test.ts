import { describe, expect, test } from 'vitest'
import { createPhoneMatch, createUuidMatch, type MatchStep } from '../../../../src-main/engine/mapping/compile/match-step.ts'
import { createTextSteps } from '../../../../src-main/engine/mapping/steps/text-steps.ts'
import type { MappedRow } from '../../../../src-main/engine/model/plans/mapped-row.ts'
import { notShownCell } from '../../../../src-main/engine/text/unknown-cell.ts'

const noSecrets: ReadonlySet<string> = new Set()
const columns = (...names: string[]) => names.map((name, index) => ({ name, index }))

function matched(step: MatchStep, cells: string[]): MappedRow {
  const out: MappedRow = { line: 7, key: null, issues: [] }
  step({ line: 7, cells }, out)
  return out
}
const phoneOf = ({ key }: MappedRow) => (key?.by === 'phone' ? key.phone : null)
const codes = ({ issues }: MappedRow) => issues.map(({ code }) => code)

describe('by phone number', () => {
  const three = createPhoneMatch(columns('Phone', 'Home', 'Work'), 'US', noSecrets)
  const [good, other] = ['(202) 555-0123', '212 555 0100']

  test.each([
    ['the first', [good, other, ''], '+12025550123'],
    ['the second, where the first is empty', ['', other, good], '+12125550100'],
    ['the second, where nobody sees what is in the first', [' \u200B', other, good], '+12125550100'],
    ['the second, where the first is not shown', [notShownCell, other, good], '+12125550100'],
    ['the last, where all others are blank', ['', ' ', good], '+12025550123'],
  ])('takes %s', (_what, cells, phone) => {
    expect(matched(three, cells)).toEqual({ line: 7, key: { by: 'phone', phone }, issues: [] })
  })

  test.each([[[]], [['']], [['', ' ', notShownCell]]])('says that none is there: %j', (cells) => {
    expect(matched(three, cells)).toMatchObject({
      key: null,
      issues: [
        {
          code: 'phone.blank',
          severity: 'error',
          line: 7,
          column: 'Phone',
          value: null,
          hint: 'Fill in one of "Phone", "Home", "Work", or leave the row out.',
        },
      ],
    })
  })

  test('asks for the number where one column has it', () => {
    const [issue] = matched(createPhoneMatch(columns('Phone'), 'US', noSecrets), ['']).issues
    expect(issue?.hint).toBe('Fill in the number, or leave the row out.')
  })

  test('stops at one that cannot be read, and says what to do with 00 in front of it', () => {
    expect(matched(three, ['', '555', good])).toMatchObject({
      key: null,
      issues: [{ code: 'phone.invalid', column: 'Home', value: '555' }],
    })
    const hint = (cell: string) => matched(three, [cell]).issues[0]?.hint
    expect(hint('0099912345678')).toBe('Write + in place of 00, or choose the country that the numbers of this file are from.')
    expect(hint(' 00999 12345678')).toContain('in place of 00')
    expect(hint('000123')).not.toContain('in place of 00')
    expect(hint('call 0099912345678')).not.toContain('in place of 00')
  })

  test.each([
    ['5.58E+12', 'phone.scientific', 'rounded figure'],
    ['call me', 'phone.invalid', 'is not a phone number'],
    ['12', 'phone.invalid', 'too few digits'],
    ['1234567890123456', 'phone.invalid', 'too many digits'],
    ['+999 1234567', 'phone.invalid', 'country code that does not exist'],
  ])('%j is %s', (cell, code, words) => {
    expect(matched(three, [cell]).issues).toMatchObject([{ code, severity: 'error', value: cell, message: expect.stringContaining(words) }])
  })

  test('never shows the text of a message', () => {
    const secret = createPhoneMatch(columns('Text'), 'US', new Set(['Text']))
    expect(matched(secret, ['call me']).issues).toMatchObject([{ value: null, message: 'The text is not a phone number.' }])
  })

  test.each([
    [good, []],
    ['202-555-0123 x45', ['phone.extension']],
    ['202-555-0123, 212-555-0100', ['phone.several']],
    ['202-555-0123, (202) 555-0123', []],
    ['(555) 111-2222', ['phone.unassigned']],
    ['202-555-0123 x45, 212-555-0100', ['phone.extension', 'phone.several']],
  ])('warns of %j with %j', (cell, warnings) => {
    const row = matched(three, [cell, other])
    expect(codes(row)).toEqual(warnings)
    expect(row.issues.every(({ severity, value }) => severity === 'warning' && value === cell)).toBe(true)
    expect(phoneOf(row)).toBe(cell.startsWith('(555)') ? '+15551112222' : '+12025550123')
  })
})

test('says in words what is missing, wrong or left out', () => {
  const words = (step: MatchStep, ...cells: string[]) => matched(step, cells).issues.map(({ column, message }) => `${column}: ${message}`)
  const byPhone = createPhoneMatch(columns('Phone', 'Home'), 'US', noSecrets)
  expect(words(byPhone, '')).toEqual(['Phone: The row has no phone number.'])
  expect(words(byPhone, '202-555-0123 x45, 212-555-0100')).toEqual([
    'Phone: The extension of "202-555-0123 x45, 212-555-0100" is left out: texts go to +12025550123.',
    'Phone: The cell holds several phone numbers; +12025550123 is taken.',
  ])
  expect(words(byPhone, 'H: 202-555-0123; M: 212-555-0100')).toEqual([
    'Phone: The cell holds several phone numbers; +12125550100 is taken, marked "M".',
  ])
  expect(words(byPhone, '', '(555) 111-2222')).toEqual(['Home: "(555) 111-2222" has an area code or range that is not known to be in use.'])
  const byUuid = createUuidMatch(columns('Id', 'Old Id'), noSecrets)
  expect(words(byUuid, '')).toEqual(['Id: The row has no identifier.'])
  expect(words(byUuid, '', 'a b')).toEqual(['Old Id: "a b" is not an identifier of the service.'])
})

describe('a landline', () => {
  const [landline, mobile, otherMobile] = ['030 1234567', '0151 23456789', '0171 2345678']
  const german = createPhoneMatch(columns('A', 'B', 'C'), 'DE', noSecrets)

  test.each([
    ['gives way to a mobile number further on', [landline, mobile, ''], '+4915123456789'],
    ['gives way to the first of them', [landline, mobile, otherMobile], '+4915123456789'],
    ['gives way to one in the last column', [landline, '', mobile], '+4915123456789'],
    ['gives way where another landline is between', [landline, '030 7654321', mobile], '+4915123456789'],
    ['stays where there is no other number', [landline, '', ''], '+49301234567'],
    ['stays where the others are landlines, too', [landline, '030 7654321'], '+49301234567'],
    ['stays where the others cannot be read', [landline, 'none', '+999 1'], '+49301234567'],
    ['stays where the row ends', [landline], '+49301234567'],
    ['in the last column stays', ['', '', landline], '+49301234567'],
    ['never takes the place of a mobile number before it', [mobile, landline, otherMobile], '+4915123456789'],
    ['gives way only to what comes after it', ['', landline, mobile], '+4915123456789'],
  ])('%s', (_what, cells, phone) => {
    expect(matched(german, cells)).toEqual({ line: 7, key: { by: 'phone', phone }, issues: [] })
  })

  test('that gives way warns of nothing; one that stays does', () => {
    expect(codes(matched(german, [`${landline} x12`, mobile]))).toEqual([])
    expect(codes(matched(german, [`${landline} x12`]))).toEqual(['phone.extension'])
  })

  test('is told after the steps, and where they fail on another number it is as if that was not there', () => {
    const steps = createTextSteps([{ do: 'replace', find: 'Tel', with: '' }], null)
    const stepped = createPhoneMatch(columns('A', 'B'), 'DE', noSecrets, steps)
    expect(phoneOf(matched(stepped, [`Tel ${landline}`, `Tel ${mobile}`]))).toBe('+4915123456789')
    const failing = createPhoneMatch(columns('A', 'B', 'C'), 'DE', noSecrets, (text) =>
      text === mobile ? { text: null, fault: 'too_long' } : { text, fault: null },
    )
    expect(phoneOf(matched(failing, [landline, mobile, otherMobile]))).toBe('+491712345678')
  })
})

describe('with steps', () => {
  const steps = createTextSteps([{ do: 'date' }], null)

  test('that fail the row has no key, and says why', () => {
    const byPhone = createPhoneMatch(columns('Phone', 'Home'), 'US', noSecrets, steps)
    expect(matched(byPhone, ['soon', '(202) 555-0123'])).toMatchObject({
      key: null,
      issues: [{ code: 'date.unreadable', column: 'Phone', value: 'soon' }],
    })
    const byUuid = createUuidMatch(columns('Id', 'Other'), noSecrets, steps)
    expect(matched(byUuid, ['soon', 'c-1'])).toMatchObject({
      key: null,
      issues: [{ code: 'date.unreadable', column: 'Id', value: 'soon' }],
    })
  })

  test('that make something of nothing are not asked about an empty cell', () => {
    const filling = createTextSteps([{ do: 'replace', find: '', with: 'none', whole: true }], null)
    const row = matched(createPhoneMatch(columns('A', 'B'), 'US', noSecrets, filling), ['', '(202) 555-0123'])
    expect(row).toMatchObject({ key: { phone: '+12025550123' }, issues: [] })
  })

  test('that leave nothing the next column is read', () => {
    const cut = createTextSteps([{ do: 'replace', find: 'none', with: '', whole: true }], null)
    expect(phoneOf(matched(createPhoneMatch(columns('A', 'B'), 'US', noSecrets, cut), ['none', '(202) 555-0123']))).toBe('+12025550123')
    expect(matched(createUuidMatch(columns('A', 'B'), noSecrets, cut), ['none', 'c-1']).key).toEqual({ by: 'uuid', uuid: 'c-1' })
  })
})

describe('by identifier', () => {
  const byUuid = createUuidMatch(columns('Id', 'Old Id'), noSecrets)

  test.each([
    [['c-1', 'c-2'], 'c-1'],
    [[' c-1\u00A0'], 'c-1'],
    [['', 'c-2'], 'c-2'],
    [[' \u200B', 'c-2'], 'c-2'],
    [['x'.repeat(200)], 'x'.repeat(200)],
  ])('takes the first that is there of %j', (cells, uuid) => {
    expect(matched(byUuid, cells)).toEqual({ line: 7, key: { by: 'uuid', uuid }, issues: [] })
  })

  test.each([[['a b', 'c-2']], [['x'.repeat(201), 'c-2']]])('stops at one that cannot be one: %j', (cells) => {
    expect(matched(byUuid, cells)).toMatchObject({ key: null, issues: [{ code: 'uuid.invalid', severity: 'error', column: 'Id' }] })
  })

  test('says that none is there, or goes by the phone number where that is asked for', () => {
    expect(matched(byUuid, ['', ' ']).issues).toMatchObject([{ code: 'uuid.blank', severity: 'error', column: 'Id', value: null }])
    const orPhone = createUuidMatch(columns('Id'), noSecrets, null, createPhoneMatch([{ name: 'Phone', index: 1 }], 'US', noSecrets))
    expect(matched(orPhone, ['', '(202) 555-0123'])).toEqual({ line: 7, key: { by: 'phone', phone: '+12025550123' }, issues: [] })
    const key = { by: 'uuid', uuid: 'c-1' }
    expect(matched(orPhone, ['c-1', '(202) 555-0123'])).toEqual({
      line: 7,
      key,
      otherKey: { by: 'phone', phone: '+12025550123' },
      issues: [],
    })
    // What is wrong with the number matters only where it is needed.
    for (const cell of ['', 'call me', '202-555-0123 x45']) expect(matched(orPhone, ['c-1', cell]).issues).toEqual([])
    expect(matched(orPhone, ['c-1', 'call me'])).toEqual({ line: 7, key, issues: [] })
    expect(matched(byUuid, ['c-1'])).toEqual({ line: 7, key, issues: [] })
    expect(matched(orPhone, ['a b', '(202) 555-0123']).key).toBeNull()
    expect(codes(matched(orPhone, ['', '']))).toEqual(['phone.blank'])
  })
})
