import { describe, expect, test } from 'vitest'
import {
  cellsReader,
  clear,
  clearsBlank,
  empty,
  leave,
  textResolver,
  unknown,
} from '../../../../src-main/engine/mapping/compile/cell-meaning.ts'
import type { FieldRule } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { notShownCell, tooLongCell } from '../../../../src-main/engine/text/unknown-cell.ts'
import { recipeOf } from '../mapping-case.ts'

const rule = (parts: Partial<FieldRule> = {}): FieldRule => ({ to: 'notes', from: ['A'], ...parts })

describe('a blank cell clears', () => {
  test.each([
    ['keep', {}, false],
    ['clear', {}, true],
    ['keep', { blank: 'clear' }, true],
    ['clear', { blank: 'keep' }, false],
    ['clear', { to: 'name' }, true],
    ['clear', { to: 'email' }, true],
    ['clear', { to: 'custom:X' }, true],
    ['clear', { to: 'blocked' }, false],
    ['clear', { to: 'consent' }, false],
    ['clear', { to: 'tags' }, false],
    ['clear', { to: 'tags', tags: 'add' }, false],
    ['clear', { to: 'tags', tags: 'replace' }, true],
  ] as const)('where the recipe says "%s" and the rule %j: %s', (blank, parts, answer) => {
    expect(clearsBlank(rule(parts as Partial<FieldRule>), recipeOf('contacts', [], { blank }))).toBe(answer)
  })
})

describe('the cells of a rule', () => {
  const text = (indexes: number[], cells: string[], parts: Partial<FieldRule> = {}) => cellsReader(rule(parts), indexes)({ line: 2, cells })

  test.each([
    ['x', 'x'],
    [' x\u200B', 'x'],
    [5, '5'],
    [false, 'false'],
    ['', ''],
    [null, ''],
    [undefined, ''],
  ])('are the constant %j in every row', (value, read) => {
    const { from: _, ...constant } = rule({ value })
    expect(cellsReader(constant, [0])({ line: 2, cells: ['cell'] })).toBe(read)
  })

  test.each([
    [[' a '], 'a'],
    [[''], ''],
    [[' \u200B'], ''],
    [[notShownCell], undefined],
    [[tooLongCell], undefined],
    [[], undefined],
  ])('of one column are %j: %j', (cells, read) => {
    expect(text([0], cells)).toBe(read)
    expect(text([0], cells, { take: 'first' })).toBe(read)
    expect(text([1], ['other', ...cells])).toBe(read)
  })

  test.each([
    [['a', 'b'], 'a b'],
    [[' a ', ' b '], 'a b'],
    [['a', ''], 'a'],
    [['', 'b'], 'b'],
    [['', ''], ''],
    [['a'], 'a'],
    [['', notShownCell], undefined],
    [[''], undefined],
    [[], undefined],
    [['a', notShownCell], 'a'],
    [[notShownCell, 'b'], 'b'],
  ])('of several columns are joined of %j: %j', (cells, read) => {
    expect(text([0, 1], cells)).toBe(read)
  })

  test('are joined by what the rule says', () => {
    expect(text([2, 0, 1], ['a', 'b', 'c'], { join: ', ' })).toBe('c, a, b')
    expect(text([0, 1], ['a', 'b'], { join: '' })).toBe('ab')
  })

  test.each([
    [['a', 'b'], 'a'],
    [['', 'b'], 'b'],
    [[' \u200B', 'b'], 'b'],
    [[notShownCell, 'b'], 'b'],
    [['', ''], ''],
    [[''], undefined],
    [['', notShownCell], undefined],
    [[notShownCell, ''], undefined],
    [[], undefined],
  ])('of which the first counts are of %j: %j', (cells, read) => {
    expect(text([0, 1], cells, { take: 'first' })).toBe(read)
  })
})

describe('a text means', () => {
  test('itself, and blank what the rule says', () => {
    expect(textResolver(rule(), false)('a')).toBe('a')
    expect([textResolver(rule(), false)(''), textResolver(rule(), true)('')]).toEqual([leave, clear])
  })

  test('as a constant what it is, and blank that the field is emptied', () => {
    const { from: _, ...made } = rule()
    expect(textResolver({ ...made, value: 'x' }, false)('x')).toBe('x')
    for (const value of ['', null]) {
      expect(textResolver({ ...made, value }, false)('')).toBe(empty)
      expect(textResolver({ ...made, value }, true)('')).toBe(empty)
    }
    expect(textResolver(rule({ value: 'x' }), false)('')).toBe(leave)
    // A template is no constant.
    expect(textResolver({ ...made, template: '{{A}}' }, false)('')).toBe(leave)
    expect(textResolver({ ...made, template: '{{A}}' }, true)('')).toBe(clear)
  })

  test('what the map says, whatever its case; what the map does not know is unknown', () => {
    const mapped = textResolver(rule({ values: { Gold: 'G', 'on  hold': 3, off: null, none: ' ', yes: true } }), false)
    expect(['gold', ' GOLD ', 'On hold', 'off', 'None', 'yes', 'Silver', ''].map(mapped)).toEqual([
      'G',
      'G',
      '3',
      empty,
      empty,
      'true',
      unknown,
      leave,
    ])
    expect(textResolver(rule({ values: { Gold: 'G' } }), true)('')).toBe(clear)
    expect(textResolver(rule({ values: { '': 'nothing' } }), true)('')).toBe('nothing')
  })
})
