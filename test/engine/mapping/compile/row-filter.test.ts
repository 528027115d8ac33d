import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileRecipe } from '../../../../src-main/engine/mapping/compile/compile-recipe.ts'
import { defuse } from '../../../../src-main/engine/text/defused-cell.ts'
import type { FieldRule } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { eitherOf, filteredWords, filterWords } from '../../../../src-main/engine/mapping/compile/row-filter.ts'
import { account, columnsNamed, goodPhone, mapCells, recipeOf } from '../mapping-case.ts'
import { portion } from '../../../helpers/portion.ts'

const body: FieldRule = { to: 'body', from: ['Text'] }
const inbound = { only: { column: 'Direction', is: ['Inbound', ' received '] } }

test('only rows with one of the words are mapped, whatever its case and the spaces around it', () => {
  const recipe = recipeOf('messages', [body], inbound)
  for (const word of ['Inbound', ' INBOUND\u00A0', 'Received', 'received\u200B', defuse('inbound')]) {
    expect(mapCells(recipe, { Text: 'Hi', Direction: word })).toMatchObject({ message: { body: 'Hi' }, issues: [] })
  }
  expect(mapCells(recipe, { Text: 'Hi', Direction: 'Outbound' })).toEqual({
    line: 2,
    key: null,
    issues: [],
    filtered: { column: 'Direction', value: 'Outbound' },
  })
})

test('a row outside has no other fault: not even a number that cannot be read', () => {
  const recipe = recipeOf('messages', [body, { to: 'sentAt', from: ['Sent'] }], inbound)
  const row = mapCells(recipe, { Phone: 'nobody', Text: '', Sent: 'yesterday', Direction: 'Outbound' })
  expect(row.issues).toEqual([])
  expect(row.filtered).toBeDefined()
})

test('every kind of import can have it, and an empty word stands for blank cells', () => {
  const contacts = recipeOf('contacts', [{ to: 'name', from: ['Name'] }], { only: { column: 'Status', is: ['Active', ''] } })
  expect(mapCells(contacts, { Name: 'Anna', Status: 'active' }).contact).toEqual({ name: 'Anna' })
  expect(mapCells(contacts, { Name: 'Anna', Status: ' ' }).contact).toEqual({ name: 'Anna' })
  expect(mapCells(contacts, { Name: 'Anna', Status: 'Left' }).filtered?.value).toBe('Left')
  const consent = recipeOf('consent', [{ to: 'consent', value: true }], { only: { column: 'Status', is: ['Active'] } })
  expect(mapCells(consent, { Status: 'Active' }).consent).toBe(true)
  expect(mapCells(consent, { Status: '' }).filtered?.value).toBe('')
  const short = compileRecipe(contacts, columnsNamed('Phone', 'Name', 'Status'), account).mapRow({ line: 2, cells: [goodPhone, 'Anna'] })
  expect(short.contact).toEqual({ name: 'Anna' })
})

test('the column is found like any other, and a file without it does not fit', () => {
  expect(
    mapCells(recipeOf('messages', [body], { only: { column: 'direction ', is: ['in'] } }), { Text: 'Hi', Direction: 'out' }).filtered
      ?.column,
  ).toBe('Direction')
  const missing = () => mapCells(recipeOf('messages', [body], inbound), { Text: 'Hi', Directions: 'in' })
  expect(missing).toThrow('the file has no column "Direction" (is it "Directions"?)')
})

describe('why a row is left out', () => {
  test('names up to ten words, and counts the others', () => {
    const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at + 1}`)
    expect([eitherOf([]), eitherOf(['a']), eitherOf(['a', 'b']), eitherOf(['a', 'b', 'c'])]).toEqual(['', 'a', 'a or b', 'a, b or c'])
    expect(eitherOf(words(10))).toBe('w1, w2, w3, w4, w5, w6, w7, w8, w9 or w10')
    expect(eitherOf(words(12))).toBe('w1, w2, w3, w4, w5, w6, w7, w8, w9, w10 or one of 2 others')
  })

  test('is said with its word', () => {
    expect(filteredWords({ column: 'Direction', value: 'Outbound' })).toBe('The recipe leaves out rows whose "Direction" is "Outbound".')
    expect(filteredWords({ column: 'Direction', value: '' })).toBe('The recipe leaves out rows whose "Direction" is blank.')
    expect(filterWords({ column: 'Direction', is: ['Inbound', 'Received', ''] })).toBe(
      'The recipe leaves out rows whose "Direction" is not "Inbound", "Received" or blank.',
    )
  })

  test('never shows the text of a message, nor a long cell whole', () => {
    const recipe = recipeOf('messages', [body], { only: { column: 'Text', is: ['Hi'] } })
    const { filtered } = mapCells(recipe, { Text: 'meet me at the bridge' })
    expect(filtered).toEqual({ column: 'Text', value: null })
    expect(filtered && filteredWords(filtered)).toBe('The recipe leaves out this row by its "Text".')
    const long = mapCells(recipeOf('contacts', [], { only: { column: 'Status', is: ['a'] } }), { Status: '🙂'.repeat(200) })
    expect(long.filtered?.value).toMatch(/^(🙂){59,60}…$/u)
  })
})

test('any cell is either one of the words or left out', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 4 }), fc.string({ unit: 'grapheme' }), (is, cell) => {
      const recipe = recipeOf('contacts', [], { only: { column: 'Status', is } })
      expect(mapCells(recipe, { Status: cell }).filtered === undefined).toBe(
        mapCells(recipe, { Status: ` ${cell}\u00A0\t` }).filtered === undefined,
      )
      for (const word of is) expect(mapCells(recipe, { Status: word }).filtered).toBeUndefined()
    }),
    { numRuns: portion(200) },
  )
})
