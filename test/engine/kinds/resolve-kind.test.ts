import { expect, test } from 'vitest'
import { resolveKind } from '../../../src-main/engine/kinds/resolve-kind.ts'
import { createFieldLabels } from '../../../src-main/engine/model/contacts/field-labels.ts'

const plan = (phone: string | null, state: 'open' | 'resolved' | 'none' | null, isKnown = true) =>
  resolveKind.planRow(
    { line: 2, key: null, issues: [] },
    { record: isKnown ? { uuid: 'u1' } : null, phone },
    { groupUuid: null, ifEmpty: new Set(), label: createFieldLabels([]), conversationState: () => state },
  )

test.each([
  ['is open', '+12025550100', 'open', { class: 'send' }],
  ['was not read', '+12025550100', null, { class: 'send' }],
  ['is resolved', '+12025550100', 'resolved', { class: 'unchanged', reason: 'already_resolved' }],
  ['is none', '+12025550100', 'none', { class: 'skipped', reason: 'no_conversation' }],
  ['is of a contact without a number', null, 'open', { class: 'invalid', reason: 'no_phone' }],
] as const)('a conversation that %s', (_, phone, state, planned) => {
  expect(plan(phone, state)).toMatchObject(planned)
})

test('nobody is there to have a conversation', () => {
  expect(plan('+12025550100', 'open', false)).toEqual({ class: 'skipped', reason: 'not_found' })
})
