import { describe, expect, test } from 'vitest'
import { compileRecipe } from '../../../../src-main/engine/mapping/compile/compile-recipe.ts'
import type { FieldRule } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { account, columnsNamed, goodPhone, mapCells, recipeOf } from '../mapping-case.ts'

const phone = '+12025550123'
const consent: FieldRule = { to: 'consent', from: ['SMS'], values: { Yes: true, No: false } }
const byUuid = (more: object = {}) => ({ match: { by: 'uuid', column: 'Id', ...more } })

describe('what a recipe cannot be compiled for', () => {
  test('is said of its own mistakes before the file is looked at', () => {
    const twice = {
      ...recipeOf('contacts', []),
      fields: [
        { to: 'name' as const, from: ['A'] },
        { to: 'name' as const, from: ['B'] },
      ],
    }
    expect(() => compileRecipe(twice, columnsNamed('Phone', 'A', 'B'), account)).toThrow(
      expect.objectContaining({ code: 'recipe.invalid' }),
    )
    expect(() => compileRecipe(twice, [], account)).toThrow(expect.objectContaining({ code: 'recipe.invalid' }))
  })

  test('names a column once, however often the recipe does', () => {
    const recipe = recipeOf('contacts', [
      { to: 'name', from: ['Gone'] },
      { to: 'notes', from: ['Gone'] },
    ])
    const message = (() => {
      try {
        compileRecipe(recipe, columnsNamed('Phone'), account)
        return ''
      } catch (error) {
        return String(error)
      }
    })()
    expect(message.split('"Gone"')).toHaveLength(2)
    expect(message).not.toContain('is it')
  })

  test('says that a name could be several columns or departments', () => {
    const twins = columnsNamed('Phone', 'first name', 'First  Name')
    const recipe = recipeOf('contacts', [{ to: 'name', from: ['FIRST NAME'] }])
    expect(() => compileRecipe(recipe, twins, account)).toThrow('several columns could be "FIRST NAME"')
    const messages = recipeOf('messages', [{ to: 'body', from: ['Text'] }], { group: 'Sales' })
    const departments = [...account.departments, { uuid: 'd-2', name: 'sales', phone: null, isSmsGroup: false }]
    expect(() => compileRecipe({ ...messages, group: 'SALES' }, columnsNamed('Phone', 'Text'), { ...account, departments })).toThrow(
      'several departments called "SALES"',
    )
  })

  test('takes an unknown department by its uuid only where the account lists none', () => {
    const uuid = '0D8C2F1E-0a55-4d62-9a0f-2f4c5b1d7e22'
    const to = (group: string, departments = account.departments) =>
      compileRecipe(recipeOf('messages', [{ to: 'body', from: ['Text'] }], { group }), columnsNamed('Phone', 'Text'), {
        ...account,
        departments,
      }).groupUuid
    expect(to(uuid, [])).toBe(uuid)
    expect(() => to(uuid)).toThrow('no department')
    expect(() => to('Sales', [])).toThrow('no department "Sales"')
    expect(() => to(`x${uuid}`, [])).toThrow('no department')
    expect(() => to(`${uuid}0`, [])).toThrow('no department')
  })
})

describe('a row that is found by the identifier of its contact', () => {
  test('is found by number where it has none, and notes the number beside the identifier', () => {
    const recipe = recipeOf('contacts', [], byUuid({ phoneColumns: ['Phone'] }))
    expect(mapCells(recipe, { Id: '' }).key).toEqual({ by: 'phone', phone })
    expect(mapCells(recipe, { Id: 'u-1' })).toMatchObject({ key: { by: 'uuid', uuid: 'u-1' }, otherKey: { by: 'phone', phone } })
    const alone = mapCells(recipeOf('contacts', [], byUuid()), { Id: '' })
    expect(alone).toMatchObject({ key: null, issues: [{ code: 'uuid.blank' }] })
  })

  test('notes what an exported file says of its number, and only that of an exported file', () => {
    const fields = byUuid({ phoneColumns: ['Phone'] })
    const exported = recipeOf('contacts', [], { ...fields, exported: true })
    expect(mapCells(exported, { Id: 'u-1' }).exportedNumber).toEqual({ column: 'Phone', text: goodPhone, phone })
    expect(mapCells(exported, { Id: '' }).exportedNumber).toBeUndefined()
    expect(mapCells(recipeOf('contacts', [], fields), { Id: 'u-1' }).exportedNumber).toBeUndefined()
  })

  test('refuses for the number of its own columns before any other', () => {
    const cells = { 'Work Phone': '(202) 555-0199', Id: '', SMS: 'No' }
    const ofUuid = recipeOf('contacts', [consent], byUuid())
    expect(mapCells(ofUuid, cells)).toMatchObject({ key: { by: 'phone', phone }, isNumberBorrowed: true })
    const ofPhone = recipeOf('contacts', [consent], { match: { by: 'phone', column: 'Office' } })
    const borrowed = mapCells(ofPhone, { ...cells, Office: '12' })
    expect(borrowed).toMatchObject({ key: { by: 'phone', phone }, isNumberBorrowed: true, consent: false })
    // The recipe's own further columns come first, although only the first one that is filled is looked at otherwise.
    const several = recipeOf('contacts', [consent], { match: { by: 'phone', column: 'Office', otherColumns: ['Work Phone'] } })
    expect(mapCells(several, { ...cells, Office: '12' }).key).toEqual({ by: 'phone', phone: '+12025550199' })
  })
})

describe('a mistake in a cell about consent', () => {
  const recipe = recipeOf('contacts', [{ to: 'email', from: ['Mail'] }, consent])

  test('holds the other rows of the contact, which no other mistake does', () => {
    const unreadable = mapCells(recipe, { Mail: 'a@example.com', SMS: 'perhaps' })
    expect(unreadable).toMatchObject({ isConsentUnreadable: true, issues: [{ code: 'value.unknown', severity: 'error' }] })
    expect(mapCells(recipe, { Mail: 'no mail', SMS: 'Yes' }).isConsentUnreadable).toBeUndefined()
    expect(mapCells(recipe, { Mail: 'a@example.com', SMS: 'Yes' }).isConsentUnreadable).toBeUndefined()
    expect(mapCells(recipe, { Phone: '', Mail: '', SMS: 'Yes' })).toMatchObject({ key: null, issues: [{ code: 'phone.blank' }] })
    expect(mapCells(recipe, { Phone: '', Mail: '', SMS: 'Yes' }).isConsentUnreadable).toBeUndefined()
  })

  test('is not made of a mere warning about that column', () => {
    const twice = recipeOf('contacts', [consent, { to: 'consent', from: ['Web'], values: { Yes: true, No: false } }])
    const contradicted = mapCells(twice, { SMS: 'Yes', Web: 'No' })
    expect(contradicted).toMatchObject({ consent: false, issues: [{ severity: 'warning' }] })
    expect(contradicted.isConsentUnreadable).toBeUndefined()
  })

  test('counts where several columns were read as one, too', () => {
    const joined = recipeOf('contacts', [{ to: 'consent', from: ['A', 'B'], values: { 'Yes Yes': true, 'No No': false } }])
    expect(mapCells(joined, { A: 'Yes', B: 'perhaps' }).isConsentUnreadable).toBe(true)
  })
})

test('the day of consent is read where there is consent, from the evidence', () => {
  const recipe = recipeOf('contacts', [consent, { to: 'evidence', from: ['Consent date'] }])
  const row = (SMS: string) => mapCells(recipe, { SMS, 'Consent date': '2024-05-06' })
  expect(row('Yes').consentAt).toEqual({ atMs: Date.UTC(2024, 4, 6), precision: 'day' })
  expect(row('No').consentAt).toMatchObject({ precision: 'day' })
  expect('consentAt' in row('')).toBe(false)
  const alone = recipeOf('contacts', [consent])
  expect('consentAt' in mapCells(alone, { SMS: 'Yes' })).toBe(false)
})

describe('what else is known of a compiled recipe', () => {
  const compiled = compileRecipe(
    recipeOf('contacts', [
      { to: 'name', from: ['A'], overwrite: 'ifEmpty' },
      { to: 'custom:account id', from: ['B'], overwrite: 'ifEmpty' },
      { to: 'custom:Profile', from: ['C'] },
      { to: 'email', from: ['D'] },
    ]),
    columnsNamed('Phone', 'A', 'B', 'C', 'D'),
    account,
  )

  test('are the fields that are filled only where they are empty, and what it writes', () => {
    expect([...compiled.ifEmpty]).toEqual(['name', 'custom:cf-account'])
    expect(compiled.parts).toEqual({
      texts: expect.arrayContaining(['name', 'email']),
      tags: false,
      customFields: ['cf-account', 'cf-profile'],
    })
    expect(compiled.parts.texts).toHaveLength(2)
  })

  test('is the custom field of a target, by whatever name it goes', () => {
    expect(compiled.customFieldUuid?.('custom:ACCOUNT ID')).toBe('cf-account')
    expect(compiled.customFieldUuid?.('name')).toBeNull()
    expect(compiled.customFieldUuid?.('custom:Twin')).toBeNull()
  })

  test('is that only contacts write a record', () => {
    expect(mapCells(recipeOf('contacts', []), {}).contact).toEqual({})
    expect('contact' in mapCells(recipeOf('consent', [{ to: 'consent', from: ['SMS'] }]), { SMS: 'Yes' })).toBe(false)
  })
})
