import { expect, test } from 'vitest'
import { compactKey, findByName, nearNames } from '../../../../src-main/engine/text/headers/name-key.ts'

test('near names are found for slips of the pen and for parts, nearest first, at most three', () => {
  expect(nearNames('Frist Name', ['Last Name', 'First Name', 'Notes'])).toEqual(['First Name', 'Last Name'])
  expect(nearNames('Phone', ['Mobile Phone', 'Fax'])).toEqual(['Mobile Phone'])
  expect(nearNames('Colour', ['Notes', 'Tags'])).toEqual([])
  expect(nearNames('Phone', ['Phone 1', 'Phone 2', 'Phone 3', 'Phone 4'])).toHaveLength(3)
})

test('an exact name is meant before one that differs in case', () => {
  const names = ['name', 'Name', 'E-Mail']
  expect(findByName(names, (name) => name, 'Name')).toEqual({ found: 'Name', ambiguous: false })
  expect(findByName(names, (name) => name, 'NAME')).toEqual({ found: null, ambiguous: true })
  expect(findByName(names, (name) => name, ' e-mail ')).toEqual({ found: 'E-Mail', ambiguous: false })
})

test('the compact form drops marks, spaces and accents', () => {
  expect(compactKey('E-mail 1 - Value')).toBe('email1value')
  expect(compactKey('Téléphone (privé)')).toBe('telephoneprive')
  expect(compactKey('Straße')).toBe('strasse')
})
