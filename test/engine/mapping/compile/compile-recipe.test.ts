import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import { compileRecipe } from '../../../../src-main/engine/mapping/compile/compile-recipe.ts'
import type { ImportKind } from '../../../../src-main/engine/model/kinds.ts'
import type { FieldRule, Recipe, Target } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { defuse } from '../../../../src-main/engine/text/defused-cell.ts'
import type { TextStep } from '../../../../src-main/engine/model/recipes/step-schema.ts'
import { rowIssueSchema } from '../../../../src-main/engine/model/plans/row-issue.ts'
import { account, columnsNamed, goodPhone, mapCells, recipeOf } from '../mapping-case.ts'
import { portion } from '../../../helpers/portion.ts'

const codes = (row: { issues: { code: string }[] }) => row.issues.map(({ code }) => code)

function refusal(compile: () => unknown): AppError {
  try {
    compile()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('The recipe was accepted')
}

describe('a recipe that does not fit', () => {
  test('names every missing column, custom field and department at once, with near names', () => {
    const recipe = recipeOf('contacts', [
      { to: 'name', from: ['Frist Name', 'Nowhere'] },
      { to: 'custom:Acount ID', from: ['Tags'] },
      { to: 'custom:Unheard of', value: 'x' },
    ])
    const error = refusal(() => compileRecipe(recipe, columnsNamed('Mobile Phone', 'First Name', 'Tags'), account))
    expect(error.code).toBe('recipe.misfit')
    expect(error.message).toContain('no column "Phone" (is it "Mobile Phone"?)')
    expect(error.message).toContain('no column "Frist Name" (is it "First Name"?)')
    expect(error.message).toContain('no column "Nowhere"')
    expect(error.message).toContain('no custom field "Acount ID" (is it "Account ID"?)')
    expect(error.message).toContain('no custom field "Unheard of"')
    const messages = recipeOf('messages', [{ to: 'body', from: ['Text'] }], { group: 'Sale' })
    expect(refusal(() => compileRecipe(messages, columnsNamed('Phone', 'Text'), account)).message).toContain(
      'no department "Sale" (is it "Sales"?)',
    )
  })

  test('is refused where a name could mean two custom fields, and the uuids are told', () => {
    const error = refusal(() => mapCells(recipeOf('contacts', [{ to: 'custom:Twin', from: ['A'] }]), { A: 'x' }))
    expect(error.message).toContain('cf-twin-1')
    expect(error.message).toContain('cf-twin-2')
  })

  test('is refused where one custom field is named twice, by name and by uuid', () => {
    const recipe = recipeOf('contacts', [
      { to: 'custom:Account ID', from: ['A'] },
      { to: 'custom:cf-account', from: ['A'] },
    ])
    expect(refusal(() => mapCells(recipe, { A: 'x' })).message).toContain('fields[1].to')
  })
})

test('columns, custom fields and departments are found by name whatever the case and spaces, or by uuid', () => {
  const fields: FieldRule[] = [{ to: 'custom:account  id', from: ['tier '] }]
  expect(mapCells(recipeOf('contacts', fields), { Tier: 'A-1' }).contact?.customFields).toEqual({ 'cf-account': 'A-1' })
  expect(mapCells(recipeOf('contacts', [{ to: 'custom:cf-twin-2', from: ['Tier'] }]), { Tier: 'x' }).contact?.customFields).toEqual({
    'cf-twin-2': 'x',
  })
  const groupOf = (group: string) =>
    compileRecipe(recipeOf('messages', [{ to: 'body', from: ['Text'] }], { group }), columnsNamed('Phone', 'Text'), account).groupUuid
  expect(groupOf('customer care')).toBe('d-care')
  expect(groupOf('d-sales')).toBe('d-sales')
  expect(compileRecipe(recipeOf('contacts', []), columnsNamed('Phone'), account).groupUuid).toBeNull()
})

describe('steps', () => {
  const contact = (field: FieldRule, cells: Record<string, string>) => mapCells(recipeOf('contacts', [field]), cells)

  test('change the text before it is understood', () => {
    const name: FieldRule = { to: 'name', from: ['Last', 'First'], join: ', ', steps: [{ do: 'case', to: 'title' }] }
    expect(contact(name, { Last: 'LEE', First: 'ANNA' }).contact?.name).toBe('Lee, Anna')
    const blocked: FieldRule = { to: 'blocked', from: ['State'], steps: [{ do: 'split', at: ':', take: 2 }] }
    expect(contact(blocked, { State: 'blocked: yes' }).contact?.blocked).toBe(true)
    const tags: FieldRule = { to: 'tags', from: ['T'], steps: [{ do: 'replace', find: ' & ', with: ',' }] }
    expect(contact(tags, { T: 'a & b' }).contact?.tags?.tags).toEqual(['a', 'b'])
  })

  test('change a whole template, and each evidence column by itself', () => {
    const name: FieldRule = { to: 'name', template: '{{First}} {{Last}}', steps: [{ do: 'case', to: 'upper' }] }
    expect(contact(name, { First: 'Anna', Last: 'Lee' }).contact?.name).toBe('ANNA LEE')
    const consent = recipeOf('consent', [
      { to: 'consent', value: true },
      { to: 'evidence', from: ['On', 'By'], steps: [{ do: 'replace', find: 'web', with: 'site' }] },
    ])
    expect(mapCells(consent, { On: 'web form', By: 'Bo' }).evidence).toEqual({ On: 'site form', By: 'Bo' })
  })

  test('leave blank what they make blank, which then means what a blank cell means', () => {
    const notes: FieldRule = { to: 'notes', from: ['N'], steps: [{ do: 'replace', find: 'n/a', with: '', whole: true }] }
    expect(contact(notes, { N: 'N/A' }).contact).toEqual({})
    expect(contact({ ...notes, blank: 'clear' }, { N: 'N/A' }).contact).toEqual({ notes: null })
  })

  test('that cannot read a date make the row invalid, and never pass it on', () => {
    const since: FieldRule = { to: 'custom:Account ID', from: ['Since'], steps: [{ do: 'date', to: 'DD/MM/YYYY' }] }
    expect(contact(since, { Since: '2024-03-12' }).contact?.customFields).toEqual({ 'cf-account': '12/03/2024' })
    const row = contact(since, { Since: '3/4/2024' })
    expect(row.issues).toMatchObject([{ code: 'date.ambiguous', severity: 'error', column: 'Since', value: '3/4/2024' }])
    expect(row.contact?.customFields).toBeUndefined()
    expect(contact(since, { Since: 'soon' }).issues).toMatchObject([{ code: 'date.unreadable', value: 'soon' }])
    expect(contact(since, { Since: '' })).toMatchObject({ issues: [], contact: {} })
  })

  test("find out the order of day and month from the column's values", () => {
    const since: FieldRule = { to: 'custom:Account ID', from: ['Since'], steps: [{ do: 'date' }] }
    const columns = columnsNamed('Phone', 'Since').map((column) =>
      column.index === 1 ? { ...column, samples: ['3/4/2024', '25/12/2023'] } : column,
    )
    const mapped = compileRecipe(recipeOf('contacts', [since]), columns, account).mapRow({ line: 2, cells: [goodPhone, '3/4/2024'] })
    expect(mapped.contact?.customFields).toEqual({ 'cf-account': '2024-04-03' })
  })

  test('make times readable that are not, the time in a text of a message too', () => {
    const fields: FieldRule[] = [
      { to: 'sentAt', from: ['Day', 'Time'], steps: [{ do: 'date', from: 'DD/MM/YYYY HH:mm' }] },
      { to: 'body', template: '[{{sentAt}}] {{Text}}' },
    ]
    const mapped = mapCells(recipeOf('messages', fields), { Day: '03/04/2024', Time: '9:30', Text: 'Hi' })
    expect(mapped.message).toMatchObject({ body: '[3 Apr 2024, 09:30] Hi', sentAtSeconds: Date.UTC(2024, 3, 3, 9, 30) / 1000 })
    expect(mapCells(recipeOf('messages', fields), { Day: 'x', Time: '', Text: 'Hi' }).issues).toMatchObject([
      { code: 'date.unreadable', column: 'Day + Time' },
    ])
  })

  test('never show the text of a message in an issue', () => {
    const fields: FieldRule[] = [{ to: 'body', from: ['Text'], steps: [{ do: 'date' }] }]
    const { issues } = mapCells(recipeOf('messages', fields), { Text: 'a secret' })
    expect(issues).toMatchObject([{ code: 'date.unreadable', value: null }])
    expect(JSON.stringify(issues)).not.toContain('secret')
  })

  test('are made to what finds the contact too, in each of its columns', () => {
    const steps = [{ do: 'split', at: 'x', take: 1 } as const, { do: 'replace', find: 'none', with: '', whole: true } as const]
    const recipe = recipeOf('contacts', [], { match: { by: 'phone', column: 'Phone', otherColumns: ['Home'], steps } })
    expect(mapCells(recipe, { Phone: '202 555 0123 x 12', Home: '' })).toMatchObject({ key: { phone: '+12025550123' }, issues: [] })
    expect(mapCells(recipe, { Phone: 'none', Home: '212 555 0100' }).key).toEqual({ by: 'phone', phone: '+12125550100' })
    const byUuid = recipeOf('contacts', [], { match: { by: 'uuid', column: 'Id', steps: [{ do: 'split', at: '/', take: -1 }] } })
    expect(mapCells(byUuid, { Id: 'https://example.com/contacts/c-17' }).key).toEqual({ by: 'uuid', uuid: 'c-17' })
  })
})

describe('the first of several columns', () => {
  const first: FieldRule = { to: 'email', from: ['Work', 'Home'], take: 'first' }

  test('that is not blank is taken', () => {
    expect(mapCells(recipeOf('contacts', [first]), { Work: 'a@example.com', Home: 'b@example.com' }).contact?.email).toBe('a@example.com')
    expect(mapCells(recipeOf('contacts', [first]), { Work: ' \u200B', Home: 'b@example.com' }).contact?.email).toBe('b@example.com')
    expect(mapCells(recipeOf('contacts', [first]), { Work: '', Home: '' }).contact).toEqual({})
  })

  test('is the first that the steps leave something of', () => {
    const stepped: FieldRule = { ...first, steps: [{ do: 'replace', find: 'none', with: '', whole: true }] }
    expect(mapCells(recipeOf('contacts', [stepped]), { Work: 'None', Home: 'b@example.com' }).contact?.email).toBe('b@example.com')
  })
})

describe('the match key', () => {
  const recipe = recipeOf('contacts', [], { match: { by: 'phone', column: 'Phone', otherColumns: ['Home'] } })

  test('is E.164, from the first column that is not blank', () => {
    expect(mapCells(recipe, { Phone: goodPhone, Home: '212 555 0100' }).key).toEqual({ by: 'phone', phone: '+12025550123' })
    expect(mapCells(recipe, { Phone: ' \u200B', Home: '212 555 0100' }).key).toEqual({ by: 'phone', phone: '+12125550100' })
  })

  test("is read in the recipe's country before the account's", () => {
    const german = recipeOf('contacts', [], { match: { by: 'phone', column: 'Phone', country: 'DE' } })
    expect(mapCells(german, { Phone: '030 1234567' }).key).toEqual({ by: 'phone', phone: '+49301234567' })
  })

  test('that is wrong makes the row invalid and is not replaced by another column', () => {
    const row = mapCells(recipe, { Phone: '555-0123', Home: '212 555 0100' }, 7)
    expect(row.key).toBeNull()
    expect(row.issues).toMatchObject([{ code: 'phone.invalid', severity: 'error', line: 7, column: 'Phone', value: '555-0123' }])
    expect(row.issues[0]?.message).toContain('too few digits')
  })

  test('that has 00 for a + and is no number abroad says so, where 00 means nothing', () => {
    const [issue] = mapCells(recipe, { Phone: '00999 151 2345678', Home: '' }).issues
    expect([issue?.code, issue?.hint]).toEqual(['phone.invalid', expect.stringContaining('+ in place of 00')])
    const german = recipeOf('contacts', [], { match: { by: 'phone', column: 'Phone', country: 'DE' } })
    expect(mapCells(german, { Phone: '0049 151 23456789' }).key).toEqual({ by: 'phone', phone: '+4915123456789' })
  })

  test.each([
    ['5.58E+12', 'phone.scientific'],
    ['call me', 'phone.invalid'],
    ['', 'phone.blank'],
  ])('%j is the issue %s', (phone, code) => {
    const row = mapCells(recipe, { Phone: phone, Home: '' })
    expect(row.key).toBeNull()
    expect(row.issues).toMatchObject([{ code, severity: 'error', column: 'Phone' }])
  })

  test('an extension is dropped with a warning that names the number', () => {
    const row = mapCells(recipe, { Phone: '202-555-0123 x45', Home: '' })
    expect(row.key).toEqual({ by: 'phone', phone: '+12025550123' })
    expect(row.issues).toMatchObject([{ code: 'phone.extension', severity: 'warning' }])
  })

  test('a cell defused by our own result file is read again', () => {
    expect(mapCells(recipe, { Phone: defuse('+12025550123'), Home: '' }).key).toEqual({ by: 'phone', phone: '+12025550123' })
    const named = recipeOf('contacts', [{ to: 'name', from: ['Name'] }])
    expect(mapCells(named, { Name: defuse('@anna') }).contact?.name).toBe('@anna')
  })

  test('by uuid is trimmed, and blank is an issue', () => {
    const byUuid = recipeOf('contacts', [], { match: { by: 'uuid', column: 'Id' } })
    expect(mapCells(byUuid, { Id: ' abc-1\u00A0' }).key).toEqual({ by: 'uuid', uuid: 'abc-1' })
    expect(codes(mapCells(byUuid, { Id: ' ' }))).toEqual(['uuid.blank'])
    expect(codes(mapCells(byUuid, { Id: 'a b' }))).toEqual(['uuid.invalid'])
  })
})

describe('blank cells', () => {
  const fields: FieldRule[] = [
    { to: 'name', from: ['First', 'Last'] },
    { to: 'email', from: ['Email'] },
    { to: 'notes', from: ['Notes'] },
    { to: 'tags', from: ['Tags'], tags: 'replace' },
    { to: 'archived', from: ['Archived'] },
    { to: 'custom:Account ID', from: ['Account'] },
  ]
  const blank = { First: '', Last: ' ', Email: '\u200B', Notes: '', Tags: '', Archived: '', Account: '' }
  const cleared = { name: null, email: null, notes: null, tags: { handling: 'replace', tags: [] }, customFields: { 'cf-account': '' } }

  test('keep what is there', () => {
    expect(mapCells(recipeOf('contacts', fields), blank)).toMatchObject({ contact: {}, issues: [] })
    expect(mapCells(recipeOf('contacts', fields), blank).contact).toEqual({})
  })

  test('clear where the recipe says so, never a flag', () => {
    expect(mapCells(recipeOf('contacts', fields, { blank: 'clear' }), blank).contact).toEqual(cleared)
  })

  test('clear tags only where they are replaced, and of a message nothing', () => {
    const added = recipeOf('contacts', [{ to: 'tags', from: ['Tags'] }], { blank: 'clear' })
    expect(mapCells(added, { Tags: '' }).contact).toEqual({})
    const messages = recipeOf(
      'messages',
      [
        { to: 'body', from: ['Text'] },
        { to: 'sentAt', from: ['Sent'] },
      ],
      { blank: 'clear' },
    )
    expect(mapCells(messages, { Text: 'Hi', Sent: '' }).message).toEqual({ body: 'Hi', attachments: [], sentAtSeconds: null })
  })

  test('follow the field before the recipe', () => {
    const some: FieldRule[] = [
      { to: 'name', from: ['First'], blank: 'clear' },
      { to: 'notes', from: ['Notes'] },
    ]
    expect(mapCells(recipeOf('contacts', some), { First: '', Notes: '' }).contact).toEqual({ name: null })
    const others: FieldRule[] = [
      { to: 'name', from: ['First'], blank: 'keep' },
      { to: 'notes', from: ['Notes'] },
    ]
    expect(mapCells(recipeOf('contacts', others, { blank: 'clear' }), { First: '', Notes: '' }).contact).toEqual({ notes: null })
  })

  test('that a short row does not even have are kept, never cleared', () => {
    const columns = columnsNamed('Phone', 'First', 'Last', 'Email', 'Notes', 'Tags', 'Archived', 'Account')
    const mapping = compileRecipe(recipeOf('contacts', fields, { blank: 'clear' }), columns, account)
    expect(mapping.mapRow({ line: 2, cells: [goodPhone] }).contact).toEqual({})
    expect(mapping.mapRow({ line: 2, cells: [goodPhone, ''] }).contact).toEqual({})
    expect(mapping.mapRow({ line: 2, cells: [goodPhone, 'Anna'] }).contact).toEqual({ name: 'Anna' })
    expect(mapping.mapRow({ line: 2, cells: [goodPhone, '', ''] }).contact).toEqual({ name: null })
    expect(codes(mapping.mapRow({ line: 2, cells: [] }))).toEqual(['phone.blank'])
  })

  test('can be given a meaning of their own in the value map', () => {
    const recipe = recipeOf('contacts', [{ to: 'blocked', from: ['B'], values: { x: true, '': false } }])
    expect(mapCells(recipe, { B: '' }).contact).toEqual({ blocked: false })
  })
})

describe('text', () => {
  test('of several columns is joined, blank ones left out', () => {
    const recipe = recipeOf('contacts', [{ to: 'name', from: ['A', 'B', 'C'], join: ', ' }])
    expect(mapCells(recipe, { A: 'Lee ', B: ' ', C: 'Anna' }).contact?.name).toBe('Lee, Anna')
    expect(mapCells(recipe, { A: '', B: '', C: 'Anna' }).contact?.name).toBe('Anna')
    const spaced = recipeOf('contacts', [{ to: 'name', from: ['A', 'B'] }])
    expect(mapCells(spaced, { A: 'Anna', B: 'Lee' }).contact?.name).toBe('Anna Lee')
  })

  test('of a name is on one line, of notes keeps its lines', () => {
    const recipe = recipeOf('contacts', [
      { to: 'name', from: ['A'] },
      { to: 'notes', from: ['A'] },
    ])
    expect(mapCells(recipe, { A: ' Mu\u0308ller\r\nAnna\u200B' }).contact).toEqual({ name: 'Müller Anna', notes: 'Müller\nAnna' })
  })

  test('can be a constant of any kind', () => {
    const recipe = recipeOf('contacts', [
      { to: 'notes', value: 'Imported' },
      { to: 'custom:Account ID', value: 42 },
      { to: 'custom:cf-twin-1', value: true },
      { to: 'name', value: null },
      { to: 'blocked', value: 'no' },
      { to: 'archived', value: 1 },
      { to: 'tags', value: 'New York, VIP' },
    ])
    expect(mapCells(recipe, {}).contact).toEqual({
      notes: 'Imported',
      name: '',
      blocked: false,
      archived: true,
      tags: { handling: 'add', tags: ['New_York', 'VIP'] },
      customFields: { 'cf-account': '42', 'cf-twin-1': 'true' },
    })
  })

  test('goes through a value map; what the map does not know is an issue', () => {
    const recipe = recipeOf('contacts', [{ to: 'custom:Account ID', from: ['Tier'], values: { Gold: 'G', silver: 2, none: null } }])
    expect(mapCells(recipe, { Tier: ' GOLD ' }).contact?.customFields).toEqual({ 'cf-account': 'G' })
    expect(mapCells(recipe, { Tier: 'Silver' }).contact?.customFields).toEqual({ 'cf-account': '2' })
    expect(mapCells(recipe, { Tier: 'none' }).contact?.customFields).toEqual({ 'cf-account': '' })
    const row = mapCells(recipe, { Tier: 'Bronze' }, 9)
    expect(row.issues).toMatchObject([{ code: 'value.unknown', severity: 'error', line: 9, column: 'Tier', value: 'Bronze' }])
    expect(row.issues[0]?.message).toContain('Gold, silver, none')
    expect(row.contact).toEqual({})
  })

  test('that is no e-mail or web address is an issue', () => {
    const recipe = recipeOf('contacts', [
      { to: 'email', from: ['Email'] },
      { to: 'custom:Profile', from: ['Link'] },
    ])
    expect(mapCells(recipe, { Email: 'a@example.com', Link: 'https://example.com/1' })).toMatchObject({
      issues: [],
      contact: { email: 'a@example.com', customFields: { 'cf-profile': 'https://example.com/1' } },
    })
    const row = mapCells(recipe, { Email: 'nobody', Link: 'www.example.com' })
    expect(codes(row)).toEqual(['email.invalid', 'link.invalid'])
    expect(row.contact).toEqual({})
  })
})

describe('flags', () => {
  test('without a map are read in four languages; anything else is an issue, never false', () => {
    const recipe = recipeOf('contacts', [{ to: 'unreachable', from: ['U'] }])
    expect(mapCells(recipe, { U: 'Ja' }).contact).toEqual({ unreachable: true })
    expect(mapCells(recipe, { U: 'non' }).contact).toEqual({ unreachable: false })
    expect(mapCells(recipe, { U: 'maybe' })).toMatchObject({ contact: {}, issues: [{ code: 'value.unknown', value: 'maybe' }] })
  })

  test('with a map know only the map; null leaves the contact as it is', () => {
    const recipe = recipeOf('contacts', [{ to: 'blocked', from: ['B'], values: { Y: true, N: false, '?': null } }])
    expect(mapCells(recipe, { B: 'y' }).contact).toEqual({ blocked: true })
    expect(mapCells(recipe, { B: '?' })).toMatchObject({ contact: {}, issues: [] })
    expect(codes(mapCells(recipe, { B: 'yes' }))).toEqual(['value.unknown'])
  })

  test('of consent go beside the contact, with the evidence', () => {
    const recipe = recipeOf('consent', [
      { to: 'consent', from: ['SMS'] },
      { to: 'evidence', from: ['Date', 'Source'] },
      { to: 'evidence', value: 'Paper form' },
    ])
    const row = mapCells(recipe, { SMS: 'Opted in', Date: ' 2024-03-12', Source: '' })
    expect(row).toMatchObject({ consent: true, evidence: { Date: '2024-03-12', evidence: 'Paper form' }, issues: [] })
    expect(row.contact).toBeUndefined()
    expect(mapCells(recipe, { SMS: '', Date: '', Source: '' }).consent).toBeUndefined()
  })
})

describe('tags', () => {
  const recipe = recipeOf('contacts', [{ to: 'tags', from: ['Tags'], tags: 'remove' }])

  test('are listed with the way of handling them', () => {
    expect(mapCells(recipe, { Tags: 'VIP; New York ::: VIP' }).contact?.tags).toEqual({ handling: 'remove', tags: ['VIP', 'New_York'] })
    expect(mapCells(recipe, { Tags: '* myContacts' }).contact).toEqual({})
  })

  test('with a comma are an issue each', () => {
    expect(mapCells(recipe, { Tags: '"Smith, John","b"' })).toMatchObject({
      issues: [{ code: 'tag.comma', severity: 'error', value: 'Smith, John' }],
    })
  })

  test('go through a value map one by one or whole', () => {
    const mapped = recipeOf('contacts', [{ to: 'tags', from: ['Tags'], values: { a: 'Alpha', b: null, 'c, d': 'Both' } }])
    expect(mapCells(mapped, { Tags: 'A, b' }).contact?.tags?.tags).toEqual(['Alpha'])
    expect(mapCells(mapped, { Tags: 'c, d' }).contact?.tags?.tags).toEqual(['Both'])
    expect(mapCells(mapped, { Tags: 'a, z' }).issues).toMatchObject([{ code: 'value.unknown', value: 'z' }])
  })

  test('of one row can be changed without changing those of another', () => {
    const mapping = compileRecipe(recipe, columnsNamed('Phone', 'Tags'), account)
    mapping.mapRow({ line: 2, cells: [goodPhone, 'a,b'] }).contact?.tags?.tags.push('c')
    expect(mapping.mapRow({ line: 3, cells: [goodPhone, 'a,b'] }).contact?.tags?.tags).toEqual(['a', 'b'])
  })
})

describe('messages', () => {
  const fields: FieldRule[] = [
    { to: 'body', from: ['Text'] },
    { to: 'attachments', from: ['Files'] },
    { to: 'sentAt', from: ['Sent'] },
  ]
  const recipe = recipeOf('messages', fields)

  test('have a body, attachments and the time they were sent', () => {
    expect(
      mapCells(recipe, { Text: ' Hi\r\nthere ', Files: 'https://a.example/1 https://a.example/2', Sent: '2024-03-12T14:05:00Z' }).message,
    ).toEqual({
      body: 'Hi\nthere',
      attachments: ['https://a.example/1', 'https://a.example/2'],
      sentAtSeconds: Date.UTC(2024, 2, 12, 14, 5) / 1000,
    })
    expect(mapCells(recipe, { Text: 'Hi', Files: '', Sent: '' }).message).toEqual({ body: 'Hi', attachments: [], sentAtSeconds: null })
  })

  test('that cannot be used say why', () => {
    expect(mapCells(recipe, { Text: ' ', Files: '', Sent: '' }).issues).toMatchObject([
      { code: 'body.empty', value: null, severity: 'error' },
    ])
    expect(codes(mapCells(recipe, { Text: 'Hi', Files: 'photo.jpg', Sent: '03/04/2024' }))).toEqual([
      'attachment.invalid',
      'date.ambiguous',
    ])
    expect(codes(mapCells(recipe, { Text: 'Hi', Files: '', Sent: 'yesterday' }))).toEqual(['date.unreadable'])
  })

  test('on an ambiguous day follow the column where its samples leave no doubt', () => {
    const columns = columnsNamed('Phone', 'Text', 'Files', 'Sent').map((column) =>
      column.name === 'Sent' ? { ...column, samples: ['03/04/2024', '25/03/2024'] } : column,
    )
    const row = compileRecipe(recipe, columns, account).mapRow({ line: 2, cells: [goodPhone, 'Hi', '', '03/04/2024'] })
    expect(row.message?.sentAtSeconds).toBe(Date.UTC(2024, 3, 3) / 1000)
  })

  test('never have their text in an issue, even where another field reads the same column', () => {
    const secret = 'meet me at the bridge'
    const leaky = recipeOf(
      'messages',
      [
        { to: 'body', from: ['Text'], values: { a: 'b' } },
        { to: 'sentAt', from: ['Text'] },
        { to: 'attachments', from: ['Text', 'Files'] },
      ],
      {
        match: { by: 'phone', column: 'Text' },
      },
    )
    const row = mapCells(leaky, { Text: secret, Files: '' })
    expect(codes(row)).toEqual(['phone.invalid', 'date.unreadable', 'attachment.invalid', 'value.unknown'])
    for (const part of ['meet', 'bridge']) expect(JSON.stringify(row.issues)).not.toContain(part)
    expect(row.issues.every(({ value }) => value === null)).toBe(true)
  })
})

describe('any recipe and any row', () => {
  const names = ['Phone', 'A', 'B', 'C']
  const from = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
  const step = fc.constantFrom<TextStep>(
    { do: 'trim' },
    { do: 'case', to: 'title' },
    { do: 'replace', find: 'a', with: ' ' },
    { do: 'replace', find: '', with: 'x', whole: true },
    { do: 'replace', find: String.raw`(.)\s*$`, with: '$1$1\n', pattern: true },
    { do: 'split', at: ' ', take: -1 },
    { do: 'digits' },
    { do: 'date', to: 'DD/MM/YYYY' },
    { do: 'prefix', text: ' \u200B' },
  )
  const steps = fc.option(fc.array(step, { minLength: 1, maxLength: 3 }), { nil: undefined })
  const joined = (to: Target) =>
    fc
      .record({ to: fc.constant(to), from, join: fc.option(fc.string({ maxLength: 3 }), { nil: undefined }), isFirst: fc.boolean(), steps })
      .map(({ join, isFirst, ...made }): FieldRule => (isFirst && to !== 'evidence' ? { ...made, take: 'first' } : { ...made, join }))
  const templated = (to: Target) =>
    fc
      .tuple(from, fc.string({ unit: 'grapheme' }), fc.constantFrom('', '[{{sentAt}}] '), steps)
      .map(([columns, text, time, changes]): FieldRule => {
        const places = columns.map((name) => `{{${name}}}${text.replace(/[{}]/g, '')}`).join(' ')
        return { to, template: (to === 'body' ? time : '') + places, steps: changes }
      })
  const takesTemplate = (to: Target) => to === 'name' || to === 'notes' || to === 'body' || to.startsWith('custom:')
  const rule = (to: Target) => (takesTemplate(to) ? fc.oneof(joined(to), templated(to)) : joined(to))
  const only = fc.option(
    fc.record({ column: fc.constantFrom(...names), is: fc.array(fc.constantFrom('', 'yes', 'A', 'x'), { minLength: 1 }) }),
    { nil: undefined },
  )
  const targets: Record<ImportKind, Target[]> = {
    contacts: ['name', 'email', 'notes', 'tags', 'archived', 'blocked', 'unreachable', 'custom:Account ID', 'custom:Profile'],
    consent: ['consent', 'evidence'],
    resolve: ['disposition'],
    whispers: ['body', 'attachments', 'sentAt'],
    messages: ['body', 'attachments', 'sentAt'],
    send: ['body', 'attachments', 'consent', 'evidence', 'timeZone'],
    groupSend: ['body', 'attachments', 'consent', 'evidence', 'timeZone'],
    requestConsent: ['consent', 'evidence', 'timeZone'],
  }
  const recipe: fc.Arbitrary<Recipe> = fc
    .constantFrom<ImportKind>('contacts', 'consent', 'resolve', 'whispers', 'messages', 'requestConsent')
    .chain((kind) =>
      fc.record({
        fields:
          kind === 'contacts'
            ? fc.subarray(targets.contacts).chain((chosen) => fc.tuple(...chosen.map(rule)))
            : fc.tuple(...targets[kind].map(rule)),
        kind: fc.constant(kind),
        blank: fc.constantFrom('keep', 'clear'),
        by: fc.constantFrom('phone', 'uuid'),
        only,
      }),
    )
    .map(({ fields, kind, blank, by, only: filter }) =>
      recipeOf(kind, fields, { blank, only: filter, match: { by, column: 'Phone', otherColumns: ['B'] } }),
    )
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '',
      ' ',
      'yes',
      'no',
      'maybe',
      goodPhone,
      '+49 30 1234567',
      '5.58E+12',
      'a,b;"c"',
      '"a, b","c"',
      'https://example.com',
      'a@example.com',
      '03/04/2024',
      "'=1+1",
      '\u200B',
      'x'.repeat(2000),
      '😀'.repeat(300),
    ),
  )

  test('map without an exception, every issue complete and with the line', () => {
    fc.assert(
      fc.property(recipe, fc.array(cell, { maxLength: 6 }), fc.integer({ min: 1, max: 1e9 }), (made, cells, line) => {
        const row = compileRecipe(made, columnsNamed(...names), account).mapRow({ line, cells })
        if (row.filtered !== undefined) {
          // Of a row that is left out and refuses, whom it is about is told, and nothing else.
          if (row.isRefusalLeftOut === true) expect(row.issues).toMatchObject([{ code: 'refusal.left_out', line, severity: 'warning' }])
          else expect(row).toEqual({ line, key: null, issues: [], filtered: row.filtered })
          return
        }
        expect(row.line).toBe(line)
        for (const issue of row.issues) {
          rowIssueSchema.parse(issue)
          expect(issue.line).toBe(line)
          expect(issue.message).not.toBe('')
          expect(issue.hint).not.toBe('')
        }
        if (row.key === null) expect(row.issues.some(({ severity }) => severity === 'error')).toBe(true)
        if (made.kind === 'messages' && !row.issues.some(({ severity }) => severity === 'error')) {
          expect([row.message?.body.trim(), ...(row.message?.attachments ?? [])].join('')).not.toBe('')
        }
        expect(row.contact !== undefined).toBe(made.kind === 'contacts')
        for (const text of [row.contact?.name, row.contact?.email, row.contact?.notes]) {
          if (typeof text !== 'string') continue
          expect(text).toBe(text.trim())
          expect(text).not.toBe('')
          expect(text).toBe(text.normalize('NFC'))
        }
        expect(row.contact?.name ?? '').not.toMatch(/[\n\t]/)
      }),
      { numRuns: portion(1_500) },
    )
  })

  test('give the same again: mapping is pure, whatever was mapped before', () => {
    fc.assert(
      fc.property(recipe, fc.array(fc.array(cell, { maxLength: 5 }), { minLength: 1, maxLength: 6 }), (made, rows) => {
        const shared = compileRecipe(made, columnsNamed(...names), account)
        for (const cells of [...rows, ...rows]) {
          const fresh = compileRecipe(made, columnsNamed(...names), account)
          expect(shared.mapRow({ line: 2, cells })).toEqual(fresh.mapRow({ line: 2, cells }))
        }
      }),
      { numRuns: portion(150) },
    )
  })

  test('give the same wherever the columns stand in the file', () => {
    fc.assert(
      fc.property(recipe, fc.tuple(cell, cell, cell, cell), fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (made, cells, order) => {
        const inOrder = compileRecipe(made, columnsNamed(...names), account).mapRow({ line: 2, cells })
        const moved = columnsNamed(...order.map((index) => names[index] ?? ''))
        expect(compileRecipe(made, moved, account).mapRow({ line: 2, cells: order.map((index) => cells[index] ?? '') })).toEqual(inOrder)
      }),
      { numRuns: portion(300) },
    )
  })
})

test('a cell as long as a cell can be, of any sort of filling, does not hang the mapping', () => {
  const recipe = recipeOf('contacts', [
    { to: 'name', from: ['A'] },
    { to: 'email', from: ['A'] },
    { to: 'tags', from: ['A'] },
    { to: 'blocked', from: ['A'] },
    { to: 'custom:Profile', from: ['A'] },
  ], { match: { by: 'phone', column: 'A' } }) // prettier-ignore
  const messages = recipeOf('messages', [
    { to: 'body', from: ['Phone'] },
    { to: 'sentAt', from: ['A'] },
    { to: 'attachments', from: ['A'] },
  ])
  const fillings = [
    ' ',
    '.',
    '"',
    "'",
    '-',
    'a',
    '1',
    ',',
    ':',
    '\n',
    '\u00A0',
    '\u200B',
    '" ',
    '",',
    '1 ',
    'a.',
    'a@',
    '\u4E2D ',
    '(',
    '/',
  ]
  for (const filling of fillings) {
    for (const [start, end] of [
      ['"x', 'x'],
      ['\u4E2Dx', '\u4E2D'],
      ['https://', '"'],
      ['a\n', 'x@'],
      ['+1', '!'],
    ] as const) {
      const cell = start + filling.repeat(32_767 / filling.length) + end
      expect(mapCells(recipe, { A: cell }).issues.length).toBeGreaterThan(0)
      expect(mapCells(messages, { A: cell }).issues.length).toBeGreaterThan(0)
    }
  }
})

describe('a row that refuses and has a mistake elsewhere', () => {
  const contacts = recipeOf('contacts', [
    { to: 'name', from: ['Name'] },
    { to: 'email', from: ['Mail'] },
    { to: 'consent', from: ['SMS'], values: { Yes: true, No: false } },
  ])

  test('keeps its refusal, and sends nothing else', () => {
    expect(mapCells(contacts, { Name: 'Anna Lee', Mail: 'anna', SMS: 'No' })).toMatchObject({
      consent: false,
      contact: {},
      issues: [
        { code: 'email.invalid', severity: 'warning', column: 'Mail' },
        { code: 'consent.refusal_only', severity: 'warning', column: 'Mail' },
      ],
    })
  })

  test('is as before where it agrees, or where nobody knows who refuses', () => {
    expect(mapCells(contacts, { Name: 'Anna Lee', Mail: 'anna', SMS: 'Yes' }).issues).toMatchObject([
      { code: 'email.invalid', severity: 'error' },
    ])
    const nobody = mapCells(contacts, { Phone: '12', Name: 'Anna Lee', Mail: 'anna', SMS: 'No' })
    expect(nobody.key).toBeNull()
    expect(nobody.issues.map(({ severity }) => severity)).toContain('error')
  })
})

test('a name of which only one part is filled is marked, so that it replaces none', () => {
  const names = (...from: string[]) => recipeOf('contacts', [{ to: 'name', from }])
  const isPartial = (cells: Record<string, string>) => mapCells(names('Name', 'Mail'), cells).isNamePartial === true
  expect(isPartial({ Name: ' ', Mail: 'Miller' })).toBe(true)
  expect(isPartial({ Name: 'Anna', Mail: '' })).toBe(true)
  expect(isPartial({ Name: 'Anna', Mail: 'Miller' })).toBe(false)
  expect(isPartial({ Name: '', Mail: '' })).toBe(false)
  const three = (cells: Record<string, string>) => mapCells(names('First', 'Middle', 'Last'), cells).isNamePartial === true
  expect(three({ First: 'Anna', Middle: '', Last: 'Lee' })).toBe(false)
  expect(three({ First: '', Middle: '', Last: 'Lee' })).toBe(true)
  expect(mapCells(names('Name'), { Name: 'Miller' }).isNamePartial).toBeUndefined()
  const first = recipeOf('contacts', [{ to: 'name', from: ['Name', 'Mail'], take: 'first' }])
  expect(mapCells(first, { Name: '', Mail: 'Miller' }).isNamePartial).toBeUndefined()
})
