import { expect, test } from 'vitest'
import { changedSincePreview } from '../../../../src-main/engine/model/contacts/field-values.ts'

const change = { field: 'name', label: 'Name', before: 'Ana', beforeKnown: true, after: 'Anna' }

test('a field that is as the preview showed it, or already as the row wants it, has not changed', () => {
  expect(changedSincePreview([change], { uuid: 'c', name: ' Ana ' })).toEqual([])
  expect(changedSincePreview([change], { uuid: 'c', name: 'Anna' })).toEqual([])
})

test('a field that somebody gave another value since has changed', () => {
  expect(changedSincePreview([change], { uuid: 'c', name: 'Annika' })).toEqual([change])
})

test('what nobody can see cannot have changed', () => {
  expect(changedSincePreview([change], { uuid: 'c' })).toEqual([])
  expect(changedSincePreview([{ ...change, beforeKnown: false }], { uuid: 'c', name: 'Annika' })).toEqual([])
  expect(changedSincePreview([{ ...change, field: 'email' }], { uuid: 'c', email: 'other@example.com' })).toEqual([])
})

test('other spaces in a tag are no change, another tag is', () => {
  const tags = { field: 'tags', label: 'Tags', before: ['new patient'], beforeKnown: true, after: ['new patient', 'vip'] }
  expect(changedSincePreview([tags], { uuid: 'c', tags: ['new_patient'] })).toEqual([])
  expect(changedSincePreview([tags], { uuid: 'c', tags: ['new_patient', 'staff'] })).toEqual([tags])
})
