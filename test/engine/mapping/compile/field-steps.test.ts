import { describe, expect, test } from 'vitest'
import { createFieldStep } from '../../../../src-main/engine/mapping/compile/field-steps.ts'
import type { RuleContext } from '../../../../src-main/engine/mapping/compile/field-rule.ts'
import type { MappedRow } from '../../../../src-main/engine/model/plans/mapped-row.ts'
import type { FieldRule } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { account, recipeOf } from '../mapping-case.ts'

const columnNames = ['A', 'B', 'C', 'D']
const customFields = Object.fromEntries(account.customFields.map((field) => [`custom:${field.uuid}`, field]))

/** What a row becomes by one rule. Its columns are the first ones of the row. */
function mapped(rule: FieldRule, cells: string[], parts: Partial<RuleContext> = {}, out: MappedRow = { line: 5, key: null, issues: [] }) {
  const indexes = (rule.from ?? []).map((name) => columnNames.indexOf(name))
  const context: RuleContext = {
    recipe: recipeOf('contacts', []),
    indexes,
    names: rule.from ?? [],
    template: null,
    customField: customFields[rule.to] ?? null,
    dispositions: [],
    dayOrder: null,
    secretColumns: new Set(),
    ...parts,
  }
  createFieldStep(rule, context)({ line: 5, cells }, out)
  return out
}
const contactOf = (...args: Parameters<typeof mapped>) => mapped(...args).contact
const codes = (...args: Parameters<typeof mapped>) => mapped(...args).issues.map(({ code }) => code)
const from = (to: FieldRule['to'], parts: Partial<FieldRule> = {}): FieldRule => ({ to, from: ['A'], ...parts })

describe("a spreadsheet's error", () => {
  const name = from('name', { from: ['A', 'B'] })
  test('in any cell of the rule makes an issue, one for the row, and nothing is written', () => {
    expect(mapped(name, ['Ada', '#N/A'])).toEqual({
      line: 5,
      key: null,
      issues: [
        {
          ...{ code: 'value.spreadsheet_error', severity: 'error', line: 5, column: 'A + B', value: '#N/A' },
          message: '"#N/A" is a spreadsheet\'s error, not a value.',
          hint: expect.any(String),
        },
      ],
    })
    expect(codes(name, ['#REF!', '#N/A'])).toHaveLength(1)
  })

  test('in another column of the row is none of the rule', () => {
    expect(mapped(from('name'), ['Ada', '#N/A'])).toMatchObject({ contact: { name: 'Ada' }, issues: [] })
    expect(mapped(name, ['Ada'])).toMatchObject({ contact: { name: 'Ada' }, issues: [] })
  })

  test('may have a meaning in the map; others have none', () => {
    const tier = from('name', { values: { '#N/A': 'none' } })
    expect(contactOf(tier, ['#n/a'])).toEqual({ name: 'none' })
    expect(codes(tier, ['#REF!'])).toEqual(['value.spreadsheet_error'])
  })
})

describe('an e-mail address', () => {
  const email = from('email')
  test.each([
    ['a@example.com', 'a@example.com', []],
    [' mailto:a@example.com', 'a@example.com', []],
    ['a@example.com ::: b@example.com', 'a@example.com', ['email.several']],
    ['a@example.com ::: A@Example.com', 'a@example.com', []],
  ])('of %j is %j', (cell, address, issues) => {
    expect(contactOf(email, [cell])).toEqual({ email: address })
    expect(codes(email, [cell])).toEqual(issues)
  })

  test('that is none is an issue; a second one only a warning', () => {
    expect(mapped(email, ['nobody'])).toEqual({
      line: 5,
      key: null,
      issues: [expect.objectContaining({ code: 'email.invalid', severity: 'error', value: 'nobody' })],
    })
    expect(mapped(email, ['a@example.com ::: b@example.com']).issues).toMatchObject([
      { severity: 'warning', message: 'The cell holds several e-mail addresses; the first is taken.' },
    ])
  })

  test('may be emptied, by a blank cell or by the rule', () => {
    expect(mapped(from('email', { blank: 'clear' }), [''])).toMatchObject({ contact: { email: null }, issues: [] })
    expect(mapped({ to: 'email', value: null }, [])).toMatchObject({ contact: { email: '' }, issues: [] })
    expect(mapped(email, [''])).toEqual({ line: 5, key: null, issues: [] })
  })
})

describe('a custom field', () => {
  const link = from('custom:cf-profile')
  const text = from('custom:cf-account')

  test('of web addresses takes those, and nothing', () => {
    expect(contactOf(link, ['https://example.com/1'])).toEqual({ customFields: { 'cf-profile': 'https://example.com/1' } })
    expect(mapped(link, ['somewhere'])).toMatchObject({ issues: [{ code: 'link.invalid', severity: 'error', value: 'somewhere' }] })
    expect(contactOf(link, ['somewhere'])).toBeUndefined()
    expect(mapped({ ...link, blank: 'clear' }, [''])).toMatchObject({ contact: { customFields: { 'cf-profile': '' } }, issues: [] })
    expect(mapped({ to: link.to, value: '' }, [])).toMatchObject({ contact: { customFields: { 'cf-profile': '' } }, issues: [] })
  })

  test('of texts takes any, and keeps what another rule wrote', () => {
    const out = mapped(text, ['somewhere'])
    expect(out).toMatchObject({ contact: { customFields: { 'cf-account': 'somewhere' } }, issues: [] })
    expect(contactOf(link, ['https://example.com'], {}, out)).toEqual({
      customFields: { 'cf-account': 'somewhere', 'cf-profile': 'https://example.com' },
    })
    expect(contactOf(from('name'), ['Ada'], {}, out)).toMatchObject({ name: 'Ada', customFields: { 'cf-account': 'somewhere' } })
  })
})

test('a custom field that the account does not have is a fault of the program', () => {
  expect(() => mapped(from('custom:cf-gone'), ['x'])).toThrow('A custom field rule was not resolved')
})

describe("what the service would not take, in a file of Rollcall's own", () => {
  const exported = { recipe: recipeOf('contacts', [], { exported: true }) }
  test.each([
    [from('email'), 'nobody', { email: 'nobody' }, 'email', 'nobody', 'email.invalid'],
    [
      from('email'),
      'a@example.com ::: b@example.com',
      { email: 'a@example.com ::: b@example.com' },
      'email',
      'a@example.com ::: b@example.com',
      'email.invalid',
    ],
    [
      from('custom:cf-profile'),
      'somewhere',
      { customFields: { 'cf-profile': 'somewhere' } },
      'custom:cf-profile',
      'somewhere',
      'link.invalid',
    ],
    [from('tags'), '"Lee, Bo", a', { tags: { handling: 'add', tags: ['a', 'Lee,_Bo'] } }, 'tags', 'Lee,_Bo', 'tag.comma'],
  ] as const)('by %j of %j stays as it is, and is a mistake only where it is written', (rule, cell, contact, field, value, code) => {
    expect(mapped(rule, [cell], exported)).toEqual({
      line: 5,
      key: null,
      issues: [],
      contact,
      ifWritten: [{ field, value, issue: expect.objectContaining({ code, severity: 'error' }) }],
    })
  })

  test('is a mistake in any other file', () => {
    for (const [rule, cell] of [
      [from('email'), 'nobody'],
      [from('custom:cf-profile'), 'somewhere'],
      [from('tags'), '"Lee, Bo"'],
    ] as const) {
      const row = mapped(rule, [cell])
      expect([row.issues.length, row.contact, row.ifWritten]).toEqual([1, undefined, undefined])
    }
  })
})

test('a name is on one line, notes keep theirs, and both may be emptied', () => {
  expect(contactOf(from('name'), ['Ada\nLee'])).toEqual({ name: 'Ada Lee' })
  expect(contactOf(from('notes'), ['Ada\nLee'])).toEqual({ notes: 'Ada\nLee' })
  for (const to of ['name', 'notes'] as const) expect(contactOf(from(to, { blank: 'clear' }), [''])).toEqual({ [to]: null })
})

describe('a flag', () => {
  const blocked = from('blocked')
  const withMap = from('blocked', { values: { Y: true, N: 'no', '?': null } })

  test.each([
    [blocked, 'yes', true],
    [blocked, 'Not blocked', false],
    [blocked, '', undefined],
    [withMap, ' y ', true],
    [withMap, 'n', false],
    [withMap, '?', undefined],
    [withMap, '', undefined],
    [from('blocked', { values: { '': true } }), '', true],
    [from('archived'), 'archived', true],
  ] as const)('by %j is of %j: %s', (rule, cell, flag) => {
    const { contact, issues } = mapped(rule, [cell])
    expect(issues).toEqual([])
    expect(contact).toEqual(flag === undefined ? undefined : { [rule.to]: flag })
  })

  test.each([
    [blocked, 'maybe', 'yes, no, true, false'],
    [blocked, 'opted out', 'yes, no, true, false'],
    [withMap, 'yes', 'It knows: Y, N, ?.'],
  ] as const)('by %j is not known of %j', (rule, cell, words) => {
    expect(mapped(rule, [cell])).toEqual({
      line: 5,
      key: null,
      issues: [expect.objectContaining({ code: 'value.unknown', value: cell, message: expect.stringContaining(words) })],
    })
  })

  test.each([
    [true, { archived: true }],
    ['no', { archived: false }],
    [0, { archived: false }],
    [null, undefined],
  ])('can be the constant %j', (value, contact) => {
    expect(mapped({ to: 'archived', value }, [])).toEqual({ line: 5, key: null, issues: [], ...(contact !== undefined && { contact }) })
  })

  test('is left alone where the row is too short', () => {
    expect(mapped(blocked, [])).toEqual({ line: 5, key: null, issues: [] })
  })

  test.each([
    [from('blocked', { values: { stop: true } }), 'STOP', true],
    [from('unreachable'), 'unsubscribed', true],
    [from('blocked'), 'yes', undefined],
    [from('blocked', { values: { stop: false } }), 'STOP', undefined],
    [from('archived', { values: { stop: true } }), 'STOP', undefined],
  ] as const)('by %j of %j is what the contact asked for: %s', (rule, cell, isExplicit) => {
    expect(mapped(rule, [cell]).isOptOutExplicit).toBe(isExplicit)
  })
})

describe('tags', () => {
  const tags = (parts: Partial<FieldRule> = {}) => from('tags', parts)
  const replaced = tags({ tags: 'replace', blank: 'clear' })

  test.each([
    [tags(), 'a, b c', { handling: 'add', tags: ['a', 'b_c'] }],
    [tags({ tags: 'remove' }), 'a', { handling: 'remove', tags: ['a'] }],
    [tags({ separator: ';' }), '"a";b', { handling: 'add', tags: ['a', 'b'] }],
    [tags({ values: { A: 'x, y', b: null } }), 'a; b', { handling: 'add', tags: ['x', 'y'] }],
    [tags({ values: { 'a; b': 'both', a: 'x', b: 'y' } }), 'A; B', { handling: 'add', tags: ['both'] }],
    [tags({ values: { a: 5 } }), 'a', { handling: 'add', tags: ['5'] }],
    [tags({ values: { '': 'none' } }), '', { handling: 'add', tags: ['none'] }],
    [tags(), '', undefined],
    [tags(), '* myContacts', undefined],
    [replaced, '', { handling: 'replace', tags: [] }],
    [replaced, '* myContacts', { handling: 'replace', tags: [] }],
    [replaced, 'a', { handling: 'replace', tags: ['a'] }],
    [tags({ tags: 'replace' }), '', undefined],
    [tags({ tags: 'replace' }), '* myContacts', undefined],
    [{ ...replaced, values: { a: null } }, 'a', { handling: 'replace', tags: [] }],
    [{ ...replaced, values: { '': null } }, '', { handling: 'replace', tags: [] }],
    [tags({ values: { '': null } }), '', undefined],
  ] as const)('by %j of %j are %j', (rule, cell, found) => {
    expect(mapped(rule as FieldRule, [cell])).toEqual({
      line: 5,
      key: null,
      issues: [],
      ...(found !== undefined && { contact: { tags: found } }),
    })
  })

  test('that are no tags are issues, and what else the cell has is kept; nothing is emptied by them', () => {
    const message = 'The tag "Smith, John" contains a comma, and the service takes a comma as the end of a tag.'
    expect(mapped(replaced, ['"Smith, John"'])).toMatchObject({
      issues: [{ code: 'tag.comma', severity: 'error', value: 'Smith, John', message }],
    })
    expect(contactOf(replaced, ['"Smith, John"'])).toBeUndefined()
    expect(mapped(replaced, ['"Smith, John",b'])).toMatchObject({ contact: { tags: { tags: ['b'] } }, issues: [{ code: 'tag.comma' }] })
    const known = { ...replaced, values: { a: 'x' } }
    expect(mapped(known, ['z'])).toMatchObject({ issues: [{ code: 'value.unknown', value: 'z' }] })
    expect(mapped(known, ['z']).issues[0]?.message).toContain('It knows: a.')
    expect(contactOf(known, ['z'])).toBeUndefined()
    expect(mapped(known, ['a, z'])).toMatchObject({ contact: { tags: { tags: ['x'] } }, issues: [{ code: 'value.unknown', value: 'z' }] })
  })

  test('can be constant: blank ones empty the field only where they replace', () => {
    expect(contactOf({ to: 'tags', value: 'a, b' }, [])).toEqual({ tags: { handling: 'add', tags: ['a', 'b'] } })
    expect(contactOf({ to: 'tags', value: null, tags: 'replace' }, [])).toEqual({ tags: { handling: 'replace', tags: [] } })
    expect(contactOf({ to: 'tags', value: null, tags: 'add' }, [])).toBeUndefined()
  })

  test('are left alone where the row is too short, and are each row’s own', () => {
    expect(mapped(replaced, [])).toEqual({ line: 5, key: null, issues: [] })
    const rule = tags()
    contactOf(rule, ['a'])?.tags?.tags.push('b')
    expect(contactOf(rule, ['a'])?.tags?.tags).toEqual(['a'])
  })
})

describe('evidence', () => {
  const evidence = from('evidence', { from: ['A', 'B'] })

  test('is kept by the names of its columns, where there is any', () => {
    expect(mapped(evidence, [' web ', ''])).toEqual({ line: 5, key: null, issues: [], evidence: { A: 'web' } })
    expect(mapped(evidence, [])).toEqual({ line: 5, key: null, issues: [], evidence: {} })
    const out = mapped(evidence, ['web', 'Bo'])
    expect(mapped({ to: 'evidence', value: 'Form 7' }, [], {}, out).evidence).toEqual({ A: 'web', B: 'Bo', evidence: 'Form 7' })
  })

  test.each([
    [7, { evidence: '7' }],
    [false, { evidence: 'false' }],
    [' ', {}],
    [null, {}],
    [undefined, {}],
  ])('can be the constant %j', (value, kept) => {
    expect(mapped({ to: 'evidence', value }, []).evidence).toEqual(kept)
  })

  test('is not taken from the value of a rule that has columns', () => {
    expect(mapped({ ...evidence, value: 'x' }, ['web']).evidence).toEqual({ A: 'web' })
  })

  test('goes through the steps column by column; what they cannot change is an issue of its column, and is not kept', () => {
    const dated = { ...evidence, steps: [{ do: 'date' } as const] }
    expect(mapped(dated, ['2024-03-12T00:00:00', 'soon'])).toMatchObject({
      evidence: { A: expect.stringContaining('2024-03-12') },
      issues: [{ code: 'date.unreadable', column: 'B', value: 'soon' }],
    })
    expect(mapped(dated, ['', 'soon']).evidence).toEqual({})
  })
})

describe('steps', () => {
  const dated = from('notes', { steps: [{ do: 'date' } as const] })
  test('change the text, or make an issue and write nothing', () => {
    expect(contactOf(from('notes', { steps: [{ do: 'case', to: 'upper' }] }), ['a'])).toEqual({ notes: 'A' })
    expect(mapped(dated, ['soon'])).toEqual({
      line: 5,
      key: null,
      issues: [expect.objectContaining({ code: 'date.unreadable', value: 'soon' })],
    })
    expect(mapped(dated, [])).toEqual({ line: 5, key: null, issues: [] })
  })
})
