import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyTags, parseTags } from '../../../src-main/sandbox/operations/apply-tags.ts'

const tag = fc.stringMatching(/^[a-zñé]{1,6}( [a-z]{1,4})?$/)
const tags = fc.uniqueArray(tag, { maxLength: 8 })
const written = (list: readonly string[], separator: string) => list.map((one) => one.replaceAll(' ', '_')).join(separator)

describe('tags', () => {
  test('are read back as written, whatever separates them', () => {
    fc.assert(
      fc.property(tags, fc.constantFrom(',', ' ', ', ', ' , ', '\n'), (list, separator) => {
        expect(parseTags(written(list, separator))).toEqual(list)
      }),
    )
  })

  test('with spaces need underscores: without them they are two tags', () => {
    expect(parseTags('new_patient, vip')).toEqual(['new patient', 'vip'])
    expect(parseTags('new patient')).toEqual(['new', 'patient'])
  })

  test('added twice are there once, and what was there stays', () => {
    fc.assert(
      fc.property(tags, tags, (current, given) => {
        const once = applyTags(current, given, 'add')
        expect(new Set(once)).toEqual(new Set([...current, ...given]))
        expect(once.slice(0, current.length)).toEqual(current)
        expect(applyTags(once, given, 'add')).toEqual(once)
      }),
    )
  })

  test('removed are gone, and no others are', () => {
    fc.assert(
      fc.property(tags, tags, (current, given) => {
        const left = applyTags(current, given, 'remove')
        expect(left).toEqual(current.filter((one) => !given.includes(one)))
      }),
    )
  })

  test('replaced are exactly the given ones', () => {
    fc.assert(
      fc.property(tags, tags, (current, given) => {
        expect(applyTags(current, given, 'replace')).toEqual(given)
      }),
    )
  })
})
