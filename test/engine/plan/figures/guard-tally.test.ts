import { describe, expect, test } from 'vitest'
import type { FieldChange, FieldValue } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import { createGuardTally, type GuardedRow } from '../../../../src-main/engine/plan/figures/guard-tally.ts'

const change = (field: string, before: FieldValue, after: FieldValue): FieldChange => ({
  field,
  label: field.toUpperCase(),
  before,
  beforeKnown: true,
  after,
})
const row = (changes: FieldChange[], parts: Partial<GuardedRow> = {}): GuardedRow => ({
  changes,
  calls: [{ kind: 'updateCustomer', uuid: 'u', customer: {} }],
  isKnown: true,
  optOut: null,
  isOptOutExplicit: false,
  ...parts,
})
const rename = change('name', 'A', 'B')
const emptied = change('notes', 'A', '')
const withdrawal = change('consent', true, false)
const none = {
  consent: 0,
  blocked: 0,
  unreachable: 0,
  ledger: 0,
  doNotText: 0,
  posts: 0,
  unreadable: 0,
  unconfirmed: 0,
  columnGone: 0,
  unheard: 0,
  undo: 0,
}
const zero = { optOuts: none, cleared: [], clears: 0, withdrawn: 0, changed: 0, known: 0, created: 0 }

describe('a row counts for the file guards', () => {
  test.each([
    ['as a change', row([rename]), { changed: 1 }, {}],
    ['as somebody new', row([change('phone_number', null, '+1')], { isKnown: false }), { created: 1 }, {}],
    ['as a withdrawal', row([withdrawal]), { changed: 1, withdrawn: 1 }, { withdraw: true }],
    ['not where the contact asked for it', row([withdrawal], { isOptOutExplicit: true }), {}, { refuse: true }],
    ['not where somebody refuses who had not agreed', row([change('consent', null, false)]), {}, { refuse: true }],
    ['as a change where it renames too', row([withdrawal, rename], { isOptOutExplicit: true }), { changed: 1 }, {}],
    ['as somebody new, who takes nothing back', row([withdrawal], { isKnown: false }), { created: 1 }, {}],
    ['as somebody new who refuses', row([change('consent', null, false)], { isKnown: false }), { created: 1 }, {}],
    [
      'as one that empties fields, once',
      row([emptied, change('email', 'A', '')]),
      {
        changed: 1,
        clears: 1,
        cleared: [
          { field: 'email', label: 'EMAIL', contacts: 1 },
          { field: 'notes', label: 'NOTES', contacts: 1 },
        ],
      },
      { clear: true },
    ],
    [
      'by how its contact opted out',
      row([change('consent', false, true)], { optOut: 'ledger' }),
      { changed: 1, optOuts: { ...none, ledger: 1 } },
      {},
    ],
  ])('%s', (_what, counted, figures, effects) => {
    const tally = createGuardTally()
    expect(tally.count(counted, 1)).toEqual({ clear: false, withdraw: false, refuse: false, ...effects })
    const known = counted.isKnown ? 1 : 0
    expect(tally.figures()).toEqual({ ...zero, known, ...figures })
    tally.count(counted, 1)
    tally.count(counted, -1)
    expect(tally.figures()).toEqual({ ...zero, known, ...figures })
    tally.count(counted, -1)
    expect(tally.figures()).toEqual(zero)
  })

  test('beside what was counted before, which stays as it was told', () => {
    const start = {
      optOuts: { ...none, posts: 2 },
      cleared: [{ field: 'notes', label: 'Notes', contacts: 3 }],
      clears: 3,
      withdrawn: 4,
      changed: 5,
      known: 9,
      created: 6,
      total: 7,
      agreeing: 8,
    }
    const tally = createGuardTally(start)
    tally.count(row([emptied]), 1)
    expect(tally.figures()).toEqual({
      optOuts: { ...none, posts: 2 },
      cleared: [{ field: 'notes', label: 'Notes', contacts: 4 }],
      clears: 4,
      withdrawn: 4,
      changed: 6,
      known: 10,
      created: 6,
    })
    expect([start.cleared[0]?.contacts, start.clears]).toEqual([3, 3])
  })
})
