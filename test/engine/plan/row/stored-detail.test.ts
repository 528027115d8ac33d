import type { OptOut } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import { expect, test } from 'vitest'
import type { MappedRow } from '../../../../src-main/engine/model/plans/mapped-row.ts'
import type { Verdict } from '../../../../src-main/engine/plan/row/classify.ts'
import { storedDetail } from '../../../../src-main/engine/plan/row/stored-detail.ts'

const mapped: MappedRow = { line: 2, key: null, issues: [] }
const quiet: Verdict = { class: 'unchanged', reason: null, record: null, phone: null, lane: null, changes: [], calls: [], issues: [] }
const calls: Verdict['calls'] = [{ kind: 'setConsent', uuid: 'u1', phone: null, consent: true }]
const changes: Verdict['changes'] = [{ field: 'consent', label: 'Consent', before: null, beforeKnown: true, after: true }]
const issues: Verdict['issues'] = [{ code: 'x', severity: 'warning', line: 2, column: null, value: null, message: 'm', hint: 'h' }]
const evidence = { Source: 'Form' }
const said: MappedRow = { ...mapped, evidence }

const stored = (verdict: Partial<Verdict>, row: MappedRow = mapped, fingerprint?: string, how: OptOut | null = null): unknown => {
  const text = storedDetail({ ...quiet, ...verdict }, row, fingerprint, how === null ? null : { how, atMs: 5 })
  return text === null ? null : JSON.parse(text)
}

test('nothing is stored of a row that has nothing to say', () => {
  expect(stored({})).toBeNull()
  expect(stored({}, said, 'f', 'consent')).toBeNull()
  expect(stored({ class: 'skipped', reason: 'exists' }, { ...mapped, consent: false })).toBeNull()
  expect(stored({ class: 'skipped', reason: 'not_found' }, { ...mapped, consent: true })).toBeNull()
  expect(stored({ class: 'unchanged', reason: 'not_found' }, { ...mapped, consent: false })).toBeNull()
})

test('a refusal of somebody who is not in the account is kept', () => {
  const refused = { class: 'skipped', reason: 'not_found' } as const
  expect(stored({ ...refused, phone: '+12025550177' }, { ...mapped, consent: false })).toEqual({ refuses: true })
  // The do-not-text list takes numbers only.
  expect(stored(refused, { ...mapped, consent: false })).toBeNull()
})

test('with its calls are stored its changes, its evidence, and what else is said of them', () => {
  expect(stored({ class: 'send', calls })).toEqual({ calls })
  expect(stored({ class: 'send', calls, changes })).toEqual({ calls, changes })
  expect(stored({ class: 'send', calls, changes, isOptOutExplicit: true }, said, 'f', 'blocked')).toEqual({
    calls,
    changes,
    evidence,
    fingerprint: 'f',
    optOut: 'blocked',
    refusedAtMs: 5,
    isOptOutExplicit: true,
  })
})

test('issues are stored, and why the recipe leaves a row out, without what belongs to calls', () => {
  const filtered = { column: 'State', value: null }
  expect(stored({ issues, isOptOutExplicit: true }, said, 'f', 'blocked')).toEqual({ issues })
  expect(stored({ class: 'skipped', reason: 'filtered' }, { ...said, filtered })).toEqual({ filtered })
  expect(stored({ class: 'send', calls, issues })).toEqual({ calls, issues })
})

test('of a row that cannot be used its name is kept, so that people see whom it is about', () => {
  const named: MappedRow = { ...mapped, contact: { name: 'Nils' } }
  expect(stored({ class: 'invalid', issues }, named)).toEqual({ issues, name: 'Nils' })
  expect(stored({ class: 'invalid', issues }, { ...mapped, contact: { name: '' } })).toEqual({ issues })
  expect(stored({ class: 'invalid', issues, record: { uuid: 'u1', name: 'Known' } }, named)).toEqual({ issues })
  // Of others the changes tell it.
  expect(stored({ class: 'skipped', issues }, named)).toEqual({ issues })
})

test('a row that a filter leaves out refuses only where the filter kept its refusal', () => {
  const filtered = { column: 'State', value: 'NY' }
  const left = { class: 'skipped', reason: 'filtered', phone: '+12025550177' } as const
  expect(stored(left, { ...mapped, consent: false, filtered })).toEqual({ filtered })
  expect(stored(left, { ...mapped, consent: false, onlyRefusal: filtered })).toEqual({ filtered, refuses: true })
  expect(stored({ ...left, reason: 'exists' }, { ...mapped, consent: false, onlyRefusal: filtered })).toBeNull()
})
