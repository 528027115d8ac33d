import { describe, expect, test } from 'vitest'
import { ruleReader, steppedReader } from '../../../../src-main/engine/mapping/steps/stepped-reader.ts'
import type { FieldRule } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'

const rule = (parts: Partial<FieldRule> = {}): FieldRule => ({ to: 'notes', from: ['A', 'B'], ...parts })
const row = (...cells: string[]) => ({ line: 2, cells })
const digits: FieldRule['steps'] = [{ do: 'digits' }]
const date: FieldRule['steps'] = [{ do: 'date', from: 'dayFirst' }]

describe('of several columns, the first that has anything after its steps', () => {
  const read = (parts: Partial<FieldRule>, ...cells: string[]) =>
    steppedReader(rule({ take: 'first', ...parts }), [0, 1], null)(row(...cells))

  test.each([
    [['x1', '2'], '1'],
    // Nothing is left of the first one.
    [['x', 'y2'], '2'],
    [['x', 'y'], ''],
    [['', ''], ''],
  ])('of %j is %j', (cells, text) => {
    expect(read({ steps: digits }, ...cells)).toEqual({ text, fault: null })
  })

  test('is told where its steps fail, whatever stands behind it', () => {
    expect(read({ steps: date }, 'x', '12.03.2024')).toEqual({ text: 'x', fault: 'unreadable' })
    expect(read({ steps: date }, '', '12.03.2024')).toEqual({ text: '2024-03-12', fault: null })
  })

  test('is not known where a cell is missing or its value was not exported, and the others are blank', () => {
    expect(read({ steps: digits }, '')).toEqual({ text: undefined, fault: null })
    expect(read({ steps: digits }, '(not shown)', '')).toEqual({ text: undefined, fault: null })
    expect(read({ steps: digits }, '(not shown)', '2')).toEqual({ text: '2', fault: null })
  })
})

test('of one column, or of all that are joined, the steps change the whole text', () => {
  const joined = steppedReader(rule({ join: '-', steps: digits }), [0, 1], null)
  expect(joined(row('a1', 'b2'))).toEqual({ text: '12', fault: null })
  const single = steppedReader(rule({ from: ['A'], take: 'first', steps: digits }), [0], null)
  expect(single(row('a1'))).toEqual({ text: '1', fault: null })
  expect(single(row('(not shown)'))).toEqual({ text: undefined, fault: null })
  expect(steppedReader(rule({ from: ['A'], steps: date }), [0], null)(row('x'))).toEqual({ text: 'x', fault: 'unreadable' })
})

test('a template is the whole text, whatever columns are read for it', () => {
  expect(steppedReader(rule({ from: [], take: 'first', steps: digits }), [], null, () => 'x7')(row())).toEqual({ text: '7', fault: null })
})

test('for those who only look, a text that its steps cannot change is blank', () => {
  const read = (steps: FieldRule['steps'], ...cells: string[]) =>
    ruleReader({ to: 'notes', from: ['A'], ...(steps && { steps }) }, [0], null)(row(...cells))
  expect(read(undefined, 'x7')).toBe('x7')
  expect(read(digits, 'x7')).toBe('7')
  expect(read(date, 'x7')).toBe('')
  expect(read(date, '12.03.2024')).toBe('2024-03-12')
  expect(read(digits, '(not shown)')).toBeUndefined()
})
