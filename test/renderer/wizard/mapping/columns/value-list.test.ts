import { describe, expect, it } from 'vitest'
import type { ValueCounts } from '../../../../../src-main/engine/contract.ts'
import { listValues, meaningOf, withMeaning } from '../../../../../src-renderer/wizard/mapping/columns/value-list.ts'

const counts: ValueCounts = {
  rows: 100,
  blank: 3,
  unreadable: 0,
  damaged: 0,
  values: [
    { text: 'Yes', rows: 60, line: 2, suggestion: null },
    { text: 'pending', rows: 30, line: 4, suggestion: null },
    { text: 'no', rows: 7, line: 9, suggestion: null },
  ],
  hasMore: false,
  otherRows: 0,
}

describe('the list of values', () => {
  it('begins with those that have no meaning yet, and ends with those that the file has not', () => {
    expect(listValues({ yes: true, NO: false, stop: false, '': null }, counts).map(({ text, rows }) => [text, rows])).toEqual([
      ['pending', 30],
      ['Yes', 60],
      ['no', 7],
      ['stop', 0],
    ])
    expect(listValues({ stop: false }, { ...counts, hasMore: true }).at(-1)).toMatchObject({ text: 'stop', rows: null })
    expect(listValues({ a: true }, null)).toEqual([{ text: 'a', rows: null, suggestion: null }])
  })

  it('tells values apart as the engine does', () => {
    expect(meaningOf({ ' Opted  IN ': true }, 'opted in')).toBe(true)
    expect(meaningOf({ a: null }, 'A')).toBeNull()
    expect(meaningOf(undefined, 'a')).toBeUndefined()
    expect(withMeaning({ Yes: true, no: false }, 'YES', null)).toEqual({ no: false, YES: null })
    expect(withMeaning({ Yes: true }, 'yes', undefined)).toEqual({})
  })
})
