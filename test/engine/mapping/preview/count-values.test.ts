import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createValueCounter } from '../../../../src-main/engine/mapping/preview/count-values.ts'
import { createRowFilter } from '../../../../src-main/engine/mapping/compile/row-filter.ts'
import { compileRecipe } from '../../../../src-main/engine/mapping/compile/compile-recipe.ts'
import { valueReadingSchema } from '../../../../src-main/engine/mapping/preview/values-schema.ts'
import { account, columnsNamed, goodPhone, recipeOf } from '../mapping-case.ts'

const columns = columnsNamed('A', 'B', 'Phone')

function count(rows: string[][], reading: object) {
  const parsed = valueReadingSchema.parse({ columns: ['A'], ...reading })
  const own = columns.filter(({ name }) => parsed.columns.includes(name))
  const filtered = columns.find(({ name }) => name === parsed.only?.column)
  const filter = parsed.only === undefined || filtered === undefined ? null : createRowFilter(parsed.only, filtered, false)
  const counter = createValueCounter(parsed, own, filter)
  rows.forEach((cells, at) => counter.add({ line: at + 2, cells }))
  return counter.result()
}
const texts = (result: ReturnType<typeof count>) => result.values.map(({ text, rows, line }) => [text, rows, line])

describe('values are counted', () => {
  test('whatever their case and the spaces around them, the most frequent first', () => {
    const result = count([['Yes'], ['no'], [' yes '], [''], ['YES'], [' \u200B']], {})
    expect(texts(result)).toEqual([
      ['Yes', 3, 2],
      ['no', 1, 3],
    ])
    expect(result).toMatchObject({ rows: 6, blank: 2, unreadable: 0, hasMore: false, otherRows: 0 })
  })

  test('as the rule reads them: joined or the first, after its steps, in the rows that are imported', () => {
    const rows = [['a', 'x'], ['', 'x'], ['b', 'y'], []]
    expect(texts(count(rows, { columns: ['A', 'B'] }))).toEqual([
      ['a x', 1, 2],
      ['x', 1, 3],
      ['b y', 1, 4],
    ])
    expect(texts(count(rows, { columns: ['A', 'B'], take: 'first', steps: [{ do: 'case', to: 'upper' }] }))).toEqual([
      ['A', 1, 2],
      ['X', 1, 3],
      ['B', 1, 4],
    ])
    expect(count(rows, { only: { column: 'B', is: ['X'] } })).toMatchObject({ rows: 2, blank: 1, values: [{ text: 'a' }] })
    expect(count([['soon'], ['2024-03-12']], { steps: [{ do: 'date' }] })).toMatchObject({
      unreadable: 1,
      rows: 2,
      values: [{ text: '2024-03-12' }],
    })
  })

  test('item by item where the cells hold lists, each once a row', () => {
    expect(texts(count([['a, b; A'], ['b']], { items: true }))).toEqual([
      ['b', 2, 2],
      ['A', 1, 2],
    ])
  })

  test('up to the limit, and it is said how many rows have others', () => {
    const result = count([['a'], ['b'], ['c'], ['a'], ['d'], ['']], { limit: 2 })
    expect(texts(result)).toEqual([
      ['a', 2, 2],
      ['b', 1, 3],
    ])
    expect(result).toMatchObject({ rows: 6, blank: 1, otherRows: 2, hasMore: true })
  })

  test('so that the rows add up', () => {
    const cell = fc.constantFrom('', ' ', 'a', 'A', 'b', 'c', 'd', '2024-01-01')
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 2 })), fc.integer({ min: 1, max: 4 }), fc.boolean(), (rows, limit, isDate) => {
        const result = count(rows, { columns: ['A', 'B'], take: 'first', limit, ...(isDate && { steps: [{ do: 'date' }] }) })
        expect(result.values.reduce((sum, value) => sum + value.rows, 0) + result.blank + result.unreadable + result.otherRows).toBe(
          rows.length,
        )
      }),
    )
  })
})

describe('what values mean is suggested', () => {
  const suggested = (values: string[], to: string, column = 'A') =>
    createSuggested(values, to, column).map((suggestion) =>
      suggestion === null ? 'unknown' : `${suggestion.value} ${suggestion.confidence}`,
    )
  function createSuggested(values: string[], to: string, column: string) {
    const reading = valueReadingSchema.parse({ columns: [column], to })
    const counter = createValueCounter(reading, columnsNamed(column), null)
    values.forEach((cell, at) => counter.add({ line: at + 2, cells: [cell] }))
    return counter.result().values.map(({ suggestion }) => suggestion)
  }

  test('for words that are known, and not for others', () => {
    expect(suggested(['Opted in', 'Abgemeldet', 'pending'], 'consent')).toEqual(['true sure', 'false sure', 'unknown'])
    expect(suggested(['a', 'b'], 'notes')).toEqual(['unknown', 'unknown'])
  })

  test('the other way round where the column says the opposite', () => {
    expect(suggested(['Yes', 'No'], 'consent', 'SMS opted out')).toEqual(['false sure', 'null sure'])
    expect(suggested(['Yes', 'No', 'Archived'], 'archived', 'Active')).toEqual(['false sure', 'true sure', 'true sure'])
    expect(suggested(['Yes', 'No'], 'unreachable', 'Unsubscribed')).toEqual(['true sure', 'null sure'])
  })

  test('for a lone mark or a pair of letters, less surely', () => {
    expect(suggested(['x', ''], 'consent')).toEqual(['true likely'])
    expect(suggested(['x', 'y', 'z'], 'consent').slice(0, 1)).toEqual(['unknown'])
    expect(suggested(['O', 'N'], 'consent')).toEqual(['true likely', 'false sure'])
    expect(suggested(['S', 'N'], 'blocked')).toEqual(['true likely', 'false sure'])
  })

  test('so that a surely suggested map gives no unknown values, and nobody consents who opted out', () => {
    const word = fc.constantFrom('yes', 'no', 'Y', 'N', 'true', '0', 'subscribed', 'unsubscribed', 'STOP', 'baja', 'x', 'pending', '✓')
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1 }), fc.constantFrom('Consent', 'Opted out', 'Unsubscribed'), (words, column) => {
        const suggestions = createSuggested(words, 'consent', column)
        const values = Object.fromEntries(words.flatMap((text, at) => (suggestions[at] ? [[text, suggestions[at].value]] : [])))
        const mapping = compileRecipe(
          recipeOf('consent', [{ to: 'consent', from: [column], values }]),
          columnsNamed('Phone', column),
          account,
        )
        for (const text of Object.keys(values)) {
          const mapped = mapping.mapRow({ line: 2, cells: [goodPhone, text] })
          expect(mapped.issues).toEqual([])
          if (column !== 'Consent') expect(mapped.consent).not.toBe(true)
        }
      }),
    )
  })
})
