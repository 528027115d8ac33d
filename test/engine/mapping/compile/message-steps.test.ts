import { describe, expect, test } from 'vitest'
import { compileRecipe } from '../../../../src-main/engine/mapping/compile/compile-recipe.ts'
import type { FieldRule } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { account, columnsNamed, goodPhone, mapCells, recipeOf } from '../mapping-case.ts'

const body: FieldRule = { to: 'body', from: ['Text'] }
const files: FieldRule = { to: 'attachments', from: ['Files'] }
const sent: FieldRule = { to: 'sentAt', from: ['Sent'] }
const template: FieldRule = { to: 'body', template: '[{{sentAt}}] {{Text}}' }
const mapped = (fields: FieldRule[], cells: Record<string, string>) => mapCells(recipeOf('messages', fields), cells)
const codes = (...args: Parameters<typeof mapped>) => mapped(...args).issues.map(({ severity, code }) => `${severity} ${code}`)
const photo = 'https://a.example/1.png'

describe('the text of a message', () => {
  test.each([
    [{ Text: 'Hi', Files: '' }, 'Hi', []],
    [{ Text: '', Files: photo }, '', []],
    [{ Text: '', Files: '' }, undefined, ['error body.empty']],
    // A faulty attachment is told itself.
    [{ Text: '', Files: 'photo.jpg' }, '', ['error attachment.invalid']],
  ])('of %j is %j', (cells, text, issues) => {
    expect(mapped([body, files], cells).message?.body).toBe(text)
    expect(codes([body, files], cells)).toEqual(issues)
  })

  test('is missing where it is blank, whatever else is wrong with the row', () => {
    expect(codes([sent, body], { Text: '', Sent: 'soon' })).toEqual(['error date.unreadable', 'error body.empty'])
  })

  test('can be missing where the row is too short, as where it is blank', () => {
    const mapping = compileRecipe(recipeOf('messages', [body]), columnsNamed('Phone', 'Text'), account)
    expect(mapping.mapRow({ line: 2, cells: [goodPhone] }).issues).toMatchObject([{ code: 'body.empty', value: null }])
  })

  test('goes through a map; a word that is not in it is told, without the text', () => {
    const map: FieldRule = { ...body, values: { brb: 'Be right back', none: null } }
    expect(mapped([map], { Text: 'BRB' }).message?.body).toBe('Be right back')
    expect(codes([map], { Text: 'none' })).toEqual(['error body.empty'])
    expect(codes([map], { Text: '' })).toEqual(['error body.empty'])
    const [issue] = mapped([map], { Text: 'secret' }).issues
    expect(issue).toMatchObject({ code: 'value.unknown', value: null, message: expect.stringContaining('It knows: brb, none.') })
    expect(mapped([map, files], { Text: 'secret', Files: photo }).message?.body).toBe('')
  })
})

describe('a text with a time in it', () => {
  const fields = [sent, template, files]

  test('has it; what identifies the message is the cells alone', () => {
    const row = mapped(fields, { Text: 'Hi', Sent: '2024-03-12 14:05', Files: '' })
    expect(row.message).toMatchObject({ body: '[12 Mar 2024, 14:05] Hi', identity: expect.stringContaining('Hi') })
    expect(row.message?.identity).not.toContain('Mar')
    expect(mapped([body], { Text: 'Hi' }).message).not.toHaveProperty('identity')
  })

  test('is the time alone where there are only attachments', () => {
    const row = mapped(fields, { Text: '', Sent: '2024-03-12 14:05', Files: photo })
    expect(row.message?.body).toContain('12 Mar 2024')
    expect(row.issues).toEqual([])
  })

  test('warns where there is no time, but not beside an issue of that time', () => {
    expect(codes(fields, { Text: 'Hi', Sent: '', Files: '' })).toEqual(['warning date.blank'])
    expect(codes(fields, { Text: 'Hi', Sent: 'soon', Files: '' })).toEqual(['error date.unreadable'])
    expect(codes(fields, { Text: 'Hi', Sent: '', Files: 'x' })).toEqual(['error attachment.invalid', 'warning date.blank'])
    expect(codes([sent, body], { Text: 'Hi', Sent: '' })).toEqual([])
    const [issue] = mapped(fields, { Text: 'Hi', Sent: '', Files: '' }).issues
    expect(issue?.message).toBe('The message has no time, so {{sentAt}} is blank in its text.')
    expect(mapped(fields, { Text: 'Hi', Sent: 'soon', Files: '' }).message?.body).toBe('[] Hi')
  })
})

describe('attachments', () => {
  test.each([
    ['', [], []],
    [photo, [photo], []],
    [`${photo} ${photo}2`, [photo, `${photo}2`], []],
    [`${photo} x.png y.png`, [], ['error attachment.invalid']],
  ])('of %j are %j', (cell, links, issues) => {
    const row = mapped([body, files], { Text: 'Hi', Files: cell })
    expect(row.message?.attachments).toEqual(links)
    expect(row.issues.map(({ severity, code }) => `${severity} ${code}`)).toEqual(issues)
    if (issues.length > 0) expect(row.issues[0]).toMatchObject({ value: 'x.png', column: 'Files' })
  })

  test('are separated as the rule says', () => {
    expect(mapped([body, { ...files, separator: '|' }], { Text: 'Hi', Files: `${photo}|${photo}2` }).message?.attachments).toEqual([
      photo,
      `${photo}2`,
    ])
  })
})

describe('the time of a message', () => {
  test.each([
    ['2024-03-12T14:05:00Z', Date.UTC(2024, 2, 12, 14, 5) / 1000, []],
    ['', null, []],
    ['03/04/2024', null, ['error date.ambiguous']],
    ['soon', null, ['error date.unreadable']],
    ['45363.5', null, ['error date.unreadable']],
  ])('of %j is %j', (cell, seconds, issues) => {
    const row = mapped([body, sent], { Text: 'Hi', Sent: cell })
    expect(row.message?.sentAtSeconds).toBe(seconds)
    expect(row.issues.map(({ severity, code }) => `${severity} ${code}`)).toEqual(issues)
  })

  test('can be none by the map', () => {
    const map: FieldRule = { ...sent, values: { unknown: null } }
    expect(mapped([map, body], { Text: 'Hi', Sent: 'unknown' })).toMatchObject({ message: { sentAtSeconds: null }, issues: [] })
  })

  test('says what is wrong with it', () => {
    const message = (cell: string) => mapped([body, sent], { Text: 'Hi', Sent: cell }).issues[0]?.message
    expect(message('03/04/2024')).toBe('"03/04/2024" could mean two different days.')
    expect(message('soon')).toBe('"soon" is not a date and time that Rollcall can read.')
    expect(message('45363.5')).toBe('"45363.5" is a date that a spreadsheet turned into a number.')
  })

  test('is read for each row anew, and by its map', () => {
    const mapping = compileRecipe(recipeOf('messages', [sent, template]), columnsNamed('Phone', 'Text', 'Sent'), account)
    const at = (time: string) => mapping.mapRow({ line: 2, cells: [goodPhone, 'Hi', time] }).message?.body
    expect([at('2024-03-12 14:05'), at('2024-03-13 14:05'), at('')]).toEqual([
      '[12 Mar 2024, 14:05] Hi',
      '[13 Mar 2024, 14:05] Hi',
      expect.not.stringContaining('Mar'),
    ])
    const map: FieldRule = { ...sent, values: { start: '2024-03-12 14:05' } }
    expect(mapped([map, template], { Text: 'Hi', Sent: 'start' }).message?.body).toBe('[12 Mar 2024, 14:05] Hi')
  })
})
