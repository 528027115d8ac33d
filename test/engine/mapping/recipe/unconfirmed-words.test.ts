import { describe, expect, test } from 'vitest'
import { confirmWords, unconfirmedAnew, unconfirmedWords } from '../../../../src-main/engine/mapping/recipe/unconfirmed-words.ts'
import type { FieldRule } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { recipe } from '../../store/stored-things.ts'

const values = { Y: true, Ja: 'yes', N: false, '?': null }
const rule = (parts: Partial<FieldRule> = {}): FieldRule => ({ to: 'consent', from: ['SMS', 'More'], values, unconfirmed: true, ...parts })
const everyRow = (value: FieldRule['value']): FieldRule => ({ to: 'consent', value, unconfirmed: true })
const open = (...fields: FieldRule[]) => unconfirmedWords(recipe({ kind: 'consent', fields }))

describe('words that wait to be confirmed', () => {
  test('are those that give consent, with their columns', () => {
    expect(open({ to: 'notes', from: ['Notes'] }, rule())).toEqual([
      { field: 1, columns: ['SMS', 'More'], word: 'Y' },
      { field: 1, columns: ['SMS', 'More'], word: 'Ja' },
    ])
  })

  test('are those that are named where not all of them wait, whatever their case', () => {
    expect(open(rule({ unconfirmed: ['y'] })).map(({ word }) => word)).toEqual(['Y'])
    expect(open(rule({ unconfirmed: ['N'] }))).toEqual([])
  })

  test('are none of a rule that nobody doubts, nor of another field', () => {
    const { unconfirmed: _, ...sure } = rule()
    expect(open(sure)).toEqual([])
    expect(open(rule({ to: 'blocked' }))).toEqual([])
    expect(open({ to: 'consent', from: ['SMS'], unconfirmed: true })).toEqual([])
  })

  test('are the whole recipe where every row gives consent', () => {
    expect(open(everyRow(true))).toEqual([{ field: 0, columns: [], word: null }])
    expect(open(everyRow('yes'))).toEqual([{ field: 0, columns: [], word: null }])
    for (const value of [false, 'no', null] as const) expect(open(everyRow(value as never))).toEqual([])
  })
})

describe('once somebody has said what they mean', () => {
  const answered = (fields: FieldRule[], confirmed: (string | null)[], declined: (string | null)[]) => {
    const before = recipe({ kind: 'consent', fields })
    const words = unconfirmedWords(before)
    const of = (list: (string | null)[]) => words.filter(({ word }) => list.includes(word))
    return confirmWords(before, of(confirmed), of(declined)).fields
  }
  const { unconfirmed: _, ...sure } = rule()

  test('words give consent, or leave the contact as it is, and the others still wait', () => {
    expect(answered([rule()], ['Y', 'Ja'], [])).toEqual([sure])
    expect(answered([rule()], ['Y'], ['Ja'])).toEqual([{ ...sure, values: { ...values, Ja: null } }])
    expect(answered([rule()], ['Y'], [])).toEqual([{ ...sure, unconfirmed: ['Ja'] }])
    expect(answered([rule()], [], ['Ja'])).toEqual([{ ...sure, values: { ...values, Ja: null }, unconfirmed: ['Y'] }])
  })

  test('an answer about one column says nothing of the same word in another', () => {
    const other = rule({ from: ['Other'] })
    const before = recipe({ kind: 'consent', fields: [rule(), other] })
    const first = unconfirmedWords(before).filter(({ field }) => field === 0)
    expect(confirmWords(before, first, []).fields).toEqual([sure, { ...other, unconfirmed: ['Y', 'Ja'] }])
  })

  test('a rule without open words stays as it is', () => {
    const others: FieldRule[] = [{ to: 'notes', from: ['Notes'] }, rule({ unconfirmed: ['N'] })]
    expect(answered([...others, rule()], ['Y', 'Ja'], [])).toEqual([...others, sure])
  })

  test('a recipe that gives consent to every row does so, or no more', () => {
    expect(answered([everyRow(true)], [null], [])).toEqual([{ to: 'consent', value: true }])
    expect(answered([everyRow(true)], [], [null])).toEqual([])
    expect(answered([everyRow(true)], [], [])).toEqual([everyRow(true)])
  })
})

test('in another account all that gives consent is to be confirmed again, and nothing else', () => {
  const { unconfirmed: _, ...sure } = rule()
  const others: FieldRule[] = [
    { to: 'notes', from: ['Notes'] },
    { to: 'consent', from: ['STOP'], values: { Y: false } },
  ]
  const confirmed = recipe({ kind: 'contacts', fields: [sure, { to: 'consent', value: true }, ...others] })
  expect(unconfirmedAnew(confirmed)).toEqual({ ...confirmed, fields: [rule(), everyRow(true), ...others] })
})
