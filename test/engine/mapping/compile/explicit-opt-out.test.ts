import { describe, expect, test } from 'vitest'
import type { FieldRule } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { mapCells, recipeOf } from '../mapping-case.ts'

const consent: FieldRule = { to: 'consent', from: ['Texts'], values: { yes: true, no: false, 'opted out': false } }
const until: FieldRule = { to: 'consent', from: ['Opted out on'], filled: false }
const gone: FieldRule = { to: 'unreachable', from: ['Status'], values: { Unsubscribed: true, 'Moved away': true, Active: false } }

describe('what a contact asked for itself', () => {
  test.each<[text: string, says: boolean, isExplicit: true | undefined]>([
    ['STOP', false, true],
    ['unsubscribed', false, true],
    ['opted out', false, true],
    ['no', false, undefined],
    ['yes', true, undefined],
  ])('is known from the word %j', (text, says, isExplicit) => {
    const row = mapCells(recipeOf('consent', [consent]), { Texts: text })
    expect([row.consent, row.isOptOutExplicit]).toEqual([says, isExplicit])
  })

  test('is known from a day on which it opted out, whatever other columns say', () => {
    const row = mapCells(recipeOf('consent', [consent, until]), { Texts: 'yes', 'Opted out on': '2024-03-02' })
    expect(row).toMatchObject({ consent: false, isOptOutExplicit: true })
    expect(mapCells(recipeOf('consent', [consent, until]), { Texts: 'no', 'Opted out on': '' }).isOptOutExplicit).toBeUndefined()
  })

  test('is known from a status by which it is unsubscribed, and not from another reason for that', () => {
    expect(mapCells(recipeOf('contacts', [gone]), { Status: 'Unsubscribed' })).toMatchObject({ isOptOutExplicit: true })
    expect(mapCells(recipeOf('contacts', [gone]), { Status: 'Moved away' }).isOptOutExplicit).toBeUndefined()
    expect(mapCells(recipeOf('contacts', [gone]), { Status: 'Active' }).isOptOutExplicit).toBeUndefined()
  })
})
