import fc from 'fast-check'
import { expect, test } from 'vitest'
import { modeParts, modes, peopleText } from '../../../../src-renderer/words/mapping/mode-words.ts'

const people = (known: number, added: number) => ({
  rows: known + added,
  people: known + added,
  known,
  added,
  open: 0,
  repeated: 0,
  unusable: 0,
  leftOut: 0,
  waitsFor: null,
})

test('the parts of every way add up to all people of the file', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(100_000), fc.constantFrom(...modes), (known, added, mode) => {
      expect(modeParts(mode, { known, added }).reduce((sum, part) => sum + part.people, 0)).toBe(known + added)
    }),
  )
})

test('says who is there already and who is new', () => {
  expect(peopleText(people(12, 168))).toBe('12 of these people are in your account already, 168 are new.')
  expect(peopleText(people(1, 1))).toBe('1 of these people is in your account already, 1 is new.')
  expect(peopleText(people(0, 180))).toBe('None of these 180 people is in your account yet.')
  expect(peopleText(people(40, 0))).toBe('All of these 40 people are in your account already.')
})
