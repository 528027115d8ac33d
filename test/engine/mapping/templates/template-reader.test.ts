import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileRecipe } from '../../../../src-main/engine/mapping/compile/compile-recipe.ts'
import { recipeFit } from '../../../../src-main/engine/mapping/recipe/recipe-fit.ts'
import { readTemplate } from '../../../../src-main/engine/mapping/templates/template.ts'
import { createTemplateReader } from '../../../../src-main/engine/mapping/templates/template-reader.ts'
import { previewMapping } from '../../../../src-main/engine/mapping/preview/preview-mapping.ts'
import type { FieldRule } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { account, columnsNamed, goodPhone, mapCells, recipeOf } from '../mapping-case.ts'

const sentAt: FieldRule = { to: 'sentAt', from: ['Sent'] }
const files: FieldRule = { to: 'attachments', from: ['Files'] }
const dated: FieldRule = { to: 'body', template: '[{{sentAt}}] {{Message}}' }
const codes = (row: { issues: { code: string }[] }) => row.issues.map(({ code }) => code)

describe("a message's text", () => {
  const recipe = recipeOf('messages', [dated, sentAt, files])
  const map = (cells: { Message?: string; Sent?: string; Files?: string }) =>
    mapCells(recipe, { Message: 'Hi', Sent: '2024-03-12 14:05', Files: '', ...cells })

  test('is filled with the time in words and the cells, wherever the rules stand', () => {
    expect(map({ Message: ' Hi\r\nthere ' })).toMatchObject({ message: { body: '[12 Mar 2024, 14:05] Hi\nthere' }, issues: [] })
    const other = recipeOf('messages', [sentAt, { to: 'body', template: '{{Message}} ({{ Sender }}, {{sentAt}})' }])
    expect(mapCells(other, { Message: 'Hi', Sender: 'Ann', Sent: '2024-03-12' }).message?.body).toBe('Hi (Ann, 12 Mar 2024)')
  })

  test('has its times in UTC, or in the time zone that the recipe says; local times stay', () => {
    const berlin = recipeOf('messages', [{ ...dated, timeZone: 'Europe/Berlin' }, sentAt])
    expect(map({ Sent: '2024-03-12T14:05+01:00' }).message?.body).toBe('[12 Mar 2024, 13:05] Hi')
    expect(mapCells(berlin, { Message: 'Hi', Sent: '2024-03-12T13:05Z' }).message?.body).toBe('[12 Mar 2024, 14:05] Hi')
    expect(mapCells(berlin, { Message: 'Hi', Sent: '2024-03-12 14:05' }).message?.body).toBe('[12 Mar 2024, 14:05] Hi')
    expect(mapCells(berlin, { Message: 'Hi', Sent: '2024-03-12T13:05Z' }).message?.sentAtSeconds).toBe(Date.UTC(2024, 2, 12, 13, 5) / 1000)
  })

  test('is empty where its columns are blank, whatever the time says', () => {
    expect(map({ Message: ' \u200B' }).issues).toMatchObject([{ code: 'body.empty', severity: 'error' }])
    expect(map({ Message: ' ' }).message?.body).toBe('')
  })

  test('warns where there is no time to be written, but not on top of a time that cannot be read', () => {
    expect(map({ Sent: '' })).toMatchObject({ message: { body: '[] Hi' }, issues: [{ code: 'date.blank', severity: 'warning' }] })
    expect(codes(map({ Sent: 'yesterday' }))).toEqual(['date.unreadable'])
  })

  test('of attachments alone is the time, or nothing', () => {
    expect(map({ Message: '', Files: 'https://a.example/1' })).toMatchObject({
      message: { body: '[12 Mar 2024, 14:05]', attachments: ['https://a.example/1'] },
      issues: [],
    })
    const plain = recipeOf('messages', [{ to: 'body', from: ['Message'] }, files])
    expect(mapCells(plain, { Message: '', Files: 'https://a.example/1' })).toMatchObject({
      message: { body: '', attachments: ['https://a.example/1'] },
      issues: [],
    })
    expect(codes(mapCells(plain, { Message: '', Files: '' }))).toEqual(['body.empty'])
    expect(codes(mapCells(plain, { Message: '', Files: 'photo.jpg' }))).toEqual(['attachment.invalid'])
    const labelled = recipeOf('messages', [{ to: 'body', template: 'Customer: {{Message}}' }, files])
    expect(mapCells(labelled, { Message: '', Files: 'https://a.example/1' }).message?.body).toBe('')
  })

  test('has the identity of its cells, whatever the template says around them', () => {
    expect(map({}).message?.identity).toBe('Hi')
    const other = recipeOf('messages', [{ to: 'body', template: 'Customer: {{Message}}' }])
    expect(mapCells(other, { Message: 'Hi' }).message?.identity).toBe('Hi')
  })

  test('never has its cells in an issue', () => {
    const leaky = recipeOf('messages', [dated, { to: 'sentAt', from: ['Message'] }])
    expect(JSON.stringify(mapCells(leaky, { Message: 'meet me at the bridge' }).issues)).not.toContain('bridge')
  })

  test('shows in the preview as it will be, with its own issues only', () => {
    const columns = columnsNamed('Phone', 'Message', 'Sent', 'Files')
    const rows = [
      { line: 2, cells: [goodPhone, 'Hi', '2024-03-12T14:05Z', ''] },
      { line: 3, cells: [goodPhone, '', '2024-03-12 14:05', 'https://a.example/1'] },
      { line: 4, cells: [goodPhone, 'Hi', 'yesterday', ''] },
      { line: 5, cells: [goodPhone, '', '', ''] },
    ]
    const preview = previewMapping(recipe, columns, rows, account)
    expect(preview.columns[1]?.samples).toMatchObject([
      { line: 2, before: 'Hi', after: '[12 Mar 2024, 14:05] Hi', issue: null },
      { line: 3, before: '', after: '[12 Mar 2024, 14:05]', issue: null },
      { line: 4, after: '[] Hi', issue: null },
      { line: 5, issue: { code: 'body.empty' } },
    ])
    expect(preview.notices).toMatchObject([
      { code: 'template.utc', message: 'Times in the text are written in UTC: "2024-03-12T14:05Z" becomes 12 Mar 2024, 14:05.' },
    ])
    const zoned = recipeOf('messages', [{ ...dated, timeZone: 'UTC' }, sentAt, files])
    expect(previewMapping(zoned, columns, rows, account).notices).toEqual([])
    expect(previewMapping(recipe, columns, rows.slice(1), account).notices).toEqual([])
  })
})

describe('a text of a contact', () => {
  test('is made of several columns', () => {
    const recipe = recipeOf('contacts', [
      { to: 'name', template: '{{First}} {{Middle}} {{Last}}' },
      { to: 'notes', template: 'Since {{Since}}.\nPlan: {{Plan}}' },
      { to: 'custom:Account ID', template: '{{{{{{Id}}}}' },
    ])
    expect(mapCells(recipe, { First: 'Anna ', Middle: '', Last: 'Lee', Since: '2019', Plan: 'Plus', Id: '7' }).contact).toEqual({
      name: 'Anna Lee',
      notes: 'Since 2019.\nPlan: Plus',
      customFields: { 'cf-account': '{{7}}' },
    })
    const link = recipeOf('contacts', [{ to: 'custom:Profile', template: 'https://crm.example/{{Id}}' }])
    expect(mapCells(link, { Id: '7' }).contact?.customFields).toEqual({ 'cf-profile': 'https://crm.example/7' })
  })

  test('is blank where all of its columns are: kept, or cleared where the recipe says so', () => {
    const cells = { First: '', Last: ' ' }
    expect(mapCells(recipeOf('contacts', [{ to: 'name', template: 'Dr. {{First}} {{Last}}' }]), cells).contact).toEqual({})
    expect(mapCells(recipeOf('contacts', [{ to: 'name', template: 'Dr. {{First}} {{Last}}', blank: 'clear' }]), cells).contact).toEqual({
      name: null,
    })
    const short = compileRecipe(
      recipeOf('contacts', [{ to: 'notes', template: 'x {{First}}' }], { blank: 'clear' }),
      columnsNamed('Phone', 'First'),
      account,
    )
    expect(short.mapRow({ line: 2, cells: [goodPhone] }).contact).toEqual({})
  })

  test('calls no column "sentAt" but one of that name', () => {
    expect(mapCells(recipeOf('contacts', [{ to: 'notes', template: 'Sent {{sentAt}}' }]), { sentAt: 'x' }).contact?.notes).toBe('Sent x')
    expect(() => mapCells(recipeOf('contacts', [{ to: 'notes', template: 'Sent {{sentAt}}' }]), { Sent: 'x' })).toThrow(
      'the file has no column "sentAt"',
    )
  })

  test('names columns whatever their case and spaces; the missing ones are told', () => {
    const recipe = recipeOf('contacts', [{ to: 'name', template: '{{first  name}} {{Lsat}}' }])
    expect(() => mapCells(recipe, { 'First Name': 'Anna', Last: 'Lee' })).toThrow('the file has no column "Lsat" (is it "Last"?)')
    expect(recipeFit(recipe, null, columnsNamed('Phone', 'First Name'), account)).toMatchObject({
      kind: 'misfit',
      missing: [{ what: 'column', name: 'Lsat' }],
    })
    expect(mapCells(recipeOf('contacts', [{ to: 'name', template: '{{first  name}}' }]), { 'First Name': 'Anna' }).contact?.name).toBe(
      'Anna',
    )
  })

  test('of cells alone is what joining them gives', () => {
    const joined = recipeOf('contacts', [{ to: 'name', from: ['First', 'Last'] }])
    const template = recipeOf('contacts', [{ to: 'name', template: '{{First}} {{Last}}' }])
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (First, Last) => {
        const plain = { First: First.replace(/\s/g, ''), Last: Last.replace(/\s/g, '') }
        expect(mapCells(template, plain).contact).toEqual(mapCells(joined, plain).contact)
      }),
    )
  })
})

test("a row's time is written, and missed, only where the text has a place for it", () => {
  const made = (template: string, time: string) => {
    const parts = readTemplate(template).parts ?? []
    const { readTime, lacksTime } = createTemplateReader({ to: 'body', parts, indexes: new Map([['Message', 0]]), timeOf: () => time })
    const row = { line: 2, cells: [''] }
    return [readTime(row), lacksTime(row)]
  }
  expect(made('[{{sentAt}}] {{Message}}', 'noon')).toEqual(['[noon]', false])
  expect(made('[{{sentAt}}] {{Message}}', '')).toEqual(['', true])
  expect(made('Said: {{Message}}', 'noon')).toEqual(['', false])
  expect(made('Said: {{Message}}', '')).toEqual(['', false])
})
